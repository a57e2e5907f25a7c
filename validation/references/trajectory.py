# SPDX-License-Identifier: BSD-3-Clause
"""Short trajectories at constant energy: energies on the way, the atoms at the end, and how chaotic they are."""

from __future__ import annotations

from pathlib import Path

from . import documents, structures
from .cases import Trajectory
from .lammps import TRAJECTORY, Lammps, forces, last_dump, thermo_rows
from .single_point import prepare, start

COLUMNS = ["step", "time", "potential_energy", "kinetic_energy", "total_energy", "virial_pressure", "volume"]
NUDGE = 1e-5
"""of the first atom along x, to see how a displacement grows [Angstrom]"""


def run(t: Trajectory, atoms: structures.Structure, lammps: Lammps, scratch: Path) -> tuple[str, list[list[float]]]:
    """What LAMMPS prints, and the atoms at the end."""
    place = prepare(t.start.potentials, scratch)
    atoms.write(place / "system.data")
    deck = TRAJECTORY.format(forces=forces(t.start.potentials, t.start.elements), time_step=t.time_step, steps=t.steps)
    return lammps.run(deck, place), last_dump(place / "final.dump")


def growth(t: Trajectory, atoms: structures.Structure, end: list[list[float]], lammps: Lammps, scratch: Path) -> float:
    """By what factor a displacement of one atom has grown, as the largest component of any atom."""
    x, y, z = atoms.positions[0]
    moved = structures.Structure(**{**atoms.__dict__, "positions": [(x + NUDGE, y, z), *atoms.positions[1:]]})
    other = run(t, moved, lammps, scratch)[1]
    return max(abs(a - b) for p, q in zip(end, other) for a, b in zip(p[:3], q[:3])) / NUDGE


def make(folder: Path, t: Trajectory, lammps: Lammps, scratch: Path, anew: bool) -> None:
    """Writes the folder of a trajectory."""
    folder.mkdir(exist_ok=True)
    data = folder / "system.data"
    if anew or not data.exists():
        start(t.start, lammps, scratch, t.temperature).write(data)
    atoms = structures.read(data)
    said, end = run(t, atoms, lammps, scratch)
    lines = ["# id x y z vx vy vz after 100 steps; positions unwrapped"]
    lines += [
        f"{i} " + " ".join([*(f"{x:.10f}" for x in row[:3]), *(f"{v:.10e}" for v in row[3:])])
        for i, row in enumerate(end, 1)
    ]
    (folder / "final.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "nve.toml").write_text(
        documents.trajectory_input(t.what, t.start, t.time_step, t.steps), encoding="utf-8"
    )
    reference = {
        "id": t.name,
        "what": t.what,
        "oracle": lammps.name(),
        "units": "metal",
        "unit_names": {"energy": "eV", "length": "Angstrom", "pressure": "bar", "time": "ps"},
        "integrator": "velocity Verlet, constant energy",
        "time_step": t.time_step,
        "steps": t.steps,
        "start": "system.data",
        "final": "final.txt",
        "thermo_columns": COLUMNS,
        "thermo": thermo_rows(said),
        "growth_of_a_small_displacement_over_the_run": float(f"{growth(t, atoms, end, lammps, scratch):.3g}"),
        "kind": "trajectory",
        "tolerance_in_words": "positions may differ by rounding, about 1e-13 times the growth factor times a few; 1e-8 "
        "absolute in double precision, energies 1e-9 relative; in mixed precision only energies count (1e-4 relative). "
        "The unit constant that turns eV and g/mol into velocities is 1.0364269e-4 here",
        "tolerance": {"double": {"energy": 1e-9, "position": 1e-8}, "mixed": {"energy": 1e-4}},
        "potential": documents.description(t.start.potentials, t.start.elements),
        "masses": list(t.start.masses),
    }
    documents.write_json(documents.case_file(folder), reference)
