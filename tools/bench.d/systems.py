# SPDX-License-Identifier: BSD-3-Clause
"""The inputs that are measured: the Lennard-Jones melt of the LAMMPS benchmark, for both programs."""

DENSITY = 0.8442
TEMPERATURE = 1.44
CUTOFF = 2.5
TIME_STEP = 0.005


def cells_for(atoms):
    """Edge of the crystal in fcc cells, for about this many atoms."""
    return max(2, round((atoms / 4) ** (1 / 3)))


HEAD = """[units]
system = "lj"

[run]
precision = "{precision}"
threads = {threads}

[[species]]
name = "A"
mass = 1.0

[pair]
cutoff = {cutoff}

[[pair.law]]
species = ["A", "A"]
type = "lennard_jones"
epsilon = 1.0
sigma = 1.0

[neighbor]
skin = {skin}
{rebuild}
[thermo]
every = 0

[checkpoint]
every = 0
wall_every = 0
"""


def head(precision, threads, skin, rebuild):
    lines = 'rebuild = "fixed"\nevery = 20\n' if rebuild == "fixed" else ""
    return HEAD.format(precision=precision, threads=threads, cutoff=CUTOFF, skin=skin, rebuild=lines)


def melt_input(cells, steps, precision, threads):
    """From the crystal to the liquid, whose last frame the measured runs begin with."""
    return head(precision, threads, 0.3, "checked") + f"""
[system.lattice]
type = "fcc"
density = {DENSITY}
cells = [{cells}, {cells}, {cells}]

[velocity]
temperature = {TEMPERATURE}

[[stage]]
name = "melt"
ensemble = "nve"
steps = {steps}
time_step = {TIME_STEP}

[trajectory]
every = {steps}
fields = ["position", "velocity"]
"""


def measured_input(start, steps, precision, threads, skin, rebuild, frames_every=0):
    """Goes on from the last frame of a melt, at constant energy."""
    return head(precision, threads, skin, rebuild) + f"""
[system.file]
path = "{start}"
types = ["A"]

[velocity]
remove_drift = false

[[stage]]
name = "measure"
ensemble = "nve"
steps = {steps}
time_step = {TIME_STEP}

[trajectory]
every = {frames_every}
"""


LAMMPS_HEAD = f"""units lj
atom_style atomic
"""

LAMMPS_FORCES = f"""pair_style lj/cut {CUTOFF}
pair_coeff 1 1 1.0 1.0 {CUTOFF}
neighbor 0.3 bin
neigh_modify delay 0 every 20 check no
fix 1 all nve
timestep {TIME_STEP}
thermo 1000000
"""


def lammps_melt(cells, steps, restart):
    """The benchmark of LAMMPS (bench/in.lj) up to the liquid, kept in a restart file."""
    return LAMMPS_HEAD + f"""lattice fcc {DENSITY}
region box block 0 {cells} 0 {cells} 0 {cells}
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create {TEMPERATURE} 87287 loop geom
""" + LAMMPS_FORCES + f"run {steps}\nwrite_restart {restart}\n"


def lammps_measured(steps, restart):
    """Goes on from the restart file; the loop time of LAMMPS is what counts."""
    return f"read_restart {restart}\n" + LAMMPS_FORCES + f"run {steps}\n"
