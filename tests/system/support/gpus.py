# SPDX-License-Identifier: BSD-3-Clause
"""Systems for runs on several GPUs, and runs that must have the bits of one GPU.

Where there are fewer GPUs than ranks, the ranks that are named share them; without names only as many run as have
one each.
"""

import itertools
import random
import re

import pytest

import cases
import runs

SIZE = (22, 20, 24)
LARGE = (50, 48, 46)
"""so many atoms that pairs decide how long lists serve"""
LAYOUTS = {2: ["auto", "bisection"], 3: ["planes"], 4: ["auto", "bisection", "planes"]}
EDGE = 66.0
"""of a box of 3 x 3 x 3 cells"""


def liquid(stage, size=SIZE):
    parts = (
        cases.run(),
        cases.lattice(size, more="displacement = 0.05"),
        cases.SPECIES,
        cases.pair(),
        cases.hot(),
        stage,
    )
    return cases.LJ + "".join(parts) + cases.WATCHED


def droplet(stage, size=SIZE):
    """A cooler one in the middle of an open box, eight times as large: cells in it hold more atoms than one tree
    orders."""
    padding = min(size) * (4 / 0.8442) ** (1 / 3) / 2
    box = f"\n[box]\nperiodic = [false, false, false]\npadding = {padding:.3f}\n\n[neighbor]\ntile = 128\n"
    return liquid(stage, size).replace(cases.hot(), cases.hot(1.0)) + box


def alloy(stage, size=SIZE):
    """Two metals of one functional and a third species that a pair potential joins to them."""
    parts = (
        cases.run(),
        cases.lattice(size, 1.38, more='species = ["A", "B", "A", "C"]\ndisplacement = 0.03'),
        cases.TWO_SPECIES,
        '\n[[species]]\nname = "C"\nmass = 0.5\n',
        cases.metal("A", "A"),
        cases.metal("A", "B", 0.03),
        cases.metal("B", "B", 0.05),
        '\n[pair]\ncutoff = 2.0\ntruncation = "force_shift"\n',
        cases.potential("A", "C", 2.0, 0.85),
        cases.potential("B", "C", 1.0, 0.85),
        cases.potential("C", "C", 1.0, 0.85),
        cases.hot(4.0),
        stage,
    )
    return cases.LJ + "".join(parts) + cases.WATCHED


def tilted(stage, size=SIZE):
    """In a box whose faces are far from right angles."""
    edges = [round(1.75 * n, 3) for n in size]
    box = f"\n[box]\nedges = {edges}\ntilt = [{0.4 * edges[0]:.3f}, {-0.3 * edges[0]:.3f}, {0.35 * edges[1]:.3f}]\n"
    atoms = int(0.64 * edges[0] * edges[1] * edges[2])
    parts = (
        cases.run(9),
        f"\n[system.random]\ncounts = {{ A = {atoms} }}\nmin_distance = 0.85\n",
        box,
        cases.SPECIES,
        cases.pair(),
        cases.hot(1.0),
        cases.langevin(100, 0.001, 1.0, 10.0),
        stage,
    )
    return cases.LJ + "".join(parts) + cases.WATCHED


def metal(stage, size=SIZE):
    """One metal, with lists that do not serve for long."""
    crystal = cases.lattice(size, 1.38, more="displacement = 0.03")
    lists = "\n[neighbor]\nskin = 0.3\n"
    parts = (cases.run(), crystal, cases.SPECIES, cases.metal("A", "A"), lists, cases.hot(4.0), stage)
    return cases.LJ + "".join(parts) + cases.WATCHED


def metals_with_angles(stage, size=SIZE):
    """Neighbours know ten numbers of each atom."""
    parts = (cases.run(), *cases.metals_with_angles(size, 2000.0), stage)
    return cases.METAL_UNITS + "".join(parts) + cases.WATCHED


def silicon(stage, size=SIZE):
    """Silicon that melts: atoms tell their neighbours records, not single numbers."""
    parts = (cases.run(), *cases.silicon(size, 5000.0, more="displacement = 0.05"), stage)
    return cases.METAL_UNITS + "".join(parts) + cases.WATCHED


def moving_drop():
    """A structure file: a drop on the border of two cells, all of which moves across it, in a gas."""
    generator = random.Random(5)

    def lattice(count, spacing, middle):
        places = [(k - (count - 1) / 2) * spacing for k in range(count)]
        return [
            [m + p + generator.uniform(-0.1, 0.1) for m, p in zip(middle, at)]
            for at in itertools.product(places, repeat=3)
        ]

    drop = lattice(14, 1.2, (EDGE / 3, EDGE / 2, EDGE / 2))
    gas = [
        at
        for at in lattice(18, EDGE / 18, (EDGE / 2,) * 3)
        if any(abs(p - m) > 10 for p, m in zip(at, (EDGE / 3, EDGE / 2, EDGE / 2)))
    ]
    lines = [
        f"A {x:.10f} {y:.10f} {z:.10f} {9 + generator.uniform(-0.5, 0.5):.10f} {generator.uniform(-0.5, 0.5):.10f} "
        f"{generator.uniform(-0.5, 0.5):.10f}"
        for x, y, z in drop + gas
    ]
    return (
        f'{len(lines)}\nLattice="{EDGE} 0 0 0 {EDGE} 0 0 0 {EDGE}" '
        'Properties=species:S:1:pos:R:3:velo:R:3 pbc="T T T"\n' + "\n".join(lines) + "\n"
    )


def moving(stage, _):
    """Cells, which follow from the mean density, are larger than the drop."""
    parts = (cases.run(), cases.file_system("drop.xyz"), cases.SPECIES, cases.pair(), stage)
    return cases.LJ + "".join(parts) + cases.WATCHED


def usable_gpus(program):
    """How many GPUs the program finds and has kernels for."""
    said = program.doctor()
    return 0 if "no kernels for it" in said else len(re.findall(r"sm_\d+", said))


def on_gpus(program, count, named=(), least=1):
    """The program, which knows how many GPUs there are and which ranks were named; skips the test where there are
    fewer than `least`."""
    if count < least:
        pytest.skip(f"fewer than {least} GPUs that this program can use")
    program.gpus, program.named = count, list(named)
    return program


def go(program, path, name, ranks, *arguments, says=None, env=None):
    """A run; returns its folder. Where it `says` something, that must be among its words."""
    folder = program.folder(name)
    keys = ("--set", "run.device=cuda", "--set", "run.threads=2")
    if ranks > program.gpus:
        keys += ("--set", "parallel.share_gpus=true")
    if says is None:
        keys += ("--quiet",)
    code, out, err = program.call([path, "--output", folder, *keys, *arguments], ranks=ranks, env=env)
    assert code == 0, f"{name} on {ranks} ranks: exit code {code}: {(out + err)[-1500:]}"
    assert says is None or says in out, f"{name} on {ranks} ranks does not say '{says}': {out[:500]}"
    return folder


def expect_same(expected, found, what):
    difference = runs.first_difference(runs.final_state(expected), runs.final_state(found))
    assert difference is None, f"{what}: {difference} differs"


def layouts(program):
    wanted = program.named or [ranks for ranks in LAYOUTS if ranks <= program.gpus]
    return [(ranks, layout) for ranks in wanted for layout in LAYOUTS[ranks]]


def expect_all_same(alone, found, what):
    expect_same(alone, found, what)
    assert runs.thermo_text(alone) == runs.thermo_text(found), f"{what}: thermo.csv differs"


def run_alone(program, name, stage, *keys, size=SIZE, rebuilds=20, system=liquid):
    """The input as a file, and the folder of its run on one GPU, with so many rebuilds and more."""
    path = program.write(f"{name}.toml", system(stage, size))
    alone = go(program, path, f"{name}-1", 1, *keys)
    assert runs.summary(alone)["rebuilds"]["count"] > rebuilds, "too few rebuilds to prove anything"
    return path, alone
