# SPDX-License-Identifier: BSD-3-Clause
"""The program hands commands to the Python package, and says how to get it where it is missing."""

import json
import os
import re
import subprocess
import sys

import pytest

import mdsim


@pytest.fixture
def finished(liquid, tmp_path):
    mdsim.run(liquid, tmp_path / "run.out")
    return tmp_path


def call(program, folder, *words, python=sys.executable, path=None):
    environment = {**os.environ, "MDSIM_PYTHON": python}
    environment.pop("PYTHONPATH", None)
    if path is not None:
        environment["PYTHONPATH"] = path
    return subprocess.run(
        [str(program), *words], cwd=folder, env=environment, text=True, capture_output=True, timeout=120, check=False
    )


def test_the_program_writes_a_report(program, finished):
    done = call(program, finished, "report", "run.out", "-o", "page.html")
    assert done.returncode == 0, done.stderr
    assert "run.out" in (finished / "page.html").read_text()


def test_options_and_codes_are_those_of_the_command(program, finished):
    done = call(program, finished, "plot", "--help")
    assert done.returncode == 0 and "--list" in done.stdout
    assert call(program, finished, "plot", "run.out", "--list").stdout.count("temperature") == 1
    refused = call(program, finished, "report", "nowhere.out")
    assert refused.returncode == 2
    assert "nowhere.out" in refused.stderr


def test_a_python_without_the_package_is_told(program, finished, tmp_path):
    bare = tmp_path / "bare-python"
    bare.write_text(f'#!/bin/sh\nunset PYTHONPATH\nexec {sys.executable} -S -E "$@"\n')
    bare.chmod(0o755)
    done = call(program, finished, "report", "run.out", python=str(bare))
    assert done.returncode == 4
    assert "pip install" in done.stderr
    done = call(program, finished, "report", "run.out", python="no-such-python")
    assert done.returncode == 4
    assert "no-such-python" in done.stderr


def test_the_program_shows_how_a_run_stands(program, finished):
    done = call(program, finished, "watch", "run.out", "--once")
    assert done.returncode == 0 and done.stdout.startswith("run.out: finished\n"), done.stderr
    late = call(program, finished, "--quiet", "watch", "run.out")
    assert late.returncode == 2 and "watch is the first word" in late.stderr


def test_the_program_knows_the_options_of_watching(program, finished):
    described = json.loads(call(program, finished, "--describe", "commands").stdout)
    (watch,) = [command for command in described["commands"] if command["name"] == "watch"]
    names = [name for option in watch["options"] if not option["is_operand"] for name in option["names"]]
    help_text = call(program, finished, "watch", "--help").stdout
    assert sorted(names) == sorted(re.findall(r"(?<= )--?[a-z]+(?=[ ,])", help_text.partition("options:")[2]))
