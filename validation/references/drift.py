# SPDX-License-Identifier: BSD-3-Clause
"""How the energy of LAMMPS drifts over 20,000 steps of 1 fs at constant energy."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mdsim_tools.statistics import line_slope, linear_fit, rms

from . import potentials as of
from .documents import case_file, many_body, write_json
from .lammps import Lammps, forces, thermo_rows
from .potentials import Potential
from .single_point import prepare

STEPS = 20000
EVERY = 10
TIME_STEP = 0.001
FIELDS = """step, potential and total energy and temperature every 10 steps; drift: slope of the least-squares line
through the total energy, its error from the steps between the means of eight segments"""


@dataclass(frozen=True)
class Run:
    """A crystal that is heated at once and then left alone."""

    name: str
    what: str
    potential: Potential
    element: str
    mass: float
    lattice: str
    constant: float
    cells: int
    temperature: float
    """of the velocities at the start, of which the crystal takes half"""


RUNS = (
    Run("cu", "Cu_u3.eam, fcc", of.CU, "Cu", 63.55, "fcc", 3.615, 7, 1600),
    Run("si-sw", "Si.sw, diamond", of.SI_SW, "Si", 28.0855, "diamond", 5.431, 4, 1000),
    Run("si-tersoff", "Si.tersoff, diamond", of.SI_TERSOFF, "Si", 28.0855, "diamond", 5.432, 4, 1000),
)

DECK = """# SPDX-License-Identifier: BSD-3-Clause
# The run of LAMMPS whose drift stands in case.json; the potential lies beside it, unpacked.
units metal
atom_style atomic
lattice {r.lattice} {r.constant}
region box block 0 {r.cells} 0 {r.cells} 0 {r.cells}
create_box 1 box
create_atoms 1 box
mass 1 {r.mass}
{forces}
velocity all create {r.temperature} 376847 loop geom mom yes
neighbor 1.0 bin
neigh_modify every 1 delay 0 check yes
fix 1 all nve
timestep {time_step}
thermo {every}
thermo_style custom step pe etotal temp
thermo_modify norm no format float %.14g
run {steps}
"""

INPUT = """# SPDX-License-Identifier: BSD-3-Clause
# {r.what}: {steps:,} steps of 1 fs at constant energy; velocities differ from those of LAMMPS.

[units]
system = "metal"
constants = "lammps"

[system.lattice]
type = "{r.lattice}"
constant = {r.constant}
cells = [{r.cells}, {r.cells}, {r.cells}]

[[species]]
name = "{r.element}"
mass = {r.mass}

{many_body}
[velocity]
temperature = {r.temperature}

[[stage]]
name = "nve"
ensemble = "nve"
steps = {steps}
time_step = {time_step}

[trajectory]
every = 0

[thermo]
every = {every}
columns = ["potential_energy", "total_energy", "temperature"]
"""


def measure(r: Run, lammps: Lammps, scratch: Path, deck: str) -> dict[str, Any]:
    """The drift of one run; energies in eV per atom, times in ps."""
    said = lammps.run(deck, prepare([r.potential], scratch))
    rows = thermo_rows(said)
    atoms = (4 if r.lattice == "fcc" else 8) * r.cells**3
    time, energy = [row[0] * TIME_STEP for row in rows], [row[2] / atoms for row in rows]
    slope, error = line_slope(time, energy)
    first, line = linear_fit(time, energy)
    noise = rms([e - first - line * t for t, e in zip(time, energy)])
    return {
        "what": r.what,
        "atoms": atoms,
        "temperature_of_start_K": r.temperature,
        "mean_temperature_K": sum(row[3] for row in rows) / len(rows),
        "energy_per_atom_at_start_eV": energy[0],
        "drift_eV_per_atom_per_ps": slope,
        "error_eV_per_atom_per_ps": error,
        "rms_about_the_line_eV_per_atom": noise,
        "deck": f"{r.name}.lammps",
        "input": f"{r.name}.toml",
    }


def make(folder: Path, lammps: Lammps, scratch: Path) -> None:
    """Writes the folder: decks, inputs, and what was found."""
    folder.mkdir(exist_ok=True)
    runs = {}
    for r in RUNS:
        common = {"r": r, "time_step": TIME_STEP, "steps": STEPS, "every": EVERY}
        deck = DECK.format(forces=forces([r.potential], [r.element]), **common)
        (folder / f"{r.name}.lammps").write_text(deck, encoding="utf-8")
        text = INPUT.format(many_body=many_body([r.potential], [r.element]), **common)
        (folder / f"{r.name}.toml").write_text(text, encoding="utf-8")
        runs[r.name] = measure(r, lammps, scratch / r.name, deck)
    reference = {
        "kind": "many_body_drift",
        "what": f"energy drift over {STEPS:,} steps of 1 fs at constant energy",
        "oracle": lammps.name(),
        "fields": " ".join(FIELDS.split()),
        "steps": STEPS,
        "time_step_ps": TIME_STEP,
        "runs": runs,
    }
    write_json(case_file(folder), reference)
