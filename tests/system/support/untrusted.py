# SPDX-License-Identifier: BSD-3-Clause
"""Files that are refused, or read, by a run that starts from them and by an export; and good ones, which tests
spoil."""

import concurrent.futures
import os

import pytest

import cases
import hostile
import measured


@pytest.fixture
def good(program):
    """A good trajectory, which tests spoil."""
    return hostile.write_good(program.folder("start.h5md"))


def dry_run(program, name, words):
    program.write("input.toml", hostile.INPUT.replace("NAME", name))
    return measured.refused(program, "input.toml", "--dry-run", words=words)


def refused_twice(program, path, *words):
    """By a run that starts from it, and by an export, which must leave no file."""
    with concurrent.futures.ThreadPoolExecutor() as pool:
        calls = [
            pool.submit(dry_run, program, os.path.basename(path), words),
            pool.submit(measured.refused, program, "export", path, program.folder("out.xyz"), words=words),
        ]
    for call in calls:
        call.result()
    assert not os.path.exists(program.folder("out.xyz"))


def accepted(program, path):
    """By both."""
    program.write("input.toml", hostile.INPUT.replace("NAME", os.path.basename(path)))
    for result in measured.all_measured(
        program, [("input.toml", "--dry-run"), ("export", path, program.folder("out.xyz"), "--overwrite")]
    ):
        assert result.code == 0, result.error
    with open(program.folder("out.xyz"), encoding="utf-8") as file:
        return file.read()


def write_extxyz(path):
    lines = [f"1 {x:.6g} {y:.6g} {z:.6g}" for x, y, z in hostile.lattice()]
    head = ["64", 'Lattice="8 0 0 0 8 0 0 0 8" Properties=species:S:1:pos:R:3 pbc="T T T"']
    return path, "\n".join(head + lines) + "\n"


def write_lammps(path):
    lines = [f"{i + 1} 1 {x:.6g} {y:.6g} {z:.6g} 0 0 0" for i, (x, y, z) in enumerate(hostile.lattice())]
    return path, cases.lammps_data(8, lines)
