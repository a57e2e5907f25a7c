# SPDX-License-Identifier: BSD-3-Clause
"""What the program refuses or breaks off, and what it says then: faulty inputs, files that are missing, too little
memory, atoms that overlap or leave."""

import os
import re
import subprocess

import cases
import runs
from calls import call, liquid
from mdsim_tools.program import INPUT_ERROR, PHYSICS_ERROR, STOPPED
from restarts import expect_words


def two_atoms(distance):
    return cases.extxyz(
        (12.0, 12.0, 12.0), [("A", 3.0, 3.0, 3.0), ("A", 3.0 + distance, 3.0, 3.0), ("A", 8.0, 8.0, 8.0)]
    )


def test_all_errors_of_a_file_are_told_at_once(program):
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
        _, err = call(program, path, ranks=ranks, code=INPUT_ERROR)
        expect_words(err, "unknown key 'skim'", "'skin'", "above 0", "nose_hoover", "expected a number")
        for word in ("skim", "density", "ensemble", '"far"'):
            line = next(i for i, found in enumerate(lines, 1) if word in found)
            assert f"faults.toml:{line}:" in err, f"line {line} is not named in: {err}"
        assert err.count("faults.toml:") == 4, f"each fault once: {err}"
    assert not os.path.exists(program.folder("faults.out")), "a faulty input made an output folder"


def test_files_that_are_missing_are_named(program):
    _, err = call(program, "absent.toml", code=INPUT_ERROR)
    expect_words(err, "absent.toml")
    path = program.write("structure.toml", liquid(system=cases.file_system("absent.xyz")))
    for ranks in (1, 2):
        _, err = call(program, path, ranks=ranks, code=INPUT_ERROR)
        expect_words(err, "absent.xyz")
    call(program, code=INPUT_ERROR)
    call(program, path, "--no-such-option", code=INPUT_ERROR)


def test_keys_on_the_command_line_are_checked(program):
    path = program.write("set.toml", liquid())
    _, err = call(program, path, "--set", "run.sed=3", "--set", "pair.cutoff=-1", code=INPUT_ERROR)
    expect_words(err, "'seed'", "pair.cutoff", "above 0")
    _, err = call(program, path, "--set", "nonsense", code=INPUT_ERROR)
    expect_words(err, "--set")


def test_more_threads_than_anybody_has_are_refused(program):
    """More threads than anybody has are refused, not tried."""
    found, _, err = program.call([program.write("threads.toml", liquid())], env={"OMP_NUM_THREADS": "100000"})
    assert found == INPUT_ERROR, f"exit code {found} with 100000 threads: {err}"
    expect_words(err, "OMP_NUM_THREADS", "4096")


def test_more_than_memory_or_disk_can_hold_is_told(program):
    """More than memory or disk can hold is told: atoms before they are made, lists by their keys, files as a
    warning."""
    path = program.write("room.toml", liquid())
    for ranks in (1, 2):
        _, err = call(program, path, "--set", "system.lattice.cells=[10000,10000,10000]", ranks=ranks, code=INPUT_ERROR)
        expect_words(err, "4000000000000 atoms", "need more than", "take fewer atoms")
        _, err = call(program, path, "--set", "neighbor.skin=1e7", ranks=ranks, code=INPUT_ERROR)
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
    expect_words(err, "warning:", "the disk is too small", "frames")


def test_what_ulimit_leaves_counts_too(program):
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
    assert done.returncode == INPUT_ERROR, f"exit code {done.returncode}: {done.stderr}"
    expect_words(done.stderr, "ulimit -v", "108000000 atoms")


def test_atoms_that_overlap_are_named(program):
    """Two atoms in one place: the physics is at fault, and who, when and where is said."""
    for distance, ranks in ((0.02, 1), (0.02, 2), (0.0, 1), (0.3, 1)):
        program.write("overlap.xyz", two_atoms(distance))
        path = program.write("overlap.toml", liquid(system=cases.file_system("overlap.xyz")))
        folder = program.folder("overlap")
        _, err = call(program, path, "--output", folder, "--overwrite", "--quiet", ranks=ranks, code=PHYSICS_ERROR)
        assert re.search(r"\b[12]\b", err) and "overlap" in err, f"{distance}: not told what overlaps: {err}"
        assert "step" in err and 'species "A"' in err, f"{distance}: not told which atom and step: {err}"


def test_a_time_step_that_is_too_long_is_told(program):
    """A step that is absurd is refused beforehand; one that is too long for the start is caught."""
    path = program.write("long.toml", liquid(cases.stage("nve", 1000, 0.05)))
    _, err = call(program, path, "--set", "stage.0.time_step=0.5", code=INPUT_ERROR)
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
            code=PHYSICS_ERROR,
        )
        expect_words(err, "atom", "step", "time step is too long")
        state = runs.progress(program.folder("long"))["state"]
        assert state == "failed", "progress.json does not say that the run failed"


def test_an_atom_that_leaves_through_an_open_face_is_named(program):
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
        code=PHYSICS_ERROR,
    )
    expect_words(err, "not periodic", "atom", 'species "A"', "box.padding")


def test_types_of_a_file_get_names_by_their_numbers(program):
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
        _, err = call(program, path, "--dry-run", ranks=ranks, code=INPUT_ERROR)
        expect_words(err, "system.file.types", "names its types by itself (B, A)")
        program.write("types.xyz", cases.extxyz((12.0, 12.0, 12.0), [("2", 1, 1, 1), ("1", 2.2, 1, 1), ("2", 4, 4, 4)]))
        out, _ = call(program, path, "--dry-run", ranks=ranks)
        expect_words(out, "A: 1\n", "B: 2\n")


def test_a_box_too_wide_for_positions_of_32_bits_is_refused(program):
    """A box too wide for positions of 32 bits is refused before the first step, in mixed precision alone."""
    wide = "\n[system.random]\ncounts = { A = 2 }\nmin_distance = 1.0\n[box]\nedges = [20.0, 20.0, 1e6]\n"
    path = program.write("wide.toml", liquid(system=wide))
    _, err = call(program, path, "--dry-run", code=INPUT_ERROR)
    expect_words(err, "run.precision", "double", "steps of")
    out, _ = call(program, path, "--dry-run", "--set", "box.edges=[20,20,1e5]")
    expect_words(out, "warning: run.precision")
    call(program, path, "--dry-run", "--set", "run.precision=double")
