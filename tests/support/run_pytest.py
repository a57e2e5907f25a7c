#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs pytest with the first Python that has pytest and h5py: that of build/venv, the one that runs this script, or the
system's own. Exit status 77 where none has both, or where all tests were skipped. What tests write is removed, unless
`--basetemp FOLDER` says where to.

Usage: run_pytest.py ARGUMENT..."""

import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from mdsim_tools import interpreters, skips  # noqa: E402


def main(arguments):
    python = interpreters.first_with("pytest", "h5py")
    if python is None:
        reason = "no Python with pytest and h5py (packages python3-pytest, python3-h5py)"
        if skips.required("pytest"):
            print(f"{reason}; {skips.VARIABLE} asks for pytest")
            return 1
        print(f"skipped: {reason}")
        return interpreters.SKIPPED
    command = [python, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", *arguments]
    if any(word.startswith("--basetemp") for word in arguments):
        return subprocess.run(command, check=False).returncode
    with tempfile.TemporaryDirectory(prefix="mdsim-tests-") as scratch:
        return subprocess.run([*command, "--basetemp", f"{scratch}/t"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
