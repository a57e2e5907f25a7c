# SPDX-License-Identifier: BSD-3-Clause
"""The program under test, started in a scratch folder, and what it leaves behind; for the tests beside this folder."""

import functools
import os
import re
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../tools"))
from mdsim_tools import program as programs
from mdsim_tools.interpreters import SKIPPED, require
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

BUSY_CORES = re.compile(r"^mdsim: note: run\.threads: other programs .*\n", re.MULTILINE)
"""What other programs do on this machine is told of runs, and is nothing that a test expects."""


class Program(programs.Program):
    """The program under test."""

    def __init__(self, path, scratch):
        super().__init__(path, scratch)
        if shutil.which(programs.LAUNCHER) is None:
            print(f"skipped: there is no {programs.LAUNCHER}")
            sys.exit(SKIPPED)

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


def run_tests(names, program, failure_type):
    """Calls all functions test_*, or those that `--only WORD` chooses, and returns how many failed."""
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
    failures = 0
    for name, test in sorted(names.items()):
        if not name.startswith("test_") or only not in name:
            continue
        try:
            test(program)
            print(f"{name[5:]:<18} passed", flush=True)
        except failure_type as failure:
            failures += 1
            print(f"{name[5:]:<18} FAILED: {failure}", flush=True)
    return failures


def run_on_sample(names, make_sample, failure_type):
    """The tests of a script that all look at one sample, which `make_sample(program)` makes. Returns an exit status."""
    require("h5py")
    scratch = tempfile.mkdtemp(prefix="mdsim-sample-")
    try:
        program = Program(sys.argv[1], scratch)
        sample = make_sample(program)
        tests = {
            name: functools.partial(test, sample=sample) for name, test in names.items() if name.startswith("test_")
        }
        return 1 if run_tests(tests, program, failure_type) else 0
    finally:
        shutil.rmtree(scratch)


def run_on_gpus(names, failure_type, least=1):
    """The tests of a script on GPUs; `program.gpus` tells how many there are. Returns an exit status: skipped where there are fewer
    than `least` that the program can use."""
    require("h5py")
    scratch = tempfile.mkdtemp(prefix="mdsim-gpu-")
    try:
        program = Program(sys.argv[1], scratch)
        doctor = program.call(["doctor"])[1]
        program.gpus = len(re.findall(r"sm_\d+", doctor))
        if program.gpus < least or "no kernels for it" in doctor:
            print(f"skipped: fewer than {least} GPUs that this program can use")
            return SKIPPED
        return 1 if run_tests(names, program, failure_type) else 0
    finally:
        shutil.rmtree(scratch)
