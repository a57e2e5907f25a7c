# SPDX-License-Identifier: BSD-3-Clause
"""What a run writes of energies, pressure, momentum and distances is what its frames hold, computed anew by other
formulas, in the units that the user sees."""

import csv
import os

import pytest

import cases
import runs
from calls import call

MASS = {"Ar": 39.948, "Kr": 83.798}
PAIRS = {("Ar", "Ar"): (0.0104, 3.4), ("Ar", "Kr"): (0.0123, 3.5), ("Kr", "Kr"): (0.0141, 3.65)}  # eV, Angstrom
CUTOFF = 8.0
BOLTZMANN = 8.617333262e-5  # eV / K
EV_OF_MASS = 1.0364269656e-4  # g / mol Angstrom^2 / ps^2
BAR = 1.602176634e6  # of eV / Angstrom^3
STAGES = ((100, 0.004), (50, 0.002))  # steps and time step [ps]; the second one with noise
EVERY = 25
BINS, RANGE = 23, 11.5  # farther than cutoff and skin


def text():
    species = "".join(f'\n[[species]]\nname = "{name}"\nmass = {mass}\n' for name, mass in MASS.items())
    potentials = "".join(cases.potential(a, b, epsilon, sigma) for (a, b), (epsilon, sigma) in PAIRS.items())
    return (
        '[units]\nsystem = "metal"\n'
        + cases.run(precision="double")
        + cases.lattice((4, 4, 4), 0.02, more='species = ["Ar", "Kr", "Ar", "Ar"]\ndisplacement = 0.2')
        + species
        + f'\n[pair]\ncutoff = {CUTOFF}\ntruncation = "shift"\n'
        + potentials
        + cases.hot(200.0)
        + cases.stage("nve", *STAGES[0])
        + cases.langevin(*STAGES[1], temperature=150.0, friction=1.0)
        + f'\n[thermo]\nevery = {EVERY}\ncolumns = ["temperature", "potential_energy", "kinetic_energy", '
        '"total_energy", "pressure", "pressure_tensor", "momentum", "volume", "density"]\n'
        + f'\n[trajectory]\nevery = {EVERY}\nfields = ["position", "velocity", "force"]\n'
        + f"\n[rdf]\nevery = {EVERY}\nbins = {BINS}\nrange = {RANGE}\n"
    )


class Sample:
    """A run of a mixture, with its rows and frames."""

    def __init__(self, program):
        import h5py
        import numpy

        folder = program.folder("mixture")
        call(program, program.write("mixture.toml", text()), "--output", folder, "--quiet")
        self.rows = self.table(os.path.join(folder, "thermo.csv"))
        self.rdf = self.table(os.path.join(folder, "rdf.csv"))
        with h5py.File(os.path.join(folder, "trajectory.h5md"), "r") as file:
            system = file["particles/system"]
            self.names = file["parameters/vmd_structure/name"].asstr()[:][system["species"][:]]
            self.mass = system["mass"][:]
            self.edge = numpy.diag(system["box/edges/value"][0])
            self.observables = {name: item["value"][:] for name, item in file["observables"].items()}
        frames = self.frames(folder)
        self.position, self.velocity, self.force = (frames[name] for name in ("position", "velocity", "force"))
        assert len(self.rows) == len(self.position) == sum(steps for steps, _ in STAGES) // EVERY + 1, "rows and frames"

    @staticmethod
    def frames(folder):
        import h5py

        with h5py.File(os.path.join(folder, "trajectory.h5md"), "r") as file:
            return {
                name: file[f"particles/system/{name}/value"][:].astype(float)
                for name in ("position", "velocity", "force")
            }

    @staticmethod
    def table(path):
        """Rows as {name without unit: number}."""
        with open(path, encoding="utf-8", newline="") as file:
            return [{name.split(" [")[0]: float(value) for name, value in row.items()} for row in csv.DictReader(file)]

    def pairs(self, frame):
        """Vectors and distances between all atoms at their nearest images; an atom is far from itself."""
        import numpy

        ways = self.position[frame][:, None, :] - self.position[frame][None, :, :]
        ways -= self.edge * numpy.round(ways / self.edge)
        distances = numpy.sqrt((ways**2).sum(axis=2))
        numpy.fill_diagonal(distances, numpy.inf)
        return ways, distances

    def of_pairs(self, which):
        import numpy

        table = {**PAIRS, **{(b, a): value for (a, b), value in PAIRS.items()}}
        return numpy.array([[table[a, b][which] for b in self.names] for a in self.names])

    def interaction(self, frame):
        """Energy, forces on all atoms and virial, pair by pair."""
        import numpy

        ways, r = self.pairs(frame)
        epsilon, six = self.of_pairs(0), (self.of_pairs(1) / r) ** 6
        edge = (self.of_pairs(1) / CUTOFF) ** 6
        near = r < CUTOFF
        energy = numpy.where(near, 4 * epsilon * (six**2 - six - edge**2 + edge), 0).sum() / 2
        over_r = numpy.where(near, 24 * epsilon * (2 * six**2 - six) / r**2, 0)
        return energy, (over_r[:, :, None] * ways).sum(axis=1), numpy.einsum("ij,ija,ijb->ab", over_r, ways, ways) / 2


@pytest.fixture(scope="module")
def program(program_path, tmp_path_factory):
    """One scratch folder for all tests, which look at one sample."""
    return runs.Program(str(program_path), str(tmp_path_factory.mktemp("sample")))


@pytest.fixture(scope="module")
def sample(program):
    return Sample(program)


def near(found, wanted, scale, what):
    assert abs(found - wanted) <= 2e-5 * max(abs(wanted), scale), f"{what}: {found}, but the frame gives {wanted}"


def test_time_kinetic_energy_temperature_and_momentum(sample):
    import numpy

    for mass, name in zip(sample.mass, sample.names):
        near(mass, MASS[name], 0, f"mass of {name} in the trajectory")
    atoms = len(sample.names)
    for k, row in enumerate(sample.rows):
        steps = k * EVERY
        second = max(0, steps - STAGES[0][0])
        near(row["time"], (steps - second) * STAGES[0][1] + second * STAGES[1][1], 0, f"time of step {steps}")
        v, m = sample.velocity[k], sample.mass[:, None] * EV_OF_MASS
        kinetic = 0.5 * (m * v * v).sum()
        freedom = 3 * atoms - 3 if second == 0 else 3 * atoms
        near(row["kinetic_energy"], kinetic, 0, f"kinetic energy of step {steps}")
        near(row["temperature"], 2 * kinetic / freedom / BOLTZMANN, 0, f"temperature of step {steps}")
        for axis, momentum in zip("xyz", (m * v).sum(axis=0)):
            near(row[f"momentum_{axis}"], momentum, numpy.abs(m * v).sum(), f"momentum of step {steps} along {axis}")
    assert max(abs(sample.rows[-1][f"momentum_{axis}"]) for axis in "xyz") > 1e-4, "no momentum, which proves nothing"


def test_potential_energy_forces_and_the_pressure_tensor(sample):
    import numpy

    volume = sample.edge.prod()
    for k, row in enumerate(sample.rows):
        energy, force, virial = sample.interaction(k)
        near(row["potential_energy"], energy, 0, f"potential energy of frame {k}")
        near(row["total_energy"], energy + row["kinetic_energy"], 0, f"total energy of frame {k}")
        scale = numpy.abs(force).max()
        off = numpy.abs(sample.force[k] / 96.48533212 - force).max()
        assert off < 1e-4 * scale, f"forces of frame {k}: {off} of {scale} eV / Angstrom"
        v, m = sample.velocity[k], sample.mass[:, None] * EV_OF_MASS
        tensor = ((m * v).T @ v + virial) / volume * BAR
        size = numpy.abs(virial).max() / volume * BAR
        for a, b in ("xx", "yy", "zz", "xy", "xz", "yz"):
            near(
                row[f"pressure_{a}{b}"],
                tensor["xyz".index(a), "xyz".index(b)],
                5 * size,
                f"pressure_{a}{b} of frame {k}",
            )
        near(row["pressure"], numpy.trace(tensor) / 3, 5 * size, f"pressure of frame {k}")
        near(row["volume"], volume, 0, "volume")
        near(row["density"], len(sample.names) / volume, 0, "density")


def test_what_is_beside_the_frames_stands_in_the_table(sample):
    """What is written beside the frames is what stands in the table."""
    for name, values in sample.observables.items():
        for k, value in enumerate(values):
            near(value, sample.rows[k][name], 1e-6, f"{name} of frame {k}")
    assert len(sample.observables) == 4, f"observables: {sorted(sample.observables)}"


def test_distances_count_pairs_over_an_ideal_gas(sample):
    """Radial distributions count pairs of species over an ideal gas."""
    import numpy

    volume, frames, width = sample.edge.prod(), len(sample.rows), RANGE / BINS
    bins = [(sample.pairs(k)[1] / width).clip(max=BINS).astype(int) for k in range(frames)]
    for column, first, second in (("g", None, None), *((f"g_{a}_{b}", a, b) for a, b in PAIRS)):
        rows = numpy.array([first is None or name == first for name in sample.names])
        others = numpy.array([second is None or name == second for name in sample.names])
        for k, row in enumerate(sample.rdf):
            shell = 4 / 3 * numpy.pi * width**3 * ((k + 1) ** 3 - k**3)
            count = sum((b[rows][:, others] == k).sum() for b in bins) / frames
            ideal = rows.sum() * others.sum() * shell / volume
            near(row["r"], (k + 0.5) * width, 0, "middle of a bin")
            # Rounding of the frames may move a pair over the edge of a bin.
            assert abs(row[column] * ideal - count) <= 1, f"{column} at {row['r']}: {row[column]}, not {count / ideal}"
            counts = numpy.array([(b[rows][:, others] == k).sum() for b in bins])
            without = (counts.sum() - counts) / (frames - 1)  # each frame is a block
            error = numpy.sqrt((frames - 1) * without.var())
            found = row[f"{column}_error"] * ideal
            assert abs(found - error) <= 1 / frames + 1e-6 * error, f"{column} at {row['r']}: {found}, not {error}"
    assert any(row["g_error"] > 0 for row in sample.rdf), "frames that are all alike prove nothing"
    assert sample.rdf[-1]["g_Ar_Kr"] > 0.5, "no pairs at large distances, which proves nothing"


def test_what_is_sampled_changes_no_bit_of_the_motion(program, sample):
    """What is sampled changes no bit of the motion."""
    import numpy

    folder = program.folder("without")
    path = program.write("without.toml", text().partition("\n[rdf]")[0])
    call(program, path, "--output", folder, "--quiet")
    other = Sample.frames(folder)
    for name in ("position", "velocity", "force"):
        assert numpy.array_equal(getattr(sample, name), other[name]), f"{name} differs without [rdf]"
