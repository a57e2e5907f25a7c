# SPDX-License-Identifier: BSD-3-Clause
"""A run of a slanted box of two species whose trajectory is exported, and readers of what comes of it."""

import cases
from calls import call

SPECIES = cases.TWO_SPECIES.replace('"A"', '"Ar"').replace('"B"', '"Kr"')
FORCES = (
    '\n[pair]\ncutoff = 2.5\nmixing = "arithmetic"\n'
    + cases.potential("Ar", "Ar")
    + cases.potential("Kr", "Kr", 1.2, 1.1)
)
SYSTEM = "\n[system.random]\ncounts = { Ar = 100, Kr = 50 }\nmin_distance = 0.85\n"
BOX = "\n[box]\nedges = [5.5, 6.0, 6.5]\ntilt = [2.5, -2.0, 2.9]\n"
STAGES = cases.langevin(100, 0.001, 1.0, 10.0, trajectory_every=0) + cases.stage("nve", 300)


def slanted(stages=STAGES, output=cases.OUTPUT):
    return cases.LJ + cases.run(4) + SYSTEM + BOX + SPECIES + FORCES + cases.hot(1.0) + stages + output


class Sample:
    """A run of a slanted box of two species, and its frames as h5py reads them."""

    def __init__(self, program):
        import h5py

        path = program.write("sample.toml", slanted())
        call(program, path, "--quiet")
        self.path = program.folder("sample.out/trajectory.h5md")
        with h5py.File(self.path, "r") as file:
            system = file["particles/system"]
            self.names = file["parameters/vmd_structure/name"].asstr()[:][system["species"][:]]
            self.steps = system["position/step"][:]
            self.times = system["position/time"][:]
            self.edges = system["box/edges/value"][:]
            self.vectors = {name: system[name]["value"][:] for name in ("position", "velocity", "force", "image")}
        assert len(self.steps) == 3 and len(set(self.names)) == 2, "the sample is not what it should be"
        assert abs(self.vectors["image"][-1]).max() > 0, "no atom of the sample has left the box"

    def unwrapped(self, frame):
        import numpy

        return self.vectors["position"][frame].astype(float) + self.vectors["image"][frame] @ self.edges[frame].astype(
            numpy.float64
        )


def read_extxyz(path):
    """The frames as (comment, names, numbers)."""
    frames = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            comment = next(file)
            rows = [next(file).split() for _ in range(int(line))]
            frames.append((comment, [row[0] for row in rows], [[float(x) for x in row[1:]] for row in rows]))
    return frames


def read_dump(path):
    """The frames as {heading: lines}, and the columns of the atoms."""
    frames = []
    with open(path, encoding="utf-8") as file:
        for line in file.read().splitlines():
            if line.startswith("ITEM:"):
                heading = line[6:]
                if not frames or any(known.startswith("ATOMS") for known in frames[-1]):
                    frames.append({})
                frames[-1][heading] = []
            else:
                frames[-1][heading].append(line.split())
    return frames


def same_floats(text, stored):
    """Whether numbers read as text are the same floats."""
    import numpy

    return (numpy.asarray(text, dtype=float).astype(numpy.float32) == stored).all()
