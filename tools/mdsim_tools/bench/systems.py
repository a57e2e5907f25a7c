# SPDX-License-Identifier: BSD-3-Clause
"""The inputs that are measured: the Lennard-Jones melt of the LAMMPS benchmark, for both programs, and
for mdsim the same liquid with other potentials, thermostats and output."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from pathlib import Path

Bricks = tuple[int, int, int]
"""cubes along x, y and z"""

DENSITY = 0.8442
TEMPERATURE = 1.44
CUTOFF = 2.5
TIME_STEP = 0.005
TABLE_ROWS = 4000


def cells_for(atoms: int) -> int:
    """Edge of the crystal in fcc cells, for about this many atoms."""
    return max(2, round(math.pow(atoms / 4, 1 / 3)))


def potential(a: str, b: str, epsilon: float = 1.0, sigma: float = 1.0, cutoff: float = CUTOFF) -> str:
    """A Lennard-Jones potential of two species."""
    return (
        f'[[pair.potential]]\nspecies = ["{a}", "{b}"]\ntype = "lennard_jones"\n'
        f"epsilon = {epsilon}\nsigma = {sigma}\ncutoff = {cutoff}\n"
    )


@dataclass(frozen=True)
class Model:
    """What the atoms are and how they attract; on an fcc crystal to begin with."""

    name: str
    potentials: str
    density: float = DENSITY
    temperature: float = TEMPERATURE
    parts: tuple[tuple[str, float], ...] = (("A", 1.0),)
    """species and their share of the atoms"""
    cutoffs: tuple[tuple[str, str, float], ...] = (("A", "A", CUTOFF),)
    open: bool = False
    """the crystal lies in the middle of an open box, twice as wide"""

    @property
    def species(self) -> list[str]:
        """Their names."""
        return [name for name, _ in self.parts]

    def pairs_per_atom(self) -> float:
        """Pairs within the cutoff, each counted once, of a fluid that is even beyond it."""
        share = dict(self.parts)
        volume = sum((1 if a == b else 2) * share[a] * share[b] * r**3 for a, b, r in self.cutoffs)
        return 0.5 * self.density * 4 / 3 * math.pi * volume


LJ = Model("lj", potential("A", "A"))
TABLE = Model(
    "table", f'[[pair.potential]]\nspecies = ["A", "A"]\ntype = "table"\nfile = "lj.table"\ncutoff = {CUTOFF}\n'
)


def formula(name: str, keys: dict[str, float], more: str = "") -> Model:
    """A liquid much as that of Lennard-Jones, by a potential that is kept as numbers."""
    lines = "".join(f"{key} = {value:.8g}\n" for key, value in keys.items())
    text = f'[[pair.potential]]\nspecies = ["A", "A"]\ntype = "{name}"\n{lines}cutoff = {CUTOFF}\n'
    return Model(name, more + text)


MINIMUM = 2 ** (1 / 6)
"""of the Lennard-Jones potential"""
STEEPNESS = 13.5
"""of the repulsion of an exp-6 potential, over the distance of its minimum"""

FORMULAS = {
    "mie": formula("mie", {"epsilon": 1, "sigma": 1, "repulsion": 12}),
    "morse": formula("morse", {"depth": 1, "alpha": 6 / MINIMUM, "distance": MINIMUM}),  # LJ's curvature
    "buckingham": formula(
        "buckingham",
        {
            "a": 6 / (STEEPNESS - 6) * math.exp(STEEPNESS),
            "rho": MINIMUM / STEEPNESS,
            "c": STEEPNESS / (STEEPNESS - 6) * MINIMUM**6,
        },
    ),
    "lennard_jones and yukawa": formula("yukawa", {"a": 0.5, "kappa": 2}, potential("A", "A")),
}
"""potentials by formulas, the last one as the sum of two"""

# W. Kob and H. C. Andersen, Phys. Rev. E 51, 4626 (1995)
KOB_ANDERSEN = Model(
    "kob_andersen",
    potential("A", "A") + potential("A", "B", 1.5, 0.8, 2.0) + potential("B", "B", 0.5, 0.88, 2.2),
    1.2,
    2.0,
    (("A", 0.8), ("B", 0.2)),
    (("A", "A", 2.5), ("A", "B", 2.0), ("B", "B", 2.2)),
)

# Cool enough that few atoms leave while it is measured; half of the temperature goes into melting.
DROPLET = Model("droplet", potential("A", "A"), temperature=1.2, open=True)


@dataclass(frozen=True)
class Variant:
    """What is measured on a liquid: how it is computed, moved and written down."""

    model: Model = LJ
    precision: str = "mixed"
    threads: int = 1
    device: str = "cpu"
    skin: float | None = 0.3
    """None: chosen by mdsim"""
    rebuild: str = "checked"
    every: int = 20
    """steps between rebuilds, if fixed"""
    dynamics: str = 'ensemble = "nve"'
    frames_every: int = 0
    frame_decimals: int | None = None
    """of the numbers in frames; none: all"""
    thermo_every: int = 0
    checkpoints_every: int = 0
    transport: str = ""
    """between GPUs; empty: chosen by mdsim"""


OBSERVED = """
[rdf]
every = 100
range = 2.5

[msd]
every = 100
window = 20
"""

STRESS = """
[viscosity]
every = 10
window = 100
"""

LANGEVIN = 'ensemble = "langevin"\ntemperature = 0.72\nfriction = 1.0'


STRAINED = 'ensemble = "nve"\ndeform = [{component = "xx", rate = 1e-4}, {component = "xy", rate = 1e-4}]'


def nose_hoover(every: int) -> str:
    """A stage whose thermostat acts every so many steps."""
    return coupled("nose_hoover", every)


def coupled(ensemble: str, every: int) -> str:
    """A thermostat of all atoms that acts every so many steps."""
    return f'ensemble = "{ensemble}"\ntemperature = 0.72\nrelaxation_time = 0.5\ncouple_every = {every}'


def constant_pressure(every: int) -> str:
    """A thermostat and a barostat that act every so many steps, at about the pressure of the liquid."""
    return coupled("velocity_rescaling", every) + (
        f"\nbarostat = {{pressure = 0.2, relaxation_time = 2.0, couple_every = {every}}}"
    )


PISTON = (
    'ensemble = "nose_hoover"\ntemperature = 0.72\nrelaxation_time = 0.5\n'
    'barostat = {type = "mtk", pressure = 0.2, relaxation_time = 2.0}'
)


HEAD = """[units]
system = "lj"

[run]
precision = "{precision}"
threads = {threads}
device = "{device}"

{species}
[pair]
cutoff = {cutoff}

{potentials}
[neighbor]
{neighbor}
[thermo]
every = {thermo_every}

[checkpoint]
every = {checkpoints_every}
wall_every = 0
"""


def head(v: Variant) -> str:
    """What all inputs begin with."""
    neighbor = "" if v.skin is None else f"skin = {v.skin}\n"
    if v.rebuild == "fixed":
        neighbor += f'rebuild = "fixed"\nevery = {v.every}\n'
    species = "".join(f'[[species]]\nname = "{name}"\nmass = 1.0\n' for name in v.model.species)
    parallel = f'\n[parallel]\ntransport = "{v.transport}"\n' if v.transport else ""
    return (
        HEAD.format(
            precision=v.precision,
            threads=v.threads,
            device=v.device,
            species=species,
            cutoff=CUTOFF,
            potentials=v.model.potentials,
            neighbor=neighbor,
            thermo_every=v.thermo_every,
            checkpoints_every=v.checkpoints_every,
        )
        + parallel
    )


def start_of(model: Model, cells: int, bricks: Bricks) -> str:
    """The section with the crystal; one of several species is a file that `write_files` makes."""
    if len(model.parts) > 1:
        assert bricks == (1, 1, 1), "a crystal in a file is a cube"
        names = ", ".join(f'"{name}"' for name in model.species)
        return f'[system.file]\npath = "{model.name}-{cells}.data"\ntypes = [{names}]\n'
    text = f'[system.lattice]\ntype = "fcc"\ndensity = {model.density}\ncells = {[cells * n for n in bricks]}\n'
    if model.open:
        padding = 0.5 * cells * (4 / model.density) ** (1 / 3)
        text += f"\n[box]\nperiodic = [false, false, false]\npadding = {padding:.6g}\n"
    return text


def bricks_for(ranks: int) -> Bricks:
    """A box for so many ranks in cubes: how many of them along x, y and z, as even as can be."""
    divided = [1, 1, 1]
    rest, factor = ranks, 2
    while rest > 1:
        if rest % factor:
            factor += 1
            continue
        divided[divided.index(min(divided))] *= factor
        rest //= factor
    return divided[0], divided[1], divided[2]


def crystal_input(v: Variant, cells: int, steps: int, name: str = "measure", bricks: Bricks = (1, 1, 1)) -> str:
    """From the crystal, at constant energy where the variant says nothing else."""
    return (
        head(v)
        + f"""
{start_of(v.model, cells, bricks)}
[velocity]
temperature = {v.model.temperature}

[[stage]]
name = "{name}"
{v.dynamics}
steps = {steps}
time_step = {TIME_STEP}

[trajectory]
every = {v.frames_every}
fields = ["position"{', "velocity"' if name == "melt" else ""}]
"""
    )


def measured_input(v: Variant, start: str, steps: int) -> str:
    """Goes on from the last frame of a melt."""
    names = ", ".join(f'"{name}"' for name in v.model.species)
    return (
        head(v)
        + f"""
[system.file]
path = "{start}"
types = [{names}]

[velocity]
remove_drift = false

[[stage]]
name = "measure"
{v.dynamics}
steps = {steps}
time_step = {TIME_STEP}

[trajectory]
every = {v.frames_every}
{"" if v.frame_decimals is None else f"precision = {v.frame_decimals}"}
"""
    )


def write_files(model: Model, cells: int, folder: Path) -> None:
    """The files that inputs of this model name."""
    if model is TABLE:
        rows = [0.6 + 1.9 * k / (TABLE_ROWS - 1) for k in range(TABLE_ROWS)]
        lines = [f"{r:.10f} {4 * (r**-12 - r**-6):.12g} {48 * r**-13 - 24 * r**-7:.12g}" for r in rows]
        (folder / "lj.table").write_text("\n".join(lines) + "\n")
    path = folder / f"{model.name}-{cells}.data"
    if len(model.parts) > 1 and not path.exists():
        write_crystal(model, cells, path)


def write_crystal(model: Model, cells: int, path: Path) -> None:
    """An fcc crystal with the species at random places, as a LAMMPS data file."""
    constant = (4 / model.density) ** (1 / 3)
    atoms, edge = 4 * cells**3, cells * constant
    types = [number for number, (_, share) in enumerate(model.parts, 1) for _ in range(round(share * atoms))]
    types = (types + [len(model.parts)])[:atoms]
    random.Random(1995).shuffle(types)
    corners = ((0.25, 0.25, 0.25), (0.75, 0.75, 0.25), (0.75, 0.25, 0.75), (0.25, 0.75, 0.75))
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{model.name}\n\n{atoms} atoms\n{len(model.parts)} atom types\n\n")
        file.write("".join(f"0.0 {edge:.12g} {d}lo {d}hi\n" for d in "xyz") + "\nAtoms # atomic\n\n")
        number = 0
        for z in range(cells):
            for y in range(cells):
                for x in range(cells):
                    for a, b, c in corners:
                        file.write(
                            f"{number + 1} {types[number]} {(x + a) * constant:.9g} "
                            f"{(y + b) * constant:.9g} {(z + c) * constant:.9g}\n"
                        )
                        number += 1


LAMMPS_HEAD = """units lj
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


def lammps_melt(cells: int, steps: int, restart: str) -> str:
    """The benchmark of LAMMPS (bench/in.lj) up to the liquid, kept in a restart file."""
    return (
        LAMMPS_HEAD
        + f"""lattice fcc {DENSITY}
region box block 0 {cells} 0 {cells} 0 {cells}
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create {TEMPERATURE} 87287 loop geom
"""
        + LAMMPS_FORCES
        + f"run {steps}\nwrite_restart {restart}\n"
    )


def lammps_measured(steps: int, restart: str) -> str:
    """Goes on from the restart file; the loop time of LAMMPS is what counts."""
    return f"read_restart {restart}\n" + LAMMPS_FORCES + f"run {steps}\n"
