# SPDX-License-Identifier: BSD-3-Clause
"""Lets tests import what the scripts of tools/ and validation/ share."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/support"), str(ROOT / "tools"), str(ROOT / "validation")]
