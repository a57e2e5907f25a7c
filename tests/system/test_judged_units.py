# SPDX-License-Identifier: BSD-3-Clause
"""What the program says to numbers in other units than they are meant in. Plausible twins stand beside them, which must
pass without a word."""

import random

import pytest

from mistakes import ARGON, COPPER, GOOD, LIQUID, LIQUID_RUN, Mistake, check, morse

CALM = ("warning:", "may be why")

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
            "warning: pair: at the highest temperature",
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
        never=("warning: system.lattice",),
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
        says=("warning: system.file: at the temperature of the velocities", "read as Angstrom/ps, they would have 9"),
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
        says=("warning: system.file: no two atoms are within the cutoff 8.5 Angstrom", "40.86 Angstrom) apart"),
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
            "warning: system.lattice.density: a number density of 1.374 (91.1 g/cm3)",
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
        says=("warning: system.lattice.constant:", "0.5779 nm would be 5.779"),
    ),
    Mistake(
        "a density in Angstrom^-3 in nano",
        NANO,
        (("20.71", "0.02071"),),
        code=GOOD,
        says=(
            "nearest: atoms",
            "warning: system.lattice.density: no two atoms are within the cutoff",
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
        says=("warning: system.lattice.density: a number density of 1.374", "1.374 g/cm3 would be 0.0207"),
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
        says=("warning: species.0.mass", "0.03995 kg/mol would be 39.95"),
    ),
    Mistake(
        "a mass a thousand times too large",
        ARGON,
        (("39.948", "39948"),),
        code=GOOD,
        says=("no matter has more than 23",),
    ),
)


@pytest.mark.parametrize("mistake", UNITS, ids=lambda m: m.name.replace(" ", "-"))
def test_answer(program, mistake):
    check(program, mistake)
