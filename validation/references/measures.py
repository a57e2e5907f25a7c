# SPDX-License-Identifier: BSD-3-Clause
"""The kind of crystal, the centro-symmetry parameter and the coordination number of each atom of fixed structures."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .documents import write_json
from .lammps import Lammps, last_dump
from .structures import BCC, Crystal

NAME = "crystal-structure"
REACH = 8.0
"""of the pair style that does nothing, which LAMMPS wants to be longer than what is computed [Angstrom]"""


@dataclass(frozen=True)
class Sample:
    """A structure, by the name of its input, and with what lengths [Angstrom] and numbers it is measured."""

    name: str
    structure: str
    what: str
    cutoff: float
    neighbors: int


SAMPLES = (
    Sample("cu", "../eam-cu-defect/system.data", "a slab of copper with vacancies and an interstitial", 3.09, 12),
    Sample("nial", "../eam-alloy/triclinic.data", "fcc sheared and displaced, two species, triclinic", 3.05, 12),
    Sample("fe", "fe.data", "432 atoms of bcc iron, displaced by up to 0.3", 3.45, 8),
)

DECK = """units metal
atom_style atomic
boundary p p p
box tilt large
read_data system.data
pair_style zero {reach}
pair_coeff * *
compute kind all cna/atom {s.cutoff}
compute centro all centro/atom {s.neighbors}
compute near all coord/atom cutoff {s.cutoff}
dump f all custom 1 atoms.dump id c_kind c_centro c_near
dump_modify f sort id format float %.14g
run 0
"""

OTHER = 5
"""what LAMMPS calls an atom of no kind; here it is 0"""


def make(folder: Path, lammps: Lammps, scratch: Path, anew: bool) -> None:
    """Writes the numbers of all samples."""
    folder.mkdir(parents=True, exist_ok=True)
    iron = folder / "fe.data"
    if anew or not iron.exists():
        Crystal(BCC, 2.855, 6, 0.3, 131).structure(f"fe: {SAMPLES[-1].what}", (55.845,)).write(iron)
    write_json(
        folder / "reference.json",
        {
            "kind": "measures",
            "what": "kind of crystal, centro-symmetry and coordination of each atom",
            "oracle": lammps.name(),
            "method": "compute cna/atom, centro/atom, coord/atom; files atoms.*.txt.gz hold id, kind (0 other, 1 fcc, "
            "2 hcp, 3 bcc, 4 icosahedral), centro-symmetry [Angstrom^2] and neighbours",
            "variants": {s.name: {"what": s.what, "structure": s.structure} for s in SAMPLES},
        },
    )
    for sample in SAMPLES:
        place = scratch / sample.name
        place.mkdir(parents=True)
        shutil.copy(folder / sample.structure, place / "system.data")
        lammps.run(DECK.format(s=sample, reach=REACH), place)
        write_atoms(folder / f"atoms.{sample.name}.txt.gz", last_dump(place / "atoms.dump"))


def write_atoms(path: Path, rows: Sequence[Sequence[float]]) -> None:
    """The numbers of each atom, the same bytes each time."""
    lines = [f"# id kind centro_symmetry coordination, {len(rows)} atoms"]
    for number, (kind, centro, near) in enumerate(rows, 1):
        lines.append(f"{number} {int(kind) % OTHER} {centro:.10g} {int(near)}")
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, 0) as file:
        file.write(("\n".join(lines) + "\n").encode())
