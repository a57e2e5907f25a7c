# SPDX-License-Identifier: BSD-3-Clause
"""Input files that somebody else made: numbers of atoms, species, values and frames that are more than can be
meant, and attributes of other forms."""

import h5py
import numpy
import pytest

import hostile
import measured
from hostile import GROUP, replace
from untrusted import accepted, dry_run, good, refused_twice, write_extxyz, write_lammps  # noqa: F401


def odd_float():
    """A float of 40 bits, as no machine has it."""
    kind = h5py.h5t.IEEE_F64LE.copy()
    kind.set_fields(39, 28, 11, 0, 28)
    kind.set_size(5)
    return kind


@pytest.mark.parametrize(
    "value, words",
    [
        (h5py.Empty("f8"), "must hold three numbers; found 0"),
        (numpy.zeros((3, 1, 1)), "a list of numbers, of one dimension"),
        (numpy.float64(1), "a list of numbers, of one dimension"),
        (numpy.zeros(4), "must hold three numbers; found 4"),
        (numpy.array([0, numpy.nan, 0]), "a value that is not finite"),
        ("0 0 0", "must be numbers"),
        (numpy.zeros(2000), "has 2000 values"),
        (odd_float(), "real numbers of an unusual form"),
        (numpy.array([1, 2, 3], "i4"), None),
        (numpy.array([1, 2, 3], "f4"), None),
    ],
)
def test_the_corner_of_a_box(program, good, value, words):
    with h5py.File(good, "a") as file:
        box = file[GROUP + "/box"]
        if isinstance(value, h5py.h5t.TypeFloatID):
            h5py.h5a.create(box.id, b"origin", value, h5py.h5s.create_simple((3,)))
        else:
            box.attrs["origin"] = value
    if words is None:
        assert 'Origin="1 2 3"' in accepted(program, good)
    else:
        refused_twice(program, good, GROUP + "/box: the attribute origin", words)


def test_an_attribute_of_a_huge_list(program, good):
    """Of 16 MB, which an attribute may have in the newer form of files."""
    with h5py.File(good, "a", libver="latest") as file:
        file.move(GROUP + "/box", "/old")
        box = file.create_group(GROUP + "/box", track_order=True)
        box["edges"] = file["/old/edges"]
        box.attrs["boundary"] = file["/old"].attrs["boundary"]
        box.attrs["origin"] = numpy.zeros(2_000_000)
    refused_twice(program, good, GROUP + "/box", "the attribute origin has 2000000 values")


def test_numbers_that_64_bits_with_a_sign_do_not_hold(program, good):
    """HDF5 would bring them down to the largest that these hold, without a word."""
    numbers = numpy.arange(64, dtype="u8")
    for place, words in (
        ("id", "/id: holds 9223372036854775813"),
        ("species", "/species: holds 9223372036854775813"),
        ("image/step", "/image/step: holds 9223372036854775809"),
    ):
        hostile.write_good(good)
        shift = numpy.uint64(2**63)
        replace(
            good, f"{GROUP}/{place}", data=(numbers[:2] if place == "image/step" else numbers + numpy.uint64(5)) + shift
        )
        refused_twice(program, good, words if place != "image/step" else "/image/step: holds 9223372036854775808")


@pytest.mark.parametrize(
    "first, words",
    [(2**62 - 63, None), (2**62 - 62, "from 0 to 4611686018427387904"), (2**63 - 64, "from 0 to 4611686018427387904")],
)
def test_numbers_of_atoms_at_the_end_of_what_is_allowed(program, good, first, words):
    replace(good, GROUP + "/id", data=numpy.arange(first, first + 64, dtype="i8"))
    if words is None:
        rows = [line.split() for line in accepted(program, good).splitlines() if line.startswith("1 ")]
        assert [int(row[4]) for row in rows] == 2 * list(range(first, first + 64))
    else:
        refused_twice(program, good, GROUP + "/id: row", words)
    plain = write_extxyz("")[1].splitlines()
    plain[1] = plain[1].replace("pos:R:3", "pos:R:3:id:I:1")
    program.write(
        "start.extxyz", "\n".join(plain[:2] + [f"{line} {first + k}" for k, line in enumerate(plain[2:])]) + "\n"
    )
    head, atoms = write_lammps("")[1].split("# atomic\n\n")
    atoms = [f"{first + k} " + line.split(" ", 1)[1] for k, line in enumerate(atoms.splitlines())]
    program.write("start.data", head + "# atomic\n\n" + "\n".join(atoms) + "\n")
    for name in ("start.extxyz", "start.data"):
        program.write("input.toml", hostile.INPUT.replace("NAME", name))
        if words is None:
            result = measured.measured(program, "input.toml", "--dry-run")
            assert result.code == 0 and "64" in result.output, result.error
        else:
            dry_run(program, name, (name + ":", "4611686018427387904"))


@pytest.mark.parametrize("name", ["start.h5md", "start.extxyz", "start.data"])
def test_more_species_than_a_system_may_have(program, good, name):
    """What is kept of pairs of species grows with the square of their number."""
    many = 300_000
    places = numpy.round(numpy.random.default_rng(3).uniform(0, 100, (many, 3)), 2)
    if name == "start.h5md":
        with h5py.File(good, "w") as file:
            system = file.create_group(GROUP)
            system["position"] = places
            system["species"] = numpy.arange(many)
            system["box/edges"] = numpy.full(3, 100.0)
            system["box"].attrs["boundary"] = "periodic"
        refused_twice(program, good, "holds more than 1000 different species")
        return
    rows = [f"{x} {y} {z}" for x, y, z in places]
    if name == "start.extxyz":
        lines = [str(many), 'Lattice="100 0 0 0 100 0 0 0 100"'] + [f"S{k} {row}" for k, row in enumerate(rows)]
        words = "start.extxyz:1003: species 'S1000' is one more than the 1000 that are allowed"
    else:
        lines = [
            "title",
            "",
            f"{many} atoms",
            f"{many} atom types",
            "0 100 xlo xhi",
            "0 100 ylo yhi",
            "0 100 zlo zhi",
            "",
            "Atoms # atomic",
            "",
        ] + [f"{k + 1} {k + 1} {row}" for k, row in enumerate(rows)]
        words = "allowed are 1 ... 1000"
    program.write(name, "\n".join(lines) + "\n")
    dry_run(program, name, (words,))


def test_many_species_without_a_potential(program):
    """The first pairs are told, not half a million."""
    lines = ["1000", 'Lattice="20 0 0 0 20 0 0 0 20"'] + [
        f"S{k} {k // 100} {k // 10 % 10} {k % 10}" for k in range(1000)
    ]
    program.write("start.extxyz", "\n".join(lines) + "\n")
    dry_run(program, "start.extxyz", ('the structure has a species "S0"', "more errors of species are not listed"))
    text = hostile.INPUT.replace("NAME", "start.extxyz").replace('[[species]]\nname = "1"\nmass = 1.0\n', "")
    program.write("input.toml", text.replace('species = ["1", "1"]', 'species = ["S0", "S0"]'))
    told = measured.refused(
        program, "input.toml", "--dry-run", words=("pair S0-S1 has no potential", "more errors of pairs")
    )
    assert len(told) < 20000, len(told)


def test_an_input_of_more_species_than_a_system_may_have(program):
    many = "".join(f'[[species]]\nname = "S{k}"\nmass = 1.0\n' for k in range(8000))
    program.write(
        "input.toml",
        hostile.INPUT.replace('[system.file]\npath = "NAME"\n', many + "[system.random]\ncounts = { S1 = 9 }\n"),
    )
    measured.refused(program, "input.toml", "--dry-run", words=("species: found 8001 species; allowed are 1000",))


@pytest.mark.parametrize("options", [{"chunks": (600, 2000, 3)}, {"chunks": True}, {"chunks": (600, 10, 1)}])
def test_chunks_of_many_frames_are_undone_once(program, good, options):
    """Undone for each frame anew, each of these would take minutes."""
    frames, atoms = 600, 2000
    places = numpy.random.default_rng(5).uniform(0, 8, (1, atoms, 3)).astype("f4")
    with h5py.File(good, "w") as file:
        system = file.create_group(GROUP)
        system.create_dataset(
            "position/value", data=numpy.repeat(places, frames, axis=0), compression="gzip", **options
        )
        system["position/step"] = 10
        system["box/edges"] = numpy.full(3, 8.0)
        system["box"].attrs["boundary"] = "periodic"
    result = measured.measured(program, "export", good, program.folder("out.xyz"))
    assert result.code == 0, result.error
    assert result.memory < measured.MEMORY, result.memory
