# SPDX-License-Identifier: BSD-3-Clause
"""One self-contained HTML page about a run: `render(open_run("run.out"))`. Needs jinja2 and matplotlib."""

from __future__ import annotations

from mdsim.report.page import render

__all__ = ["render"]
