# SPDX-License-Identifier: BSD-3-Clause
"""The files of parameters: taken from the distribution of LAMMPS, kept in validation/potentials, copied for a run.

Long tables are thinned to every tenth knot: what is kept here must be small, and reference numbers hold for the
table that they were computed from."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "potentials"


@dataclass(frozen=True)
class Potential:
    """A file of parameters: its name, the kind of its table, where it was published."""

    file: str
    format: str
    """funcfl, setfl, fs, adp, stillinger_weber or tersoff"""
    source: str
    every: int = 1
    """only every so-manieth knot is kept"""


ANGELO = "J. E. Angelo, N. R. Moody, M. I. Baskes, Modelling Simul. Mater. Sci. Eng. 3, 289 (1995)"
FOILES = "S. M. Foiles, M. I. Baskes, M. S. Daw, Phys. Rev. B 33, 7983 (1986), universal functions 3"

CU = Potential("Cu_u3.eam", "funcfl", FOILES)
NI = Potential("Ni_u3.eam", "funcfl", FOILES)
NIAL = Potential("NiAlH_jea.eam.alloy", "setfl", ANGELO)
NIAL_FS = Potential("NiAlH_jea.eam.fs", "fs", ANGELO)
ALFE = Potential(
    "AlFe_mm.eam.fs",
    "fs",
    "M. I. Mendelev, D. J. Srolovitz, G. J. Ackland, S. Han, J. Mater. Res. 20, 208 (2005)",
    every=10,
)
ALCU = Potential("AlCu.adp", "adp", "F. Apostol, Y. Mishin, Phys. Rev. B 83, 054116 (2011)", every=10)
SI_SW = Potential("Si.sw", "stillinger_weber", "F. H. Stillinger, T. A. Weber, Phys. Rev. B 31, 5262 (1985)")
GAN_SW = Potential("GaN.sw", "stillinger_weber", "A. Bere, A. Serra, Phil. Mag. 86, 2159 (2006)")
SI_TERSOFF = Potential("Si.tersoff", "tersoff", "J. Tersoff, Phys. Rev. B 37, 6991 (1988)")
SIC_TERSOFF = Potential(
    "SiC.tersoff", "tersoff", "J. Tersoff, Phys. Rev. B 39, 5566 (1989), with the erratum in 41, 3248 (1990)"
)
ALL = (CU, NI, NIAL, NIAL_FS, ALFE, ALCU, SI_SW, GAN_SW, SI_TERSOFF, SIC_TERSOFF)


def pack(potential: Potential, distribution: Path) -> None:
    """Writes the packed file, with the citation in place of the comments."""
    text = (distribution / potential.file).read_text(encoding="utf-8")
    if potential.format in ("stillinger_weber", "tersoff"):
        kept = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
        lines = [f"# units metal. {potential.source}", *kept]
    elif potential.format == "funcfl":
        lines = [f"funcfl table, units metal. {potential.source}", *text.splitlines()[1:]]
    else:
        about = f"{potential.format} table, units metal."
        if potential.every > 1:
            about += f" Only one knot of {potential.every} of the published table."
        rest = list(thinned(text, potential)) if potential.every > 1 else text.splitlines()[3:]
        lines = [about, potential.source, "", *rest]
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / potential.file).write_text("\n".join(lines) + "\n")


def thinned(text: str, potential: Potential) -> Iterator[str]:
    """The lines of a table after its comments, with fewer knots, whose digits stay as they are.

    Functions of the distance get one more, zero at the cutoff: beyond the last knot LAMMPS keeps the value and the
    slope, and a coarse table would end too early for that to be harmless."""
    every, lines = potential.every, text.splitlines()[3:]
    elements = lines[0].split()
    count = int(elements[0])
    rho_knots, rho_step, r_knots, r_step, cutoff = lines[1].split()
    words = iter([word for line in lines[2:] for word in line.split()])

    def table(knots: int, end: str = "") -> str:
        return "\n".join([next(words) for _ in range(knots)][::every] + ([end] if end else []))

    yield " ".join(elements)
    yield f"{-(-int(rho_knots) // every)} {float(rho_step) * every!r} {-(-int(r_knots) // every) + 1} " + (
        f"{float(r_step) * every!r} {float(cutoff)!r}"
    )
    pairs = count * (count + 1) // 2 * (3 if potential.format == "adp" else 1)
    for _ in range(count):
        yield " ".join(next(words) for _ in range(4))
        yield table(int(rho_knots))
        for _ in range(count if potential.format == "fs" else 1):
            yield table(int(r_knots), "0.0")
    for _ in range(pairs):
        yield table(int(r_knots), "0.0")


def put(potential: Potential, folder: Path) -> None:
    """Puts the file into a folder."""
    shutil.copy(FOLDER / potential.file, folder)
