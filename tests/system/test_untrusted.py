# SPDX-License-Identifier: BSD-3-Clause
"""Input files that somebody else made: nothing beside them is opened, what they claim is compared with what they
hold, and whatever is wrong with them ends with a message."""

import os
import zlib

import h5py
import numpy
import pytest

import hostile
import measured
from hostile import GROUP, replace
from untrusted import accepted, dry_run, good, refused_twice, write_extxyz, write_lammps  # noqa: F401

SHAPE = (2, 64, 3)
VALUES = GROUP + "/position/value"
SECRET = b"SECRET OF ANOTHER FILE, " * 200


def foreign_file(program):
    """Another file, which must never be read; an HDF5 file too, so that links to it would work."""
    path = program.folder("secret.h5")
    with h5py.File(path, "w") as file:
        file["data"] = numpy.full(SHAPE, 1.5, "f4")
    with open(program.folder("secret.txt"), "wb") as file:
        file.write(SECRET)
    return path


def test_good_files_are_read(program, good):
    """What is refused elsewhere here is not the file that others are made of, nor is it compression."""
    plain = accepted(program, good)
    for options in (
        {"compression": "gzip", "shuffle": True, "fletcher32": True},
        {"chunks": (1, 10, 3)},
        {"compression": "gzip", "chunks": (2, 30, 2)},
    ):
        assert accepted(program, hostile.write_good(good, **options)) == plain
    rounded = hostile.write_good(good, scaleoffset=3)
    assert len(accepted(program, rounded).splitlines()) == len(plain.splitlines())
    with h5py.File(good, "a") as file:
        file.move(GROUP, "/elsewhere")
        file["/hop"] = h5py.SoftLink("/elsewhere")
        file[GROUP] = h5py.SoftLink("/hop")
    accepted(program, good)


@pytest.mark.parametrize(
    "place",
    [
        GROUP + "/position/value",
        GROUP + "/position",
        GROUP,
        "/particles",
        GROUP + "/species",
        GROUP + "/box",
        GROUP + "/box/edges",
        GROUP + "/velocity",
    ],
)
def test_links_to_other_files(program, good, place):
    secret = foreign_file(program)
    hostile.link(good, place, h5py.ExternalLink(os.path.basename(secret), "/data"))
    refused_twice(program, good, place, "is a link to another file ('secret.h5')", "h5copy -f ext")


def test_a_soft_link_through_another_file(program, good):
    secret = foreign_file(program)
    hostile.link(good, "/away", h5py.ExternalLink(secret, "/"))
    hostile.link(good, VALUES, h5py.SoftLink("/away/data"))
    refused_twice(program, good, "/away is a link to another file")


def test_a_link_to_a_pipe(program, good):
    os.mkfifo(program.folder("pipe"))
    hostile.link(good, VALUES, h5py.ExternalLink("pipe", "/data"))
    refused_twice(program, good, "is a link to another file ('pipe')")


@pytest.mark.parametrize("target", [VALUES, "value", "./value"])
def test_links_in_a_circle(program, good, target):
    hostile.link(good, VALUES, h5py.SoftLink(target))
    refused_twice(program, good, VALUES, "is a link in a circle")


def test_values_in_another_file(program, good):
    foreign_file(program)
    os.mkfifo(program.folder("pipe"))
    for name in ("secret.txt", "pipe", "/dev/zero", "no-such-file"):
        hostile.external_storage(good, VALUES, SHAPE, name)
        refused_twice(program, good, VALUES, f"keeps its values in another file ('{name}')")


def test_virtual_datasets(program, good):
    for source in (foreign_file(program), "."):
        hostile.virtual(good, VALUES, SHAPE, source)
        refused_twice(program, good, VALUES, "is a virtual dataset")


@pytest.mark.parametrize("number", [307, 4, 5, 32001, 65535])
def test_filters_that_are_not_built_in(program, good, number, monkeypatch):
    """Neither is code looked for that a file asks for."""
    monkeypatch.setenv("HDF5_PLUGIN_PATH", program.folder("plugins"))
    os.mkdir(program.folder("plugins"))
    hostile.foreign_filter(good, VALUES, SHAPE, number)
    refused_twice(program, good, VALUES, f"is compressed by the filter {number}", "h5repack")


@pytest.mark.parametrize("storage", ["contiguous", "chunks", "gzip", "holes"])
def test_more_atoms_than_the_file_can_hold(program, good, storage):
    many = 10**15
    shape = (1, many, 3)
    options = {
        "contiguous": {},
        "chunks": {"chunks": (1, 1000, 3)},
        "holes": {},
        "gzip": {"chunks": (1, 1000, 3), "compression": "gzip"},
    }[storage]
    replace(good, VALUES, shape=shape, dtype="f4", **options)
    with h5py.File(good, "a") as file:
        del file[GROUP + "/velocity"], file[GROUP + "/species"], file[GROUP + "/id"], file[GROUP + "/image"]
        if storage in ("chunks", "gzip"):
            file[VALUES][0, :1000, :] = 1.5
    if storage == "holes":
        os.truncate(good, 2**42)
        refused_twice(program, good, "the rest was never written")
    else:
        refused_twice(program, good, VALUES, "claims 1000000000000000 atoms")
    assert os.path.getsize(good) < 2**16 or storage == "holes"


def test_a_bomb_of_compressed_zeros(program, good):
    replace(good, VALUES, data=numpy.zeros((1, 3000000, 3), "f4"), compression="gzip", chunks=(1, 100000, 3))
    refused_twice(program, good, VALUES, "claims 3000000 atoms, but stores")


def test_a_chunk_that_grows_beyond_its_size(program, good):
    """HDF5 would take as much memory as such a chunk asks for: here 512 MiB."""
    stream = zlib.compressobj(9)
    packed = b"".join([stream.compress(bytes(2**26)) for _ in range(8)] + [stream.flush()])
    replace(good, VALUES, shape=(2, 64, 3), dtype="f4", chunks=(1, 64, 3), compression="gzip")
    hostile.stored_chunk(good, VALUES, SHAPE, (2, 64, 3), packed, compression="gzip")
    refused_twice(program, good, VALUES, "the chunk at 0 x 0 x 0 has")
    hostile.stored_chunk(good, VALUES, SHAPE, (2, 64, 3), zlib.compress(bytes(200000), 9), compression="gzip")
    refused_twice(program, good, VALUES, "gives more than a chunk holds")


def test_a_chunk_that_gives_too_little(program, good):
    """HDF5 would pass on memory that the chunk does not fill."""
    full = 4 * 2 * 64 * 3
    for raw, mask in ((zlib.compress(bytes(full - 4)), 0), (bytes(10), 1), (b"no stream at all", 0)):
        hostile.stored_chunk(good, VALUES, SHAPE, SHAPE, raw, mask, compression="gzip")
        refused_twice(program, good, VALUES, "the chunk at 0 x 0 x 0")
    hostile.stored_chunk(good, VALUES, SHAPE, SHAPE, (33).to_bytes(4, "little") + bytes(100), scaleoffset=3)
    refused_twice(program, good, VALUES, "claims 33 bits a value")
    hostile.stored_chunk(good, VALUES, SHAPE, SHAPE, (31).to_bytes(4, "little") + bytes(100), scaleoffset=3)
    refused_twice(program, good, VALUES, "claims 31 bits a value")


@pytest.mark.parametrize("place, value", [(0, 200), (4, 99), (12, 77), (15, 8)])
def test_texts_that_are_not_where_they_should_be(program, good, place, value):
    """A length, an address and numbers in the heap; HDF5 would look for the texts beyond its memory."""
    with h5py.File(good, "r") as file:
        reference = file["parameters/vmd_structure/name"].id.get_offset()
    with open(good, "r+b") as file:
        file.seek(reference + place)
        file.write(bytes([value]))
    dry_run(program, "start.h5md", ("/parameters/vmd_structure/name", "refers to a text that is not in the file"))


def test_free_space_without_a_size(program, good):
    """The library steps over the free space of a heap of texts by its size: one of zero took for ever."""
    with open(good, "r+b") as file:
        data = bytearray(file.read())
        heap = data.index(b"GCOL")
        place = heap + 16
        while int.from_bytes(data[place : place + 2], "little") != 0:
            place += 16 + (int.from_bytes(data[place + 8 : place + 16], "little") + 7) // 8 * 8
        data[place + 8 : place + 16] = bytes(8)
        file.seek(0)
        file.write(data)
    refused_twice(program, good, "refers to a text that is not in the file")


def test_compact_values_that_are_not_there(program, good):
    """The library reads what a compact dataset does not store from nowhere."""
    creation = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    creation.set_layout(h5py.h5d.COMPACT)
    hostile.low_level(good, GROUP + "/species", (64,), creation, h5py.h5t.STD_I32LE)
    with h5py.File(good, "r+") as file:
        file[GROUP + "/species"][...] = numpy.arange(64) + 0x5EED0000
    with open(good, "r+b") as file:
        data = bytearray(file.read())
        values = (numpy.arange(64) + 0x5EED0000).astype("<i4").tobytes()
        place = data.index(values)
        assert int.from_bytes(data[place - 2 : place], "little") == len(values)
        data[place - 2 : place] = bytes(2)
        file.seek(0)
        file.write(data)
    refused_twice(program, good, GROUP + "/species")


def test_chunks_beyond_all_measure(program, good):
    creation = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    creation.set_chunk((1, 2**27, 3))
    creation.set_deflate(9)
    hostile.low_level(good, VALUES, (1, 2**27, 3), creation)
    refused_twice(program, good, VALUES, "has chunks of 1610612736 bytes")


def test_more_frames_than_the_file_can_hold(program, good):
    """Only an export reads them all; a run takes one of them."""
    frames = 10**12
    replace(good, VALUES, shape=(frames, 64, 3), dtype="f4", chunks=(1, 64, 3))
    replace(good, GROUP + "/position/step", data=numpy.int64(10))
    words = (VALUES, "claims 1000000000000 frames of 64 atoms")
    measured.refused(program, "export", good, program.folder("out.xyz"), words=words)
    replace(good, GROUP + "/position/step", shape=(frames,), dtype="i8", chunks=(1000,))
    dry_run(program, "start.h5md", ("/position/step", "claims 1000000000000 values"))


@pytest.mark.parametrize(
    "kind, words",
    [
        ("i8", None),
        ("u1", None),
        (">i2", None),
        ("S4", None),
        (numpy.dtype([("a", "i4"), ("b", "f8")]), "must hold whole numbers"),
        (h5py.special_dtype(vlen=numpy.dtype("i4")), "must hold whole numbers"),
        (h5py.ref_dtype, "must hold whole numbers"),
        (h5py.regionref_dtype, "must hold whole numbers"),
        ("V16", "must hold whole numbers"),
        ("S20000000", "texts of 20000000 bytes"),
    ],
)
def test_types_of_values(program, good, kind, words):
    replace(good, GROUP + "/species", shape=(64,), dtype=kind)
    if words is None:
        assert measured.measured(program, "export", good, program.folder("out.xyz")).code in (0, 2)
    else:
        refused_twice(program, good, GROUP + "/species", words)


def test_numbers_of_an_unusual_form(program, good):
    for kind in (h5py.h5t.IEEE_F32LE.copy(), h5py.h5t.STD_I32LE.copy()):
        kind.set_precision(20 if kind.get_class() == h5py.h5t.INTEGER else 32)
        if kind.get_class() == h5py.h5t.FLOAT:
            kind.set_ebias(99)
        hostile.low_level(good, VALUES, SHAPE, h5py.h5p.create(h5py.h5p.DATASET_CREATE), kind)
        refused_twice(program, good, VALUES, "numbers of an unusual form")


def test_attributes_beyond_all_measure(program, good):
    with h5py.File(good, "a", libver="latest") as file:
        file.move(GROUP + "/box", "/old")
        box = file.create_group(GROUP + "/box")
        box["edges"] = file["/old/edges"]
        box.attrs["boundary"] = numpy.array([b"periodic"] * 100000)
    refused_twice(program, good, GROUP + "/box", "the attribute boundary has 100000 values")


def test_a_group_of_many_objects(program, good):
    with h5py.File(good, "a", libver="latest") as file:
        for k in range(10001):
            file["particles"][f"a{k}"] = h5py.SoftLink("/particles/system")
    refused_twice(program, good, "/particles", "has more than 10000 objects")


def test_controls_in_names_do_not_reach_the_terminal(program, good):
    with h5py.File(good, "a") as file:
        file.move(GROUP, "/particles/a\x1b[2J\x1b[31mb")
        file["/particles/c\x9b"] = 1
    program.write("input.toml", hostile.INPUT.replace("NAME", "start.h5md"))
    result = measured.measured(program, "input.toml", "--dry-run")
    assert result.code == 0 and "/particles has the groups a?[2J?[31mb, c" in result.output, result.output
    for control in ("\x1b", "\x9b"):
        assert control not in result.error + result.output, result.error


@pytest.mark.parametrize(
    "kind, name",
    [
        ("pipe", "start.h5md"),
        ("pipe", "start.data"),
        ("pipe", "start.extxyz"),
        ("pipe", "start.table"),
        ("pipe", "input"),
        ("folder", "start.h5md"),
        ("folder", "start.table"),
        ("folder", "input"),
        ("device", "start.data"),
        ("device", "input"),
        ("socket", "start.extxyz"),
        ("socket", "input"),
    ],
)
def test_only_regular_files_are_read(program, kind, name):
    path = program.folder(name)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        os.mkdir(path)
    elif kind == "device":
        os.symlink("/dev/zero", path)
    else:
        import socket

        here = os.getcwd()
        os.chdir(program.scratch)
        socket.socket(socket.AF_UNIX).bind(name)
        os.chdir(here)
    if name == "input":
        words = "this is a folder" if kind == "folder" else f"is not a regular file but a {kind}"
        measured.refused(program, path, "--dry-run", words=(words,))
        return
    text = hostile.INPUT.replace("NAME", name)
    if name == "start.table":
        hostile.write_good(program.folder("start.h5md"))
        text = hostile.INPUT.replace("NAME", "start.h5md").replace(
            'type = "lennard_jones"\nepsilon = 1.0\nsigma = 1.0', f'type = "table"\nfile = "{name}"'
        )
    program.write("input.toml", text)
    words = (
        "is a folder; give a file in it"
        if (kind, name) == ("folder", "start.h5md")
        else f"is not a regular file but a {kind}"
    )
    measured.refused(program, "input.toml", "--dry-run", words=(words,))
    if name == "start.h5md":
        words = "this folder holds no trajectory.h5md" if kind == "folder" else "is not a regular file"
        measured.refused(program, "export", path, program.folder("out.xyz"), words=(words,))


def test_a_symbolic_link_to_a_regular_file(program, good):
    os.symlink(good, program.folder("link.h5md"))
    accepted(program, program.folder("link.h5md"))
