# SPDX-License-Identifier: BSD-3-Clause
"""Holds runs on a GPU against each other, bit by bit, and against the CPU, to rounding."""

import itertools
import os
import pathlib

import pytest

import cases
import runs
from gpus import metal, metals_with_angles, on_gpus, silicon
from mdsim_tools.program import PHYSICS_ERROR
from two_atoms import BUCKINGHAM, two_atoms

SIZE = (12, 12, 12)


@pytest.fixture
def program(program, gpu_count):
    return on_gpus(program, gpu_count)


def liquid(*stages):
    """Cells and skin are left open: each processor takes its own."""
    parts = (cases.run(), cases.lattice(SIZE, more="displacement = 0.05"), cases.SPECIES, cases.pair(), cases.hot())
    return cases.LJ + "".join(parts + (stages or (cases.stage("nve", 600),))) + cases.OUTPUT


def go(program, path, name, *arguments, device="cuda"):
    """A run; returns its folder."""
    folder = program.folder(name)
    code, out, err = program.call([path, "--output", folder, "--quiet", "--set", f"run.device={device}", *arguments])
    assert code == 0, f"{name}: exit code {code}: {(out + err)[-1500:]}"
    return folder


def expect_same(expected, found, what):
    difference = runs.first_difference(runs.final_state(expected), runs.final_state(found))
    assert difference is None, f"{what}: {difference} differs"


def numbers(folder, step):
    return [float(word) for word in runs.thermo_text(folder)[1][step].split(",")]


def expect_near(expected, found, step, relative):
    """Energies of two runs at a step, before chaos has parted them."""
    for one, other in zip(numbers(expected, step)[2:6], numbers(found, step)[2:6]):
        assert abs(one - other) <= relative * abs(one), f"step {step}: {one} and {other}"


def test_the_same_run_twice(program):
    path = program.write("repeated.toml", liquid())
    first = go(program, path, "repeated-1")
    assert runs.summary(first)["device"] != "cpu", "the run was not on the GPU"
    assert runs.summary(first)["rebuilds"]["count"] > 20, "too few rebuilds to prove anything"
    assert runs.summary(first)["phase_seconds"]["steps on the device"] > 0, "the GPU never went on by itself"
    expect_same(first, go(program, path, "repeated-2"), "the same run twice")


def test_pairs_inside_a_maximum_end_the_run_where_positions_are_shown(program):
    """Steps with energies and g(r) are shown in time, so that pairs can be counted there."""
    path = two_atoms(program, "hit", 6.0, 400, BUCKINGHAM, "\n[rdf]\nevery = 5\nrange = 6.0\n")
    code, out, err = program.call([path, "--output", program.folder("hit"), "--set", "run.device=cuda"])
    assert code == PHYSICS_ERROR, f"exit code {code}: {(out + err)[-1500:]}"
    assert "1 pair of O-O is nearer than 1.5036" in err, err[-1500:]


def test_looking_often_changes_no_bit(program):
    """How often somebody looks changes no bit."""
    path = program.write(
        "cadence.toml", liquid(cases.langevin(400, temperature_end=0.7), cases.nose_hoover(200, couple_every=7))
    )
    first = go(program, path, "cadence-1")
    often = go(
        program,
        path,
        "cadence-2",
        "--set",
        "thermo.every=3",
        "--set",
        "trajectory.every=25",
        "--set",
        "checkpoint.every=110",
    )
    expect_same(first, often, "looking often")
    for step, line in runs.thermo_text(first)[1].items():
        assert step % 3 != 0 or runs.thermo_text(often)[1][step] == line, f"thermo.csv differs at step {step}"


def test_rows_that_the_gpu_sums_are_those_of_the_host(program):
    """Energies that the GPU sums by itself are those that the host asks for, as it does where there is a frame."""
    stages = (
        cases.langevin(200, temperature_end=0.7),
        cases.nose_hoover(150, couple_every=7),
        cases.nose_hoover(50, couple_every=1),
        cases.velocity_rescaling(100, couple_every=3, temperature_end=0.7),
    )
    path = program.write("rows.toml", liquid(*stages))
    for every in (1, 4):
        ahead = go(
            program, path, f"rows-ahead-{every}", "--set", f"thermo.every={every}", "--set", "trajectory.every=0"
        )
        asked = go(
            program, path, f"rows-asked-{every}", "--set", f"thermo.every={every}", "--set", f"trajectory.every={every}"
        )
        assert runs.summary(ahead)["phase_seconds"]["steps on the device"] > 0, "the GPU took no rows by itself"
        expect_same(ahead, asked, f"rows every {every} steps")
        assert runs.thermo_text(ahead) == runs.thermo_text(asked), f"thermo.csv differs with a row every {every} steps"


SAMPLED = {
    "liquid": (liquid, 0.005),
    "metal": (metal, 0.003),
    "angles": (metals_with_angles, 0.0003),
    "silicon": (silicon, 0.001),
}


@pytest.mark.parametrize("name", SAMPLED)
def test_rows_of_plain_steps_are_those_of_the_host(program, name):
    """Steps at constant energy take their samples on the way: the same rows where each step is the host's."""
    system, time_step = SAMPLED[name]
    path = program.write(f"sampled-{name}.toml", system(cases.stage("nve", 240, time_step)))
    led = go(program, path, f"sampled-{name}-led", "--set", "trajectory.every=1", "--set", "thermo.every=1")
    for every in (1, 4, 10, 13, 50):
        keys = ("--set", f"thermo.every={every}", "--set", "trajectory.every=0")
        rows = go(program, path, f"sampled-{name}-{every}", *keys)
        assert runs.summary(rows)["phase_seconds"]["steps on the device"] > 0, "the GPU took no rows by itself"
        expect_same(led, rows, f"{name}, rows every {every} steps")
        for step, line in runs.thermo_text(rows)[1].items():
            assert runs.thermo_text(led)[1][step] == line, f"{name}: step {step} differs with rows every {every} steps"


def test_rows_beside_couplings_are_those_of_the_host(program):
    """Rows, thermostat and barostat at distances that share steps or do not."""
    stages = (
        cases.velocity_rescaling(120, couple_every=10, couple_delay=3),
        cases.velocity_rescaling(120, couple_every=5, couple_delay=3) + cases.barostat(2.0, 1.5, couple_every=10),
        cases.velocity_rescaling(120, couple_every=10, couple_delay=3) + cases.barostat(2.0, 1.5, coupling="full"),
        cases.velocity_rescaling(120, couple_every=50, couple_delay=3),
    )
    path = program.write("beside.toml", liquid(*stages))
    led = go(program, path, "beside-led", "--set", "trajectory.every=1", "--set", "thermo.every=1")
    for every in (2, 3, 5, 7, 10):
        keys = ("--set", f"thermo.every={every}", "--set", "trajectory.every=0")
        rows = go(program, path, f"beside-{every}", *keys)
        expect_same(led, rows, f"rows every {every} steps beside couplings")
        for step, line in runs.thermo_text(rows)[1].items():
            assert runs.thermo_text(led)[1][step] == line, f"step {step} differs with rows every {every} steps"


def test_positions_seen_on_the_way_are_those_that_the_host_looks_at(program):
    """The GPU keeps what g(r) and displacements ask for, and goes on; where the structure factor is sampled on each
    of these steps, the host looks at the atoms themselves."""
    stages = {
        "nve": (cases.stage("nve", 300), 100),
        "noise": (cases.langevin(200), 10),
        "rescaling": (cases.velocity_rescaling(200, couple_every=10, couple_delay=3), 4),
        "nose": (cases.nose_hoover(200, couple_every=7), 7),
    }
    seen = "[rdf]\nevery = 5\nrange = 2.5\nbins = 50\n[msd]\nevery = 5\nwindow = 12\norigin_every = 10\n"
    asked = "[structure_factor]\nevery = 5\nlargest_wave_number = 3.0\nbins = 20\n"
    for name, (stage, every) in stages.items():
        rows = ("--set", f"thermo.every={every}")
        text = liquid(stage) + seen
        path = program.write(f"seen-{name}.toml", text)
        led = go(program, program.write(f"asked-{name}.toml", text + asked), f"asked-{name}", *rows)
        expect_same_tables(led, go(program, path, f"seen-{name}", *rows), name)
        go(program, path, f"parted-{name}", *rows, "--set", "stage.0.steps=93")
        parted = go(program, path, f"parted-{name}", *rows, "--resume")
        expect_same_tables(led, parted, f"{name} in two parts")


def expect_same_tables(expected, found, what):
    expect_same(expected, found, what)
    assert runs.thermo_text(expected) == runs.thermo_text(found), f"{what}: thermo.csv differs"
    for name in ("rdf.csv", "msd.csv"):
        one, other = ((pathlib.Path(folder) / name).read_text(encoding="utf-8") for folder in (expected, found))
        assert one == other, f"{what}: {name} differs"
        assert len(one.splitlines()) > 10, f"{what}: {name} has no samples"


def test_a_run_in_two_parts(program):
    path = program.write("restart.toml", liquid(cases.langevin(600)))
    whole = go(program, path, "restart-1")
    parted = go(program, path, "restart-2", "--set", "stage.0.steps=211")
    expect_same(whole, go(program, path, "restart-2", "--resume"), "a run in two parts")
    assert runs.thermo_text(whole) == runs.thermo_text(parted), "thermo.csv of a run in two parts differs"


def test_a_strained_run_in_parts(program):
    """The box of each step is that of the input, however often somebody looks or the run is stopped, also before and
    after the grid of cells was chosen anew."""
    path = program.write("strained.toml", liquid(cases.strained(600), cases.langevin(100)))
    whole = go(program, path, "strained-1")
    assert runs.summary(whole)["phase_seconds"]["steps on the device"] > 0, "the GPU never went on by itself"
    for stage, steps in ((0, 37), (0, 260), (0, 411), (1, 1)):
        keys = ("--set", f"stage.{stage}.steps={steps}", *(("--set", "stage.1.steps=0") if stage == 0 else ()))
        go(program, path, "strained-2", *keys, *(("--resume",) if steps != 37 else ()))
    expect_same(whole, go(program, path, "strained-2", "--resume"), "a strained run in parts")
    every = ("--set", "thermo.every=3", "--set", "trajectory.every=7")
    expect_same(whole, go(program, path, "strained-3", *every), "a strained run that is looked at often")


def test_a_sheared_run_in_parts(program):
    """The box is flipped where the grid of cells is chosen anew, before and after a stop."""
    path = program.write("sheared.toml", liquid(cases.sheared(500)))
    whole = go(program, path, "sheared-1")
    assert runs.summary(whole)["phase_seconds"]["steps on the device"] > 0, "the GPU never went on by itself"
    for steps in (37, 138, 260, 411):
        go(program, path, "sheared-2", "--set", f"stage.0.steps={steps}", *(("--resume",) if steps != 37 else ()))
    expect_same(whole, go(program, path, "sheared-2", "--resume"), "a sheared run in parts")
    every = ("--set", "thermo.every=3", "--set", "trajectory.every=7")
    expect_same(whole, go(program, path, "sheared-3", *every), "a sheared run that is looked at often")


def test_constant_pressure_in_parts(program):
    """Also where a rebuild among the steps of a batch is the first since the box has changed."""
    stages = (
        cases.velocity_rescaling(300) + cases.barostat(2.0, 1.5, couple_every=25),
        cases.nose_hoover(100) + cases.barostat(9.0, 1.0, type="mtk", coupling="full"),
        cases.velocity_rescaling(100) + cases.barostat(2.0, 1.0, type="mtk", coupling="semi_isotropic"),
        cases.langevin(100) + cases.barostat(2.0, 0.5, couple_every=5),
    )
    path = program.write("pressure.toml", liquid(*stages))
    whole = go(program, path, "pressure-1")
    for stage, steps in ((0, 37), (0, 225), (1, 1), (2, 33), (3, 50)):
        later = [word for k in range(stage + 1, len(stages)) for word in ("--set", f"stage.{k}.steps=0")]
        keys = ("--set", f"stage.{stage}.steps={steps}", *later)
        go(program, path, "pressure-2", *keys, *(("--resume",) if steps != 37 else ()))
    expect_same(whole, go(program, path, "pressure-2", "--resume"), "constant pressure in parts")
    every = ("--set", "thermo.every=3", "--set", "trajectory.every=7")
    expect_same(whole, go(program, path, "pressure-3", *every), "constant pressure, looked at often")
    led = ("--set", "trajectory.every=1")
    expect_same(whole, go(program, path, "pressure-4", *led), "constant pressure, each step led by the host")


def test_actions_behind_their_sums(program):
    """On the way of steps, by steps that are split in bodies or branches, or led by the host: the same bits."""
    stages = (
        cases.velocity_rescaling(200, couple_every=10, couple_delay=2),
        cases.velocity_rescaling(300, couple_every=5, couple_delay=3) + cases.barostat(2.0, 1.5, couple_every=10),
        cases.stage("berendsen", 100, temperature=1.2, relaxation_time=0.5, couple_every=10, couple_delay=9)
        + cases.barostat(8.0, 1.0, type="berendsen", coupling="anisotropic"),
        cases.langevin(100, couple_delay=2) + cases.barostat(2.0, 1.0, coupling="semi_isotropic"),
        cases.velocity_rescaling(100, couple_every=10, couple_delay=1) + cases.barostat(2.0, 1.5, coupling="full"),
    )
    path = program.write("delayed.toml", liquid(*stages))
    whole = go(program, path, "delayed-1")
    for stage, steps in ((0, 31), (0, 122), (1, 13), (1, 51), (1, 142), (2, 11), (3, 22), (4, 31)):
        later = [word for k in range(stage + 1, len(stages)) for word in ("--set", f"stage.{k}.steps=0")]
        keys = ("--set", f"stage.{stage}.steps={steps}", *later)
        go(program, path, "delayed-2", *keys, *(("--resume",) if (stage, steps) != (0, 31) else ()))
    expect_same(whole, go(program, path, "delayed-2", "--resume"), "delayed actions in parts")
    led = go(program, path, "delayed-led", "--set", "trajectory.every=1", "--set", "thermo.every=1")
    expect_same(whole, led, "delayed actions, each step led by the host")
    for every in (1, 3):
        keys = ("--set", f"thermo.every={every}", "--set", "trajectory.every=0")
        rows = go(program, path, f"delayed-rows-{every}", *keys)
        expect_same(whole, rows, f"delayed actions, rows every {every}")
        for step, line in runs.thermo_text(rows)[1].items():
            assert runs.thermo_text(led)[1][step] == line, f"thermo.csv differs at step {step}, rows every {every}"


UNDER_PRESSURE = {
    "metal": (metal, 0.003, 2.0, 20.0, 0.6, 0.01),
    "angles": (metals_with_angles, 0.0003, 1000.0, 1000.0, 0.2, 1e-6),
    "silicon": (silicon, 0.001, 2000.0, 1000.0, 0.5, 1e-6),
}


@pytest.mark.parametrize("barostat", ("mtk", "cell_rescaling"))
@pytest.mark.parametrize("name", UNDER_PRESSURE)
def test_pressure_on_many_bodies(program, name, barostat):
    """Whatever part of a step adds up their virial, it is the same where the host leads all steps."""
    system, time_step, temperature, pressure, relaxation_time, compressibility = UNDER_PRESSURE[name]
    seldom = {"couple_every": 5} if barostat == "cell_rescaling" else {}
    heat = {"temperature": temperature, "relaxation_time": 100 * time_step, **seldom}
    if seldom:
        heat["couple_delay"] = 2
        seldom["compressibility"] = compressibility
    stage = cases.stage("velocity_rescaling", 120, time_step, **heat)
    stage += cases.barostat(pressure, relaxation_time, type=barostat, **seldom)
    path = program.write(f"{barostat}-{name}.toml", system(stage))
    whole = go(program, path, f"{barostat}-{name}-1")
    assert runs.summary(whole)["phase_seconds"]["steps on the device"] > 0, "the GPU never went on by itself"
    led = go(program, path, f"{barostat}-{name}-2", "--set", "trajectory.every=1")
    expect_same(whole, led, f"{name} with {barostat}, each step led by the host")


def test_a_minimization_in_parts(program):
    box = {"pressure": 1.5, "pressure_tolerance": 1e-3, "coupling": "full"}
    path = program.write("minimize.toml", liquid(cases.langevin(60), cases.minimize(400, **box)))
    whole = go(program, path, "minimize-1")
    for steps in (31, 32, 177):
        keys = ("--set", f"stage.1.steps={steps}")
        go(program, path, "minimize-2", *keys, *(("--resume",) if steps != 31 else ()))
    expect_same(whole, go(program, path, "minimize-2", "--resume"), "a minimization in parts")


def test_a_box_that_could_change_changes_no_bit(program):
    """Tables of cells are for the smallest box of a frame, and have pairs only by their distance."""
    plain = program.write("plain.toml", liquid(cases.langevin(400), cases.stage("nve", 0)))
    could = program.write("could.toml", liquid(cases.langevin(400), cases.strained(0)))
    expect_same(go(program, plain, "plain"), go(program, could, "could"), "a stage that strains, of no steps")


def test_strained_boxes_agree_with_the_cpu(program):
    """Energies and pressures are those of the CPU to rounding, up to where chaos parts them."""
    path = program.write("work.toml", liquid(cases.strained(100)))
    for precision, relative in (("mixed", 1e-5), ("double", 1e-10)):
        keys = ("--set", f"run.precision={precision}", "--set", "thermo.every=10")
        gpu = go(program, path, f"work-gpu-{precision}", *keys)
        cpu = go(program, path, f"work-cpu-{precision}", *keys, device="cpu")
        for step in (0, 10, 30, 50):
            expect_near(cpu, gpu, step, relative)


def expanding_crystal():
    """32,000 atoms so dense that tiles of 256 have no room for their neighbours, flying apart."""
    cells, constant, pace = 20, 1.8, 0.6
    middle = 0.5 * cells * constant
    lines = []
    for corner in ((0, 0, 0), (0.5, 0.5, 0), (0.5, 0, 0.5), (0, 0.5, 0.5)):
        for cell in itertools.product(range(cells), repeat=3):
            place = [(i + c) * constant - middle for i, c in zip(cell, corner)]
            lines.append(
                "A " + " ".join(f"{x + 32:.8f}" for x in place) + " " + " ".join(f"{pace * x:.8f}" for x in place)
            )
    head = 'Lattice="64 0 0 0 64 0 0 0 64" Properties=species:S:1:pos:R:3:velo:R:3 pbc="T T T"'
    return "\n".join([str(len(lines)), head] + lines) + "\n"


def test_tiles_that_became_smaller_stay_so(program):
    """Tiles that became smaller stay so where a run goes on, though its atoms would not ask for it."""
    program.write("expanding.xyz", expanding_crystal())
    text = (
        cases.LJ
        + cases.run()
        + cases.file_system("expanding.xyz")
        + cases.SPECIES
        + cases.pair(6.0)
        + "\n[neighbor]\ntile = 256\n"
        + cases.stage("nve", 500, 0.002)
        + cases.OUTPUT
    )
    path = program.write("tiles.toml", text)
    whole = go(program, path, "tiles-1")
    go(program, path, "tiles-2", "--set", "stage.0.steps=420")
    values = runs.datasets(os.path.join(program.folder("tiles-2"), runs.CHECKPOINT), "values")
    tile = int.from_bytes(values["values/largest_tile"], "little")
    assert 0 < tile < 256, f"tiles of {tile} atoms prove nothing"
    expect_same(whole, go(program, path, "tiles-2", "--resume"), "a run in two parts, with smaller tiles")


def test_cpu_and_gpu_agree_to_rounding(program):
    """CPU and GPU agree to rounding, and go on from each other's checkpoints."""
    path = program.write("other.toml", liquid())
    for precision, relative in (("mixed", 1e-5), ("double", 1e-10)):
        keys = ("--set", f"run.precision={precision}")
        gpu = go(program, path, f"other-gpu-{precision}", *keys)
        cpu = go(program, path, f"other-cpu-{precision}", *keys, device="cpu")
        for step in (0, 50):
            expect_near(cpu, gpu, step, relative)
        for before, after in (("cuda", "cpu"), ("cpu", "cuda")):
            name = f"other-{before}-{precision}"
            go(program, path, name, *keys, "--set", "stage.0.steps=50", device=before)
            moved = go(program, path, name, *keys, "--set", "stage.0.steps=100", "--resume", device=after)
            expect_near(cpu, moved, 50, relative)
            expect_near(cpu, moved, 100, 10 * relative)


def test_an_atom_that_leaves_an_open_box_is_named(program):
    """An atom that leaves through an open face is named, though nobody looks at the steps."""
    program.write("open.xyz", cases.extxyz((10.0, 10.0, 10.0), [("A", 5.0, 5.0, 5.0), ("A", 6.2, 5.0, 5.0)]))
    text = (
        cases.LJ
        + cases.run()
        + cases.file_system("open.xyz")
        + "\n[box]\nperiodic = [false, true, true]\npadding = 3\n"
        + cases.SPECIES
        + cases.pair()
        + cases.hot(5.0)
        + cases.stage("nve", 20000)
        + "\n[thermo]\nevery = 0\n"
    )
    path = program.write("open.toml", text)
    code, _, err = program.call([path, "--output", program.folder("open"), "--quiet", "--set", "run.device=cuda"])
    assert code == 3 and "not periodic" in err and "atom" in err, f"exit code {code}: {err}"


def test_validate_passes_on_the_gpu(program):
    code, out, err = program.call(["validate", "--device", "cuda"])
    assert code == 0 and " 0 failed" in out, f"exit code {code}: {(out + err)[-1500:]}"
