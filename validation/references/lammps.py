# SPDX-License-Identifier: BSD-3-Clause
"""Starts LAMMPS on decks that are made here, and reads what it leaves."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from .potentials import Potential

PRESSURE = 1.6021765e6
"""eV/Angstrom^3 in bar, as LAMMPS has it (nktv2p of its units metal)"""

STYLES = {
    "funcfl": "eam",
    "setfl": "eam/alloy",
    "fs": "eam/fs",
    "adp": "adp",
    "stillinger_weber": "sw",
    "tersoff": "tersoff",
}
"""pair styles by the kind of file"""


class Lammps:
    """The program, one process and one thread."""

    def __init__(self, path: str) -> None:
        found = shutil.which(path)
        if found is None:
            raise FileNotFoundError(
                f"{path} was not found: install LAMMPS, on Debian the packages lammps and lammps-data"
            )
        self.path = found

    def run(self, deck: str, folder: Path) -> str:
        """Runs a deck in a folder; returns what was printed."""
        (folder / "in.lammps").write_text(deck, encoding="utf-8")
        command = [self.path, "-in", "in.lammps", "-log", "none"]
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.stdout

    def name(self) -> str:
        """What reference files call it."""
        said = subprocess.run([self.path, "-h"], capture_output=True, text=True, check=True).stdout
        version = re.search(r"Simulator - (.+)", said)
        which = version.group(1).replace(" - ", " ") if version else ""
        return f"LAMMPS {which}{debian_version()}, double precision, one process"


def debian_version() -> str:
    """The package that the program is part of, on Debian."""
    if shutil.which("dpkg-query") is None:
        return ""
    command = ["dpkg-query", "-W", "-f", "${Version}", "lammps"]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    return f" (Debian package {said.stdout})" if said.returncode == 0 else ""


def forces(potentials: Sequence[Potential], elements: Sequence[str]) -> str:
    """The pair style with its coefficients."""
    lines = [f"pair_style {STYLES[potentials[0].format]}"]
    if potentials[0].format == "funcfl":
        lines += [f"pair_coeff {k} {k} {p.file}" for k, p in enumerate(potentials, 1)]
    else:
        lines.append(f"pair_coeff * * {potentials[0].file} {' '.join(elements)}")
    return "\n".join(lines)


HEAD = """units metal
atom_style atomic
boundary p p p
box tilt large
read_data system.data
{forces}
neighbor 1.0 bin
neigh_modify every 1 delay 0 check yes
"""

MELT = (
    HEAD
    + """velocity all create {temperature} 4711 loop geom mom yes
timestep 0.001
fix 1 all nve
fix 2 all langevin {temperature} {temperature} 0.1 815
run {steps}
unfix 2
velocity all zero linear
dump f all custom 1 melted.dump id type x y z vx vy vz
dump_modify f sort id format float %.14g
run 0
"""
)

SINGLE_POINT = (
    HEAD
    + """compute virial all pressure NULL virial
compute energy all pe/atom
compute stress all stress/atom NULL virial
fix hold all nve
dump f all custom 1 atoms.dump id fx fy fz c_energy c_stress[*]
dump_modify f sort id format float %.14g
thermo_style custom step pe c_virial[1] c_virial[2] c_virial[3] c_virial[4] c_virial[5] c_virial[6] vol
thermo_modify norm no format float %.16g
run 0 post no
print "RESULT $(pe:%.16g) $(vol:%.16g) $(c_virial[1]:%.16g) $(c_virial[2]:%.16g) $(c_virial[3]:%.16g) &
$(c_virial[4]:%.16g) $(c_virial[5]:%.16g) $(c_virial[6]:%.16g)"
"""
)

TRAJECTORY = (
    HEAD
    + """fix 1 all nve
timestep {time_step}
compute virial all pressure NULL virial
variable t equal step*dt
thermo 10
thermo_style custom step v_t pe ke etotal c_virial vol
thermo_modify norm no format float %.14g
dump f all custom {steps} final.dump id xu yu zu vx vy vz
dump_modify f sort id first no format float %.14g
run {steps}
"""
)


def last_dump(path: Path) -> list[list[float]]:
    """The rows of the last frame of a dump, without the number of the atom."""
    frame = path.read_text(encoding="utf-8").split("ITEM: ATOMS")[-1]
    return [[float(word) for word in line.split()[1:]] for line in frame.splitlines()[1:]]


def thermo_rows(said: str) -> list[list[float]]:
    """The rows of the last table of thermodynamic output."""
    table = said.split("Step ")[-1].split("Loop time")[0]
    return [[float(word) for word in line.split()] for line in table.splitlines()[1:] if line.strip()]
