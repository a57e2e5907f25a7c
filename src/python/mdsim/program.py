# SPDX-License-Identifier: BSD-3-Clause
"""The program, as commands of the package start it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from mdsim.errors import InputError, MachineError

FINISHED, WRONG_INPUT, STOPPED = 0, 2, 5
"""exit codes"""


def find_program(command: str) -> Path:
    """The program that called this command, or the one on the path; raises MachineError."""
    known = os.environ.get("MDSIM_PROGRAM") or shutil.which("mdsim")
    if not known or not Path(known).exists():
        raise MachineError(f"the program mdsim was not found: call this as `mdsim {command}`, or put mdsim on the PATH")
    return Path(known)


def fault(words: Sequence[str], code: int, said: str) -> Exception:
    """The exception for an exit code of the program, with what it said."""
    if code == WRONG_INPUT:
        return InputError(said.strip().removeprefix("mdsim: "))
    return MachineError(f"{' '.join(words)} ended with exit code {code}:\n{said.strip()[-2000:]}")
