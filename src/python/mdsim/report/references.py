# SPDX-License-Identifier: BSD-3-Clause
"""The works behind the methods that an input uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple


class Reference(NamedTuple):
    """A work, and what it is cited for."""

    method: str
    text: str
    doi: str


POTENTIALS = {
    "lennard_jones": [
        Reference(
            "Lennard-Jones potential", "J. E. Jones, Proc. R. Soc. Lond. A 106, 463 (1924)", "10.1098/rspa.1924.0082"
        )
    ],
    "mie": [Reference("Mie potential", "G. Mie, Ann. Phys. 316, 657 (1903)", "10.1002/andp.19033160802")],
    "morse": [Reference("Morse potential", "P. M. Morse, Phys. Rev. 34, 57 (1929)", "10.1103/PhysRev.34.57")],
    "buckingham": [
        Reference(
            "Buckingham potential", "R. A. Buckingham, Proc. R. Soc. Lond. A 168, 264 (1938)", "10.1098/rspa.1938.0173"
        )
    ],
    "born_mayer_huggins": [
        Reference(
            "Born-Mayer-Huggins potential",
            "M. L. Huggins and J. E. Mayer, J. Chem. Phys. 1, 643 (1933)",
            "10.1063/1.1749344",
        ),
        Reference(
            "Born-Mayer-Huggins potential",
            "F. G. Fumi and M. P. Tosi, J. Phys. Chem. Solids 25, 31 (1964)",
            "10.1016/0022-3697(64)90159-3",
        ),
    ],
    "zbl": [
        Reference(
            "universal potential of collisions",
            "J. F. Ziegler, J. P. Biersack and U. Littmark, The Stopping and Range of Ions in Solids, vol. 1 (1985)",
            "",
        )
    ],
    "yukawa": [Reference("Yukawa potential", "H. Yukawa, Proc. Phys.-Math. Soc. Jpn. 17, 48 (1935)", "")],
    "gaussian": [
        Reference("Gaussian core model", "F. H. Stillinger, J. Chem. Phys. 65, 3968 (1976)", "10.1063/1.432891")
    ],
    "wca": [
        Reference(
            "Weeks-Chandler-Andersen potential",
            "J. D. Weeks, D. Chandler and H. C. Andersen, J. Chem. Phys. 54, 5237 (1971)",
            "10.1063/1.1674820",
        )
    ],
    "gupta": [
        Reference("Gupta potential", "R. P. Gupta, Phys. Rev. B 23, 6265 (1981)", "10.1103/PhysRevB.23.6265"),
        Reference("Gupta potential", "F. Cleri and V. Rosato, Phys. Rev. B 48, 22 (1993)", "10.1103/PhysRevB.48.22"),
    ],
    "eam": [
        Reference(
            "embedded-atom method",
            "M. S. Daw and M. I. Baskes, Phys. Rev. B 29, 6443 (1984)",
            "10.1103/PhysRevB.29.6443",
        ),
        Reference(
            "embedded-atom method, if the file is of type eam/fs",
            "M. W. Finnis and J. E. Sinclair, Philos. Mag. A 50, 45 (1984)",
            "10.1080/01418618408244210",
        ),
    ],
    "adp": [
        Reference(
            "angular-dependent potential",
            "Y. Mishin, M. J. Mehl and D. A. Papaconstantopoulos, Acta Mater. 53, 4029 (2005)",
            "10.1016/j.actamat.2005.05.001",
        )
    ],
    "stillinger_weber": [
        Reference(
            "Stillinger-Weber potential",
            "F. H. Stillinger and T. A. Weber, Phys. Rev. B 31, 5262 (1985)",
            "10.1103/PhysRevB.31.5262",
        )
    ],
    "tersoff": [
        Reference("Tersoff potential", "J. Tersoff, Phys. Rev. B 37, 6991 (1988)", "10.1103/PhysRevB.37.6991"),
        Reference(
            "Tersoff potential of several elements",
            "J. Tersoff, Phys. Rev. B 39, 5566 (1989)",
            "10.1103/PhysRevB.39.5566",
        ),
    ],
}

TRUNCATIONS = {
    "force_shift": [
        Reference("shifted force", "S. D. Stoddard and J. Ford, Phys. Rev. A 8, 1504 (1973)", "10.1103/PhysRevA.8.1504")
    ]
}

MIXING = {
    "arithmetic": [Reference("Lorentz-Berthelot mixing", "H. A. Lorentz (1881) and D. Berthelot (1898)", "")],
    "sixth_power": [
        Reference(
            "mixing by sixth powers",
            "M. Waldman and A. T. Hagler, J. Comput. Chem. 14, 1077 (1993)",
            "10.1002/jcc.540140909",
        )
    ],
}

_VERLET = Reference(
    "velocity Verlet",
    "W. C. Swope, H. C. Andersen, P. H. Berens and K. R. Wilson, J. Chem. Phys. 76, 637 (1982)",
    "10.1063/1.442716",
)

ENSEMBLES = {
    "nve": [_VERLET],
    "langevin": [
        Reference(
            "Langevin dynamics (BAOAB)",
            "B. Leimkuhler and C. Matthews, Appl. Math. Res. Express 2013, 34",
            "10.1093/amrx/abs010",
        )
    ],
    "andersen": [
        _VERLET,
        Reference("stochastic collisions", "H. C. Andersen, J. Chem. Phys. 72, 2384 (1980)", "10.1063/1.439486"),
    ],
    "minimize": [
        Reference(
            "minimization by FIRE",
            "E. Bitzek, P. Koskinen, F. Gähler, M. Moseler and P. Gumbsch, Phys. Rev. Lett. 97, 170201 (2006)",
            "10.1103/PhysRevLett.97.170201",
        ),
        Reference(
            "the constants of FIRE",
            "J. Guénolé and others, Comput. Mater. Sci. 175, 109584 (2020)",
            "10.1016/j.commatsci.2020.109584",
        ),
    ],
    "nose_hoover": [
        _VERLET,
        Reference(
            "Nosé-Hoover chains",
            "G. J. Martyna, M. L. Klein and M. Tuckerman, J. Chem. Phys. 97, 2635 (1992)",
            "10.1063/1.463940",
        ),
        Reference(
            "their integration",
            "G. J. Martyna, M. E. Tuckerman, D. J. Tobias and M. L. Klein, Mol. Phys. 87, 1117 (1996)",
            "10.1080/00268979600100761",
        ),
    ],
    "velocity_rescaling": [
        _VERLET,
        Reference(
            "stochastic velocity rescaling",
            "G. Bussi, D. Donadio and M. Parrinello, J. Chem. Phys. 126, 014101 (2007)",
            "10.1063/1.2408420",
        ),
    ],
    "berendsen": [
        _VERLET,
        Reference(
            "weak coupling to a bath",
            "H. J. C. Berendsen, J. P. M. Postma, W. F. van Gunsteren, A. DiNola and J. R. Haak, "
            "J. Chem. Phys. 81, 3684 (1984)",
            "10.1063/1.448118",
        ),
    ],
}

BAROSTATS = {
    "mtk": [
        Reference(
            "a piston with a mass",
            "G. J. Martyna, D. J. Tobias and M. L. Klein, J. Chem. Phys. 101, 4177 (1994)",
            "10.1063/1.467468",
        ),
        Reference(
            "its splitting", "M. E. Tuckerman and others, J. Phys. A 39, 5629 (2006)", "10.1088/0305-4470/39/19/S18"
        ),
    ],
    "cell_rescaling": [
        Reference(
            "stochastic cell rescaling",
            "M. Bernetti and G. Bussi, J. Chem. Phys. 153, 114107 (2020)",
            "10.1063/5.0020514",
        )
    ],
    "berendsen": ENSEMBLES["berendsen"][1:],
}

MEASURES = {
    "viscosity": [
        Reference(
            "viscosity from all components of the stress",
            "P. J. Daivis and D. J. Evans, J. Chem. Phys. 100, 541 (1994)",
            "10.1063/1.466970",
        )
    ],
    "conductivity": [
        Reference(
            "heat current by virials of atoms",
            "Z. Fan and others, Phys. Rev. B 92, 094301 (2015)",
            "10.1103/PhysRevB.92.094301",
        )
    ],
    "cna": [
        Reference(
            "common-neighbour analysis",
            "J. D. Honeycutt and H. C. Andersen, J. Phys. Chem. 91, 4950 (1987)",
            "10.1021/j100303a014",
        )
    ],
    "centro_symmetry": [
        Reference(
            "centro-symmetry parameter",
            "C. L. Kelchner, S. J. Plimpton and J. C. Hamilton, Phys. Rev. B 58, 11085 (1998)",
            "10.1103/PhysRevB.58.11085",
        )
    ],
}

ADAPTIVE = Reference(
    "adaptive common-neighbour analysis",
    "A. Stukowski, Modelling Simul. Mater. Sci. Eng. 20, 045021 (2012)",
    "10.1088/0965-0393/20/4/045021",
)

BLOCKING = Reference(
    "errors by blocking", "H. Flyvbjerg and H. G. Petersen, J. Chem. Phys. 91, 461 (1989)", "10.1063/1.457480"
)

JACKKNIFE = Reference(
    "errors by the jackknife over blocks", "R. G. Miller, Biometrika 61, 1 (1974)", "10.1093/biomet/61.1.1"
)

STRUCTURE_FACTORS = Reference(
    "partial structure factors",
    "N. W. Ashcroft and D. C. Langreth, Phys. Rev. 156, 685 (1967)",
    "10.1103/PhysRev.156.685",
)

RANDOM_NUMBERS = Reference(
    "random numbers (Philox)",
    "J. K. Salmon, M. A. Moraes, R. O. Dror and D. E. Shaw, Proc. SC'11 (2011)",
    "10.1145/2063384.2063405",
)

RANDOM_ENSEMBLES = ("langevin", "andersen", "velocity_rescaling")


def references_of(tables: dict[str, Any]) -> list[Reference]:
    """The works behind what an input with all defaults uses, each once."""
    found = [*_forces(tables), *_motion(tables), *_measures(tables)]
    return list(dict.fromkeys(found))


def _forces(tables: dict[str, Any]) -> Iterator[Reference]:
    pair = tables.get("pair", {})
    terms = [*pair.get("potential", []), *tables.get("many_body", [])]
    for term in terms:
        yield from POTENTIALS.get(str(term.get("type")), [])
    for term in [pair, *terms]:
        yield from TRUNCATIONS.get(str(term.get("truncation")), [])
    yield from MIXING.get(str(pair.get("mixing")), [])


def _motion(tables: dict[str, Any]) -> Iterator[Reference]:
    ensembles = [str(stage.get("ensemble")) for stage in tables.get("stage", [])]
    for ensemble in ensembles:
        yield from ENSEMBLES.get(ensemble, [])
    for barostat in (stage.get("barostat") for stage in tables.get("stage", [])):
        if barostat is not None:
            yield from BAROSTATS.get(barostat.get("type", "cell_rescaling"), [])
    if "temperature" in tables.get("velocity", {}) or set(ensembles) & set(RANDOM_ENSEMBLES):
        yield RANDOM_NUMBERS


def _measures(tables: dict[str, Any]) -> Iterator[Reference]:
    for name, works in MEASURES.items():
        if name in tables:
            yield from works
    if "cna" in tables and "cutoff" not in tables["cna"]:
        yield ADAPTIVE
    if "structure_factor" in tables and len(tables.get("species", [])) > 1:
        yield STRUCTURE_FACTORS
    if "profile" in tables or "structure_factor" in tables:
        yield JACKKNIFE
    if tables.get("thermo", {}).get("every") or {"msd", "vacf", "viscosity", "conductivity"} & set(tables):
        yield BLOCKING
