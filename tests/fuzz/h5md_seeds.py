#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes small good H5MD files, which the fuzzer of that reader begins with. Usage: h5md_seeds.py FOLDER"""

import os
import sys

import h5py
import numpy

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../system/support"))
import hostile  # noqa: E402

GROUP = hostile.GROUP
STORAGE = {
    "plain": {},
    "chunks": {"chunks": (1, 20, 3)},
    "gzip": {"compression": "gzip", "shuffle": True, "fletcher32": True},
    "scale": {"scaleoffset": 3},
}


def fixed(path, version):
    """A fixed frame with names of species, units, charges and masses, in an old and a new form of HDF5."""
    with h5py.File(path, "w", libver=version) as file:
        fluid = file.create_group("particles/fluid")
        fluid["position"] = hostile.lattice(2)
        fluid["position"].attrs["unit"] = "Angstrom"
        fluid["species"] = numpy.array(["Ar", "Kr"] * 4, dtype=h5py.string_dtype())
        fluid["mass"] = numpy.array([2.0, 1.0] * 4)
        fluid["charge"] = numpy.array([1.0, -1.0] * 4)
        fluid["box/edges"] = numpy.array([[0, 4, 0], [0, 0, 4], [4, 0, 0.0]])
        fluid["box"].attrs["dimension"] = 3
        fluid["box"].attrs["boundary"] = ["periodic", "none", "periodic"]
        fluid["velocity"] = h5py.SoftLink("position")
        file["connectivity/none"] = numpy.zeros((0, 2), "i4")
        file["parameters/mdsim/input"] = '[units]\nsystem = "metal"\n'


def rare(path):
    """Steps at intervals, names as an enumeration, half-precision positions, links on the way."""
    with h5py.File(path, "w", libver="latest") as file:
        system = file.create_group("/elsewhere")
        system.create_dataset(
            "position/value", data=hostile.lattice(2)[None].astype("f2"), maxshape=(None, 8, 3), chunks=(1, 8, 3)
        )
        system["position/step"] = 100
        system["position/step"].attrs["offset"] = 50
        system["species"] = numpy.zeros(8, h5py.enum_dtype({"Ar": 0, "Kr": 1}, "i1"))
        system.create_dataset(
            "image/value", shape=(1, 8, 3), dtype="i8", chunks=(1, 8, 3), maxshape=(None, 8, 3), scaleoffset=0
        )
        system["image/step"] = system["position/step"]
        system["box/edges"] = numpy.full(3, 4.0)
        system["box"].attrs["boundary"] = numpy.array([b"periodic"] * 3)
        file[GROUP] = h5py.SoftLink("/elsewhere")


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    for name, options in STORAGE.items():
        hostile.write_good(os.path.join(folder, name + ".h5md"), **options)
    for version in ("earliest", "latest"):
        fixed(os.path.join(folder, f"fixed-{version}.h5md"), version)
    rare(os.path.join(folder, "rare.h5md"))


if __name__ == "__main__":
    main()
