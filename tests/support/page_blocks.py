# SPDX-License-Identifier: BSD-3-Clause
"""The Python of a page, for tests that run it."""

import re


def blocks(page):
    """The code of a page by headings of the second level, in their order; what comes before the first is ''."""
    text, found, heading = page.read_text(encoding="utf-8"), {}, ""
    for part in re.finditer(r"^## (?P<heading>[^\n]+)$|^```python\n(?P<code>.*?)^```$", text, re.M | re.S):
        if part["heading"]:
            heading = part["heading"]
        else:
            found.setdefault(heading, []).append(part["code"])
    return {heading: "\n".join(code) for heading, code in found.items()}


def smaller(code, replaced, where):
    """The code with its numbers replaced by those of a shorter run; each of them must be there."""
    for page, small in replaced.items():
        assert page in code, f"{where}: there is no {page} to make smaller"
        code = code.replace(page, small)
    return code


def outcome(code, where):
    """The names that the code leaves behind. It runs in the current folder."""
    left = {}
    exec(compile(code, where, "exec"), left)  # noqa: S102
    return left
