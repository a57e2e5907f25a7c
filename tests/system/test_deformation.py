# SPDX-License-Identifier: BSD-3-Clause
"""A box that a stage deforms: its edges, the work on the atoms, the same bits in parts and on any ranks."""

import os

import h5py
import numpy
import pytest

import cases
import runs
from calls import call
from mdsim_tools.program import INPUT_ERROR
from restarts import all_results, expect_same, input_of
from test_correlations import table_in

CRYSTAL = (
    cases.lattice((6, 6, 6), 1.0),
    cases.SPECIES,
    cases.pair(more='truncation = "force_shift"'),
    cases.neighbor(),
    cases.hot(0.2),
)
OUTPUT = """
[thermo]
every = 1
columns = ["temperature", "total_energy", "pressure_tensor", "volume"]
[trajectory]
every = 20
fields = ["position", "velocity"]
[rdf]
every = 20
range = 2.4
[checkpoint]
every = 60
"""
SETTLE = cases.stage("nve", 60, 0.004)


def crystal(*stages, precision="double", output=OUTPUT):
    return input_of(SETTLE, *stages, precision=precision, output=output, system=CRYSTAL)


def edges_of(folder):
    """The step and the edges of each frame, as rows."""
    with h5py.File(os.path.join(folder, "trajectory.h5md"), "r") as file:
        box = file["particles/system/box/edges"]
        return box["step"][()], box["value"][()]


def run(program, name, text, *arguments, **keywords):
    path = program.write(f"{name}.toml", text)
    out, err = call(program, path, "--output", program.folder(name), *arguments, **keywords)
    return program.folder(name), out, err


PATHS = {
    "engineering": ({"rate": 0.1}, lambda t: 0.1 * t),
    "true": ({"rate": -0.2}, lambda t: numpy.expm1(-0.2 * t)),
    "oscillating": ({"strain": 0.04, "period": 0.5}, lambda t: 0.04 * numpy.sin(2 * numpy.pi * t / 0.5)),
    "once": ({"strain": 0.03}, lambda t: numpy.where(t > 0, 0.03, 0.0)),
}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("component", ["xx", "zz", "xy", "yz"])
def test_the_box_follows_its_strain(program, component, path):
    keys, strain = PATHS[path]
    if path == "true" and component in ("xy", "yz"):
        pytest.skip("a shear has no true strain")
    stage = cases.stage("nve", 240, 0.004) + cases.deform(component, path, **keys)
    folder, _, _ = run(program, "a", crystal(stage))
    steps, edges = edges_of(folder)
    place = "xyz".index(component[1]), "xyz".index(component[0])
    gradient = numpy.zeros((len(steps), 3, 3)) + numpy.eye(3)
    gradient[:, place[0], place[1]] += strain(numpy.maximum(steps - 60, 0) * 0.004)
    assert edges == pytest.approx(edges[0] @ gradient, rel=1e-12, abs=1e-12)
    rows = table_in(folder, "thermo.csv")
    volume = dict(zip(rows["step"].astype(int), rows["volume"]))
    assert [volume[s] for s in steps] == pytest.approx(numpy.linalg.det(edges), rel=1e-9)


def test_the_energy_changes_by_the_work(program):
    """Without collisions in between, dE = -(virial part of V P) : strain; kinetic energy goes on as it is."""
    stage = cases.stage("nve", 500, 0.002) + cases.deform("xx", rate=0.04) + cases.deform("xy", rate=0.03)
    folder, _, _ = run(program, "a", crystal(stage))
    rows = {name.split(" ")[0]: v for name, v in table_in(folder, "thermo.csv").items()}
    behind = rows["step"] >= 60
    with h5py.File(os.path.join(folder, "trajectory.h5md"), "r") as file:
        atoms = file["particles/system/position/value"].shape[1]
    energy, volume = rows["total_energy"][behind], rows["volume"][behind]
    time = (rows["step"][behind] - 60) * 0.002
    thermal = (atoms - 1) * rows["temperature"][behind]
    virial_xx = volume * rows["pressure_xx"][behind] - thermal
    virial_xy = volume * rows["pressure_xy"][behind]
    # The gradient of velocities is the rate of the gradient times its inverse.
    stretch = 1 + 0.04 * time
    power = -(virial_xx * 0.04 / stretch + virial_xy * 0.03)
    work = numpy.sum(0.5 * (power[1:] + power[:-1]) * 0.002)
    assert abs(energy[-1] - energy[0]) > 5, "the strain did no work worth measuring"
    assert energy[-1] - energy[0] == pytest.approx(work, rel=0.02)


def test_a_box_that_comes_back_brings_atoms_back(program):
    """Without velocities atoms of a perfect crystal keep their fractions, whatever the box does."""
    cold = tuple(part for part in CRYSTAL if part != cases.hot(0.2)) + ("\n[velocity]\ntemperature = 0.0\n",)
    stage = cases.stage("nve", 200, 0.002) + cases.deform("xx", "oscillating", strain=0.08, period=0.2)
    text = input_of(stage, precision="double", output=OUTPUT, system=cold)
    folder, _, _ = run(program, "a", text)
    rows = {name.split(" ")[0]: v for name, v in table_in(folder, "thermo.csv").items()}
    for step in (100, 200):
        assert rows["total_energy"][step] == pytest.approx(rows["total_energy"][0], rel=1e-9)
    assert abs(rows["total_energy"][25] - rows["total_energy"][0]) > 10
    with h5py.File(os.path.join(folder, "trajectory.h5md"), "r") as file:
        position = file["particles/system/position/value"][()].astype(float)
        edges = file["particles/system/box/edges/value"][()]
    fraction = numpy.einsum("fni,fij->fnj", position, numpy.linalg.inv(edges))
    moved = fraction - fraction[0]
    assert abs(moved - numpy.rint(moved)).max() < 1e-6


STAGES = (
    cases.stage("nve", 300, 0.004) + cases.deform("xx", rate=0.1) + cases.deform("yz", rate=-0.05),
    cases.langevin(60, 0.004, 0.2) + cases.deform("zz", "once", strain=-0.06),
)


@pytest.mark.parametrize("precision", ["mixed", "double"])
def test_a_strain_goes_on_in_parts(program, precision):
    """On other ranks, in the middle of a strain, before and after the grid was chosen anew."""
    text = crystal(*STAGES, precision=precision, output=OUTPUT.replace("every = 1\n", "every = 7\n"))
    whole, out, _ = run(program, "whole", text)
    path = program.write("parts.toml", text)
    parts = program.folder("parts")
    for ranks, (name, steps) in zip((3, 1, 4, 2, 6), (("1", 37), ("1", 122), ("1", 150), ("2", 1), ("2", 60))):
        keys = ("--set", f"stage.{name}.steps={steps}", *(("--set", "stage.2.steps=0") if name == "1" else ()))
        resume = () if steps == 37 else ("--resume",)
        call(program, path, "--output", parts, *keys, *resume, ranks=ranks)
    expect_same(all_results(whole), parts)


@pytest.mark.parametrize("ranks", [2, 5, 8])
def test_ranks_change_no_bit(program, ranks):
    text = crystal(*STAGES, precision="mixed", output=OUTPUT.replace("every = 1\n", "every = 7\n"))
    whole, _, _ = run(program, "whole", text)
    other, _, _ = run(program, f"ranks{ranks}", text, "--set", "debug.redraw_bricks=true", ranks=ranks)
    assert runs.first_difference(runs.final_state(whole), runs.final_state(other)) is None
    expect_same(all_results(whole), other)


BAD = {
    "no component": ("rate = 0.1", ("the key 'component' is missing",)),
    "no rate": ('component = "xx"', ("stage.1.deform.0.rate", 'path = "engineering" needs this key')),
    "a period without a sine": (
        'component = "xx"\nrate = 0.1\nperiod = 1.0',
        ("stage.1.deform.0.period", "does not take this key"),
    ),
    "a true shear": ('component = "xy"\npath = "true"\nrate = 0.1', ("a shear has no true strain",)),
    "too much": ('component = "xx"\nrate = -2.0', ("the strain xx comes to -1.92", "allowed: -0.9 to 10")),
    "too much shear": ('component = "xy"\npath = "once"\nstrain = 1.5', ("allowed: -1 to 1",)),
    "too fast": ('component = "xx"\npath = "true"\nrate = -20.0', ("the strain xx changes by 0.08 in a step",)),
    "a sine that steps do not show": (
        'component = "xx"\npath = "oscillating"\nstrain = 0.01\nperiod = 0.03',
        ("stage.1.deform.0.period", "7.5 time steps; allowed: at least 10"),
    ),
    "far too much shear": (
        'component = "xy"\nrate = 2e6',
        ("the strain xy comes to 1.92e+06", "allowed: -1000000 to 1000000"),
    ),
    "twice": (
        'component = "xx"\nrate = 0.1\n[[stage.deform]]\ncomponent = "xx"\nrate = 0.2',
        ('stage.1.deform.1.component: "xx" is given twice',),
    ),
}


@pytest.mark.parametrize("mistake", BAD)
def test_bad_entries_are_refused(program, mistake):
    entry, words = BAD[mistake]
    path = program.write("bad.toml", crystal(cases.stage("nve", 240, 0.004) + f"[[stage.deform]]\n{entry}\n"))
    _, err = call(program, path, "--dry-run", code=INPUT_ERROR)
    for word in words:
        assert word in err


def test_open_edges_stay(program):
    text = crystal(cases.stage("nve", 240, 0.004) + cases.deform("zz", rate=0.1))
    text = text.replace("[pair]", "[box]\nperiodic = [true, true, false]\n[pair]", 1)
    _, err = call(program, program.write("open.toml", text), "--dry-run", code=INPUT_ERROR)
    assert "stage.1.deform.0.component: the box is open along z" in err


def test_what_is_sampled_of_a_strain_is_noted(program):
    """Not of displacements, from which what the box carries is left out."""
    section = "every = 10\nwindow = 5\n"
    strained = crystal(cases.stage("nve", 240, 0.004) + cases.deform("xx", rate=0.1))
    text = f"{strained}[msd]\n{section}[vacf]\n{section}"
    out, err = call(program, program.write("vacf.toml", text), "--dry-run")
    assert 'vacf: stage "stage 1" changes the box' in out + err
    assert "msd: stage" not in out + err


def test_what_strains_nothing_is_noted(program):
    text = crystal(cases.stage("nve", 240, 0.004) + cases.deform("xx", rate=0.0))
    out, err = call(program, program.write("idle.toml", text), "--dry-run")
    assert "stage.1.deform.0.rate: is 0, so that nothing is strained" in out + err


def test_distances_beyond_half_of_a_box_to_come_are_noted(program):
    text = crystal(cases.stage("nve", 2400, 0.004) + cases.deform("xx", rate=-0.05))
    out, err = call(program, program.write("rdf.toml", text), "--dry-run", "--set", "rdf.range=3.0")
    assert "3 is more than half the box as it becomes" in out + err
