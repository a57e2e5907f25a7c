# SPDX-License-Identifier: BSD-3-Clause
"""What the program answers to mistakes that people make: a table of inputs, of words that must be
said, of words that would mislead, and of exit codes."""

import dataclasses
import math
import os
import random

import cases
import pytest

GOOD, INPUT_ERROR, PHYSICS_ERROR = 0, 2, 3

LIQUID = """\
[units]
system = "lj"
[run]
device = "cpu"
[system.lattice]
type = "fcc"
density = 0.8442
cells = [5, 5, 5]
[[species]]
name = "A"
mass = 1.0
[pair]
cutoff = 2.5
[[pair.law]]
species = ["A", "A"]
type = "lennard_jones"
epsilon = 1.0
sigma = 1.0
[velocity]
temperature = 1.44
[[stage]]
ensemble = "nve"
steps = 20
time_step = 0.005
"""

FROM_FILE = LIQUID.replace(LIQUID[LIQUID.index("[system.lattice]"):LIQUID.index("[[species]]")],
                           '[system.file]\npath = "atoms.xyz"\n')
TABLE = LIQUID.replace('type = "lennard_jones"\nepsilon = 1.0\nsigma = 1.0', 'type = "table"\nfile = "a.table"')
ATOMS = cases.extxyz((12.0, 12.0, 12.0), [("A", 3, 3, 3), ("A", 4.2, 3, 3), ("A", 8, 8, 8)])


@dataclasses.dataclass
class Mistake:
    """A mistake, and what is to be answered."""
    name: str
    text: str = LIQUID
    change: tuple = ()  # pairs of a text and what takes its place
    says: tuple = ()
    never: tuple = ()
    code: int = INPUT_ERROR
    options: tuple = ("--dry-run",)
    files: dict = dataclasses.field(default_factory=dict)
    command: tuple = ()  # in place of the input and the options
    ranks: int = 1


def lines(count, line):
    return "".join(line.format(i=i) + "\n" for i in range(1, count + 1))


NOT_TOML = (
    Mistake("a key is misspelt", change=(("density =", "densty ="),), says=("in.toml:7:", "did you mean 'density'?")),
    Mistake("a list entry has single brackets", change=(("[[stage]]", "[stage]"),), says=("in.toml:21:", "[[stage]]")),
    Mistake("two entries have single brackets", text=LIQUID.replace("[[stage]]", "[stage]") + LIQUID[LIQUID.index("[[stage]]"):]
            .replace("[[stage]]", "[stage]"), says=("in.toml:25:", "double brackets", "[[stage]]")),
    Mistake("quotes are typographic", change=(('"nve"', "\u201cnve\u201d"),), says=("in.toml:22:", "typographic")),
    Mistake("a text has no quotes", change=(('"nve"', "nve"),), says=("in.toml:22:", "not valid TOML")),
)

WORDS = (
    Mistake("nvt", change=(('"nve"', '"nvt"'),), says=('"langevin" (with friction)', '"nose_hoover"'), never=("did you mean",)),
    Mistake("npt", change=(('"nve"', '"npt"'),), says=("no constant pressure", "langevin"), never=("did you mean",)),
    Mistake("a thermostat of others", change=(('"nve"', '"berendsen"'),), says=("the thermostats are",)),
    Mistake("an ensemble is misspelt", change=(('"nve"', '"nosehover"'),), says=('did you mean "nose_hoover"?',)),
    Mistake("lj/cut", change=(('"lennard_jones"', '"lj/cut"'),), says=("in.toml:16:", 'did you mean "lennard_jones"?')),
    Mistake("morse", change=(('"lennard_jones"', '"morse"'),), says=('"table" takes any potential',)),
    Mistake("a species comes twice", text=LIQUID + '[[species]]\nname = "A"\nmass = 1.0\n',
            says=('there are two species "A"',), never=("has no law",)),
    Mistake("a law is missing", text=LIQUID.replace('cells = [5, 5, 5]', 'cells = [5, 5, 5]\nspecies = ["A"]')
            + '[[species]]\nname = "B"\nmass = 1.0\n', says=('pair A-B has no law; add a [[pair.law]]', "pair B-B has no law")),
    Mistake("nve with a temperature", change=(('"nve"', '"nve"\ntemperature = 1.0'),), says=("keeps no temperature",)),
)

COMMAND_LINES = (
    Mistake("an option is misspelt", options=("--dryrun",), says=("did you mean --dry-run?",)),
    Mistake("an option of a subcommand is misspelt", command=("export", "a", "b.xyz", "--evry", "2"), says=("did you mean --every?",)),
    Mistake("run comes before the input", command=("run", "in.toml"), says=("mdsim in.toml",)),
    Mistake("there are two inputs", command=("in.toml", "b.toml"), says=('"b.toml" was not expected', "one input")),
    Mistake("--set has no sign", options=("--set", "run.seed", "3"), says=("--set run.seed=3",)),
    Mistake("--describe is misspelt", command=("--describe", "temperture"), says=("did you mean 'temperature'?",)),
    Mistake("the input is a folder", command=(".",), says=("this is a folder",)),
)


def csv(sign):
    return lines(20, sign.join(("1.{i:02}", "{i}.5", "-{i}")))


TABLES = (
    Mistake("a table with commas", text=TABLE, files={"a.table": csv(",")}, says=("a.table:1:", "separated by blanks", "commas"),
            never=("two rows", "a.table:2:")),
    Mistake("a table with commas and blanks", text=TABLE, files={"a.table": csv(", ")}, says=("a.table:1:", "separated by blanks")),
    Mistake("a table with decimal commas", text=TABLE, files={"a.table": csv(" ").replace(".", ",")},
            says=("decimals have a point",), never=("a.table:2:",)),
    Mistake("a table of two columns", text=TABLE, files={"a.table": lines(50, "1.{i:02} 2.5")},
            says=("a.table:1: 2 columns found, expected 3", "the same is wrong 47 times more, up to line 50"), never=("a.table:4:",)),
    Mistake("a table that falls", text=TABLE, files={"a.table": "".join(reversed(lines(30, "1.{i:02} 2.5 1").splitlines(True)))},
            says=("a.table:2: r = 1.29 does not rise", "times more, up to line 30"), never=("a.table:5:",)),
)

FILES = (
    Mistake("a path is a folder", text=FROM_FILE, files={"atoms.xyz/x": ""}, says=("in.toml:6:", "is a folder"), never=("there is no",)),
    Mistake("a path is the folder of a run", text=FROM_FILE, files={"atoms.xyz/trajectory.h5md": ""}, says=("trajectory.h5md",)),
    Mistake("a file is not there", text=FROM_FILE, says=("in.toml:6:", "there is no file", "relative to the folder of the input")),
    Mistake("a file is compressed", text=FROM_FILE, files={"x.data.gz": "a"}, change=(("atoms.xyz", "x.data.gz"),),
            says=("in.toml:6:", "compressed", "unpack")),
    Mistake("a file is of GROMACS", text=FROM_FILE, files={"x.gro": "a"}, change=(("atoms.xyz", "x.gro"),),
            says=("in.toml:6:", "files .gro are not read", "extended XYZ")),
    Mistake("a file without an ending", text=FROM_FILE, files={"x": "a"}, change=(("atoms.xyz", "x"),),
            says=("in.toml:6:", "set system.file.format")),
    Mistake("not a number in a file", text=FROM_FILE, files={"atoms.xyz": ATOMS.replace("8.0", "nan", 1)},
            says=("atoms.xyz:5: 'nan000000000' in column 2",), never=("rotated",)),
    Mistake("a species that nobody names", text=FROM_FILE, files={"atoms.xyz": ATOMS.replace("A 8", "B 8")},
            says=("in.toml:5:", 'a species "B" that no [[species]] names')),
    Mistake("a mass that differs", text=FROM_FILE, files={"atoms.xyz": ATOMS.replace("pos:R:3", "pos:R:3:mass:R:1")
            .replace("00000\n", "00000 2.0\n")}, says=("in.toml:9:", 'species "A" has the mass 1', "but 2 in the structure")),
    Mistake("the same error on many lines", text=FROM_FILE, files={"atoms.xyz": ATOMS.replace("3\n", "30\n", 1) + lines(27, "A 1 2")},
            says=("found 3 columns; Properties say 4", "24 times more"), ranks=1),
)

# What runs, but is not meant: plausible twins stand beside each, which must pass without a word.

ARGON = """\
[units]
system = "real"
[run]
device = "cpu"
[system.lattice]
type = "fcc"
density = 0.02071
cells = [5, 5, 5]
[[species]]
name = "Ar"
mass = 39.948
[pair]
cutoff = 8.5
[[pair.law]]
species = ["Ar", "Ar"]
type = "lennard_jones"
epsilon = 0.2381
sigma = 3.405
[velocity]
temperature = 94.4
[[stage]]
ensemble = "nve"
steps = 20
time_step = 2.0
[trajectory]
every = 10
[thermo]
every = 10
"""

COPPER = ARGON.replace('"real"', '"metal"').replace("density = 0.02071", "constant = 3.615").replace("Ar", "Cu") \
    .replace("39.948", "63.546").replace("94.4", "300").replace("cutoff = 8.5", "cutoff = 5.0") \
    .replace('type = "lennard_jones"\nepsilon = 0.2381\nsigma = 3.405', 'type = "table"\nfile = "cu.table"') \
    .replace("time_step = 2.0", "time_step = 0.001")

REST = LIQUID.replace("[velocity]\ntemperature = 1.44\n", "") + "[thermo]\nevery = 10\n[trajectory]\nevery = 10\n"
LIQUID_RUN = LIQUID + "[thermo]\nevery = 10\n[trajectory]\nevery = 10\n"
NOSE_HOOVER = ('"nve"', '"nose_hoover"\ntemperature = 1.0\nrelaxation_time = 0.5')
LANGEVIN = ('"nve"', '"langevin"\ntemperature = 1.0\nfriction = 50.0')


def morse(first=1.5, unit=1.0):
    """Girifalco and Weizer's potential of copper [eV], in multiples of a unit of energy."""
    depth, decay, rest = 0.3429, 1.3588, 2.866
    text = ""
    for i in range(1, 801):
        r = first + i * (5.0 - first) / 800
        bond = math.exp(-decay * (r - rest))
        text += f"{r:.8f} {unit * depth * (bond * bond - 2 * bond):.10e} {unit * 2 * decay * depth * (bond * bond - bond):.10e}\n"
    return text


CALM = ("note:", "may be why")

UNITS = (
    Mistake("argon is well", ARGON, says=("1.374 g/cm3", "atoms in sigma^3", "nearest: atoms", "1.2 sigma (4.087 Angstrom)"),
            never=CALM, code=GOOD),
    Mistake("a liquid is well", LIQUID_RUN, never=CALM, code=GOOD),
    Mistake("copper is well", COPPER, files={"cu.table": morse()}, says=("8.935 g/cm3",), never=CALM, code=GOOD),
    Mistake("epsilon is in kelvin", ARGON, (("0.2381", "119.8"),), code=GOOD,
            says=("note: pair: at the highest temperature", "0.0016 times epsilon", "epsilon in kelvin would be 0.2381 kcal",
                  "k_B T 0.79 of it")),
    Mistake("sigma is in nanometres", ARGON, (("3.405", "0.3405"),), code=GOOD,
            says=("less than that of any atom", "the cutoff 8.5 Angstrom is 25 times", "in nm, 0.3405 would be 3.405 Angstrom")),
    Mistake("reduced numbers in real units", ARGON, (("0.2381", "1.0"), ("3.405", "1.0"), ("94.4", "1.0"), ("0.02071", "0.8442"),
                                                     ("8.5", "2.5")), code=GOOD,
            says=("0.002 times epsilon", 'are these reduced numbers, as of units.system = "lj"?')),
    Mistake("a reduced temperature in real units", ARGON, (("94.4", "0.78"),), code=GOOD,
            says=("a temperature of 0.78 epsilon / k_B would be 93.46 K",)),
    Mistake("a temperature in kelvin in lj", LIQUID, (("1.44", "94.4"),), code=GOOD,
            says=("94 times epsilon", "is this one in kelvin?")),
    Mistake("a table in kJ/mol with metal", COPPER, files={"cu.table": morse(unit=96.485)}, code=GOOD,
            says=("0.00078 times the depth", "the table in kJ/mol would be 0.3429 eV")),
    Mistake("a density in g/cm3", ARGON, (("0.02071", "1.374"),), code=GOOD,
            says=("note: system.lattice.density: a number density of 1.374 (91.1 g/cm3)", "1.374 g/cm3 would be 0.0207",
                  "apart at the start")),
    Mistake("a slipped point in a density", LIQUID, (("0.8442", "8.442"),), code=GOOD,
            says=("8.44 atoms in sigma^3", "0.551 sigma (0.5513) apart at the start", "the first step moves one by")),
    Mistake("a mass in kg", ARGON, (("39.948", "6.6335e-26"),), says=("the mass 6.634e-26", "masses are in g/mol", "kg would be 39.95")),
    Mistake("a mass in kg/mol", ARGON, (("39.948", "0.039948"), ("= 2.0", "= 0.01")), code=GOOD,
            says=("note: species.0.mass", "0.03995 kg/mol would be 39.95")),
    Mistake("a mass a thousand times too large", ARGON, (("39.948", "39948"),), code=GOOD,
            says=("no matter has more than 23",)),
)

STARTS = (
    Mistake("nve at rest", REST, code=GOOD, says=("note: stage.0.ensemble: all velocities are zero", "no force acts")),
    Mistake("nose_hoover at rest", REST, (NOSE_HOOVER,), says=("in.toml:20: stage.0.ensemble: nose_hoover cannot heat",)),
    Mistake("nose_hoover at rest off the sites", REST, (NOSE_HOOVER, ("cells =", "displacement = 0.05\ncells =")), code=GOOD,
            says=("all velocities are zero", "starts slowly"), never=("no force acts",)),
    Mistake("langevin from rest", REST, (LANGEVIN,), code=GOOD, never=CALM),
    Mistake("atoms outside of the box", FROM_FILE, code=GOOD, ranks=2, files={"atoms.xyz": ATOMS.replace("A 8", "A 50")},
            says=("note: system.file: 1 atom lies outside", "(50, 8, 8), 3.2 edges beyond")),
    Mistake("atoms inside of the box", FROM_FILE, code=GOOD, files={"atoms.xyz": ATOMS}, never=("outside", "apart at the start")),
    Mistake("overlap in a file, and what follows", FROM_FILE, options=("--overwrite",), code=PHYSICS_ERROR, ranks=2,
            files={"atoms.xyz": ATOMS.replace("A 4.2", "A 3.3")},
            says=("note: system: atoms 1 and 2 (A-A) are 0.3 sigma", "this may be why: system: atoms 1 and 2"), never=("min_distance",)),
    Mistake("a table that begins too late", COPPER, files={"cu.table": morse(first=2.6)}, code=GOOD,
            says=("2.556 Angstrom apart at the start, and the table begins at 2.60", "3000 pairs are inside its first row")),
)



def lennard_jones_table(first):
    rows = [first + i * (2.5 - first) / 400 for i in range(401)]
    return "".join(f"{r:.8f} {4 * (r ** -12 - r ** -6):.10e} {24 * (2 * r ** -13 - r ** -7):.10e}\n" for r in rows)


RUN = ("--overwrite", "--quiet")
LONGER = ("steps = 20", "steps = 200")
THREADS = 4 * len(os.sched_getaffinity(0))

RUNS = (
    Mistake("more threads than cores", LIQUID_RUN, (("[run]", f"[run]\nthreads = {THREADS}"),), code=GOOD,
            says=(f"note: run.threads: {THREADS} threads share",)),
    Mistake("as many threads as cores", LIQUID_RUN, (("[run]", "[run]\nthreads = 1"),), code=GOOD, never=("note: run.threads",)),
    Mistake("a table that begins in the core", TABLE + "[thermo]\nevery = 10\n", (LONGER,), options=RUN, code=GOOD, ranks=2,
            files={"a.table": lennard_jones_table(1.0)},
            says=("nearer than the first row of their table: the force is a guess", "steps that were looked at had pairs nearer")),
    Mistake("a table that begins before the core", TABLE + "[thermo]\nevery = 10\n", (LONGER,), options=RUN, code=GOOD,
            files={"a.table": lennard_jones_table(0.6)}, never=("first row", "which is much")),
    Mistake("a jump at the cutoff alone", LIQUID + "[thermo]\nevery = 10\n", (LONGER,), options=RUN, code=GOOD, never=("which is much",)),
    Mistake("a time step that is too long", LIQUID + "[thermo]\nevery = 10\n", (LONGER, ("0.005", "0.025"), ("cutoff = 2.5", 'cutoff = 2.5\ntruncation = "shift"')), options=RUN, code=GOOD,
            says=("of k_B T an atom, which is much: halve the time step",)),
)

ALL = NOT_TOML + WORDS + COMMAND_LINES + TABLES + FILES + UNITS + STARTS + RUNS


def ask(program, mistake):
    """Answers to a mistake: exit code, and all words on both streams."""
    text = mistake.text
    for old, new in mistake.change:
        assert old in text, f"{old!r} is not in the input"
        text = text.replace(old, new)
    program.write("in.toml", text)
    for name, content in mistake.files.items():
        os.makedirs(os.path.dirname(program.folder(name)), exist_ok=True)
        program.write(name, content)
    code, out, err = program.call(mistake.command or ("in.toml", *mistake.options), mistake.ranks)
    return code, out + err


@pytest.mark.parametrize("mistake", ALL, ids=lambda m: m.name.replace(" ", "-"))
def test_answer(program, mistake):
    code, words = ask(program, mistake)
    assert code == mistake.code, words
    for word in mistake.says:
        assert word in words
    for word in mistake.never:
        assert word not in words


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
