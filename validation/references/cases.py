# SPDX-License-Identifier: BSD-3-Clause
"""The configurations, by the folder that holds them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import potentials as of
from .potentials import Potential
from .structures import BCC, DIAMOND, FCC, Crystal


@dataclass(frozen=True)
class Variant:
    """One configuration: `name`.data, `name`.toml, and what was found for it."""

    name: str
    what: str
    potentials: Sequence[Potential]
    elements: Sequence[str]
    masses: Sequence[float]
    crystal: Crystal
    melt: float | None = None
    """the crystal is heated to this temperature [K]"""
    steps: int = 3000
    """of the heating"""


@dataclass(frozen=True)
class Folder:
    """Configurations of one claim, or the start of a trajectory."""

    name: str
    what: str
    variants: Sequence[Variant]
    forces_tolerance: float
    """in double precision, of the rms force"""


NI_AL, M_NI_AL = ("Ni", "Al"), (58.71, 26.982)
CU_NI, M_CU_NI = ("Cu", "Ni"), (63.55, 58.71)
AL_FE, M_AL_FE = ("Al", "Fe"), (26.98154, 55.845)
AL_CU, M_AL_CU = ("Al", "Cu"), (26.982, 63.546)
GA_N, M_GA_N = ("Ga", "N"), (69.723, 14.007)
SI_C, M_SI_C = ("Si", "C"), (28.0855, 12.011)
SI, M_SI = ("Si",), (28.0855,)

ALFE_LIQUID = Variant(
    "alfe",
    "432 atoms, Al and Fe in equal parts, melted",
    [of.ALFE],
    AL_FE,
    M_AL_FE,
    Crystal(BCC, 2.95, 6, 0.1, 101, (0.5, 0.5)),
    melt=2500,
)
SI_SW_CRYSTAL = Variant(
    "si", "216 Si atoms, diamond, displaced by up to 0.2", [of.SI_SW], SI, M_SI, Crystal(DIAMOND, 5.431, 3, 0.2, 111)
)
SIC_CRYSTAL = Variant(
    "sic",
    "216 atoms, zincblende with 10 pairs exchanged, displaced by up to 0.15",
    [of.SIC_TERSOFF],
    SI_C,
    M_SI_C,
    Crystal(DIAMOND, 4.36, 3, 0.15, 121, ordered=True, swaps=10),
)

EMBEDDED = (
    Folder(
        "eam-fs",
        "EAM whose density depends on both species of a pair (files of Finnis and Sinclair's form)",
        (
            ALFE_LIQUID,
            Variant(
                "nial",
                "256 atoms, 70 % Ni, fcc with the species at random sites, displaced by up to 0.15",
                [of.NIAL_FS],
                NI_AL,
                M_NI_AL,
                Crystal(FCC, 3.57, 4, 0.15, 102, (0.7, 0.3)),
            ),
            Variant(
                "images",
                "16 atoms of Al and Fe in a box narrower than the cutoff",
                [of.ALFE],
                AL_FE,
                M_AL_FE,
                Crystal(BCC, 2.95, 2, 0.15, 103, (0.5, 0.5)),
            ),
        ),
        1e-8,
    ),
    Folder(
        "eam-mixed",
        "EAM of two elements whose funcfl files LAMMPS mixes: phi is Z_a(r) Z_b(r)/r",
        (
            Variant(
                "cuni",
                "256 atoms, Cu and Ni in equal parts, fcc with the species at random sites, displaced by up to 0.15",
                [of.CU, of.NI],
                CU_NI,
                M_CU_NI,
                Crystal(FCC, 3.57, 4, 0.15, 104, (0.5, 0.5)),
            ),
            Variant(
                "images",
                "32 atoms of Cu and Ni in a box narrower than two cutoffs",
                [of.CU, of.NI],
                CU_NI,
                M_CU_NI,
                Crystal(FCC, 3.57, 2, 0.15, 105, (0.5, 0.5)),
            ),
        ),
        1e-8,
    ),
    Folder(
        "eam-alloy",
        "EAM of an alloy (setfl file) in a triclinic box and in a narrow one",
        (
            Variant(
                "triclinic",
                "256 atoms, 70 % Ni, fcc sheared, the species at random sites, displaced by up to 0.15",
                [of.NIAL],
                NI_AL,
                M_NI_AL,
                Crystal(FCC, 3.57, 4, 0.15, 106, (0.7, 0.3), tilt=(0.21, -0.13, 0.17)),
            ),
            Variant(
                "images",
                "32 atoms of Ni and Al in a box narrower than two cutoffs",
                [of.NIAL],
                NI_AL,
                M_NI_AL,
                Crystal(FCC, 3.57, 2, 0.15, 107, (0.7, 0.3)),
            ),
        ),
        1e-8,
    ),
    Folder(
        "adp",
        "Angular-dependent potential of an alloy",
        (
            Variant(
                "alcu",
                "256 atoms, 70 % Al, fcc with the species at random sites, displaced by up to 0.2",
                [of.ALCU],
                AL_CU,
                M_AL_CU,
                Crystal(FCC, 3.95, 4, 0.2, 108, (0.7, 0.3)),
            ),
            Variant(
                "images",
                "32 atoms of Al and Cu in a box narrower than two cutoffs",
                [of.ALCU],
                AL_CU,
                M_AL_CU,
                Crystal(FCC, 3.95, 2, 0.2, 109, (0.7, 0.3)),
            ),
        ),
        1e-8,
    ),
)

COVALENT = (
    Folder(
        "stillinger-weber",
        "Stillinger-Weber potential: silicon, and gallium nitride, in which triplets mix species",
        (
            SI_SW_CRYSTAL,
            Variant(
                "si-liquid",
                "216 Si atoms, melted and denser than the crystal by 13 %",
                [of.SI_SW],
                SI,
                M_SI,
                Crystal(DIAMOND, 5.21, 3, 0.1, 112),
                melt=3000,
            ),
            Variant(
                "si-triclinic",
                "216 Si atoms, diamond sheared, displaced by up to 0.2",
                [of.SI_SW],
                SI,
                M_SI,
                Crystal(DIAMOND, 5.431, 3, 0.2, 113, tilt=(0.19, -0.14, 0.23)),
            ),
            Variant(
                "si-images",
                "8 Si atoms in a box narrower than two cutoffs",
                [of.SI_SW],
                SI,
                M_SI,
                Crystal(DIAMOND, 5.431, 1, 0.2, 114),
            ),
            Variant(
                "gan",
                "216 atoms, zincblende with 10 pairs exchanged, displaced by up to 0.15",
                [of.GAN_SW],
                GA_N,
                M_GA_N,
                Crystal(DIAMOND, 4.5, 3, 0.15, 115, ordered=True, swaps=10),
            ),
            Variant(
                "gan-disordered",
                "216 atoms of Ga and N, melted",
                [of.GAN_SW],
                GA_N,
                M_GA_N,
                Crystal(DIAMOND, 4.5, 3, 0.1, 116, ordered=True),
                melt=6000,
            ),
        ),
        1e-9,
    ),
    Folder(
        "tersoff",
        "Tersoff potential: silicon, and silicon carbide, in which bonds mix species",
        (
            Variant(
                "si",
                "216 Si atoms, diamond, displaced by up to 0.2",
                [of.SI_TERSOFF],
                SI,
                M_SI,
                Crystal(DIAMOND, 5.431, 3, 0.2, 117),
            ),
            Variant(
                "si-disordered",
                "216 Si atoms, melted",
                [of.SI_TERSOFF],
                SI,
                M_SI,
                Crystal(DIAMOND, 5.3, 3, 0.1, 118),
                melt=5000,
            ),
            Variant(
                "si-images",
                "8 Si atoms in a box narrower than two cutoffs",
                [of.SI_TERSOFF],
                SI,
                M_SI,
                Crystal(DIAMOND, 5.431, 1, 0.2, 119),
            ),
            SIC_CRYSTAL,
            Variant(
                "sic-disordered",
                "216 atoms of Si and C, melted",
                [of.SIC_TERSOFF],
                SI_C,
                M_SI_C,
                Crystal(DIAMOND, 4.36, 3, 0.1, 122, ordered=True),
                melt=6000,
            ),
        ),
        1e-9,
    ),
)


@dataclass(frozen=True)
class Trajectory:
    """100 steps at constant energy from a configuration that Langevin dynamics has left."""

    name: str
    what: str
    start: Variant
    temperature: float
    time_step: float = 0.001
    steps: int = 100


TRAJECTORIES = (
    Trajectory("nve-eam-fs", "EAM of Al and Fe (AlFe_mm.eam.fs), 432 atoms, 100 steps", ALFE_LIQUID, 1500),
    Trajectory("nve-stillinger-weber", "Stillinger-Weber silicon, 216 atoms, 100 steps", SI_SW_CRYSTAL, 1500),
    Trajectory("nve-tersoff", "Tersoff silicon carbide, 216 atoms, 100 steps", SIC_CRYSTAL, 2000),
)
SINGLE_POINTS = (*EMBEDDED, *COVALENT)
