# SPDX-License-Identifier: BSD-3-Clause
"""The warnings of the run."""

from __future__ import annotations

from typing import Any

from mdsim.results import Results


def content(run: Results) -> dict[str, Any]:
    """Each warning once, and how often it was said."""
    counts: dict[str, int] = {}
    for warning in run.warnings:
        counts[warning] = counts.get(warning, 0) + 1
    return {"warnings": list(counts.items())}
