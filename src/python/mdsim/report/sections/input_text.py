# SPDX-License-Identifier: BSD-3-Clause
"""The input, as it was written and as the program understood it."""

from __future__ import annotations

from typing import Any, Callable

from mdsim.report.words import error_words, size
from mdsim.results import Results

LONGEST = 300_000
"""of a text that is shown whole [characters]"""


def content(run: Results) -> dict[str, Any]:
    """Both texts, and the inputs of earlier starts."""
    earlier = sorted(run.folder.glob("input.original.*.toml"), key=lambda path: (len(path.name), path.name))
    return {
        "original": _text(lambda: run.original_input_text),
        "effective": _text(lambda: run.input_text),
        "earlier": [(path.name, _text(lambda p=path: _read(p))) for path in earlier],  # type: ignore[misc]
    }


def _read(path: Any) -> str:
    return str(path.read_text(encoding="utf-8", errors="replace"))


def _text(read: Callable[[], str]) -> dict[str, str]:
    try:
        text = read()
    except (OSError, ValueError) as error:
        return {"text": "", "missing": error_words(error)}
    if len(text) > LONGEST:
        return {"text": text[:LONGEST], "missing": f"Only the first {size(LONGEST)} are shown."}
    return {"text": text, "missing": ""}
