# SPDX-License-Identifier: BSD-3-Clause
"""Small systems, each hard for the decomposition in its own way."""

import json
import math
import os
import random
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
POTENTIALS = ROOT / "validation/potentials"
GOOD = ROOT / "tests/inputs/good"

LJ = """
[units]
system = "lj"
"""

SPECIES = """
[[species]]
name = "A"
mass = 1.0
"""

TWO_SPECIES = (
    SPECIES
    + """
[[species]]
name = "B"
mass = 2.5
"""
)

METAL_UNITS = """
[units]
system = "metal"
"""

OUTPUT = """
[thermo]
every = 50
columns = ["temperature", "potential_energy", "kinetic_energy", "conserved_energy", "pressure_tensor", "momentum"]
[trajectory]
every = 100
fields = ["position", "velocity", "force", "image"]
"""

WATCHED = OUTPUT.replace('"image"]', '"image", "potential_energy", "virial"]')
"""The same with what each atom has of energy and virial."""


def potential(a, b, epsilon=1.0, sigma=1.0, more=""):
    return (
        f'\n[[pair.potential]]\nspecies = ["{a}", "{b}"]\ntype = "lennard_jones"\n'
        f"epsilon = {epsilon}\nsigma = {sigma}\n{more}\n"
    )


def pair(cutoff=2.5, more=""):
    return f"\n[pair]\ncutoff = {cutoff}\n{more}\n" + potential("A", "A")


def metal(a, b, odd=0.0):
    """A Gupta potential whose neighbours are one length apart, that melts at a temperature near one."""
    constants = {
        "a": 0.73 * (1 + odd),
        "xi": 10.46 * (1 - odd),
        "p": 10.96,
        "q": 2.278,
        "r0": 1 - odd,
        "cutoff": 2.3 - odd,
        "switch_from": 1.8,
    }
    lines = "".join(f"{key} = {value}\n" for key, value in constants.items())
    return f'\n[[many_body]]\nspecies = ["{a}", "{b}"]\ntype = "gupta"\n{lines}'


def lattice(cells, density=0.8442, kind="fcc", more=""):
    return f'\n[system.lattice]\ntype = "{kind}"\ndensity = {density}\ncells = {list(cells)}\n{more}\n'


def neighbor(skin=0.3, tile=32, more=""):
    return f"\n[neighbor]\nskin = {skin}\ntile = {tile}\n{more}\n"


def hot(temperature=1.44):
    return f"\n[velocity]\ntemperature = {temperature}\n"


def stage(ensemble, steps=500, time_step=0.005, **keys):
    lines = [f"{key} = {value}" for key, value in keys.items()]
    return (
        "\n[[stage]]\n"
        + "\n".join([f'ensemble = "{ensemble}"', f"steps = {steps}", f"time_step = {time_step}"] + lines)
        + "\n"
    )


def deform(component, path="engineering", **keys):
    """An entry of the stage before it."""
    lines = [f'component = "{component}"', f'path = "{path}"'] + [f"{key} = {value}" for key, value in keys.items()]
    return "[[stage.deform]]\n" + "\n".join(lines) + "\n"


def strained(steps=600):
    """A stage at constant energy whose box leaves the frame of its cells several times."""
    return stage("nve", steps) + deform("xx", rate=0.08) + deform("zz", rate=-0.03) + deform("xy", rate=0.05)


def sheared(steps=600):
    """A stage at constant energy whose box is flipped several times."""
    return stage("nve", steps, 0.002) + deform("xy", rate=2.0) + deform("yz", rate=-1.3) + deform("xz", rate=0.7)


def barostat(pressure=1.0, relaxation_time=0.5, **keys):
    """Of the stage before it."""
    lines = [f"pressure = {pressure}", f"relaxation_time = {relaxation_time}"]
    lines += [
        f"{key} = {value!r}" if not isinstance(value, str) else f'{key} = "{value}"' for key, value in keys.items()
    ]
    return "[stage.barostat]\n" + "\n".join(lines) + "\n"


def minimize(steps=5000, force_tolerance=1e-4, time_step=0.005, **keys):
    """Atoms fall to a minimum; the box does, too, with a pressure."""
    lines = [f"force_tolerance = {force_tolerance}"]
    lines += [f"{key} = {json.dumps(value)}" for key, value in keys.items()]
    return stage("minimize", steps, time_step) + "[stage.minimize]\n" + "\n".join(lines) + "\n"


def langevin(steps=500, time_step=0.005, temperature=1.0, friction=1.0, **keys):
    return stage("langevin", steps, time_step, temperature=temperature, friction=friction, **keys)


def nose_hoover(steps=500, temperature=1.0, relaxation_time=0.5, **keys):
    return stage("nose_hoover", steps, temperature=temperature, relaxation_time=relaxation_time, **keys)


def andersen(steps=500, temperature=1.0, collision_frequency=2.0, **keys):
    return stage("andersen", steps, temperature=temperature, collision_frequency=collision_frequency, **keys)


def berendsen(steps=500, temperature=1.0, relaxation_time=0.5, **keys):
    return stage("berendsen", steps, temperature=temperature, relaxation_time=relaxation_time, **keys)


def velocity_rescaling(steps=500, temperature=1.0, relaxation_time=0.5, **keys):
    return stage("velocity_rescaling", steps, temperature=temperature, relaxation_time=relaxation_time, **keys)


def run(seed=7, precision="mixed"):
    """On the CPU, as several ranks compute there; MDSIM_TEST_DEVICE names another device."""
    device = os.environ.get("MDSIM_TEST_DEVICE", "cpu")
    return f'\n[run]\nseed = {seed}\nprecision = "{precision}"\ndevice = "{device}"\n'


class Case:
    """An input with the files it names, and what must happen when it runs."""

    def __init__(self, name, *parts, files=None, kinds=(), rebuilds=5, empty_ranks=False, moves_load=False, units=LJ):
        self.name = name
        self.text = units + "".join(parts) + WATCHED
        self.files = files or {}
        self.kinds = kinds
        self.rebuilds = rebuilds
        self.empty_ranks = empty_ranks
        self.moves_load = moves_load

    def write(self, program):
        for name, text in self.files.items():
            program.write(name, text)
        return program.write(self.name + ".toml", self.text)


def lammps_data(edge, lines):
    """A LAMMPS data file of atoms of one kind in a cube, from the lines of its section Atoms."""
    bounds = [f"0 {edge} {axis}lo {axis}hi" for axis in "xyz"]
    head = ["a test", "", f"{len(lines)} atoms", "1 atom types", *bounds, "", "Masses", "", "1 1.0"]
    return "\n".join([*head, "", "Atoms # atomic", "", *lines]) + "\n"


def extxyz(edges, atoms, periodic="T T T"):
    """A structure file of atoms (species, x, y, z)."""
    lines = [
        str(len(atoms)),
        f'Lattice="{edges[0]} 0 0 0 {edges[1]} 0 0 0 {edges[2]}" Properties=species:S:1:pos:R:3 pbc="{periodic}"',
    ]
    lines += [f"{kind} {x:.10f} {y:.10f} {z:.10f}" for kind, x, y, z in atoms]
    return "\n".join(lines) + "\n"


def slab(edges, low, high, vapour, seed=3):
    """A crystal slab between two z, and single atoms on a wide lattice outside it."""
    generator = random.Random(seed)
    constant = (4 / 0.8) ** (1 / 3)
    atoms = []
    for x0, y0, z0 in ((0, 0, 0), (0.5, 0.5, 0), (0.5, 0, 0.5), (0, 0.5, 0.5)):
        for i in range(int(edges[0] / constant)):
            for j in range(int(edges[1] / constant)):
                for k in range(int((high - low) / constant)):
                    atoms.append(
                        (
                            "A",
                            (i + x0) * edges[0] / int(edges[0] / constant),
                            (j + y0) * edges[1] / int(edges[1] / constant),
                            low + (k + z0) * constant,
                        )
                    )
    while vapour > 0:
        place = [generator.uniform(0, edge) for edge in edges]
        if low - 1.5 < place[2] < high + 1.5:
            continue
        near = min(
            sum((min(abs(p - q), e - abs(p - q))) ** 2 for p, q, e in zip(place, other[1:], edges)) for other in atoms
        )
        if near > 1.5**2:
            atoms.append(("A", *place))
            vapour -= 1
    return extxyz(edges, atoms)


def soft_table(cutoff=2.0, rows=200):
    """A table of the energy 4 (r^-8 - r^-4) between 0.6 and the cutoff, and of its force."""
    lines = ["# r, energy and force of 4 (r^-8 - r^-4)", "SOFT", f"N {rows}", ""]
    for i in range(rows):
        r = 0.6 + (cutoff - 0.6) * i / (rows - 1)
        lines.append(f"{i + 1} {r:.12f} {4 * (r**-8 - r**-4):.12e} {4 * (8 * r**-9 - 4 * r**-5):.12e}")
    return "\n".join(lines) + "\n"


def file_system(name):
    return f'\n[system.file]\npath = "{name}"\n'


def mixture_parts(precision="mixed"):
    return (
        run(11, precision),
        "\n[system.random]\ncounts = { A = 900, B = 300 }\ndensity = 0.9\nmin_distance = 0.8\n",
        TWO_SPECIES,
        '\n[pair]\ntruncation = "force_shift"\nmixing = "arithmetic"\n',
        potential("A", "A", more="cutoff = 2.5"),
        potential("B", "B", 0.7, 0.9, "cutoff = 2.0"),
        neighbor(),
        hot(1.0),
        langevin(100, 0.001, 1.0, 10.0),
    )


def all_cases():
    simple = (lattice((7, 7, 7)), SPECIES, pair(), neighbor(), hot())
    small = (lattice((3, 3, 3)), SPECIES, pair(4.0), neighbor(0.3), hot(1.0))
    slab_edges = (10.26, 10.26, 60.0)
    slab_file = {"slab.xyz": slab(slab_edges, 8.0, 20.0, 60)}
    yield Case("nve", run(), *simple, stage("nve", 600), kinds=("ranks", "threads", "cadence", "simd"), rebuilds=20)
    yield Case("langevin", run(), *simple, langevin(600), kinds=("ranks", "threads"), rebuilds=20)
    yield Case(
        "deformed",
        run(),
        *simple,
        stage("nve", 100),
        stage("nve", 400) + deform("xx", rate=0.08) + deform("yz", "oscillating", strain=0.05, period=0.8),
        langevin(100) + deform("zz", "once", strain=-0.07),
        kinds=("ranks", "threads", "cadence", "simd"),
        rebuilds=20,
    )
    yield Case(
        "barostat",
        run(),
        *simple,
        velocity_rescaling(300) + barostat(1.0, couple_every=3),
        langevin(300) + barostat(8.0, 1.0, coupling="anisotropic", pressure_end=1.0, couple_every=10),
        kinds=("ranks", "threads", "cadence"),
        rebuilds=20,
    )
    yield Case(
        "delayed",
        run(),
        *simple,
        velocity_rescaling(250, couple_every=5, couple_delay=3) + barostat(1.0, couple_every=10),
        velocity_rescaling(250, couple_every=10),
        kinds=("ranks", "threads", "cadence", "simd"),
        rebuilds=20,
    )
    yield Case(
        "piston",
        run(),
        *simple,
        nose_hoover(250) + barostat(1.0, 1.0, type="mtk", coupling="full"),
        velocity_rescaling(250) + barostat(4.0, 1.0, type="mtk"),
        kinds=("ranks", "threads", "cadence", "simd"),
        rebuilds=20,
    )
    yield Case(
        "minimize",
        run(),
        *simple,
        langevin(60),
        minimize(300, pressure=1.5, pressure_tolerance=1e-3, coupling="full"),
        kinds=("ranks", "threads", "cadence"),
    )
    yield Case("nose_hoover", run(), *simple, nose_hoover(600), kinds=("ranks", "threads"), rebuilds=20)
    yield Case(
        "nose_hoover_every_5",
        run(),
        *simple,
        nose_hoover(600, couple_every=5, chain_length=2),
        kinds=("cadence",),
        rebuilds=20,
    )
    yield Case(
        "velocity_rescaling", run(), *simple, velocity_rescaling(600), kinds=("ranks", "threads", "simd"), rebuilds=20
    )
    yield Case(
        "velocity_rescaling_every_5",
        run(),
        *simple,
        velocity_rescaling(300, couple_every=5, temperature_end=0.7),
        stage("nve", 50),
        velocity_rescaling(250, relaxation_time=0.1),
        kinds=("cadence",),
        rebuilds=20,
    )
    yield Case(
        "andersen", run(), *simple, andersen(300, temperature_end=0.7), kinds=("ranks", "threads", "simd"), rebuilds=8
    )
    yield Case("double_andersen", run(precision="double"), *simple, andersen(300), rebuilds=8)
    yield Case("berendsen", run(), *simple, berendsen(300, couple_every=3, temperature_end=0.7), rebuilds=8)
    yield Case("double_velocity_rescaling", run(precision="double"), *simple, velocity_rescaling(500), rebuilds=20)
    yield Case(
        "stages",
        run(),
        *simple,
        langevin(203, temperature_end=0.7),
        stage("nve", 101, remove_drift_every=10),
        nose_hoover(207, couple_every=4, temperature_end=1.2),
        stage("nve", 100, 0.003),
        kinds=("threads", "cadence"),
        rebuilds=20,
    )
    yield Case(
        "large_tiles", run(), lattice((8, 8, 8)), SPECIES, pair(), neighbor(tile=0), hot(), stage("nve"), rebuilds=20
    )
    yield Case(
        "double", run(precision="double"), *simple, stage("nve"), kinds=("ranks", "simd", "threads"), rebuilds=20
    )
    yield Case("double_nose_hoover", run(precision="double"), *simple, nose_hoover(500), rebuilds=20)
    yield Case("mixture", *mixture_parts(), stage("nve", 500), kinds=("ranks", "simd"), rebuilds=20)
    yield Case("mixture_double", *mixture_parts("double"), langevin(500), rebuilds=20)
    yield Case(
        "table",
        run(5),
        lattice((6, 6, 6), 0.7, more='species = ["A", "B", "A", "A"]'),
        TWO_SPECIES,
        '\n[pair]\ncutoff = 2.5\ntruncation = "shift"\n',
        potential("A", "A"),
        potential("B", "B", 0.5),
        '\n[[pair.potential]]\nspecies = ["A", "B"]\ntype = "table"\nfile = "soft.table"\ncutoff = 1.9\n',
        neighbor(),
        hot(1.0),
        stage("nve", 500),
        files={"soft.table": soft_table()},
        kinds=("simd",),
        rebuilds=20,
    )
    yield Case(
        "triclinic",
        run(9),
        "\n[system.random]\ncounts = { A = 1100 }\nmin_distance = 0.85\n",
        "\n[box]\nedges = [11.0, 12.0, 13.0]\ntilt = [4.0, -3.0, 5.0]\n",
        SPECIES,
        pair(),
        neighbor(),
        hot(1.0),
        langevin(100, 0.001, 1.0, 10.0),
        stage("nve", 500),
        kinds=("ranks", "cadence"),
        rebuilds=20,
    )
    yield Case(
        "triclinic_small",
        run(9),
        "\n[system.random]\ncounts = { A = 150 }\nmin_distance = 0.85\n",
        "\n[box]\nedges = [5.5, 6.0, 6.5]\ntilt = [2.5, -2.0, 2.9]\n",
        SPECIES,
        pair(3.2),
        neighbor(),
        hot(1.0),
        langevin(100, 0.001, 1.0, 10.0),
        stage("nve", 500),
        rebuilds=20,
    )
    yield Case("small_box", run(), *small, stage("nve", 500), kinds=("ranks", "simd", "threads"), rebuilds=20)
    yield Case(
        "tiny_box", run(), lattice((3, 3, 2)), SPECIES, pair(3.5), neighbor(0.4), hot(1.0), langevin(500), rebuilds=20
    )
    yield Case(
        "two_cells",
        run(precision="double"),
        lattice((4, 4, 4)),
        SPECIES,
        pair(3.0),
        neighbor(0.3),
        hot(1.0),
        stage("nve", 500),
        rebuilds=20,
    )
    yield Case(
        "needle",
        run(),
        lattice((3, 3, 40)),
        SPECIES,
        pair(),
        neighbor(0.3),
        hot(),
        stage("nve", 500),
        kinds=("ranks",),
        rebuilds=20,
    )
    yield Case(
        "thin_domains",
        run(),
        lattice((4, 4, 12)),
        SPECIES,
        pair(3.5),
        neighbor(0.3),
        hot(),
        langevin(500),
        kinds=("ranks",),
        rebuilds=20,
    )
    yield Case(
        "slab",
        run(),
        file_system("slab.xyz"),
        SPECIES,
        pair(),
        neighbor(0.4),
        hot(0.8),
        langevin(800, temperature=0.8),
        files=slab_file,
        kinds=("ranks", "balance"),
        rebuilds=20,
        moves_load=True,
    )
    yield Case(
        "slab_open",
        run(),
        file_system("slab.xyz"),
        "\n[box]\nperiodic = [true, true, false]\npadding = 10\n",
        SPECIES,
        pair(),
        neighbor(0.4),
        hot(0.3),
        stage("nve", 500),
        files={"slab.xyz": slab(slab_edges, 8.0, 20.0, 0)},
        kinds=("balance",),
        rebuilds=5,
    )
    yield Case(
        "open_two_cells",
        run(),
        file_system("slab.xyz"),
        "\n[box]\nperiodic = [true, true, false]\npadding = 0.7\n",
        SPECIES,
        pair(2.0),
        neighbor(tile=0),
        hot(0.4),
        stage("nve", 500),
        files={"slab.xyz": slab((13.68, 13.68, 12.6), 0.2, 12.4, 0)},
        kinds=("ranks",),
        rebuilds=5,
    )
    yield Case(
        "empty_ranks",
        run(),
        file_system("drop.xyz"),
        SPECIES,
        pair(),
        neighbor(0.4),
        hot(0.5),
        stage("nve", 800),
        files={"drop.xyz": drop(40.0, 4.2)},
        rebuilds=5,
        empty_ranks=True,
    )
    yield Case(
        "fixed_rebuild",
        run(),
        lattice((6, 6, 6)),
        SPECIES,
        pair(),
        neighbor(0.5, more='rebuild = "fixed"\nevery = 7'),
        hot(1.0),
        stage("nve", 500),
        rebuilds=50,
    )
    yield Case(
        "rdf",
        run(),
        lattice((6, 6, 6)),
        SPECIES,
        pair(),
        neighbor(),
        hot(),
        "\n[rdf]\nevery = 20\nbins = 50\nrange = 2.8\n",
        stage("nve", 500),
        kinds=("threads",),
        rebuilds=20,
    )
    crystal = lattice((6, 6, 6), 1.38)
    yield Case(
        "gupta",
        run(),
        crystal,
        SPECIES,
        metal("A", "A"),
        neighbor(0.2),
        hot(4.0),
        stage("nve", 500, 0.003),
        kinds=("ranks", "threads", "cadence", "simd", "balance"),
        rebuilds=20,
    )
    yield Case(
        "gupta_double",
        run(precision="double"),
        crystal,
        SPECIES,
        metal("A", "A"),
        neighbor(0.2),
        hot(4.0),
        langevin(500, 0.003, temperature=2.0),
        rebuilds=20,
    )
    yield Case(
        "gupta_alloy",
        run(),
        lattice((6, 6, 6), 1.38, more='species = ["A", "B", "A", "C"]'),
        TWO_SPECIES,
        '\n[[species]]\nname = "C"\nmass = 0.5\n',
        metal("A", "A"),
        metal("A", "B", 0.03),
        metal("B", "B", 0.05),
        '\n[pair]\ncutoff = 2.0\ntruncation = "force_shift"\n',
        potential("A", "C", 2.0, 0.85),
        potential("B", "C", 1.0, 0.85),
        potential("C", "C", 1.0, 0.85),
        neighbor(0.2),
        hot(4.0),
        nose_hoover(500, temperature=2.0),
        kinds=("ranks", "threads", "simd"),
        rebuilds=20,
    )
    yield embedded(kinds=("ranks", "threads", "simd", "balance"), rebuilds=20)
    yield Case(
        "adp_alloy",
        run(),
        *metals_with_angles((6, 6, 6), 2000.0),
        neighbor(0.2),
        stage("nve", 300, 0.0003),
        units=METAL_UNITS,
        kinds=("ranks", "threads", "simd", "balance"),
        rebuilds=10,
    )
    yield Case(
        "silicon",
        run(),
        *silicon((5, 5, 5), 5000.0),
        neighbor(0.2),
        stage("nve", 500, 0.001),
        units=METAL_UNITS,
        kinds=("ranks", "threads", "cadence", "simd", "balance"),
        rebuilds=20,
    )
    yield Case(
        "silicon_carbide",
        run(precision="double"),
        *silicon_carbide((5, 5, 5), 9000.0),
        neighbor(0.2),
        langevin(500, 0.001, temperature=4000.0),
        units=METAL_UNITS,
        rebuilds=20,
    )


def metals_with_angles(size, temperature):
    """Two made-up metals whose surroundings have moments."""
    species = 'species = ["A", "B", "A", "A"]'
    return (
        lattice(size, 1.05, more=species),
        '\n[[species]]\nname = "A"\n\n[[species]]\nname = "B"\n',
        f'\n[[many_body]]\ntype = "adp"\nfiles = "{GOOD}/two.adp"\nspecies = ["A", "B"]\n',
        hot(temperature),
    )


def silicon(size, temperature, more=""):
    """A crystal of silicon with directed bonds, which half of this temperature melts."""
    return (
        f'\n[system.lattice]\ntype = "diamond"\nconstant = 5.431\ncells = {list(size)}\n{more}\n',
        '\n[[species]]\nname = "Si"\nmass = 28.0855\n',
        f'\n[[many_body]]\ntype = "stillinger_weber"\nfiles = "{POTENTIALS}/Si.sw"\nspecies = ["Si"]\n',
        hot(temperature),
    )


def silicon_carbide(size, temperature):
    """Another, of two species."""
    return (
        f'\n[system.lattice]\ntype = "zincblende"\nconstant = 4.36\ncells = {list(size)}\nspecies = ["Si", "C"]\n',
        '\n[[species]]\nname = "Si"\nmass = 28.0855\n\n[[species]]\nname = "C"\nmass = 12.011\n',
        f'\n[[many_body]]\ntype = "tersoff"\nfiles = "{POTENTIALS}/SiC.tersoff"\nspecies = ["Si", "C"]\n',
        hot(temperature),
    )


def tables_of_two_metals():
    """A file of embedded atoms, A and B, in which each density depends on both atoms."""
    return (ROOT / "tests/inputs/good/two.eam.fs").read_text(encoding="utf-8")


def embedded(**keys):
    """These two metals as an alloy."""
    name = "two.eam.fs"
    return Case(
        "eam_alloy",
        run(),
        lattice((6, 6, 6), 1.05, more='species = ["A", "B", "A", "A"]'),
        '\n[[species]]\nname = "A"\n\n[[species]]\nname = "B"\n',
        f'\n[[many_body]]\ntype = "eam"\nfiles = "{name}"\nspecies = ["A", "B"]\n',
        neighbor(0.2),
        hot(2000.0),
        stage("nve", 500, 0.0003),
        files={name: tables_of_two_metals()},
        units='[units]\nsystem = "metal"\n',
        **keys,
    )


def drop(edge, radius, seed=2):
    """A ball of atoms off the middle of an empty cubic box."""
    generator = random.Random(seed)
    constant = (4 / 0.9) ** (1 / 3)
    centre = (0.3 * edge, 0.62 * edge, 0.48 * edge)
    reach = int(radius / constant) + 1
    atoms = []
    for i in range(-reach, reach + 1):
        for j in range(-reach, reach + 1):
            for k in range(-reach, reach + 1):
                for x0, y0, z0 in ((0, 0, 0), (0.5, 0.5, 0), (0.5, 0, 0.5), (0, 0.5, 0.5)):
                    p = [(a + b) * constant + 0.02 * generator.random() for a, b in ((i, x0), (j, y0), (k, z0))]
                    if math.sqrt(sum(q * q for q in p)) < radius:
                        atoms.append(("A", *(c + q for c, q in zip(centre, p))))
    return extxyz((edge, edge, edge), atoms)
