# SPDX-License-Identifier: BSD-3-Clause
"""Tests that lack a package are skipped and listed, or fail where it is asked for."""

import os
import subprocess
import sys
from collections import Counter

import pytest

import needed
from conftest import ROOT
from mdsim_tools import skips

CASES = """
import needed
import pytest

def test_that_lacks_a_program():
    needed.program("no-such-program", "no-such-package")

def test_that_lacks_a_module():
    needed.module("no_such_module.inner")

def test_that_the_machine_does_not_allow():
    pytest.skip("no GPU here")

def test_that_passes():
    assert needed.program("sh").endswith("/sh")
    assert needed.module("os.path").sep == "/"
"""

CTEST = """
cmake_minimum_required(VERSION 3.22)
project(few NONE)
enable_testing()
add_test(NAME some/python COMMAND {python} -m pytest -q -rs -p no:cacheprovider {folder}/test_cases.py)
add_test(NAME some/script COMMAND bash {folder}/script.sh)
set_tests_properties(some/script PROPERTIES SKIP_RETURN_CODE 77)
add_test(NAME some/passed COMMAND true)
"""

SCRIPT = """
source {root}/tools/lib/common.sh
skip_without no-such-tool "no-such-tool was not found (package no-such-tool)"
"""


@pytest.fixture
def few_tests(tmp_path):
    """A folder with some tests for ctest; calls it, and the list of what it skipped."""
    (tmp_path / "test_cases.py").write_text(CASES)
    (tmp_path / "script.sh").write_text(SCRIPT.format(root=ROOT))
    (tmp_path / "CMakeLists.txt").write_text(CTEST.format(python=sys.executable, folder=tmp_path))
    build = tmp_path / "build"
    subprocess.run(
        [needed.program("cmake"), "-S", tmp_path, "-B", build, "-G", "Ninja"], check=True, capture_output=True
    )

    def call(required):
        paths = os.pathsep.join(str(ROOT / name) for name in ("tests/support", "tools"))
        environment = {**os.environ, "PYTHONPATH": paths, skips.VARIABLE: required}
        done = subprocess.run(
            ["ctest", "--test-dir", build], env=environment, check=False, capture_output=True, text=True
        )
        return done.returncode, build / "Testing/Temporary/LastTest.log"

    return call


def test_skipped_tests_are_listed_with_their_reasons(few_tests):
    code, log = few_tests(required="")
    assert code == 0
    assert skips.skips_in(log) == {
        "some/python": Counter(
            {
                "there is no no-such-program here (package no-such-package)": 1,
                "could not import no_such_module.inner: No module named 'no_such_module'": 1,
                "no GPU here": 1,
            }
        ),
        "some/script": Counter({"no-such-tool was not found (package no-such-tool)": 1}),
    }
    done = subprocess.run([ROOT / "tools/skipped-tests", log], check=True, capture_output=True, text=True)
    assert done.stdout.startswith("skipped, in 2 tests of ctest:\n  some/python: ")
    assert "\n  some/script: no-such-tool was not found (package no-such-tool)\n" in done.stdout


@pytest.mark.parametrize(
    ("required", "failed"),
    [
        ("no-such-package", ["some/python"]),
        ("zsh no_such_module", ["some/python"]),
        ("no-such-tool", ["some/script"]),
        ("all", ["some/python", "some/script"]),
        ("no-such", []),
    ],
)
def test_what_is_asked_for_is_not_skipped(few_tests, required, failed):
    code, log = few_tests(required)
    assert (code != 0) == bool(failed)
    names = [line.partition(" ")[2] for line in _failures(log)]
    assert names == failed
    assert "no GPU here" in skips.skips_in(log)["some/python"]


def _failures(log):
    """Lines of ctest's list of failed tests."""
    path = log.parent / "LastTestsFailed.log"
    return [line.replace(":", " ", 1) for line in path.read_text().splitlines()] if path.exists() else []


def test_many_cases_of_one_reason_are_counted():
    counted = {"system/shells": Counter({"there is no zsh here (package zsh)": 4})}
    assert skips.text_of(counted).splitlines()[1] == "  system/shells: there is no zsh here (package zsh) (4 cases)"
    assert skips.text_of({}) == "no test was skipped"
