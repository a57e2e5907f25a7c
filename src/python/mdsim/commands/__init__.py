# SPDX-License-Identifier: BSD-3-Clause
"""The commands that are written in Python: `python -m mdsim report` and others."""

from __future__ import annotations

from mdsim.commands.main import main

__all__ = ["main"]
