# SPDX-License-Identifier: BSD-3-Clause
"""What the program says to numbers that can be computed with, but cannot be meant. Plausible twins stand
beside them, which must pass without a word."""

import os
import random

import pytest

import cases
from mistakes import (
    ARGON,
    ATOMS,
    COPPER,
    FROM_FILE,
    GOOD,
    LANGEVIN,
    LIQUID,
    LIQUID_RUN,
    MINIMIZE,
    NOSE_HOOVER,
    PHYSICS_ERROR,
    RESCALING,
    REST,
    TABLE,
    Mistake,
    check,
    morse,
)

CALM = ("warning:", "may be why")

IN_A_SPHERE = (
    LIQUID.replace("cells = [5, 5, 5]", 'inside = ["drop"]\n[box]\nedges = [12, 12, 12]')
    + """\
[[region]]
name = "drop"
type = "sphere"
radius = 4
center = [6, 6, 6]
"""
)

OPEN = ("[12, 12, 12]", "[12, 12, 12]\nperiodic = [false, false, false]")

STARTS = (
    Mistake(
        "nve at rest", REST, code=GOOD, says=("warning: stage.0.ensemble: all velocities are zero", "no force acts")
    ),
    Mistake(
        "nose_hoover at rest", REST, (NOSE_HOOVER,), says=("in.toml:20: stage.0.ensemble: nose_hoover cannot heat",)
    ),
    Mistake(
        "nose_hoover at rest off the sites",
        REST,
        (NOSE_HOOVER, ("cells =", "displacement = 0.05\ncells =")),
        code=GOOD,
        says=("all velocities are zero", "heats no atom that rests"),
        never=("no force acts",),
    ),
    Mistake(
        "a temperature of zero with nve",
        LIQUID_RUN,
        (("1.44", "0"),),
        code=GOOD,
        says=("all velocities are zero", "raise velocity.temperature"),
        never=("add [velocity]",),
    ),
    Mistake(
        "a temperature of zero with nose_hoover",
        LIQUID_RUN,
        (("1.44", "0"), NOSE_HOOVER),
        says=("raise velocity.temperature",),
        never=("add [velocity]",),
    ),
    Mistake(
        "nose_hoover from almost nothing",
        LIQUID_RUN,
        (("1.44", "1e-3"), NOSE_HOOVER),
        code=GOOD,
        says=("atoms begin at 0.001 times the temperature of the thermostat",),
    ),
    Mistake(
        "velocity_rescaling at rest",
        REST,
        (RESCALING,),
        says=("in.toml:20: stage.0.ensemble: velocity_rescaling cannot heat",),
    ),
    Mistake(
        "velocity_rescaling from almost nothing, which heats as soon as it cools",
        LIQUID_RUN,
        (("1.44", "1e-3"), RESCALING),
        code=GOOD,
        never=("atoms begin at",),
    ),
    Mistake(
        "nose_hoover for what is far too hot",
        LIQUID_RUN,
        (("1.44", "40"), NOSE_HOOVER, ("time = 0.5", "time = 0.02")),
        code=GOOD,
        says=("it may throw them about",),
    ),
    Mistake(
        "velocity_rescaling for what is far too hot",
        LIQUID_RUN,
        (("1.44", "40"), RESCALING, ("time = 0.5", "time = 0.02")),
        code=GOOD,
        never=("it may throw them about",),
    ),
    Mistake("a sphere is well", IN_A_SPHERE, code=GOOD, never=("warning: region",)),
    Mistake("a sphere is well in an open box", IN_A_SPHERE, (OPEN,), code=GOOD, never=("warning: region",)),
    Mistake(
        "a sphere around a corner of a periodic box",
        IN_A_SPHERE,
        (("[6, 6, 6]", "[0, 0, 0]"),),
        code=GOOD,
        never=("warning: region",),
    ),
    Mistake(
        "a sphere around a corner of an open box",
        IN_A_SPHERE,
        (OPEN, ("[6, 6, 6]", "[0, 0, 0]")),
        code=GOOD,
        says=('warning: region.0.center: 88 % of the region "drop" lie outside',),
    ),
    Mistake(
        "a sphere around a place outside",
        IN_A_SPHERE,
        (("[6, 6, 6]", "[30, 6, 6]"),),
        code=GOOD,
        says=("(30, 6, 6) is outside of the box", "the region lies around (6, 6, 6)"),
    ),
    Mistake(
        "a region is misspelt where it is used",
        IN_A_SPHERE,
        (('["drop"]', '["dorp"]'),),
        says=('did you mean "drop"?',),
        never=("nothing uses",),
    ),
    Mistake(
        "an overlap that is pushed apart",
        LIQUID_RUN,
        (("0.8442", "8.442"), LANGEVIN, ("= 0.005", "= 0.00005")),
        code=GOOD,
        never=("warning: system: atoms",),
    ),
    Mistake(
        "an overlap that is minimized",
        LIQUID_RUN,
        (("0.8442", "8.442"), MINIMIZE),
        code=GOOD,
        never=("warning: system: atoms",),
    ),
    Mistake(
        "an overlap in real", ARGON, (("0.02071", "0.2"),), code=GOOD, says=('a first stage of ensemble "minimize"',)
    ),
    Mistake("langevin from rest", REST, (LANGEVIN,), code=GOOD, never=CALM),
    Mistake(
        "atoms outside of the box",
        FROM_FILE,
        code=GOOD,
        ranks=2,
        files={"atoms.xyz": ATOMS.replace("A 8", "A 50")},
        says=("warning: system.file: 1 atom lies outside", "(50, 8, 8), 3.2 edges beyond"),
    ),
    Mistake(
        "atoms inside of the box",
        FROM_FILE,
        code=GOOD,
        files={"atoms.xyz": ATOMS},
        never=("outside", "apart at the start"),
    ),
    Mistake(
        "overlap in a file, and what follows",
        FROM_FILE,
        options=("--overwrite",),
        code=PHYSICS_ERROR,
        ranks=2,
        files={"atoms.xyz": ATOMS.replace("A 4.2", "A 3.3")},
        says=(
            "warning: system: atoms 1 and 2 (A-A) are 0.3 sigma",
            "\nmdsim: this may be why: the warning on system above",
        ),
        never=("min_distance", "why: system: atoms"),
    ),
    Mistake(
        "a table that begins too late",
        COPPER,
        files={"cu.table": morse(first=2.6)},
        code=GOOD,
        says=("2.556 Angstrom apart at the start, and the table begins at 2.60", "3000 pairs are inside its first row"),
    ),
)


def lennard_jones_table(first):
    rows = [first + i * (2.5 - first) / 400 for i in range(401)]
    return "".join(f"{r:.8f} {4 * (r**-12 - r**-6):.10e} {24 * (2 * r**-13 - r**-7):.10e}\n" for r in rows)


RUN = ("--overwrite", "--quiet")
LONGER = ("steps = 20", "steps = 200")
THREADS = 4 * len(os.sched_getaffinity(0))

RUNS = (
    Mistake(
        "more threads than cores",
        LIQUID_RUN,
        (("[run]", f"[run]\nthreads = {THREADS}"),),
        code=GOOD,
        says=(f"warning: run.threads: {THREADS} threads share",),
    ),
    Mistake(
        "as many threads as cores",
        LIQUID_RUN,
        (("[run]", "[run]\nthreads = 1"),),
        code=GOOD,
        never=("warning: run.threads",),
    ),
    Mistake(
        "a table that begins in the core",
        TABLE + "[thermo]\nevery = 10\n",
        (LONGER,),
        options=RUN,
        code=GOOD,
        ranks=2,
        files={"a.table": lennard_jones_table(1.0)},
        says=(
            "nearer than the first row of their table: the force is a guess",
            "steps that were looked at had pairs nearer",
        ),
    ),
    Mistake(
        "a table that begins before the core",
        TABLE + "[thermo]\nevery = 10\n",
        (LONGER,),
        options=RUN,
        code=GOOD,
        files={"a.table": lennard_jones_table(0.6)},
        never=("first row", "which is much"),
    ),
    Mistake(
        "a table that begins too late, in a run",
        COPPER,
        (("steps = 20", "steps = 100"),),
        options=RUN,
        code=GOOD,
        files={"cu.table": morse(first=2.6)},
        says=("and the table begins at 2.60", "steps that were looked at had pairs"),
        never=("in step 0", "halve the time step"),
    ),
    Mistake(
        "a temperature in kelvin in lj, in a run",
        LIQUID,
        (("1.44", "94.4"),),
        options=RUN,
        code=PHYSICS_ERROR,
        says=("is this one in kelvin?", "\nmdsim: this may be why: the warning on pair above"),
    ),
    Mistake(
        "a density in g/cm3, in a run",
        ARGON,
        (("0.02071", "1.374"),),
        options=RUN,
        code=PHYSICS_ERROR,
        says=("\nmdsim: this may be why: the warnings on system.lattice.density, system above",),
    ),
    Mistake(
        "an atom far outside, in a run",
        FROM_FILE,
        options=RUN,
        code=PHYSICS_ERROR,
        files={"atoms.xyz": cases.extxyz((12.0, 12.0, 12.0), [("A", 3, 3, 3), ("A", 39.3, 3, 3)])},
        says=(
            "warning: system.file: 1 atom lies outside",
            "this may be why: the warnings on system, system.file above",
        ),
    ),
    Mistake(
        "more ranks than cores",
        LIQUID_RUN,
        (("[run]", "[run]\nthreads = 1"),),
        code=GOOD,
        ranks=THREADS,
        says=(f"warning: ranks: {THREADS} ranks of 1 thread share",),
    ),
    *(
        Mistake(
            f"a jump at the cutoff alone, density {density}",
            LIQUID + "[thermo]\nevery = 10\n",
            (("steps = 20", "steps = 100"), ("0.8442", str(density)), ("1.44", str(temperature))),
            options=RUN,
            code=GOOD,
            never=("which is much",),
        )
        for density, temperature in ((0.75, 0.5), (0.8442, 1.44), (0.9, 1.44), (1.0, 0.5), (1.05, 0.5))
    ),
    Mistake(
        "a time step that is too long",
        LIQUID + "[thermo]\nevery = 10\n",
        (LONGER, ("0.005", "0.025"), ("cutoff = 2.5", 'cutoff = 2.5\ntruncation = "shift"')),
        options=RUN,
        code=GOOD,
        says=("of k_B T per atom, which is much: halve the time step",),
    ),
)

ALL = STARTS + RUNS


@pytest.mark.parametrize("mistake", ALL, ids=lambda m: m.name.replace(" ", "-"))
def test_answer(program, mistake):
    check(program, mistake)


def test_nearest_atoms_on_ranks(program):
    """Any number of ranks finds the same atoms, also where slabs of ranks are thinner than the range."""
    text = FROM_FILE.replace("nve", "langevin").replace("steps = 20", "steps = 20\ntemperature = 1.0\nfriction = 1.0")
    generator = random.Random(3)
    atoms = [("A", *(generator.uniform(0, 4.0) for _ in range(3))) for _ in range(60)]
    program.write("atoms.xyz", cases.extxyz((4.0, 4.0, 4.0), atoms))
    program.write("in.toml", text)
    found = []
    for ranks in (1, 2, 5):
        _, out, _ = program.call(("in.toml", "--dry-run"), ranks)
        found.append([line for line in out.splitlines() if line.startswith(("nearest", "warning: system"))])
    assert len(found[0]) == 2 and found[1] == found[0] and found[2] == found[0]
