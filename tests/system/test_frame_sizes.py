# SPDX-License-Identifier: BSD-3-Clause
"""What frames take on the disk, beside XTC at the same precision; by which filters, and what is lost by them."""

import os

import pytest

import cases
import needed

np = needed.module("numpy")
h5py = needed.module("h5py")

DECIMALS = 3
STORED = ("position", "image")
EVERYWHERE = {"scaleoffset", "deflate"}
"""filters that all builds of HDF5 have; deflate wherever there is zlib"""


def liquid(precision=None):
    rounded = f"precision = {precision}\n" if precision is not None else ""
    return (
        cases.LJ
        + cases.run()
        + cases.lattice((10, 10, 10), 0.8442)
        + cases.SPECIES
        + cases.pair()
        + cases.neighbor()
        + cases.hot(1.44)
        + cases.stage("nve", 200, 0.005)
        + f"\n[trajectory]\nevery = 100\n{rounded}"
    )


@pytest.fixture
def files(bench):
    """Trajectories of one run, exact and rounded."""
    found = {}
    for name, precision in (("exact", None), ("rounded", DECIMALS)):
        folder = bench.fresh(name)
        bench.run(bench.program.write(name + ".toml", liquid(precision)), folder)
        found[name] = os.path.join(folder, "trajectory.h5md")
    return found


def values(path, name):
    with h5py.File(path, "r") as file:
        return file[f"particles/system/{name}/value"][:]


def stored(path, name):
    """Bytes of an atom and frame."""
    with h5py.File(path, "r") as file:
        data = file[f"particles/system/{name}/value"]
        return data.id.get_storage_size() / (data.shape[0] * data.shape[1])


def filters(path, name):
    names = {h5py.h5z.FILTER_SCALEOFFSET: "scaleoffset", h5py.h5z.FILTER_DEFLATE: "deflate"}
    with h5py.File(path, "r") as file:
        made = file[f"particles/system/{name}/value"].id.get_create_plist()
        return {names.get(made.get_filter(i)[0], "another") for i in range(made.get_nfilters())}


def xtc_bytes(path, to):
    """Bytes of an atom and frame in an XTC of the same frames, whose precision counts in 0.1 nm here."""
    chemfiles = needed.module("chemfiles")
    positions = values(path, "position")
    with h5py.File(path, "r") as file:
        edges = [np.diag(e) for e in file["particles/system/box/edges/value"][:]]
    frame = chemfiles.Frame()
    frame.resize(positions.shape[1])
    frame["xtc_precision"] = 10.0 * 10**DECIMALS
    with chemfiles.Trajectory(str(to), "w", "XTC") as file:
        for position, edge in zip(positions, edges):
            frame.positions[:] = position
            frame.cell = chemfiles.UnitCell([float(length) for length in edge])
            file.write(frame)
    return os.path.getsize(to) / (positions.shape[0] * positions.shape[1])


def test_a_rounded_frame_takes_at_most_half_as_much_again_as_xtc(files, tmp_path):
    xtc = xtc_bytes(files["exact"], tmp_path / "frames.xtc")
    ours = sum(stored(files["rounded"], name) for name in STORED)
    assert ours < 1.5 * xtc, f"{ours:.2f} bytes of an atom with images, {xtc:.2f} of XTC without"


def test_a_rounded_coordinate_is_off_by_half_a_step_at_most(files):
    exact, rounded = (values(files[name], "position") for name in ("exact", "rounded"))
    assert rounded.dtype == np.float32
    off = np.abs(exact.astype(float) - rounded).max()
    assert 0.4e-3 < off < 0.501e-3, f"off by {off}"


def test_images_take_hardly_anything_and_lose_nothing(files):
    exact, rounded = (values(files[name], "image") for name in ("exact", "rounded"))
    assert exact.any() and (exact == rounded).all() and exact.dtype == np.int32
    for name, path in files.items():
        taken = stored(path, "image")
        assert taken < 0.8, f"{taken:.2f} bytes of an atom for images, {name}"


def test_filters_are_those_that_every_reader_has(files):
    assert filters(files["exact"], "position") == set()
    assert filters(files["rounded"], "position") == {"scaleoffset"}
    for path in files.values():
        assert "scaleoffset" in filters(path, "image") and filters(path, "image") <= EVERYWHERE
