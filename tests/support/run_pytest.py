#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs pytest with the first Python that has pytest and h5py: the one that runs this script, the
virtual environment of the build, or the system's own. Exit status 77 where none has both.

Usage: run_pytest.py ARGUMENT..."""

import os
import subprocess
import sys

SKIPPED = 77
WANTED = "import pytest, h5py"
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def has_all(python):
    """Whether an interpreter is there and imports what the tests need."""
    if not os.path.exists(python):
        return False
    done = subprocess.run([python, "-c", WANTED], stderr=subprocess.DEVNULL, check=False)
    return done.returncode == 0


def main():
    candidates = (os.path.join(ROOT, "build/venv/bin/python3"), sys.executable, "/usr/bin/python3")
    python = next(filter(has_all, candidates), None)
    if python is None:
        print("skipped: no Python with pytest and h5py (packages python3-pytest, python3-h5py)")
        return SKIPPED
    options = ["-q", "-rs", "-p", "no:cacheprovider"]
    return subprocess.run([python, "-m", "pytest", *options, *sys.argv[1:]], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
