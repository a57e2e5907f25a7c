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
    NOSE_HOOVER,
    PHYSICS_ERROR,
    REST,
    TABLE,
    Mistake,
    check,
    morse,
)

CALM = ("note:", "may be why")

NANO = (
    ARGON.replace('"real"', '"nano"')
    .replace("0.02071", "20.71")
    .replace("8.5", "0.85")
    .replace("0.2381", "0.9961")
    .replace("3.405", "0.3405")
    .replace("= 2.0", "= 0.002")
)


def mixture(neon, argon, krypton, sigmas=(2.8, 3.405, 3.6)):
    """Three gases with these epsilons [kcal/mol] and sigmas [Angstrom]."""
    potential = '[[pair.potential]]\nspecies = ["{0}", "{0}"]\ntype = "lennard_jones"\nepsilon = {1}\nsigma = {2}\n'
    potentials = "".join(potential.format(*row) for row in zip(("Ne", "Ar", "Kr"), (neon, argon, krypton), sigmas))
    others = '[[species]]\nname = "Ne"\nmass = 20.18\n[[species]]\nname = "Kr"\nmass = 83.8\n'
    text = ARGON[: ARGON.index("[[pair.potential]]")] + potentials + ARGON[ARGON.index("[velocity]") :]
    return text.replace("cells =", 'species = ["Ne", "Ar", "Kr", "Ar"]\ncells =').replace(
        "[pair]\n", others + '[pair]\nmixing = "arithmetic"\n'
    )


def moving(speed, size=1.0):
    """A crystal of argon in a file [Angstrom, times size] whose velocities [Angstrom/fs, times speed] are those of
    94 K."""
    generator = random.Random(7)
    edge = 23.116 * size
    rows = "".join(
        "Ar "
        + " ".join(f"{size * 5.779 * (c + s):.6f}" for c, s in zip((i, j, k), site))
        + "".join(f" {speed * generator.gauss(0, 0.0014017):.8g}" for _ in range(3))
        + "\n"
        for i in range(4)
        for j in range(4)
        for k in range(4)
        for site in ((0, 0, 0), (0.5, 0.5, 0), (0.5, 0, 0.5), (0, 0.5, 0.5))
    )
    return f'256\nLattice="{edge} 0 0 0 {edge} 0 0 0 {edge}" Properties=species:S:1:pos:R:3:vel:R:3\n{rows}'


FILE_OF_ARGON = (
    ARGON[: ARGON.index("[system.lattice]")]
    + '[system.file]\npath = "atoms.xyz"\n'
    + ARGON[ARGON.index("[[species]]") :]
).replace("[velocity]\ntemperature = 94.4\n", "")
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

UNITS = (
    Mistake(
        "argon is well",
        ARGON,
        says=("1.374 g/cm3", "atoms in sigma^3", "nearest: atoms", "1.2 sigma (4.087 Angstrom)"),
        never=CALM,
        code=GOOD,
    ),
    Mistake("a liquid is well", LIQUID_RUN, never=CALM, code=GOOD),
    Mistake("copper is well", COPPER, files={"cu.table": morse()}, says=("8.935 g/cm3",), never=CALM, code=GOOD),
    Mistake(
        "epsilon is in kelvin",
        ARGON,
        (("0.2381", "119.8"),),
        code=GOOD,
        says=(
            "note: pair: at the highest temperature",
            "0.0016 times epsilon",
            "epsilon in kelvin would be 0.2381 kcal",
            "k_B T 0.79 of it",
        ),
    ),
    Mistake(
        "sigma is in nanometres",
        ARGON,
        (("3.405", "0.3405"),),
        code=GOOD,
        says=(
            "less than that of any atom",
            "the cutoff 8.5 Angstrom is 25 times",
            "in nm, 0.3405 would be 3.405 Angstrom",
        ),
    ),
    Mistake("nanometres are well", NANO, never=CALM, code=GOOD),
    Mistake(
        "sigma is in Angstrom in nano",
        NANO,
        (("0.3405", "3.405"),),
        code=GOOD,
        says=("more than that of any atom", "in Angstrom, 3.405 would be 0.3405 nm"),
        never=("note: system.lattice",),
    ),
    Mistake(
        "sigma is in pm in nano", NANO, (("0.3405", "340.5"),), code=GOOD, says=("in pm, 340.5 would be 0.3405 nm",)
    ),
    Mistake(
        "sigma is in pm in real",
        ARGON,
        (("3.405", "340.5"),),
        code=GOOD,
        says=("in pm, 340.5 would be 3.405 Angstrom",),
    ),
    Mistake(
        "a cutoff is long",
        LIQUID,
        (("2.5", "15"),),
        code=GOOD,
        says=("pair A-A: the cutoff 15 is 15 times sigma = 1 (usual",),
        never=("is the cutoff",),
    ),
    Mistake("a mixture is well", mixture(0.0727, 0.2381, 0.326), code=GOOD, never=CALM),
    Mistake(
        "one epsilon of three is in kelvin",
        mixture(0.0727, 0.2381, 164),
        code=GOOD,
        says=("0.0011 times epsilon, 164 kcal mol-1, of Kr-Kr", "epsilon in kelvin would be 0.3259"),
        never=("more pair",),
    ),
    Mistake(
        "three epsilons are in kelvin", mixture(36.6, 119.8, 164), code=GOOD, says=("the same is true of 5 more pairs",)
    ),
    Mistake(
        "three sigmas are in nanometres",
        mixture(0.0727, 0.2381, 0.326, (0.28, 0.3405, 0.36)),
        code=GOOD,
        says=("pair Ne-Ne: sigma = 0.28", "in nm, 0.28 would be 2.8 Angstrom; the same is true of 5 more pairs"),
        never=("pair Ar-Ar:", "pair Ne-Ar:"),
    ),
    Mistake(
        "velocities of a file are well",
        FILE_OF_ARGON,
        files={"atoms.xyz": moving(1)},
        code=GOOD,
        never=CALM,
        says=("velocities of the file: 9",),
    ),
    Mistake(
        "velocities of a file are in Angstrom/ps",
        FILE_OF_ARGON,
        files={"atoms.xyz": moving(1e3)},
        code=GOOD,
        ranks=2,
        says=("note: system.file: at the temperature of the velocities", "read as Angstrom/ps, they would have 9"),
    ),
    Mistake(
        "velocities of a file are of ASE",
        FILE_OF_ARGON,
        files={"atoms.xyz": moving(10.18)},
        code=GOOD,
        says=("read as the units of ASE, they would have 9",),
    ),
    Mistake(
        "a file of other lengths",
        FILE_OF_ARGON,
        files={"atoms.xyz": moving(1, 10)},
        code=GOOD,
        ranks=2,
        says=("note: system.file: no two atoms are within the cutoff 8.5 Angstrom", "40.86 Angstrom) apart"),
    ),
    Mistake(
        "reduced numbers in real units",
        ARGON,
        (("0.2381", "1.0"), ("3.405", "1.0"), ("94.4", "1.0"), ("0.02071", "0.8442"), ("8.5", "2.5")),
        code=GOOD,
        says=("0.002 times epsilon", 'are these reduced numbers, as of units.system = "lj"?'),
    ),
    Mistake(
        "a reduced temperature in real units",
        ARGON,
        (("94.4", "0.78"),),
        code=GOOD,
        says=("a temperature of 0.78 epsilon / k_B would be 93.46 K",),
    ),
    Mistake(
        "a temperature in kelvin in lj",
        LIQUID,
        (("1.44", "94.4"),),
        code=GOOD,
        says=("94 times epsilon", "is this one in kelvin?"),
    ),
    Mistake(
        "a table in kJ/mol with metal",
        COPPER,
        files={"cu.table": morse(unit=96.485)},
        code=GOOD,
        says=("0.00078 times the depth", "the table in kJ/mol would be 0.3429 eV"),
    ),
    Mistake(
        "a density in g/cm3",
        ARGON,
        (("0.02071", "1.374"),),
        code=GOOD,
        says=(
            "note: system.lattice.density: a number density of 1.374 (91.1 g/cm3)",
            "1.374 g/cm3 would be 0.0207",
            "apart at the start",
        ),
    ),
    Mistake(
        "a density in sigma^-3",
        ARGON,
        (("0.02071", "0.8442"),),
        code=GOOD,
        says=("0.8442 atoms in sigma^3 would be 0.02138",),
    ),
    Mistake("a density in nm^-3", ARGON, (("0.02071", "20.71"),), code=GOOD, says=("20.71 nm^-3 would be 0.02071",)),
    Mistake(
        "a lattice constant in nm",
        ARGON,
        (("density = 0.02071", "constant = 0.5779"),),
        code=GOOD,
        says=("note: system.lattice.constant:", "0.5779 nm would be 5.779"),
    ),
    Mistake(
        "a density in Angstrom^-3 in nano",
        NANO,
        (("20.71", "0.02071"),),
        code=GOOD,
        says=(
            "nearest: atoms",
            "note: system.lattice.density: no two atoms are within the cutoff",
            "0.02071 Angstrom^-3 would be 20.71",
        ),
    ),
    Mistake(
        "a density of a droplet in g/cm3",
        ARGON,
        (
            ("0.02071", "1.374"),
            ("cells = [5, 5, 5]", 'inside = ["drop"]\n[box]\nedges = [60, 60, 60]'),
            ("[velocity]", '[[region]]\nname = "drop"\ntype = "sphere"\nradius = 7\n[velocity]'),
        ),
        code=GOOD,
        says=("note: system.lattice.density: a number density of 1.374", "1.374 g/cm3 would be 0.0207"),
    ),
    Mistake("a density of a gas", LIQUID, (("0.8442", "0.001"),), code=GOOD, says=("unless a dilute gas is meant",)),
    Mistake(
        "a slipped point in a density",
        LIQUID,
        (("0.8442", "8.442"),),
        code=GOOD,
        says=("8.44 atoms in sigma^3", "0.551 sigma (0.5513) apart at the start", "the first step moves one by"),
    ),
    Mistake(
        "a mass in kg",
        ARGON,
        (("39.948", "6.6335e-26"),),
        says=(
            "in.toml:11: species.0.mass: the mass 6.634e-26",
            "masses are in g/mol",
            "kg would be 39.95",
            "long for such a mass",
        ),
    ),
    Mistake(
        "a mass in kg/mol",
        ARGON,
        (("39.948", "0.039948"), ("= 2.0", "= 0.01")),
        code=GOOD,
        says=("note: species.0.mass", "0.03995 kg/mol would be 39.95"),
    ),
    Mistake(
        "a mass a thousand times too large",
        ARGON,
        (("39.948", "39948"),),
        code=GOOD,
        says=("no matter has more than 23",),
    ),
)

STARTS = (
    Mistake("nve at rest", REST, code=GOOD, says=("note: stage.0.ensemble: all velocities are zero", "no force acts")),
    Mistake(
        "nose_hoover at rest", REST, (NOSE_HOOVER,), says=("in.toml:20: stage.0.ensemble: nose_hoover cannot heat",)
    ),
    Mistake(
        "nose_hoover at rest off the sites",
        REST,
        (NOSE_HOOVER, ("cells =", "displacement = 0.05\ncells =")),
        code=GOOD,
        says=("all velocities are zero", "starts slowly"),
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
    Mistake("a sphere is well", IN_A_SPHERE, code=GOOD, never=("note: region",)),
    Mistake("a sphere is well in an open box", IN_A_SPHERE, (OPEN,), code=GOOD, never=("note: region",)),
    Mistake(
        "a sphere around a corner of a periodic box",
        IN_A_SPHERE,
        (("[6, 6, 6]", "[0, 0, 0]"),),
        code=GOOD,
        never=("note: region",),
    ),
    Mistake(
        "a sphere around a corner of an open box",
        IN_A_SPHERE,
        (OPEN, ("[6, 6, 6]", "[0, 0, 0]")),
        code=GOOD,
        says=('note: region.0.center: 88 % of the region "drop" lie outside',),
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
        never=("note: system: atoms",),
    ),
    Mistake("an overlap in real", ARGON, (("0.02071", "0.2"),), code=GOOD, says=("a friction of about 0.005 per fs",)),
    Mistake("langevin from rest", REST, (LANGEVIN,), code=GOOD, never=CALM),
    Mistake(
        "atoms outside of the box",
        FROM_FILE,
        code=GOOD,
        ranks=2,
        files={"atoms.xyz": ATOMS.replace("A 8", "A 50")},
        says=("note: system.file: 1 atom lies outside", "(50, 8, 8), 3.2 edges beyond"),
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
        says=("note: system: atoms 1 and 2 (A-A) are 0.3 sigma", "\nmdsim: this may be why: the note on system above"),
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
        says=(f"note: run.threads: {THREADS} threads share",),
    ),
    Mistake(
        "as many threads as cores",
        LIQUID_RUN,
        (("[run]", "[run]\nthreads = 1"),),
        code=GOOD,
        never=("note: run.threads",),
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
        says=("is this one in kelvin?", "\nmdsim: this may be why: the note on pair above"),
    ),
    Mistake(
        "a density in g/cm3, in a run",
        ARGON,
        (("0.02071", "1.374"),),
        options=RUN,
        code=PHYSICS_ERROR,
        says=("\nmdsim: this may be why: the notes on system.lattice.density, system above",),
    ),
    Mistake(
        "an atom far outside, in a run",
        FROM_FILE,
        options=RUN,
        code=PHYSICS_ERROR,
        files={"atoms.xyz": cases.extxyz((12.0, 12.0, 12.0), [("A", 3, 3, 3), ("A", 39.3, 3, 3)])},
        says=("note: system.file: 1 atom lies outside", "this may be why: the notes on system, system.file above"),
    ),
    Mistake(
        "more ranks than cores",
        LIQUID_RUN,
        (("[run]", "[run]\nthreads = 1"),),
        code=GOOD,
        ranks=THREADS,
        says=(f"note: ranks: {THREADS} ranks of 1 thread share",),
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

ALL = UNITS + STARTS + RUNS


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
        found.append([line for line in out.splitlines() if line.startswith(("nearest", "note: system"))])
    assert len(found[0]) == 2 and found[1] == found[0] and found[2] == found[0]
