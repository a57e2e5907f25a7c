# SPDX-License-Identifier: BSD-3-Clause
"""H5MD files that are not what they seem to be, made from a good one."""

import os

import h5py
import numpy

GROUP = "/particles/system"
EDGE = 8.0
FORMULA = """type = "lennard_jones"
epsilon = 1.0
sigma = 1.0"""
INPUT = f"""
[run]
seed = 1
device = "cpu"
[units]
system = "lj"
[system.file]
path = "NAME"
[[species]]
name = "1"
mass = 1.0
[[pair.potential]]
species = ["1", "1"]
{FORMULA}
cutoff = 2.5
[[stage]]
steps = 10
ensemble = "nve"
time_step = 0.001
"""


def lattice(n=4):
    """Places of n^3 atoms in a box of edge 2 n."""
    return numpy.stack(numpy.meshgrid(*[numpy.arange(n) * 2.0 + 0.5] * 3, indexing="ij"), -1).reshape(-1, 3)


def write_good(path, frames=2, **options):
    """A trajectory of 64 atoms; `options` are those of h5py for its datasets of positions and velocities."""
    with h5py.File(path, "w") as file:
        system = file.create_group(GROUP)
        places = numpy.stack([lattice() + 0.01 * k for k in range(frames)]).astype("f4")
        for name, values in (("position", places), ("velocity", places - 4)):
            element = system.create_group(name)
            element.create_dataset("value", data=values, **options)
            element["step"] = numpy.arange(frames) * 10
            element["time"] = numpy.arange(frames) * 0.05
        system["box/edges"] = numpy.full(3, EDGE)
        system["box"].attrs["dimension"] = 3
        system["box"].attrs["boundary"] = numpy.array([b"periodic"] * 3)
        system["species"] = numpy.ones(64, "i4")
        system["id"] = numpy.arange(64)[::-1].copy()
        system["image/value"] = numpy.zeros((frames, 64, 3), "i4")
        system["image/step"] = numpy.arange(frames) * 10
        file["parameters/vmd_structure/indexOfSpecies"] = numpy.array([1], "i4")
        file["parameters/vmd_structure/name"] = ["1"]
    return path


def replace(path, name, **options):
    """Puts another dataset in place of one, made by h5py with these options."""
    with h5py.File(path, "a") as file:
        if name in file:
            del file[name]
        file.create_dataset(name, **options)


def low_level(path, name, shape, creation, dtype=h5py.h5t.IEEE_F32LE):
    """Puts a dataset in place of one, made by a property list of HDF5."""
    with h5py.File(path, "a") as file:
        if name in file:
            del file[name]
        space = h5py.h5s.create_simple(shape)
        h5py.h5d.create(file.id, name.encode(), dtype, space, creation)


def link(path, name, target):
    """Puts a link in place of an object."""
    with h5py.File(path, "a") as file:
        if name in file:
            del file[name]
        file[name] = target


def external_storage(path, name, shape, secret):
    """A dataset whose values lie in another file."""
    creation = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    creation.set_external(os.fsencode(secret), 0, h5py.h5f.UNLIMITED)
    low_level(path, name, shape, creation)


def virtual(path, name, shape, source):
    """A dataset made of one of another file."""
    layout = h5py.VirtualLayout(shape, dtype="f4")
    layout[...] = h5py.VirtualSource(source, "data", shape=shape)
    with h5py.File(path, "a") as file:
        if name in file:
            del file[name]
        file.create_virtual_dataset(name, layout)


def stored_chunk(path, name, shape, chunk, raw, mask=0, **options):
    """A compressed dataset of one chunk that holds these very bytes."""
    with h5py.File(path, "a") as file:
        if name in file:
            del file[name]
        dataset = file.create_dataset(name, shape, "f4", chunks=chunk, **options)
        dataset.id.write_direct_chunk((0,) * len(shape), raw, mask)


def foreign_filter(path, name, shape, number):
    """A dataset compressed by a filter that this program does not have."""
    creation = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    creation.set_chunk(shape)
    creation.set_filter(number, h5py.h5z.FLAG_OPTIONAL, (1, 2))
    low_level(path, name, shape, creation)
