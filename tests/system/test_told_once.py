# SPDX-License-Identifier: BSD-3-Clause
"""On several ranks a fault is told once: by rank 0 where all learn of it, and then all leave in order; with rank
and host where one rank fails alone."""

import os
import resource
import shutil
import subprocess

import pytest

import cases
import processes
import runs
from calls import liquid
from mdsim_tools.program import ENVIRONMENT_ERROR, INPUT_ERROR, LAUNCHER, PHYSICS_ERROR
from restarts import LONG, expect_words, input_of

REMARKS = ("mdsim: warning: ", "mdsim: this may be why: ", "mdsim: the last good checkpoint", "mdsim: the disk of ")
ALL_RANKS = (1, 2, 3)


def expect_told_once(err, *words):
    """One line begins a fault, with these words in it; returns it."""
    told = [line for line in err.splitlines() if line.startswith("mdsim: ") and not line.startswith(REMARKS)]
    assert len(told) == 1, f"told {len(told)} times: {err}"
    expect_words(told[0], *words)
    return told[0]


def expect_in_order(program, code, words, *arguments, prepare=lambda: None):
    """What all ranks learn: told once, with this exit code, and nobody is aborted."""
    for ranks in ALL_RANKS:
        prepare()
        found, _, err = program.call(arguments, ranks)
        assert found == code, f"exit code {found} instead of {code} on {ranks} ranks: {err}"
        line = expect_told_once(err, *words)
        assert "MPI_ABORT" not in err, f"aborted on {ranks} ranks: {err}"
        assert not line.startswith("mdsim: rank "), f"told as if of one rank: {line}"


def in_parts(program, *parts):
    """Runs one rank of each of these commands together; returns exit code and standard error."""
    command = [LAUNCHER]
    for part in parts:
        command += ([":"] if len(command) > 1 else []) + ["-n", "1", *part]
    done = subprocess.run(
        command,
        cwd=program.scratch,
        env=runs.environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stderr.decode(errors="replace")


def test_an_input_that_is_at_fault_is_told_once(program):
    """Files that are missing or no TOML, keys that do not fit the ranks."""
    out = ("--output", program.folder("out"), "--quiet")
    good = program.write("good.toml", liquid())
    lost = program.write("lost.toml", liquid(system=cases.file_system("absent.xyz")))
    bad = program.write("bad.toml", liquid() + "\n[trajectory\n")
    expect_in_order(program, INPUT_ERROR, ["no-such.toml"], "no-such.toml", *out)
    expect_in_order(program, INPUT_ERROR, ["absent.xyz", "lost.toml:"], lost, *out)
    expect_in_order(program, INPUT_ERROR, ["bad.toml:", "not valid TOML"], bad, *out)
    expect_in_order(program, INPUT_ERROR, ["parallel.grid", "5 x 1 x 1"], good, *out, "--set", "parallel.grid=[5,1,1]")
    expect_in_order(program, INPUT_ERROR, ["no-such-option"], good, "--no-such-option")


def test_a_folder_that_cannot_be_made_is_told_once(program):
    path = program.write("folder.toml", liquid())
    blocked = program.write("a-file", "")
    expect_in_order(program, ENVIRONMENT_ERROR, ["a-file"], path, "--output", os.path.join(blocked, "out"), "--quiet")
    expect_in_order(program, ENVIRONMENT_ERROR, ["a-file"], path, "--output", os.path.join(blocked, "out"), "--dry-run")


def test_a_disk_without_room_is_told_once(program):
    path = program.write("folder.toml", liquid())
    full = processes.mounted_tmpfs(program.folder("full"), 64)
    if full is None:
        pytest.skip("no tmpfs may be mounted here")
    try:
        filler = os.path.join(full, "filler")
        with open(filler, "wb") as file:
            file.write(bytes(os.statvfs(full).f_bavail * os.statvfs(full).f_bsize))
        expect_in_order(
            program, ENVIRONMENT_ERROR, ["No space left"], path, "--output", os.path.join(full, "out"), "--quiet"
        )
    finally:
        subprocess.run(["umount", full], check=True)


def test_damaged_files_of_a_run_are_told_once(program):
    """Files of a run that would go on, which are damaged."""
    path = program.write("damaged.toml", liquid(cases.stage("nve", 100)))
    whole, folder = program.folder("whole"), program.folder("damaged")
    code, _, err = program.call([path, "--output", whole, "--quiet"])
    assert code == 0, err

    def damage(name):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(whole, folder)
        runs.damage(os.path.join(folder, name), "truncated")

    for name in ("checkpoint.h5", "trajectory.h5md", "thermo.csv"):
        expect_in_order(
            program,
            INPUT_ERROR,
            [name],
            path,
            "--output",
            folder,
            "--resume",
            "--quiet",
            "--set",
            "stage.0.steps=200",
            prepare=lambda name=name: damage(name),
        )


def test_atoms_that_overlap_or_fly_too_far_are_told_once(program):
    """Atoms that overlap or fly too far."""
    program.write(
        "near.xyz",
        cases.extxyz((12.0, 12.0, 12.0), [("A", 3.0, 3.0, 3.0), ("A", 3.02, 3.0, 3.0), ("A", 8.0, 8.0, 8.0)]),
    )
    out = ("--output", program.folder("physics"), "--overwrite", "--quiet")
    near = program.write("near.toml", liquid(system=cases.file_system("near.xyz")))
    expect_in_order(program, PHYSICS_ERROR, ["overlap", "step 0"], near, *out)
    hot = program.write("hot.toml", liquid(cases.stage("nve", 1000, 0.05)))
    expect_in_order(program, PHYSICS_ERROR, ["time step is too long"], hot, *out, "--set", "velocity.temperature=20")


def test_files_that_cannot_grow_are_told_once(program):
    """Files that cannot grow any more in the middle of a run: for all ranks, or for one."""
    path = program.write("writing.toml", input_of(cases.stage("nve", LONG)))
    exact = ("--set", 'trajectory.fields=["position"]')  # all ranks write at once what is not compressed
    for ranks, limited, keys in ((1, [0], ()), (2, [0, 1], ()), (3, [0, 1, 2], ()), (2, [1], exact)):
        folder = program.folder("writing")
        shutil.rmtree(folder, ignore_errors=True)
        process = program.start(
            [path, "--output", folder, "--quiet", "--set", "run.wall_time=300", *keys], ranks, restore_signals=False
        )
        processes.wait_for(os.path.join(folder, "checkpoint.h5"), process=process)
        found = processes.ranks_of(process, program.path)
        for rank in limited:
            resource.prlimit(found[rank], resource.RLIMIT_FSIZE, (300 * 1024, 300 * 1024))
        err = process.communicate(timeout=120)[1].decode(errors="replace")
        assert process.returncode == ENVIRONMENT_ERROR, f"exit code {process.returncode} on {ranks} ranks: {err}"
        expect_told_once(err, *(["rank ", " on "] if ranks > 1 else []))
        assert "last good checkpoint" in err, f"not told what is left: {err}"


def test_what_one_rank_alone_cannot_do_is_told_with_its_host(program):
    """What one rank alone cannot do is told with its number and its host."""
    path = program.write("one.toml", liquid())
    run = [program.path, path, "--output", program.folder("one"), "--overwrite", "--quiet"]
    host = os.uname().nodename
    for first, second in ((run, ["env", "MDSIM_SIMD=nonsense", *run]), (["env", "MDSIM_SIMD=nonsense", *run], run)):
        code, err = in_parts(program, first, second)
        assert code == INPUT_ERROR, f"exit code {code}: {err}"
        expect_told_once(err, "MDSIM_SIMD", "nonsense")
    # Nobody else knows of this: the ranks do not meet to end.
    code, err = in_parts(program, run, [*run, "--no-such-option"])
    assert code == INPUT_ERROR, f"exit code {code}: {err}"
    expect_told_once(err, f"rank 1 on {host}: ", "no-such-option")
