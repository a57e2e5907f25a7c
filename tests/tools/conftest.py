# SPDX-License-Identifier: BSD-3-Clause
"""Lets tests import what the scripts of tools/ share."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
