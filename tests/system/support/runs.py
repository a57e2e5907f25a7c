# SPDX-License-Identifier: BSD-3-Clause
"""The program under test, started in a scratch folder, and what it leaves behind; for the tests beside this folder."""

import os
import re

import pytest

import needed
from mdsim_tools import program as programs
from mdsim_tools.outputs import (
    CHECKPOINT,
    datasets,
    final_state,
    first_difference,
    frames,
    last_step,
    progress,
    summary,
    thermo_text,
)
from mdsim_tools.program import fixed_environment as environment
from mdsim_tools.program import set_arguments

BUSY_CORES = re.compile(r"^mdsim: warning: run\.threads: other programs .*\n", re.MULTILINE)
"""What other programs do on this machine is told of runs, and is nothing that a test expects."""


class Program(programs.Program):
    """The program under test."""

    def __init__(self, path, scratch):
        super().__init__(path, scratch)
        needed.program(programs.LAUNCHER, "openmpi-bin")

    def call(self, arguments, ranks=1, env=None, timeout=300, cwd=None):
        """Runs to the end, in the scratch folder or in `cwd`; returns exit code, standard output and error."""
        code, out, err = super().call(arguments, ranks, env, timeout, cwd)
        return programs.Result(code, out, BUSY_CORES.sub("", err))


def damage(path, where):
    """Cuts a file off, or flips a bit at a part of its length."""
    with open(path, "r+b") as file:
        file.seek(0, os.SEEK_END)
        size = file.tell()
        if where == "truncated":
            file.truncate(size * 2 // 3)
            return
        file.seek(int(size * where))
        byte = file.read(1)
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte[0] ^ 0x10]))
