# SPDX-License-Identifier: BSD-3-Clause
"""The same input gives the same bits on any number of GPUs, in any layout.

Where there are fewer GPUs than ranks, the ranks that `--ranks 2,4` names share them; without names only as many run
as have one each.
"""

import itertools
import os

import pytest

import cases
import processes
import runs
from gpus import (
    LARGE,
    alloy,
    droplet,
    expect_all_same,
    expect_same,
    go,
    layouts,
    liquid,
    metal,
    metals_with_angles,
    moving,
    moving_drop,
    on_gpus,
    run_alone,
    silicon,
    tilted,
)

STEPS = 1000
REDRAW = ("--set", "debug.redraw_bricks=true")
TIGHT = ("--set", "debug.tight_capacity=true")


@pytest.fixture
def program(program, gpu_count, named_ranks):
    return on_gpus(program, gpu_count, named_ranks, least=1 if named_ranks else 2)


def compare(program, name, stage, *keys, kinds=(), **more):
    """`kinds` are the layouts, where not all can be had."""
    path, alone = run_alone(program, name, stage, *keys, **more)
    for ranks, layout in layouts(program):
        if kinds and layout not in kinds:
            continue
        found = go(program, path, f"{name}-{ranks}-{layout}", ranks, *keys, "--set", f"parallel.layout={layout}")
        expect_all_same(alone, found, f"{name} on {ranks} ranks, {layout}")


def compare_changes(program, name, what, stage, *keys, rebuilds=10, **alone_keys):
    """Runs in which the ranks do `what`, as a key of the summary counts it, and keep the bits."""
    path, alone = run_alone(program, name, stage, rebuilds=rebuilds, **alone_keys)
    for ranks, layout in layouts(program):
        found = go(program, path, f"{name}-{ranks}-{layout}", ranks, *keys, "--set", f"parallel.layout={layout}")
        expect_all_same(alone, found, f"{name} on {ranks} ranks, {layout}")
        times = runs.summary(found)["exchange"][what]
        assert times > 1, f"{name} on {ranks} ranks, {layout}: {what} is {times}, too few to prove anything"


def test_constant_energy(program):
    compare(program, "nve", cases.stage("nve", STEPS))


def test_double_precision(program):
    compare(program, "double", cases.stage("nve", 300), "--set", "run.precision=double", rebuilds=10)


def test_searched_lists(program):
    compare(program, "large", cases.stage("nve", STEPS), size=LARGE)


def test_nobody_waits_for_ever_for_a_rank_that_hangs(program):
    """The others wait for it no longer than they may, and the run goes on from its checkpoint."""
    more = ["--set", "checkpoint.every=2000", "--set", "parallel.longest_wait=15", "--set", "run.device=cuda"]
    path = program.write("hang.toml", liquid(cases.stage("nve", 2000000)))
    for ranks, transport in itertools.product(sorted({ranks for ranks, _ in layouts(program)}), ("auto", "staged")):
        name = f"hang-{ranks}-{transport}"
        folder = program.folder(name)
        share = ["--set", "parallel.share_gpus=true"] if ranks > program.gpus else []
        process = program.start(
            [path, "--output", folder, *more, *share, "--set", f"parallel.transport={transport}"], ranks
        )
        processes.wait_for(os.path.join(folder, "checkpoint.h5"), process=process)
        code, words = processes.hang(process, program.path, ranks - 1, 90)
        assert code == 4 and " 15 s" in words, (
            f"exit code {code} where a rank of {ranks} hangs, {transport}: {words[-1500:]}"
        )
        go(program, path, name, 1, "--resume", "--set", f"stage.0.steps={runs.last_step(folder) + 100}")


def test_columns_of_cells(program):
    """In a wide box, cut across y, each rank keeps its cells in several columns."""
    path, alone = run_alone(program, "wide", cases.stage("nve", 200), size=(180, 60, 32), rebuilds=5)
    cells = runs.summary(alone)["cells"]
    assert cells[0] >= 18, f"{cells} cells are one column, which proves nothing"
    for ranks in sorted({ranks for ranks, _ in layouts(program)}):
        keys = ("--set", "parallel.layout=grid", "--set", f"parallel.grid=[1,{ranks},1]")
        expect_all_same(alone, go(program, path, f"wide-{ranks}", ranks, *keys), f"wide on {ranks} ranks")


def test_thermostats(program):
    compare(program, "langevin", cases.langevin(STEPS, temperature_end=0.7))
    compare(program, "andersen", cases.andersen(STEPS, temperature_end=0.7))
    compare(program, "nose_hoover", cases.nose_hoover(300, couple_every=7), rebuilds=10)
    compare(program, "rescaling", cases.velocity_rescaling(300, couple_every=7), rebuilds=10)


def test_thermostats_with_rows(program):
    """The devices add up the sums of all ranks, for a thermostat that acts and for rows, often both on one step."""
    rows = ("--set", "thermo.every=3")
    compare(program, "ramp", cases.nose_hoover(300, couple_every=4, temperature_end=0.7), *rows, rebuilds=10)
    compare(program, "always", cases.nose_hoover(300, temperature_end=0.7), *rows, rebuilds=10)
    compare(program, "random", cases.velocity_rescaling(300, couple_every=2, temperature_end=0.7), *rows, rebuilds=10)
    compare(program, "large_nose_hoover", cases.nose_hoover(200, couple_every=5), *rows, size=LARGE, rebuilds=5)
    compare(
        program,
        "double_nose_hoover",
        cases.nose_hoover(200, couple_every=7),
        "--set",
        "run.precision=double",
        rebuilds=5,
    )


def test_a_strained_box(program):
    """Also where the grid of cells is chosen anew, and in a box so large that pairs decide on rebuilds."""
    compare(program, "strained", cases.strained(600))
    compare(program, "large_strained", cases.strained(300), size=LARGE, rebuilds=5)
    compare(program, "strained_rows", cases.strained(300), "--set", "thermo.every=3", rebuilds=10)


def test_a_box_that_is_flipped(program):
    compare(program, "sheared", cases.sheared(400), rebuilds=10)
    compare(program, "sheared_rows", cases.sheared(300), "--set", "thermo.every=3", rebuilds=10)


def test_constant_pressure(program):
    """A barostat acts by the sums of all ranks, with a thermostat or without one, and may leave the frame."""
    stage = cases.velocity_rescaling(300, couple_every=5) + cases.barostat(2.0, 0.5, couple_every=10)
    compare(program, "pressure", stage, rebuilds=10)
    edges = cases.langevin(300) + cases.barostat(9.0, 1.0, couple_every=7, coupling="anisotropic")
    compare(program, "edges", edges, rebuilds=10)
    piston = cases.nose_hoover(300) + cases.barostat(2.0, 0.5, type="mtk", coupling="full")
    compare(program, "piston", piston, rebuilds=10)
    together = cases.velocity_rescaling(300) + cases.barostat(2.0, 0.5, type="mtk")
    compare(program, "isotropic_piston", together, rebuilds=10)
    compare(program, "piston_rows", piston, "--set", "thermo.every=3", rebuilds=10)


def test_actions_behind_their_sums(program):
    """On the way, by walks that move the atoms, or by split steps in double precision."""
    heat = cases.velocity_rescaling(300, couple_every=10)
    compare(program, "delayed_heat", heat, rebuilds=10)
    compare(program, "delayed_rows", heat, "--set", "thermo.every=4", rebuilds=10)
    box = cases.velocity_rescaling(300, couple_every=5, couple_delay=3) + cases.barostat(2.0, 0.5, couple_every=10)
    compare(program, "delayed_box", box, rebuilds=10)
    compare(program, "delayed_large", box, size=LARGE, rebuilds=3)
    compare(program, "delayed_double", box, "--set", "run.precision=double", rebuilds=5)
    heat = cases.stage("velocity_rescaling", 200, 0.003, temperature=2.0, relaxation_time=0.3, couple_every=10)
    stiff = cases.barostat(10.0, 1.0, couple_every=10, compressibility=0.01)
    compare(program, "delayed_metal", heat + stiff, system=metal, rebuilds=3)


def test_a_minimization(program):
    """Atoms fall alike, and the box with them."""
    compare(program, "minimized", cases.langevin(60, temperature=1.5) + cases.minimize(200), rebuilds=3)
    relaxed = cases.minimize(300, pressure=1.5, pressure_tolerance=1e-3, coupling="full")
    compare(program, "relaxed", cases.langevin(60) + relaxed, rebuilds=3)


def test_a_tilted_box(program):
    """Tiles reach out of their bricks along the axes, and see no atoms there that their rank does not know."""
    compare(program, "tilted", cases.stage("nve", 300), system=tilted, rebuilds=10)
    compare(program, "large_tilted", cases.stage("nve", 100), system=tilted, size=LARGE, rebuilds=3)


def test_a_metal(program):
    """Ranks tell each other the slopes of the embedding in the middle of each step."""
    compare(program, "metal", cases.stage("nve", 300, 0.003), system=metal, rebuilds=10)
    compare(program, "large_metal", cases.stage("nve", 150, 0.003), system=metal, size=LARGE, rebuilds=3)


def test_metals_with_angles(program):
    """Ranks send each other the slopes of several moments."""
    compare(program, "angles", cases.stage("nve", 200, 0.0003), system=metals_with_angles, rebuilds=5)


def test_silicon(program):
    """Ranks tell each other a record of each atom, of the slopes of its neighbours."""
    compare(program, "silicon", cases.stage("nve", 300, 0.001), system=silicon, rebuilds=10)


def test_an_alloy_with_rows(program):
    rows = ("--set", "thermo.every=3")
    stage = cases.nose_hoover(150, couple_every=4, temperature=2.0)
    compare(program, "alloy", stage, *rows, system=alloy, rebuilds=5)
    double = ("--set", "run.precision=double")
    compare(program, "double_alloy", cases.langevin(100, temperature=2.0), *double, system=alloy, rebuilds=3)


def test_a_droplet(program):
    compare(program, "droplet", cases.stage("nve", 400), system=droplet, rebuilds=10)


def test_a_droplet_in_double(program):
    compare(program, "droplet_double", cases.langevin(150), "--set", "run.precision=double", system=droplet, rebuilds=3)


def test_a_droplet_with_searched_lists(program):
    compare(program, "large_droplet", cases.stage("nve", 300), system=droplet, size=LARGE, rebuilds=5)


def test_crowded_tiles(program):
    """Atoms of a droplet have more neighbours than a tile has room for that was chosen by the mean density."""
    keys = ("--set", "pair.cutoff=6", "--set", "neighbor.skin=0.3", "--set", "neighbor.tile=256")
    compare(program, "crowded_tiles", cases.stage("nve", 100), *keys, system=droplet, size=(30, 28, 32), rebuilds=3)


def test_a_moving_drop(program):
    """While the run goes on it gets from the border of two cells, and of two ranks, into one of them. Planes would
    leave a rank without a cell."""
    kinds = ("auto", "bisection")
    program.write("drop.xyz", moving_drop())
    compare(program, "moving_drop", cases.stage("nve", 300, 0.004), system=moving, kinds=kinds)
    compare(
        program,
        "moving_drop_double",
        cases.stage("nve", 300, 0.004),
        "--set",
        "run.precision=double",
        system=moving,
        kinds=kinds,
    )


def test_rows_of_thermo(program):
    """Each rank takes the sums of its atoms by itself, many times between two looks of its host."""
    often = ("--set", "thermo.every=3", "--set", "trajectory.every=0")
    compare(program, "rows", cases.langevin(600, temperature_end=0.7), *often)
    compare(program, "rows_large", cases.stage("nve", 500), *often, size=LARGE)


def test_random_bricks(program):
    compare_changes(program, "redrawn", "repartitions", cases.stage("nve", 300), *REDRAW)
    compare_changes(program, "redrawn_nose_hoover", "repartitions", cases.nose_hoover(200), *REDRAW, rebuilds=3)
    compare_changes(program, "redrawn_langevin", "repartitions", cases.langevin(200), *REDRAW, rebuilds=3)
    compare_changes(program, "redrawn_large", "repartitions", cases.stage("nve", 200), *REDRAW, size=LARGE, rebuilds=3)
    compare_changes(program, "redrawn_droplet", "repartitions", cases.langevin(300), *REDRAW, system=droplet)
    staged = ("--set", "parallel.transport=staged")
    compare_changes(program, "redrawn_staged", "repartitions", cases.stage("nve", 200), *REDRAW, *staged, rebuilds=3)


def test_rooms_that_grow(program):
    compare_changes(program, "tight", "enlargements", cases.stage("nve", 200), *TIGHT, rebuilds=3)
    compare_changes(program, "tight_large", "enlargements", cases.stage("nve", 200), *TIGHT, size=LARGE, rebuilds=3)
    staged = ("--set", "parallel.transport=staged")
    compare_changes(program, "tight_staged", "enlargements", cases.stage("nve", 200), *TIGHT, *staged, rebuilds=3)


def test_a_slow_rank(program):
    """Bricks follow measured times, unless the input says otherwise; bits do not."""
    ranks = min(ranks for ranks, _ in layouts(program))
    steps = 15000 if ranks <= program.gpus else 1500  # so long that the ranks look at their load several times
    path, alone = run_alone(program, "slow", cases.stage("nve", steps), size=LARGE)
    slow = ("--set", "debug.slowed_rank=1", "--set", "debug.slowdown=6")
    for balance in ("auto", "off"):
        found = go(program, path, f"slow-{balance}", ranks, *slow, "--set", f"parallel.balance={balance}")
        expect_all_same(alone, found, f"a slow rank, balance {balance}")
        times = runs.summary(found)["exchange"]["repartitions"]
        assert (times > 0) == (balance == "auto"), (
            f"a slow rank, balance {balance}: bricks were drawn anew {times} times"
        )


def resume(program, name, system, stage):
    """On another number of GPUs, and back."""
    path = program.write(f"{name}.toml", system(stage))
    whole = go(program, path, f"{name}-whole", 1)
    most = max(ranks for ranks, _ in layouts(program))
    go(program, path, name, most, "--set", "stage.0.steps=211")
    go(program, path, name, 1, "--set", "stage.0.steps=405", "--resume")
    expect_same(whole, go(program, path, name, 2, "--resume"), f"{name}: a run in three parts")


def test_a_run_goes_on_on_other_numbers_of_gpus(program):
    resume(program, "resume", liquid, cases.stage("nve", 600))
    resume(program, "resume_nose_hoover", liquid, cases.nose_hoover(600, couple_every=7))
    resume(program, "resume_droplet", droplet, cases.stage("nve", 600))


def table_text(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


def test_correlation_functions(program):
    """Origins stay on the devices, each with its block of ids; sums know no order, so neither do the tables."""
    sections = "[msd]\nevery = 5\nwindow = 12\norigin_every = 5\n[vacf]\nevery = 3\nwindow = 10\n"
    sections += "[viscosity]\nevery = 4\nwindow = 10\norigin_every = 3\n[profile]\nevery = 10\nlayers = 30\n"
    sections += "[structure_factor]\nevery = 7\nlargest_wave_number = 3.0\nbins = 20\n"
    sections += "[rdf]\nevery = 9\nrange = 2.5\nbins = 50\n"

    def system(stage, size):
        return liquid(stage, size) + sections

    for transport in ("auto", "staged"):
        keys = ("--set", f"parallel.transport={transport}")
        path, alone = run_alone(program, "correlations", cases.stage("nve", 300), *keys, rebuilds=5, system=system)
        for ranks, layout in layouts(program):
            name = f"correlations-{ranks}-{layout}-{transport}"
            half = ("--set", "stage.0.steps=143")
            go(program, path, name, ranks, *keys, *half, "--set", f"parallel.layout={layout}")
            found = go(program, path, name, ranks, *keys, "--resume", "--set", f"parallel.layout={layout}")
            expect_all_same(alone, found, name)
            for table in ("msd.csv", "vacf.csv", "viscosity.csv", "profile.csv", "structure_factor.csv", "rdf.csv"):
                assert table_text(alone, table) == table_text(found, table), f"{name}: {table} differs"
