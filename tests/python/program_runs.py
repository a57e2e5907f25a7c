# SPDX-License-Identifier: BSD-3-Clause
"""Runs of the program, beside which those of scripts are held."""

import pathlib
import subprocess

import tomli_w


def write_input(tables, folder):
    path = pathlib.Path(folder) / "input.toml"
    path.write_text(tomli_w.dumps(tables))
    return path


def run_program(program, path, output, *more, patience=300):
    done = subprocess.run(
        [str(program), str(path), "--output", str(output), "--quiet", *more],
        text=True,
        capture_output=True,
        timeout=patience,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return output


def assert_same_run(program, one, other):
    done = subprocess.run(
        [str(program), "compare", str(one), str(other)], text=True, capture_output=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (one / "thermo.csv").read_bytes() == (other / "thermo.csv").read_bytes()
