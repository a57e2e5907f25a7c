# SPDX-License-Identifier: BSD-3-Clause
"""Minimization: the minima of others, the same bits in parts and on any ranks, bad starts, and what it says."""

import itertools

import h5py
import numpy as np
import pytest

import cases
import runs
from calls import call
from mdsim_tools.program import PHYSICS_ERROR
from restarts import all_results, expect_same, input_of
from test_barostat import refused, rows_of, run
from test_deformation import edges_of

WIDE = cases.pair(cutoff=6.0)
OUTPUT = """
[thermo]
every = 1
columns = ["temperature", "potential_energy", "pressure", "pressure_tensor", "volume"]
[trajectory]
every = 50
fields = ["position", "velocity", "force"]
[checkpoint]
every = 7
"""
CRYSTAL = (
    cases.lattice((5, 5, 5), 1.0, more="displacement = 0.15"),
    cases.SPECIES,
    cases.pair(more='truncation = "force_shift"'),
    cases.neighbor(),
)


def crystal(*stages, precision="mixed", system=CRYSTAL):
    return input_of(*stages, precision=precision, output=OUTPUT, system=system)


def relax_box(steps=5000, coupling="full", **keys):
    return cases.minimize(steps, 1e-4, pressure=1.5, pressure_tolerance=1e-3, coupling=coupling, **keys)


def icosahedron():
    """One atom in the middle of twelve."""
    golden = (1 + 5**0.5) / 2
    corners = [
        np.roll((0, a, b * golden), shift) for shift in range(3) for a, b in itertools.product((-1, 1), repeat=2)
    ]
    return np.array([(0, 0, 0), *corners]) * 0.56


def atoms_file(program, positions, name="start.xyz", edge=20.0):
    rows = "\n".join("A {:.9f} {:.9f} {:.9f}".format(*row) for row in positions + edge / 2)
    lattice = f'Lattice="{edge} 0 0 0 {edge} 0 0 0 {edge}" Properties=species:S:1:pos:R:3'
    return program.write(name, f"{len(positions)}\n{lattice}\n{rows}\n")


def cluster(program, positions, *stages, precision="double", **options):
    system = (f'[system.file]\npath = "{atoms_file(program, positions, **options)}"\n', cases.SPECIES, WIDE)
    return input_of(*stages, precision=precision, output=OUTPUT, system=system)


def test_thirteen_atoms_find_the_icosahedron(program):
    """Its energy is -44.326801: J. A. Northby, J. Chem. Phys. 87, 6166 (1987); D. J. Wales and J. P. K. Doye,
    J. Phys. Chem. A 101, 5111 (1997)."""
    shaken = icosahedron() + np.random.default_rng(5).normal(0, 0.07, (13, 3))
    folder, out, _ = run(program, "a", cluster(program, shaken, cases.minimize(force_tolerance=1e-9)))
    assert '"stage 0" found a minimum after' in out
    energy = rows_of(folder)["potential_energy"]
    assert energy[-1] == pytest.approx(-44.326801, abs=2e-3)  # the cutoff of 6 takes nothing of it
    assert energy[0] > -44


def lattice_energy(density, cutoff=2.5, reach=6):
    """Of an atom in an fcc crystal, with the force shifted to zero at the cutoff; and its derivative by the volume."""
    edge = (4 / density) ** (1 / 3)
    cells = np.array(list(itertools.product(range(-reach, reach + 1), repeat=3)))
    sites = np.concatenate([cells + b for b in ((0, 0, 0), (0.5, 0.5, 0), (0.5, 0, 0.5), (0, 0.5, 0.5))]) * edge
    r = np.linalg.norm(sites, axis=1)
    r = r[(r > 0) & (r < cutoff)]

    def potential(r):
        return 4 * (r**-12 - r**-6)

    def slope(r):
        return 4 * (-12 * r**-13 + 6 * r**-7)

    energy = potential(r) - potential(cutoff) - (r - cutoff) * slope(cutoff)
    force = slope(r) - slope(cutoff)
    return energy.sum() / 2, -(force * r).sum() / 6 * density


@pytest.mark.parametrize("coupling", ["isotropic", "semi_isotropic", "anisotropic", "full"])
def test_a_crystal_relaxes_to_a_pressure(program, coupling):
    """Its density is that at which a sum over the lattice has the pressure."""
    folder, _, _ = run(program, "a", crystal(relax_box(coupling=coupling), precision="double"))
    low, high = 0.9, 1.3
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if lattice_energy(middle)[1] < 1.5 else (low, middle)
    rows = rows_of(folder)
    assert 500 / rows["volume"][-1] == pytest.approx(low, rel=2e-5)
    assert rows["potential_energy"][-1] == pytest.approx(500 * lattice_energy(low)[0], rel=1e-4)
    assert rows["pressure"][-1] == pytest.approx(1.5, abs=1e-3)


def test_angles_of_a_box_relax(program):
    """A crystal that has been sheared, and pulled, comes back to where no stress is left."""
    strained = cases.stage("nve", 1) + cases.deform("xy", "once", strain=0.04) + cases.deform("zz", "once", strain=0.02)
    text = crystal(strained, relax_box(), precision="double")
    folder, _, _ = run(program, "a", text)
    rows = rows_of(folder)
    assert abs(rows["pressure_xy"][1]) > 0.5
    for name, wanted in (("xx", 1.5), ("yy", 1.5), ("zz", 1.5), ("xy", 0), ("xz", 0), ("yz", 0)):
        assert rows[f"pressure_{name}"][-1] == pytest.approx(wanted, abs=1e-3)
    _, edges = edges_of(folder)
    last = edges[-1]
    assert last[1, 0] == pytest.approx(0, abs=1e-3 * last[0, 0])
    assert last[0, 0] == pytest.approx(last[2, 2], rel=1e-4)


def test_the_end_is_where_the_input_puts_it(program):
    """A stage that follows begins at the same step, however many steps the minimization took."""
    text = crystal(cases.minimize(700, temperature_after=0.5), cases.stage("nve", 20))
    folder, out, err = run(program, "a", text)
    assert '"stage 0" found a minimum after' in out
    assert "temperature_after" not in err
    rows = rows_of(folder)
    steps = rows["step"].astype(int).tolist()
    assert 700 in steps and steps[-1] == 720
    at = steps.index(700)
    assert 20 < steps[at - 1] < 400 and rows["temperature"][at] == 0
    assert rows["temperature"][at + 1] == pytest.approx(0.5, rel=0.1)


STAGES = (cases.langevin(60, temperature=1.2), relax_box(140, "full"), cases.minimize(60, 1e-9))


@pytest.mark.parametrize("precision", ["mixed", "double"])
@pytest.mark.parametrize("box", [False, True])
def test_a_run_goes_on_in_parts(program, precision, box):
    last = relax_box(3000) if box else cases.minimize(3000)
    text = crystal(cases.langevin(60, temperature=0.8), last, precision=precision)
    whole, _, _ = run(program, "whole", text)
    path = program.write("parts.toml", text)
    parts = program.folder("parts")
    for ranks, steps in zip((2, 1, 3), (31, 32, 77)):
        keys = ("--set", f"stage.1.steps={steps}", *(() if steps == 31 else ("--resume",)))
        call(program, path, "--output", parts, *keys, ranks=ranks)
    call(program, path, "--output", parts, "--resume")
    expect_same(all_results(whole), parts)


@pytest.mark.parametrize("ranks", [2, 5])
def test_ranks_change_no_bit(program, ranks):
    whole, _, _ = run(program, "whole", crystal(*STAGES))
    other, _, _ = run(program, f"ranks{ranks}", crystal(*STAGES), "--set", "debug.redraw_bricks=true", ranks=ranks)
    assert runs.first_difference(runs.final_state(whole), runs.final_state(other)) is None
    expect_same(all_results(whole), other)


@pytest.mark.parametrize("distance", [0.7, 0.3, 0.1])
def test_atoms_that_overlap_come_apart(program, distance):
    """None moves farther than a tenth in a step."""
    pair = np.array([(0.0, 0.0, 0.0), (distance, 0.0, 0.0)])
    crowd = np.array(list(itertools.product((-2.4, -1.2, 1.2, 2.4), repeat=3)))
    start = np.concatenate([pair, crowd])
    text = cluster(program, start, cases.minimize(), name=f"{distance}.xyz", precision="mixed")
    text = text.replace("[trajectory]\nevery = 50", "[trajectory]\nevery = 1")
    folder, _, err = run(program, "a", text)
    assert "did not come to its end" not in err
    assert rows_of(folder)["potential_energy"][-1] < -60
    with h5py.File(f"{folder}/trajectory.h5md", "r") as file:
        frames = file["particles/system/position/value"][:]
    moved = frames[1:] - frames[:-1]
    moved -= 20 * np.round(moved / 20)
    assert np.linalg.norm(moved, axis=2).max() < 0.1 * (1 + 1e-4)


def test_too_few_steps_are_reported(program):
    _, _, err = run(program, "a", crystal(cases.minimize(5)))
    assert 'stage.0.steps: "stage 0" did not come to its end after 5 steps: the largest force on an atom is' in err
    assert "give the stage more steps" in err


def test_velocities_that_are_lost_are_warned_of(program):
    hot = crystal(cases.minimize(5), cases.nose_hoover(10), system=(*CRYSTAL, cases.hot()))
    _, _, err = run(program, "a", hot)
    assert "velocity.temperature: the first stage minimizes, and begins at rest" in err
    assert "stage.1.ensemble: atoms are at rest behind the minimization, and nose_hoover sets none in motion" in err


BAD = {
    "no tolerance": (cases.stage("minimize") + "[stage.minimize]\n", "'force_tolerance' is missing"),
    "no table": (cases.stage("minimize"), 'ensemble = "minimize" needs this key'),
    "another ensemble": (
        cases.stage("nve") + "[stage.minimize]\nforce_tolerance = 1.0\n",
        'has a meaning only with ensemble = "minimize"; found "nve"',
    ),
    "a temperature": (
        cases.stage("minimize", temperature=1.0) + "[stage.minimize]\nforce_tolerance = 1.0\n",
        "has no temperature",
    ),
    "no pressure": (cases.minimize(coupling="full"), "has a meaning only with `pressure`"),
    "no tolerance of the pressure": (cases.minimize(pressure=1.0), "`pressure` needs this key"),
    "a strain": (cases.minimize() + cases.deform("xx", rate=0.01), "changes by minimize.pressure alone"),
    "a barostat": (cases.minimize() + cases.barostat(), "changes by minimize.pressure alone"),
    "a negative tolerance": (cases.minimize(force_tolerance=-1.0), "force_tolerance"),
    "the name of a method": (cases.stage("fire"), 'did you mean "minimize"?'),
}


@pytest.mark.parametrize("mistake", BAD)
def test_bad_entries_are_refused(program, mistake):
    stage, words = BAD[mistake]
    assert words in refused(program, crystal(stage))


def test_a_box_that_is_pulled_apart_ends_the_run(program):
    text = crystal(cases.minimize(steps=4000, pressure=-50.0, pressure_tolerance=0.01))
    _, _, err = run(program, "a", text, code=PHYSICS_ERROR)
    assert "nothing holds the atoms together" in err


def test_a_stage_behind_is_too_hot_for_its_time_step(program):
    text = crystal(cases.minimize(temperature_after=1e6), cases.stage("nve", 20))
    assert "stage.1.time_step" in refused(program, text)


def test_an_open_box_does_not_relax(program):
    text = crystal(relax_box()).replace("[pair]", "[box]\nperiodic = [true, true, false]\n[pair]", 1)
    assert "stage.0.minimize.pressure: the box is open along z" in refused(program, text)
