# SPDX-License-Identifier: BSD-3-Clause
"""How mdsim itself is cited, as CITATION.cff says."""

from __future__ import annotations

AUTHORS = "The mdsim authors"
TITLE = "mdsim: molecular dynamics with reproducible bits"
LICENCE = "BSD-3-Clause"


def bibtex(version: str) -> str:
    """An entry for BibTeX."""
    fields = {"author": f"{{{AUTHORS}}}", "title": f"{{{TITLE}}}", "version": version, "note": f"Licence: {LICENCE}"}
    lines = [f"  {key} = {{{value}}}" for key, value in fields.items()]
    return "@software{mdsim,\n" + ",\n".join(lines) + "\n}"
