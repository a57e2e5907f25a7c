# SPDX-License-Identifier: BSD-3-Clause
"""A small warm crystal in a box that begins anywhere, in any unit system, and its forces pair by pair."""

import itertools
import os
import random

import cases
from calls import call

EV_OF_KJ = 1 / 96.4853321233  # of kJ/mol, as in CODATA 2018
# Of each unit system: sigma, epsilon, temperature, time step and mass as its input has them; Angstrom of its length.
SYSTEMS = {
    "metal": (3.4, 0.0104, 40.0, 0.002, 39.948, 1.0),
    "real": (3.4, 0.24, 40.0, 2.0, 39.948, 1.0),
    "nano": (0.34, 1.0, 40.0, 0.002, 39.948, 10.0),
    "lj": (1.0, 1.0, 0.3, 0.002, 1.0, 1.0),
}
EPSILON_EV = {"metal": 0.0104, "real": 0.24 * 4.184 * EV_OF_KJ, "nano": EV_OF_KJ, "lj": 1.0}  # lj: reduced
SHAPES = ("plain", "triclinic", "open")
CUTOFF = 2.5  # sigma
CORNER = (-3.1, 2.5, -7.0)  # of the box, in sigma
CELLS, GAP = 4, 1.12  # a simple cubic crystal, its constant in sigma


class Crystal:
    """A run of the crystal from a LAMMPS data file; places and edges are those of the file, in Angstrom (lj: sigma)."""

    def __init__(self, program, system, shape):
        import numpy

        sigma, epsilon, temperature, time_step, mass, angstrom = SYSTEMS[system]
        generator = random.Random(5)
        edge = CELLS * GAP
        tilt = (1.2, -0.9, 1.5) if shape == "triclinic" else (0.0, 0.0, 0.0)
        edges = numpy.array([[edge, 0, 0], [tilt[0], edge, 0], [tilt[1], tilt[2], edge]])
        fractions = [
            [(n + 0.5 + generator.uniform(-0.06, 0.06)) / CELLS for n in cell]
            for cell in itertools.product(range(CELLS), repeat=3)
        ]
        places = numpy.array(CORNER) + numpy.array(fractions) @ edges
        self.program, self.system, self.shape = program, system, shape
        self.periodic = (True, True, shape != "open")
        self.sigma, self.epsilon = sigma * angstrom, EPSILON_EV[system]
        self.places, self.edges, self.corner = (sigma * angstrom * x for x in (places, edges, numpy.array(CORNER)))
        self.time_step = time_step * (1e-3 if system == "real" else 1)  # ps
        self.name = f"{system}-{shape}"
        program.write(
            self.name + ".data", self.data_file(sigma * places, sigma * edges, sigma * numpy.array(CORNER), mass)
        )
        self.path = program.write(
            self.name + ".toml",
            (
                f'[units]\nsystem = "{system}"\n'
                + cases.run(3)
                + cases.file_system(self.name + ".data")
                + 'types = ["Ar"]\n'
                + ("\n[box]\nperiodic = [true, true, false]\n" if shape == "open" else "")
                + f'\n[pair]\ncutoff = {CUTOFF * sigma:.10g}\ntruncation = "shift"\n'
                + cases.potential("Ar", "Ar", epsilon, sigma)
                + cases.hot(temperature)
                + cases.stage("nve", 20, time_step)
                + '\n[trajectory]\nevery = 10\nfields = ["position", "velocity", "force", "image"]\n'
            ),
        )
        call(program, self.path, "--quiet")
        self.folder = program.folder(self.name + ".out")
        self.trajectory = os.path.join(self.folder, "trajectory.h5md")

    @staticmethod
    def data_file(places, edges, corner, mass):
        lines = ["a crystal", "", f"{len(places)} atoms", "1 atom types", ""]
        for k, axis in enumerate("xyz"):
            lines.append(f"{corner[k]:.12g} {corner[k] + edges[k][k]:.12g} {axis}lo {axis}hi")
        if edges[1][0] != 0:
            lines.append(f"{edges[1][0]:.12g} {edges[2][0]:.12g} {edges[2][1]:.12g} xy xz yz")
        lines += ["", "Masses", "", f"1 {mass}", "", "Atoms # atomic", ""]
        lines += [f"{i + 1} 1 {x:.12g} {y:.12g} {z:.12g}" for i, (x, y, z) in enumerate(places)]
        return "\n".join(lines) + "\n"

    def forces(self, places):
        """Of all atoms at these places (Angstrom), by a sum over all images, in eV/Angstrom (lj: reduced)."""
        import numpy

        total = numpy.zeros(places.shape)
        reach = [range(-2, 3) if periodic else (0,) for periodic in self.periodic]
        for image in itertools.product(*reach):
            ways = places[:, None, :] - places[None, :, :] + numpy.array(image) @ self.edges
            r2 = (ways**2).sum(axis=2)
            near = (r2 > 1e-9) & (r2 < (CUTOFF * self.sigma) ** 2)
            six = numpy.where(near, self.sigma**2 / numpy.where(near, r2, 1), 0) ** 3
            over = 24 * self.epsilon * (2 * six**2 - six) / numpy.where(near, r2, 1)
            total += (over[:, :, None] * ways).sum(axis=1)
        return total
