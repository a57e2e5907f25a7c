# SPDX-License-Identifier: BSD-3-Clause
"""Two atoms that fly at each other, and a potential that falls inside its maximum."""

import cases

METAL = '[units]\nsystem = "metal"\n'
OXYGEN = '\n[[species]]\nname = "O"\nmass = 15.999\n'
BUCKINGHAM = """
[pair]
cutoff = 7.0
[[pair.potential]]
species = ["O", "O"]
type = "buckingham"
a = 1388.773
rho = 0.362319
c = 175.0
"""


def two_atoms(program, name, distance, speed, *forces):
    """Writes an input of two atoms that fly at each other."""
    lattice = 'Lattice="30 0 0 0 30 0 0 0 30" Properties=species:S:1:pos:R:3:vel:R:3'
    rows = f"O 10 10 10 {speed} 0 0\nO {10 + distance} 10 10 {-speed} 0 0\n"
    program.write(name + ".xyz", f"2\n{lattice}\n{rows}")
    system = cases.run(precision="double") + f'\n[system.file]\npath = "{name}.xyz"\n' + OXYGEN
    rest = cases.stage("nve", 200, 0.0001) + "\n[thermo]\nevery = 5\n"
    return program.write(name + ".toml", METAL + system + "".join(forces) + rest)
