# SPDX-License-Identifier: BSD-3-Clause
"""The short selection of the validation: reference energies and forces."""

import subprocess
import sys

from mdsim_tools.interpreters import ROOT


def validate(results, *arguments):
    """Exit code and words of the validation, with the Python that has h5py, to look at forces too."""
    command = [sys.executable, ROOT / "validation" / "run", *arguments, "--results", results]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def test_the_short_selection_passes(program_path, tmp_path):
    code, words = validate(tmp_path, "--quick", "--mdsim", program_path)
    failed = "\n".join(line for line in words.splitlines() if not line.startswith("pass"))
    assert code == 0, failed
    print(words.splitlines()[-1])


def test_without_a_program_it_fails(tmp_path):
    """The validation itself must be able to fail: a program that is not mdsim."""
    code, words = validate(tmp_path, "--case", "lj13-cluster", "--mdsim", "/bin/true")
    assert code != 0, f"the validation passed without a program: {words}"
