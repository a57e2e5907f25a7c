# SPDX-License-Identifier: BSD-3-Clause
"""Boxes that shear far, or lean by themselves, and are replaced by less slanted ones of the same lattice."""

import os

import h5py
import numpy
import pytest

import cases
import runs
from calls import call
from restarts import all_results, expect_same, input_of
from test_correlations import table_in
from test_deformation import CRYSTAL, edges_of, run

OUTPUT = """
[thermo]
every = 7
columns = ["temperature", "total_energy", "pressure_tensor", "volume"]
[trajectory]
every = 20
fields = ["position", "velocity", "image"]
[msd]
every = 10
window = 6
origin_every = 3
[checkpoint]
every = 60
"""
LARGEST = 0.56
"""how far an edge of a frame may lean: one step beyond 0.55 of the edge that it leans towards"""
COOLED = {"temperature": 0.3, "relaxation_time": 0.02, "time_step": 0.002}
"""what takes up the heat of the strain"""
SHEARED = (
    cases.velocity_rescaling(300, **COOLED) + cases.deform("xy", rate=4.0) + cases.deform("yz", rate=-2.0),
    cases.velocity_rescaling(200, **COOLED) + cases.deform("xz", "oscillating", strain=1.2, period=0.5),
)
"""xy comes to 2.4, and keeps its flips in a stage that shears otherwise"""
LEANING = (
    cases.stage("nve", 1, 0.002) + cases.deform("xy", "once", strain=0.549) + cases.deform("yz", "once", strain=-0.549),
    cases.nose_hoover(200, temperature=1.5) + cases.barostat(2.0, 0.5, type="mtk", coupling="full"),
    cases.velocity_rescaling(100, temperature=1.5) + cases.barostat(2.0, 0.2, coupling="full", couple_every=3),
)
"""a box whose angles change by themselves, and that leans almost as far as it may when they begin to"""
FLUID = (cases.lattice((5, 5, 5), 0.75), *CRYSTAL[1:-1], cases.hot(1.5))


def sheared(precision="mixed"):
    return input_of(*SHEARED, precision=precision, output=OUTPUT, system=CRYSTAL)


def leaning(precision="mixed"):
    return input_of(*LEANING, precision=precision, output=OUTPUT, system=FLUID)


def strained_edges(first, steps):
    """The edges that the strains of SHEARED prescribe, if nothing were flipped."""
    gradients = numpy.zeros((len(steps), 3, 3)) + numpy.eye(3)
    time = numpy.minimum(steps, 300) * 0.002
    gradients[:, 1, 0] = 4.0 * time
    gradients[:, 2, 1] = -2.0 * time
    later = numpy.zeros((len(steps), 3, 3)) + numpy.eye(3)
    later[:, 2, 0] = 1.2 * numpy.sin(2 * numpy.pi * numpy.maximum(steps - 300, 0) * 0.002 / 0.5)
    return first @ gradients @ later


def unwrapped(folder):
    with h5py.File(os.path.join(folder, "trajectory.h5md"), "r") as file:
        system = file["particles/system"]
        position, image = (system[name]["value"][()].astype(float) for name in ("position", "image"))
        return position + image @ system["box/edges/value"][()]


def expect_upright(edges):
    x, y = edges[:, 0, 0], edges[:, 1, 1]
    for tilt, edge in ((edges[:, 1, 0], x), (edges[:, 2, 0], x), (edges[:, 2, 1], y)):
        assert (abs(tilt) <= LARGEST * edge).all()


def test_frames_are_of_the_lattice_of_the_strain(program):
    folder, _, _ = run(program, "a", sheared("double"))
    steps, edges = edges_of(folder)
    expect_upright(edges)
    strained = strained_edges(edges[0], steps)
    assert abs(strained[:, 1, 0]).max() > 2 * edges[0, 0, 0]
    flips = edges @ numpy.linalg.inv(strained)
    assert abs(flips - numpy.rint(flips)).max() < 1e-9
    assert len({tuple(flip.ravel()) for flip in numpy.rint(flips).astype(int)}) > 5
    assert numpy.linalg.det(edges) == pytest.approx(numpy.linalg.det(edges[0]), rel=1e-9)


def test_unwrapped_positions_go_on_across_flips(program):
    """Each frame by its own edges and images: atoms move by their velocities, beside what the strain carries them."""
    folder, _, _ = run(program, "a", sheared("double"))
    steps, edges = edges_of(folder)
    strained = strained_edges(edges[0], steps)
    fractions = unwrapped(folder) @ numpy.linalg.inv(strained)
    moved = numpy.diff(fractions, axis=0) @ strained[1:]
    assert abs(moved).max() < 0.8, "an atom jumped"


def test_a_crystal_is_itself_after_each_lattice_strain(program):
    """At rest, while the box shears by two of its edges, which is a lattice strain of fcc: energies and atoms come
    back; and half of it is a mirror."""
    cold = (*CRYSTAL[:-1], "\n[velocity]\ntemperature = 0.0\n")
    stage = cases.stage("nve", 200, 0.0005) + cases.deform("xy", rate=20.0)
    output = OUTPUT.replace("every = 7", "every = 1")
    folder, _, _ = run(program, "a", input_of(stage, precision="double", output=output, system=cold))
    steps, edges = edges_of(folder)
    whole = [0, list(steps).index(100), list(steps).index(200)]
    assert abs(edges[whole] - edges[0]).max() < 1e-9
    energy = table_in(folder, "thermo.csv")["total_energy"]
    assert energy[200] == pytest.approx(energy[0], rel=1e-9)
    assert energy[100] - energy[0] > 1000
    assert energy[::-1] == pytest.approx(energy, rel=1e-7, abs=1e-3)
    positions = unwrapped(folder)
    carried = (positions[whole[2]] - positions[0]) @ numpy.linalg.inv(edges[0])
    fraction = positions[0] @ numpy.linalg.inv(edges[0])
    assert carried[:, 0] == pytest.approx(2 * fraction[:, 1], abs=1e-5)
    assert abs(carried[:, 1:]).max() < 1e-5


def test_angles_that_change_by_themselves_flip_the_box(program):
    folder, _, _ = run(program, "a", leaning())
    _, edges = edges_of(folder)
    expect_upright(edges)
    tilts = numpy.stack([edges[:, 1, 0] / edges[:, 0, 0], edges[:, 2, 1] / edges[:, 1, 1]])
    assert abs(numpy.diff(tilts[:, 1:])).max() > 0.8, "no box was flipped, which proves little"
    positions = unwrapped(folder)
    assert abs(numpy.diff(positions[1:], axis=0)).max() < 1.5


@pytest.mark.parametrize("text", [sheared, leaning])
@pytest.mark.parametrize("ranks, threads", [(1, 3), (2, 1), (4, 1), (7, 2)])
def test_ranks_and_threads_change_no_bit(program, text, ranks, threads):
    whole, _, _ = run(program, "whole", text(), "--set", "run.threads=1")
    keys = ("--set", "debug.redraw_bricks=true", "--set", f"run.threads={threads}")
    other, _, _ = run(program, f"ranks{ranks}", text(), *keys, ranks=ranks)
    assert runs.first_difference(runs.final_state(whole), runs.final_state(other)) is None
    expect_same(all_results(whole), other)


PARTS = {
    "sheared": (sheared, ((0, 37), (0, 69), (0, 70), (0, 150), (0, 299), (1, 1), (1, 77))),
    "leaning": (leaning, ((0, 1), (1, 5), (1, 90), (2, 4), (2, 50))),
}


@pytest.mark.parametrize("precision", ["mixed", "double"])
@pytest.mark.parametrize("which", PARTS)
def test_a_run_goes_on_in_parts(program, which, precision):
    """On other ranks, before and after flips, and about the first of them, which comes on step 69 of the strain."""
    text, stops = PARTS[which]
    stages = len(SHEARED if text is sheared else LEANING)
    whole, _, _ = run(program, "whole", text(precision))
    path = program.write("parts.toml", text(precision))
    parts = program.folder("parts")
    for k, (stage, steps) in enumerate(stops):
        later = [word for n in range(stage + 1, stages) for word in ("--set", f"stage.{n}.steps=0")]
        keys = ("--set", f"stage.{stage}.steps={steps}", *later, *(("--resume",) if k > 0 else ()))
        call(program, path, "--output", parts, *keys, ranks=(1, 3, 2, 4)[k % 4])
    call(program, path, "--output", parts, "--resume")
    expect_same(all_results(whole), parts)
