# SPDX-License-Identifier: BSD-3-Clause
"""Input files that were spoilt at random end with a run or a message, in bounded time and memory. The sample is fixed;
`--soak` tries many more."""

import os
import random

import pytest

import cases
import hostile
import measured
import tally
from untrusted import accepted, dry_run, good, refused_twice, write_extxyz, write_lammps  # noqa: F401


def text_of(program, name):
    """A good file of this ending, as bytes."""
    path = program.folder(name)
    if name.endswith(".h5md"):
        options = {
            "plain": {},
            "gzip": {"compression": "gzip", "shuffle": True},
            "scale": {"scaleoffset": 3},
            "chunks": {"chunks": (1, 20, 3)},
        }[name.split(".", maxsplit=1)[0]]
        hostile.write_good(path, **options)
        with open(path, "rb") as file:
            return file.read()
    if name == "input.toml":
        return input_text("good.extxyz").encode()
    if name == "potential.table":
        return cases.soft_table(2.6).encode()
    return (write_extxyz if name.endswith(".extxyz") else write_lammps)(path)[1].encode()


def input_text(start, potential=""):
    """An input that names these files."""
    text = hostile.INPUT.replace("NAME", start)
    return text.replace(hostile.FORMULA, f'type = "table"\nfile = "{potential}"') if potential else text


def spoilt(data, choose):
    """The bytes with some of them changed, cut off, doubled or zeroed."""
    data = bytearray(data)
    way = choose.randrange(6)
    place = choose.randrange(len(data))
    if way == 0:
        return bytes(data[:place])
    if way == 1:
        end = min(len(data), place + choose.choice((1, 8, 64, 512)))
        data[place:end] = bytes(end - place)
    elif way == 2:
        data[place:place] = data[place : place + choose.choice((1, 8, 64))]
    else:
        for _ in range(choose.choice((1, 1, 2, 5, 20))):
            data[choose.randrange(len(data))] = choose.choice((0, 1, 0x7F, 0x80, 0xFF, choose.randrange(256)))
    return bytes(data)


PARALLEL = 4
MUTANTS = [
    "plain.h5md",
    "gzip.h5md",
    "scale.h5md",
    "chunks.h5md",
    "start.extxyz",
    "start.data",
    "potential.table",
    "input.toml",
]


def spoilt_by(name, data, seed):
    return spoilt(data, random.Random(f"{name} {seed}"))


def call_with(program, name, data, seed):
    """Writes a file, and an input that names it and good files; the arguments of a run, or of an export."""
    path = program.folder(f"{seed % PARALLEL}.{name}")
    with open(path, "wb") as file:
        file.write(data)
    if name.endswith(".h5md") and seed % 2 == 1:
        return ("export", path, path + ".xyz", "--overwrite")
    if name == "input.toml":
        return (path, "--dry-run")
    potential = os.path.basename(path) if name == "potential.table" else ""
    start = "good.extxyz" if potential else os.path.basename(path)
    return (program.write(f"{seed % PARALLEL}.toml", input_text(start, potential)), "--dry-run")


@pytest.mark.parametrize("name", MUTANTS)
def test_files_that_were_spoilt_at_random(program, name, soak):
    """They are read, with other numbers where numbers were hit, or refused with a message: never do they crash the
    program, hang it, break a contract or take its memory."""
    data = text_of(program, name)
    program.write("good.extxyz", write_extxyz("")[1])
    good = measured.measured(program, *call_with(program, name, data, 0))
    assert good.code == 0, good.error
    ends = {0: 0, 2: 0, 3: 0}
    for first in range(0, 2000 if soak else 8, PARALLEL):
        seeds = range(first, first + PARALLEL)
        calls = [call_with(program, name, spoilt_by(name, data, seed), seed) for seed in seeds]
        for seed, result in zip(seeds, measured.all_measured(program, calls)):
            told = f"{name}, seed {seed}: {result.code}: {result.error}"
            assert result.code in ends, told
            assert "contract" not in result.error and "terminate called" not in result.error, told
            assert result.code == 0 or result.error.startswith("mdsim: "), told
            assert result.memory < measured.MEMORY, f"{result.memory} MiB: {told}"
            ends[result.code] += 1
    tally.tell(f"{name}, spoilt at random", {"read": ends[0] + ends[3], "refused": ends[2]})
    assert ends[2] > 0, "nothing was spoilt"
