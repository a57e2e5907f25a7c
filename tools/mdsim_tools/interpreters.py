# SPDX-License-Identifier: BSD-3-Clause
"""Which Python has the modules that a script needs: this one, that of build/venv, or the system's."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

SKIPPED = 77
"""exit status of a check that cannot be made here"""
ROOT = Path(__file__).resolve().parents[2]
CHOSEN = "MDSIM_PYTHON_CHOSEN"
"""set where a script has been started again already"""


def imports(python: str, modules: Iterable[str]) -> bool:
    """Whether an interpreter is there and imports all these modules."""
    if not os.path.exists(python):
        return False
    command = [python, "-c", "import " + ", ".join(modules)]
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0


def first_with(*modules: str) -> str | None:
    """The first interpreter that has all these modules: that of build/venv, the one that runs this, the system's."""
    candidates = (str(ROOT / "build/venv/bin/python3"), sys.executable, "/usr/bin/python3")
    return next((python for python in candidates if imports(python, modules)), None)


def require(*modules: str) -> None:
    """Makes modules importable, if need be by starting the script again; ends with SKIPPED where nobody has them."""
    if all(importlib.util.find_spec(module) for module in modules):
        return
    python = None if os.environ.get(CHOSEN) else first_with(*modules)
    if python is None:
        print(f"skipped: no Python with {' and '.join(modules)}")
        sys.exit(SKIPPED)
    os.environ[CHOSEN] = "1"
    os.execv(python, [python, *sys.argv])
