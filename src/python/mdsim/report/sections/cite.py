# SPDX-License-Identifier: BSD-3-Clause
"""What to cite: the program and the methods that the input uses."""

from __future__ import annotations

from typing import Any

from mdsim.report.citation import AUTHORS, TITLE, bibtex
from mdsim.report.references import Reference, references_of
from mdsim.report.run_input import parts_of
from mdsim.report.words import error_words
from mdsim.results import Results


def content(run: Results) -> dict[str, Any]:
    """mdsim, the works behind its methods, and the files whose sources are to be cited."""
    version = _version(run)
    references, files, missing = _methods(run)
    return {
        "program": f"{AUTHORS}. {TITLE}. Version {version}.",
        "bibtex": bibtex(version),
        "references": references,
        "files": files,
        "missing": missing,
    }


def _version(run: Results) -> str:
    try:
        last = parts_of(run)[-1]
        return f"{last.version} ({last.commit})"
    except (OSError, ValueError, IndexError):
        return "unknown"


def _methods(run: Results) -> tuple[list[Reference], list[str], str]:
    try:
        tables = run.input
    except (ImportError, OSError, ValueError) as error:
        return [], [], error_words(error)
    return references_of(tables), _potential_files(tables), ""


def _potential_files(tables: dict[str, Any]) -> list[str]:
    """Files of potentials, whose authors are to be cited."""
    found = [str(name) for term in tables.get("many_body", []) for name in term.get("files", [])]
    found += [str(term["file"]) for term in tables.get("pair", {}).get("potential", []) if "file" in term]
    return sorted(set(found))
