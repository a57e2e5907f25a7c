# SPDX-License-Identifier: BSD-3-Clause
"""Shapes and vacuum: the atoms that lattices and random fills put into regions are those that geometry wants there,
counted anew from the first frame; they are the same on any number of ranks, and what cannot be meant is refused."""

import os
import pathlib
import re

import pytest

import cases
import runs
from calls import call
from mdsim_tools.program import INPUT_ERROR

INPUTS = pathlib.Path(__file__).resolve().parents[2] / "inputs"
SITES = ((0, 0, 0), (0.5, 0.5, 0), (0.5, 0, 0.5), (0, 0.5, 0.5))

BALL = '\n[[region]]\nname = "ball"\ntype = "sphere"\nradius = 4\n'
NEAR = '\n[[region]]\nname = "near"\ntype = "sphere"\nradius = 4.8\n'
BOX = "\n[box]\nedges = [15, 15, 15]\n"
CRYSTAL = '\n[system.lattice]\ntype = "fcc"\nconstant = 1.5\n'
GAS = "\n[system.random]\ncounts = { A = 40 }\nmin_distance = 1.0\n"
DROPLET = BOX + BALL + NEAR + CRYSTAL + 'inside = ["ball"]\n' + GAS + 'outside = ["near"]\n'


def text_of(*system, steps=20):
    parts = (
        cases.run(5),
        *system,
        cases.SPECIES,
        cases.pair(),
        cases.neighbor(),
        cases.hot(0.7),
        cases.stage("nve", steps),
    )
    return cases.LJ + "".join(parts) + cases.OUTPUT


def planned(program, *system):
    """The number of atoms that a dry run tells, and its words."""
    path = program.write("plan.toml", text_of(*system))
    out, _ = call(program, path, "--dry-run")
    return int(re.match(r"atoms: (\d+)\n", out)[1]), out


def first_frame(folder):
    """Positions of the first frame in the order of ids, and the edges of the box."""
    import h5py
    import numpy

    with h5py.File(os.path.join(folder, "trajectory.h5md"), "r") as file:
        system = file["particles/system"]
        edges = system["box/edges/value"][0]
        order = numpy.argsort(system["id/value"][0]) if "id/value" in system else slice(None)
        return system["position/value"][0][order].astype(float), numpy.diagonal(edges)


def nearest(places, edges):
    """The smallest distance of two atoms, periodic images included."""
    import numpy

    least = numpy.inf
    for i in range(1, len(places)):
        gap = places[:i] - places[i]
        gap -= edges * numpy.round(gap / edges)
        least = min(least, numpy.sqrt((gap**2).sum(axis=1)).min())
    return least


def sites_within(radius, constant):
    """The number of sites of an fcc lattice within a distance of one of them."""
    n = int(radius / constant) + 2
    return sum(
        sum((i + s) ** 2 for i, s in zip(cell, site)) * constant**2 <= radius**2 * (1 + 1e-9)
        for cell in ((i, j, k) for i in range(-n, n) for j in range(-n, n) for k in range(-n, n))
        for site in SITES
    )


def run_example(program, name, *options):
    folder = program.folder("out")
    call(program, str(INPUTS / name), "--output", folder, "--set", "stage.0.steps=4", *options)
    return first_frame(folder)


def distances(places, center, edges):
    import numpy

    gap = places - center
    return numpy.sqrt(((gap - edges * numpy.round(gap / edges)) ** 2).sum(axis=1))


def test_droplet_in_vapour(program):
    places, edges = run_example(program, "droplet_vapour.toml")
    liquid = sites_within(7.5, (4 / 0.8) ** (1 / 3))
    assert len(places) == liquid + 90 and abs(liquid / (0.8 * 4 / 3 * 3.14159265 * 7.5**3) - 1) < 0.02
    away = distances(places, (12, 12, 12), edges)
    assert away[:liquid].max() < 7.5 + 1e-5 and away[liquid:].min() > 8.5 - 1e-5
    assert nearest(places, edges) > 1 - 1e-5
    out, _ = call(program, str(INPUTS / "droplet_vapour.toml"), "--dry-run")
    assert f'lattice: {liquid} atoms on sites of fcc inside "drop"\n' in out
    assert 'random: 90 atoms at least 1 apart outside "neighbourhood"\n' in out


def test_slab(program):
    places, edges = run_example(program, "slab.toml", "--set", "stage.1.steps=0")
    a = (4 / 0.8) ** (1 / 3)
    assert len(places) == 4 * 7**3 and abs(edges - (11.97, 11.97, 36)).max() < 1e-9
    z = places[:, 2]
    assert abs(z.min() + z.max() - 36) < 1e-4 and abs(z.max() - z.min() - 6.5 * a) < 1e-4
    assert abs(nearest(places, edges) - a / 2**0.5) < 1e-4


def test_cut_out_and_left_are_the_whole(program):
    whole, _ = planned(program, BOX, CRYSTAL)
    inside, _ = planned(program, BOX, BALL, CRYSTAL, "cells = [10, 10, 10]\n", 'inside = ["ball"]\n')
    outside, _ = planned(program, BOX, BALL, CRYSTAL, 'outside = ["ball"]\n')
    assert whole == 4000 and inside + outside == whole and inside > 100
    corner = BALL + "center = [0, 15, 30]\n"
    cut, _ = planned(program, BOX, corner, CRYSTAL, "cells = [10, 10, 10]\n", 'inside = ["ball"]\n')
    assert cut == sites_within(4, 1.5)
    own, _ = planned(program, BOX, BALL, CRYSTAL, 'inside = ["ball"]\n')
    assert own == sites_within(4, 1.5)


def test_a_film_and_a_wire(program):
    """Slabs and cylinders through the whole box hold what their volume does, in whole cells along it."""
    film, _ = planned(
        program, BOX, '[[region]]\nname = "r"\ntype = "slab"\naxis = "y"\nthickness = 6\n', CRYSTAL, 'inside = ["r"]\n'
    )
    assert film == 400 * 4  # the faces lie in layers of the lattice, and the upper one is outside
    wire, _ = planned(
        program, BOX, '[[region]]\nname = "r"\ntype = "cylinder"\naxis = "x"\nradius = 4\n', CRYSTAL, 'inside = ["r"]\n'
    )
    assert wire % 10 == 0 and abs(wire / (4 / 1.5**3 * 3.14159265 * 16 * 15) - 1) < 0.05
    block, _ = planned(
        program, BOX, '[[region]]\nname = "r"\ntype = "block"\nedges = [3, 6, 99]\n', CRYSTAL, 'inside = ["r"]\n'
    )
    assert block == 4 * 2 * 4 * 10


@pytest.mark.parametrize("ranks,threads", [(2, 1), (3, 1), (1, 2)])
def test_same_atoms_on_any_number_of_ranks(program, ranks, threads):
    path = program.write("drop.toml", text_of(DROPLET))
    states = []
    for k, (n, t) in enumerate([(1, 1), (ranks, threads)]):
        folder = program.folder(f"out{k}")
        code, _, err = program.call([path, "--output", folder], ranks=n, env={"OMP_NUM_THREADS": str(t)})
        assert code == 0, err
        states.append(runs.final_state(folder) | {"thermo": runs.thermo_text(folder)})
    assert runs.first_difference(*states) is None and len(states[0]) > 5


def test_the_same_lattice_by_cells_and_by_its_box(program):
    states = []
    for system in (
        CRYSTAL + "cells = [4, 5, 6]\n",
        CRYSTAL + "[box]\nedges = [6, 7.5, 9]\n",
        CRYSTAL + "cells = [4, 5, 6]\n[box]\nedges = [6, 7.5, 9]\n",
    ):
        folder = program.folder(f"out{len(states)}")
        call(program, program.write("a.toml", text_of(system)), "--output", folder)
        states.append(runs.final_state(folder))
    assert runs.first_difference(states[0], states[1]) is None
    assert runs.first_difference(states[0], states[2]) is None


def test_a_resumed_run_of_regions(program):
    path = program.write("drop.toml", text_of(DROPLET, steps=40))
    call(program, path, "--output", program.folder("whole"))
    call(program, path, "--output", program.folder("part"), "--set", "stage.0.steps=20")
    call(program, path, "--output", program.folder("part"), "--resume")
    whole, part = (runs.final_state(program.folder(name)) for name in ("whole", "part"))
    assert runs.first_difference(whole, part) is None


PARTICLE = (
    "\n[box]\nedges = [16, 16, 16]\n"
    + BALL
    + '\n[system.lattice]\ntype = "fcc"\nconstant = 1.5\norient = { x = [1, 1, -2], y = [1, 1, 1], z = [1, -1, 0] }\n'
    'species = ["alloy"]\nvacancies = 9\ninside = ["ball"]\n'
    '[[system.lattice.mixture]]\nname = "alloy"\nparts = { A = 3, B = 1 }\n'
)


def same(first, second):
    """A pair of species with the potential of all others."""
    return f'\n[[pair.potential]]\nspecies = ["{first}", "{second}"]\ntype = "lennard_jones"\nepsilon = 1\nsigma = 1\n'


ALLOY = '\n[[species]]\nname = "B"\nmass = 1\n' + same("A", "B") + same("B", "B")


def test_a_particle_of_an_alloy_in_vacuum(program):
    """Turned, with empty sites: exact numbers, the same atoms on any number of ranks."""
    path = program.write("particle.toml", text_of(PARTICLE) + ALLOY)
    out, _ = call(program, path, "--dry-run")
    atoms = sites_within(4, 1.5) - 9
    share = (atoms + 1) // 4  # a remainder of a half goes to A, the first one
    assert f"lattice: {atoms} atoms ({atoms - share} A, {share} B) and 9 vacancies on sites of fcc" in out
    states = []
    for ranks in (1, 3):
        code, _, err = program.call([path, "--output", program.folder(f"out{ranks}")], ranks=ranks)
        assert code == 0, err
        states.append(runs.final_state(program.folder(f"out{ranks}")))
    assert runs.first_difference(*states) is None
    places, edges = first_frame(program.folder("out1"))
    assert len(places) == atoms and distances(places, (8, 8, 8), edges).max() < 4 + 1e-5
    assert abs(nearest(places, edges) - 1.5 / 2**0.5) < 1e-4


def test_atoms_of_an_open_side_count_too(program):
    """Atoms that displacement moves out of an open box still keep others away."""
    system = (
        '\n[system.lattice]\ntype = "sc"\nconstant = 1.2\ncells = [6, 6, 6]\ndisplacement = 0.1\n'
        "\n[box]\nperiodic = [false, false, false]\n\n[system.random]\ncounts = { A = 60 }\nmin_distance = 0.75\n"
    )
    folder = program.folder("out")
    call(program, program.write("a.toml", text_of(system)), "--output", folder)
    places, _ = first_frame(folder)
    assert len(places) == 276 and nearest(places, 1e9) > 0.75 - 1e-5


SLAB = '\n[[region]]\nname = "r"\ntype = "slab"\naxis = "z"\nthickness = 2\n'
BAD = {
    "unknown_type": (
        BOX + BALL.replace("sphere", "bowl") + CRYSTAL + 'inside = ["ball"]\n',
        'found the text "bowl"; allowed: sphere, block, slab, cylinder',
    ),
    "type_of_others": (
        BOX + BALL.replace("sphere", "cuboid") + CRYSTAL + 'inside = ["ball"]\n',
        'did you mean "block"?',
    ),
    "unknown_region": (BOX + BALL + CRYSTAL + 'inside = ["bal"]\n', 'there is no region "bal"; did you mean "ball"?'),
    "no_region": (BOX + CRYSTAL + 'inside = ["ball"]\n', "add [[region]] with this name"),
    "unused": (BOX + BALL + CRYSTAL, 'nothing uses the region "ball"'),
    "no_radius": (
        BOX + BALL.replace("radius = 4", "") + CRYSTAL + 'inside = ["ball"]\n',
        "the key 'radius' is missing",
    ),
    "negative": (BOX + BALL.replace("= 4", "= -4") + CRYSTAL + 'inside = ["ball"]\n', "found -4; allowed: above 0"),
    "beyond_the_box": (BOX + BALL.replace("= 4", "= 8") + CRYSTAL + 'inside = ["ball"]\n', "allowed: up to 7.5"),
    "outside_of_the_box": (
        BOX + "periodic = [true, true, false]\n" + SLAB + "center = [0, 0, 20]\n" + CRYSTAL + 'inside = ["r"]\n',
        "lies outside of the box",
    ),
    "no_site": (
        BOX + BALL + NEAR + CRYSTAL + 'inside = ["ball"]\noutside = ["near"]\n',
        "no site of the lattice is left",
    ),
    "no_place": (BOX + BALL + NEAR + GAS + 'inside = ["ball"]\noutside = ["near"]\n', "leave no place in the box"),
    "too_many": (BOX + BALL + GAS.replace("40", "400") + 'inside = ["ball"]\n', "of 400 particles found a place"),
    "no_room_beside": (BOX + CRYSTAL + GAS, "only 0 of 40 particles found a place"),
    "misfit": ("\n[box]\nedges = [16, 15, 15]\n" + CRYSTAL, "Take 15 (10 cells) or 16.5 (11 cells)"),
    "too_many_cells": (BOX + CRYSTAL + "cells = [11, 10, 10]\n", "11 cells of 1.5 take 16.5"),
    "neither": (CRYSTAL, "neither cells nor box.edges is given"),
    "center_alone": (
        CRYSTAL + "cells = [5, 5, 5]\ncenter = [1, 1, 1]\n",
        "system.lattice.center: places given cells in a larger box",
    ),
    "tilt": (BOX + "tilt = [1, 0, 0]\n" + CRYSTAL, "a lattice needs a box without tilt"),
    "density_of_both": (
        BOX + CRYSTAL + GAS + "density = 0.5\n",
        "system.random.density: the lattice or box.edges give the box",
    ),
    "tilted_cylinder": (
        BOX
        + "tilt = [1, 0, 0]\n"
        + GAS
        + 'inside = ["r"]\n'
        + SLAB.replace("slab", "cylinder").replace("thickness", "radius"),
        "a cylinder needs a box without tilt",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_meant_is_refused(program, name):
    system, words = BAD[name]
    path = program.write("bad.toml", text_of(system))
    ranks = 2 if name in ("no_site", "no_place", "too_many", "misfit") else 1
    out, err = call(program, path, "--dry-run", ranks=ranks, code=INPUT_ERROR)
    assert words in err and out == "", err
    assert err.count(words) == (1 if name not in ("misfit", "beyond_the_box") else err.count(words)), err
    if name not in ("no_room_beside",):
        assert re.search(r"bad\.toml:\d+: ", err), err
