# SPDX-License-Identifier: BSD-3-Clause
"""A page about a long run: a million rows of thermo in 20 s. Without --soak the run is short, and nothing is timed."""

import resource
import shutil
import subprocess
import sys

import pytest
from program_runs import run_program, write_input
from report_page import Page
from small_liquid import atoms_of_a_liquid

import needed

np = needed.module("numpy")
for package in ("h5py", "jinja2", "matplotlib"):
    needed.module(package)

ROWS, SAMPLE = 1_000_000, 5_000
LIMIT = 20  # [s] of processor time, which other programs of the machine do not change


@pytest.fixture(scope="module")
def rows(soak):
    return ROWS if soak else SAMPLE


@pytest.fixture(scope="module")
def long_run(program, rows, tmp_path_factory):
    """The folder of a run with so many rows behind its first."""
    tables = atoms_of_a_liquid()
    tables["system"]["lattice"]["cells"] = [2, 2, 2]
    tables["pair"]["cutoff"] = 1.5
    tables["stage"] = [{"name": "long", "ensemble": "nve", "time_step": 0.001, "steps": rows}]
    tables["thermo"] = {"every": 1}
    folder = tmp_path_factory.mktemp("long")
    return run_program(program, write_input(tables, folder), folder / "long.out", patience=1800)


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.parametrize("source", ["HDF5", "text"])
def test_all_rows_are_on_the_page(long_run, rows, soak, source, tmp_path):
    """From thermo.h5, which a run writes at its end, or from thermo.csv alone."""
    folder = long_run
    if source == "text":
        folder = shutil.copytree(long_run, tmp_path / "long.out", ignore=shutil.ignore_patterns("thermo.h5*"))
    before = processor_seconds()
    command = [sys.executable, "-m", "mdsim", "report", str(folder)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False)
    seconds = processor_seconds() - before
    assert done.returncode == 0, done.stderr

    written = tmp_path / "long.out.html"
    page = Page(written.read_text(encoding="utf-8"))
    assert f"{rows + 1:,} rows" in page.text("thermo")
    temperatures = np.loadtxt(folder / "thermo.csv", delimiter=",", skiprows=1, usecols=2)
    assert len(temperatures) == rows + 1
    least, most, last = (f"{value:.6g}" for value in (temperatures.min(), temperatures.max(), temperatures[-1]))
    assert f"from {least} to {most}, in the end {last}" in page.text("thermo")
    assert written.stat().st_size < 1_000_000, "curves are not thinned"
    if soak:
        print(f"\n{rows} rows of thermo, from {source}: {seconds:.1f} s of processor time")
        assert seconds <= LIMIT
