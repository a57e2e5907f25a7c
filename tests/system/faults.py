#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the program refuses or breaks off, and what it says then: faulty inputs, files that are missing, too little memory,
atoms that overlap or leave. Usage: faults.py MDSIM [--only TEST]"""

import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import cases  # noqa: E402
import runs  # noqa: E402
from calls import call, liquid, main  # noqa: E402
from restarts import INPUT_FAULT, PHYSICS_FAULT, STOPPED, expect, expect_words  # noqa: E402


def two_atoms(distance):
    return cases.extxyz(
        (12.0, 12.0, 12.0), [("A", 3.0, 3.0, 3.0), ("A", 3.0 + distance, 3.0, 3.0), ("A", 8.0, 8.0, 8.0)]
    )


def test_faults(program):
    """All faults of a file at once, each with its line and what is allowed or near."""
    text = (
        liquid()
        .replace("skin = 0.3", "skim = 0.3")
        .replace("density = 0.8442", "density = -1")
        .replace('ensemble = "nve"', 'ensemble = "nvt"')
        .replace("cutoff = 2.5", 'cutoff = "far"')
    )
    path = program.write("faults.toml", text)
    lines = text.splitlines()
    for ranks in (1, 2):
        _, err = call(program, path, ranks=ranks, code=INPUT_FAULT)
        expect_words(err, "unknown key 'skim'", "'skin'", "above 0", "nose_hoover", "expected a number")
        for word in ("skim", "density", "ensemble", '"far"'):
            line = next(i for i, found in enumerate(lines, 1) if word in found)
            expect(f"faults.toml:{line}:" in err, f"line {line} is not named in: {err}")
        expect(err.count("faults.toml:") == 4, f"each fault once: {err}")
    expect(not os.path.exists(program.folder("faults.out")), "a faulty input made an output folder")


def test_missing_files(program):
    _, err = call(program, "absent.toml", code=INPUT_FAULT)
    expect_words(err, "absent.toml")
    path = program.write("structure.toml", liquid(system=cases.file_system("absent.xyz")))
    for ranks in (1, 2):
        _, err = call(program, path, ranks=ranks, code=INPUT_FAULT)
        expect_words(err, "absent.xyz")
    call(program, code=INPUT_FAULT)
    call(program, path, "--no-such-option", code=INPUT_FAULT)


def test_set(program):
    path = program.write("set.toml", liquid())
    _, err = call(program, path, "--set", "run.sed=3", "--set", "pair.cutoff=-1", code=INPUT_FAULT)
    expect_words(err, "'seed'", "pair.cutoff", "above 0")
    _, err = call(program, path, "--set", "nonsense", code=INPUT_FAULT)
    expect_words(err, "--set")


def test_threads(program):
    """More threads than anybody has are refused, not tried."""
    found, _, err = program.call([program.write("threads.toml", liquid())], env={"OMP_NUM_THREADS": "100000"})
    expect(found == INPUT_FAULT, f"exit code {found} with 100000 threads: {err}")
    expect_words(err, "OMP_NUM_THREADS", "4096")


def test_no_room(program):
    """More than memory or disk can hold is told: atoms before they are made, lists by their keys, files as a warning."""
    path = program.write("room.toml", liquid())
    for ranks in (1, 2):
        _, err = call(program, path, "--set", "system.lattice.cells=[10000,10000,10000]", ranks=ranks, code=INPUT_FAULT)
        expect_words(err, "4000000000000 atoms", "need more than", "take fewer atoms")
        _, err = call(program, path, "--set", "neighbor.skin=1e7", ranks=ranks, code=INPUT_FAULT)
        expect_words(err, "neighbor.skin", "images included", "GiB")
    out, _ = call(program, path, "--dry-run", "--set", "neighbor.skin=1e7")
    expect_words(out, "would be refused here")
    out, _ = call(program, path, "--dry-run", "--set", "stage.0.steps=1e15", "--set", "trajectory.every=1")
    expect_words(out, "WARNING: the disk is too small")
    _, err = call(
        program,
        path,
        "--output",
        program.folder("room"),
        "--set",
        "stage.0.steps=1e15",
        "--set",
        "trajectory.every=1",
        "--set",
        "run.wall_time=0.01",
        code=STOPPED,
    )
    expect_words(err, "note:", "the disk is too small", "frames")


def test_memory_limit(program):
    """What ulimit leaves counts too."""
    path = program.write("limit.toml", liquid())
    done = subprocess.run(
        [
            "bash",
            "-c",
            'ulimit -v 4000000; exec "$@"',
            "limit",
            program.path,
            path,
            "--set",
            "system.lattice.cells=[300,300,300]",
            "--set",
            "run.device=cpu",
            "--output",
            program.folder("limit"),
        ],
        env=runs.environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    expect(done.returncode == INPUT_FAULT, f"exit code {done.returncode}: {done.stderr}")
    expect_words(done.stderr, "ulimit -v", "108000000 atoms")


def test_overlap(program):
    """Two atoms in one place: the physics is at fault, and who, when and where is said."""
    for distance, ranks in ((0.02, 1), (0.02, 2), (0.0, 1), (0.3, 1)):
        program.write("overlap.xyz", two_atoms(distance))
        path = program.write("overlap.toml", liquid(system=cases.file_system("overlap.xyz")))
        folder = program.folder("overlap")
        _, err = call(program, path, "--output", folder, "--overwrite", "--quiet", ranks=ranks, code=PHYSICS_FAULT)
        expect(re.search(r"\b[12]\b", err) and "overlap" in err, f"{distance}: not told what overlaps: {err}")
        expect("step" in err and 'species "A"' in err, f"{distance}: not told which atom and step: {err}")


def test_long_time_step(program):
    """A step that is absurd is refused beforehand; one that is too long for the start is caught."""
    path = program.write("long.toml", liquid(cases.stage("nve", 1000, 0.05)))
    _, err = call(program, path, "--set", "stage.0.time_step=0.5", code=INPUT_FAULT)
    expect_words(err, "stage.0.time_step", "long")
    for ranks in (1, 3):
        _, err = call(
            program,
            path,
            "--output",
            program.folder("long"),
            "--overwrite",
            "--quiet",
            "--set",
            "velocity.temperature=20",
            ranks=ranks,
            code=PHYSICS_FAULT,
        )
        expect_words(err, "atom", "step", "time step is too long")
        with open(os.path.join(program.folder("long"), "progress.json"), encoding="utf-8") as file:
            expect(json.load(file)["state"] == "failed", "progress.json does not say that the run failed")


def test_open_face(program):
    """An atom that leaves through an open face is named."""
    atoms = [("A", 5.0, 5.0, 5.0), ("A", 6.2, 5.0, 5.0)]
    program.write("open.xyz", cases.extxyz((10.0, 10.0, 10.0), atoms))
    path = program.write(
        "open.toml",
        liquid(
            cases.stage("nve", 20000, 0.005),
            system=cases.file_system("open.xyz") + "\n[box]\nperiodic = [false, true, true]\npadding = 3\n",
        ),
    )
    _, err = call(
        program,
        path,
        "--output",
        program.folder("open"),
        "--quiet",
        "--set",
        "velocity.temperature=5",
        "--set",
        "trajectory.every=0",
        code=PHYSICS_FAULT,
    )
    expect_words(err, "not periodic", "atom", 'species "A"', "box.padding")


def test_file_types(program):
    """Types of a file get names by their numbers; a file that names them is not renamed by the order of its atoms."""
    system = cases.file_system("types.xyz") + 'types = ["A", "B"]\n'
    text = (
        cases.LJ
        + cases.run()
        + system
        + cases.TWO_SPECIES
        + cases.pair(more='mixing = "arithmetic"')
        + cases.potential("B", "B")
        + cases.stage("nve", 1)
        + cases.OUTPUT
    )
    path = program.write("types.toml", text)
    for ranks in (1, 2):
        program.write("types.xyz", cases.extxyz((12.0, 12.0, 12.0), [("B", 1, 1, 1), ("A", 2.2, 1, 1)]))
        _, err = call(program, path, "--dry-run", ranks=ranks, code=INPUT_FAULT)
        expect_words(err, "system.file.types", "names its types by itself (B, A)")
        program.write("types.xyz", cases.extxyz((12.0, 12.0, 12.0), [("2", 1, 1, 1), ("1", 2.2, 1, 1), ("2", 4, 4, 4)]))
        out, _ = call(program, path, "--dry-run", ranks=ranks)
        expect_words(out, "A: 1\n", "B: 2\n")


def test_wide_box(program):
    """A box too wide for positions of 32 bits is refused before the first step, in mixed precision alone."""
    wide = "\n[system.random]\ncounts = { A = 2 }\nmin_distance = 1.0\n[box]\nedges = [20.0, 20.0, 1e6]\n"
    path = program.write("wide.toml", liquid(system=wide))
    _, err = call(program, path, "--dry-run", code=INPUT_FAULT)
    expect_words(err, "run.precision", "double", "steps of")
    out, _ = call(program, path, "--dry-run", "--set", "box.edges=[20,20,1e5]")
    expect_words(out, "note: run.precision")
    call(program, path, "--dry-run", "--set", "run.precision=double")


if __name__ == "__main__":
    sys.exit(main(globals(), "faults"))
