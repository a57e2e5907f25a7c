# SPDX-License-Identifier: BSD-3-Clause
"""What a dry run says, and where: the plan, and after it what the run would be refused with."""

import os
import re
import signal
import time

import pytest

import cases
import runs
from mdsim_tools.program import ENVIRONMENT_ERROR, FINISHED, INPUT_ERROR
from restarts import expect_words, input_of

LONG_SILENCE = 7
"""seconds after which every phase off a terminal has said what it does"""


def dry(bench, path, *more, ranks=1, code=FINISHED):
    """Returns standard output and error of a dry run."""
    found, out, err = bench.program.call([path, "--dry-run", "--output", bench.program.folder("dry"), *more], ranks)
    assert found == code, f"exit code {found} instead of {code} with {more} on {ranks} ranks: {(out + err)[-1500:]}"
    return out, err


def test_a_wrong_grid_is_refused_with_a_plan_of_one_that_fits(bench):
    """A grid of bricks that is not that of the ranks is a fault, but the plan is there, with one that is."""
    path = bench.program.write("grid.toml", input_of(cases.stage("nve", 10)))
    for ranks, grid, chosen in ((1, "[2,1,1]", "1 x 1 x 1"), (2, "[3,0,1]", "1 x 1 x 2"), (3, "[2,2,2]", "1 x 1 x 3")):
        out, err = dry(bench, path, "--set", f"parallel.grid={grid}", ranks=ranks, code=INPUT_ERROR)
        expect_words(
            out, f"layout grid {chosen}, chosen in place of parallel.grid", f"rank {ranks - 1}: cells", "disk:"
        )
        assert err.count("parallel.grid: found") == 1, f"not told once: {err}"
    out, err = dry(bench, path, "--set", "parallel.grid=[1,2,0]", ranks=2)
    expect_words(out, "layout grid 1 x 2 x 1, imbalance")
    assert not err, f"told of a grid that fits: {err}"


def test_several_errors_are_told_without_a_plan(bench):
    """Where the rest of the input is not sound either, all is told, and there is no plan."""
    path = bench.program.write("faults.toml", input_of(cases.stage("nve", 10)))
    out, err = dry(bench, path, "--set", "parallel.grid=[2,1,1]", "--set", "trajectory.precision=0", code=INPUT_ERROR)
    expect_words(err, "parallel.grid: found", "trajectory.precision: positions")
    assert not out, f"a plan of a faulty input: {out}"


def test_standard_output_holds_the_plan_alone(bench):
    """Standard output holds the plan and nothing else, however long it takes. The dry run is stopped in the midst
    of building the atoms, so that this is long on any machine."""
    path = bench.program.write("busy.toml", input_of(cases.stage("nve", 10)))
    process = bench.program.start([path, "--dry-run", "--set", "system.lattice.cells=[140,140,140]"])
    time.sleep(0.5)
    os.kill(process.pid, signal.SIGSTOP)
    time.sleep(LONG_SILENCE)
    os.kill(process.pid, signal.SIGCONT)
    out, err = (text.decode() for text in process.communicate(timeout=300))
    assert process.returncode == FINISHED, f"exit code {process.returncode}: {err}"
    assert out.startswith("atoms: 10976000\n"), f"the plan does not begin with its first line: {out[:200]}"
    assert err == "mdsim: reading or building the system ...\n", f"not told what takes so long: {err}"


def test_what_may_surprise_is_told_once(bench):
    """What may surprise is told once, in the plan; so is what is found in the folder of a run that would go on."""
    path = bench.program.write("notes.toml", input_of(cases.stage("nve", 90)))
    folder = bench.program.folder("dry")
    bench.run(path, folder, sets={"checkpoint.keep": 1})
    with open(os.path.join(folder, "checkpoint.h5"), "r+b") as file:
        file.truncate(1000)
    for ranks in (1, 2):
        out, err = dry(bench, path, "--resume", "--set", "neighbor.skin=2.6", ranks=ranks, code=INPUT_ERROR)
        assert out.count("longer than the cutoff") == 1 and "longer than" not in err, f"not told once: {out}{err}"
        out, err = dry(bench, path, "--resume", ranks=ranks)
        assert out.count("going on from") == 1 and not err, f"not told once: {out}{err}"


def test_a_folder_that_cannot_be_made_is_told_once(bench):
    """A folder that cannot be made is told once, however many ranks there are, by the plan and by the run."""
    path = bench.program.write("folder.toml", input_of(cases.stage("nve", 10)))
    folder = os.path.join(bench.program.write("a-file", ""), "out")
    for ranks in (1, 2, 3):
        for more in ((), ("--dry-run",)):
            found, _, err = bench.program.call([path, "--output", folder, *more], ranks)
            assert found == ENVIRONMENT_ERROR, f"exit code {found} on {ranks} ranks with {more}: {err}"
            assert err.count("cannot make the output folder") == 1, f"not told once on {ranks} ranks: {err}"
            assert "MPI_ABORT" not in err, f"ranks do not leave in order: {err}"


def drop(radius, edge):
    """A ball of a crystal as dense as a liquid, in a large box."""
    apart = 0.85 ** (-1 / 3)
    far = int(radius / apart)
    line = range(-far, far + 1)
    atoms = [
        ("A", x * apart + edge / 2, y * apart + edge / 2, z * apart + edge / 2)
        for x in line
        for y in line
        for z in line
        if x * x + y * y + z * z < far * far
    ]
    return cases.extxyz((edge, edge, edge), atoms)


def test_a_drop_needs_the_memory_of_a_liquid(bench):
    """A drop needs the memory of a liquid, however much empty space is around it; 1.25 of atoms and lists was
    measured of both."""
    bench.program.write("drop.xyz", drop(18, 300.0))
    text = (
        cases.LJ
        + cases.run()
        + cases.file_system("drop.xyz")
        + cases.SPECIES
        + cases.pair()
        + cases.stage("nve", 2, 0.001)
    )
    path = bench.program.write("drop.toml", text)
    folder = bench.fresh("drop")
    bench.run(path, folder)
    taken = runs.summary(folder)["bytes_per_atom"]
    for ranks in (1, 2):
        out, _ = dry(bench, path, ranks=ranks)
        told = float(re.search(r"memory of the host: about (\d+) bytes per atom", out)[1])
        assert taken < told < 1.5 * taken, f"told {told} bytes an atom on {ranks} ranks, taken were {taken}"


def test_averages_that_rank_0_keeps_are_counted(bench):
    """64 blocks of five sums for each layer; what a time of the window takes grows with the logarithm of origins."""
    liquid = cases.LJ + cases.run() + cases.lattice((5, 5, 5)) + cases.SPECIES + cases.pair() + cases.hot()
    told = []
    for more in (
        "\n[profile]\nevery = 10\nlayers = 10000\n",
        "\n[structure_factor]\nevery = 10\nlargest_wave_number = 3\nbins = 10000\n",
        "\n[viscosity]\nevery = 1\nwindow = 20000\norigin_every = 10\n",
        "\n[viscosity]\nevery = 1\nwindow = 20000\norigin_every = 10\n[conductivity]\nevery = 1\nwindow = 10000\n",
    ):
        path = bench.program.write("averages.toml", liquid + cases.stage("nve", 100_000) + more)
        out, _ = dry(bench, path)
        told.append(float(re.search(r", ([\d.]+) MiB on rank 0 for averages", out)[1]))
    assert told[0] == pytest.approx(10000 * 5 * 64 * 8 / 2**20, abs=0.1)
    assert told.pop(1) == pytest.approx(10000 * 2 * 64 * 8 / 2**20, abs=0.1)
    assert 12 < told[1] < 40 and 1.3 * told[1] < told[2] < 1.6 * told[1], told
    path = bench.program.write("none.toml", liquid + cases.stage("nve", 100))
    assert "for averages" not in dry(bench, path)[0]


def test_a_box_that_changes_is_foreseen(bench):
    """The plan follows strains through the stages and says from where on the box is not known, on any ranks alike."""
    strained = cases.stage("nve", 100) + cases.deform("xx", rate=-0.4) + cases.deform("xy", rate=3.0)
    coupled = cases.stage("langevin", 100, temperature=1.0, friction=1.0) + cases.barostat(type="cell_rescaling")
    path = bench.program.write("changing.toml", input_of(strained + coupled))
    for ranks in (1, 2):
        out, err = dry(bench, path, ranks=ranks)
        expect_words(
            out,
            "after 100 steps of stage 0; memory is for the densest, 1.25 times as dense as the first",
            "pressure: from stage 1 on the box follows it",
            "more in nine tenths of the volume",
        )
        assert "cannot divide" not in out + err, f"warned: {out}{err}"
    out, _ = dry(bench, bench.program.write("fixed.toml", input_of(cases.stage("nve", 10))))
    assert "strains:" not in out and "pressure:" not in out and "nine tenths" not in out
