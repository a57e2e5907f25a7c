# SPDX-License-Identifier: BSD-3-Clause
"""Mistakes that people make, the inputs in which they make them, and what is to be answered."""

import dataclasses
import math
import os

import cases
from mdsim_tools.program import FINISHED, INPUT_ERROR, PHYSICS_ERROR  # noqa: F401

GOOD = FINISHED

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
[[pair.potential]]
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

FROM_FILE = LIQUID.replace(
    LIQUID[LIQUID.index("[system.lattice]") : LIQUID.index("[[species]]")], '[system.file]\npath = "atoms.xyz"\n'
)
TABLE = LIQUID.replace('type = "lennard_jones"\nepsilon = 1.0\nsigma = 1.0', 'type = "table"\nfile = "a.table"')
ATOMS = cases.extxyz((12.0, 12.0, 12.0), [("A", 3, 3, 3), ("A", 4.2, 3, 3), ("A", 8, 8, 8)])
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
[[pair.potential]]
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

COPPER = (
    ARGON.replace('"real"', '"metal"')
    .replace("density = 0.02071", "constant = 3.615")
    .replace("Ar", "Cu")
    .replace("39.948", "63.546")
    .replace("94.4", "300")
    .replace("cutoff = 8.5", "cutoff = 5.0")
    .replace('type = "lennard_jones"\nepsilon = 0.2381\nsigma = 3.405', 'type = "table"\nfile = "cu.table"')
    .replace("time_step = 2.0", "time_step = 0.001")
)

REST = LIQUID.replace("[velocity]\ntemperature = 1.44\n", "") + "[thermo]\nevery = 10\n[trajectory]\nevery = 10\n"
LIQUID_RUN = LIQUID + "[thermo]\nevery = 10\n[trajectory]\nevery = 10\n"
NOSE_HOOVER = ('"nve"', '"nose_hoover"\ntemperature = 1.0\nrelaxation_time = 0.5')
RESCALING = ('"nve"', '"velocity_rescaling"\ntemperature = 1.0\nrelaxation_time = 0.5')
MINIMIZE = ('"nve"', '"minimize"\nminimize = {force_tolerance = 1e-3}')
LANGEVIN = ('"nve"', '"langevin"\ntemperature = 1.0\nfriction = 50.0')


def morse(first=1.5, unit=1.0):
    """Girifalco and Weizer's potential of copper [eV], in multiples of a unit of energy."""
    depth, decay, rest = 0.3429, 1.3588, 2.866
    text = ""
    for i in range(1, 801):
        r = first + i * (5.0 - first) / 800
        bond = math.exp(-decay * (r - rest))
        energy, force = depth * (bond * bond - 2 * bond), 2 * decay * depth * (bond * bond - bond)
        text += f"{r:.8f} {unit * energy:.10e} {unit * force:.10e}\n"
    return text


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


def check(program, mistake):
    """Makes a mistake, and looks at what is answered to it."""
    code, words = ask(program, mistake)
    assert code == mistake.code, words
    for word in mistake.says:
        assert word in words
    for word in mistake.never:
        assert word not in words
