#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""On several ranks a fault is told once: by rank 0 where all learn of it, and then all leave in order; with rank and host where one
rank fails alone. Usage: told_once.py MDSIM [--only TEST]"""

import os
import resource
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import cases  # noqa: E402
import processes  # noqa: E402
import runs  # noqa: E402
from calls import liquid, main  # noqa: E402
from restarts import ENVIRONMENT_FAULT, INPUT_FAULT, LONG, PHYSICS_FAULT, expect, expect_words, input_of  # noqa: E402

REMARKS = ("mdsim: note: ", "mdsim: this may be why: ", "mdsim: the last good checkpoint", "mdsim: the disk of ")
ALL_RANKS = (1, 2, 3)


def expect_told_once(err, *words):
    """One line begins a fault, with these words in it; returns it."""
    told = [line for line in err.splitlines() if line.startswith("mdsim: ") and not line.startswith(REMARKS)]
    expect(len(told) == 1, f"told {len(told)} times: {err}")
    expect_words(told[0], *words)
    return told[0]


def expect_in_order(program, code, words, *arguments, prepare=lambda: None):
    """What all ranks learn: told once, with this exit code, and nobody is aborted."""
    for ranks in ALL_RANKS:
        prepare()
        found, _, err = program.call(arguments, ranks)
        expect(found == code, f"exit code {found} instead of {code} on {ranks} ranks: {err}")
        line = expect_told_once(err, *words)
        expect("MPI_ABORT" not in err, f"aborted on {ranks} ranks: {err}")
        expect(not line.startswith("mdsim: rank "), f"told as if of one rank: {line}")


def in_parts(program, *parts):
    """Runs one rank of each of these commands together; returns exit code and standard error."""
    command = [program.launcher]
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


def test_input(program):
    """Files that are missing or no TOML, keys that do not fit the ranks."""
    out = ("--output", program.folder("out"), "--quiet")
    good = program.write("good.toml", liquid())
    lost = program.write("lost.toml", liquid(system=cases.file_system("absent.xyz")))
    bad = program.write("bad.toml", liquid() + "\n[trajectory\n")
    expect_in_order(program, INPUT_FAULT, ["no-such.toml"], "no-such.toml", *out)
    expect_in_order(program, INPUT_FAULT, ["absent.xyz", "lost.toml:"], lost, *out)
    expect_in_order(program, INPUT_FAULT, ["bad.toml:", "not valid TOML"], bad, *out)
    expect_in_order(program, INPUT_FAULT, ["parallel.grid", "5 x 1 x 1"], good, *out, "--set", "parallel.grid=[5,1,1]")
    expect_in_order(program, INPUT_FAULT, ["no-such-option"], good, "--no-such-option")


def test_folder(program):
    """An output folder that cannot be made, or has no room."""
    path = program.write("folder.toml", liquid())
    blocked = program.write("a-file", "")
    expect_in_order(program, ENVIRONMENT_FAULT, ["a-file"], path, "--output", os.path.join(blocked, "out"), "--quiet")
    expect_in_order(program, ENVIRONMENT_FAULT, ["a-file"], path, "--output", os.path.join(blocked, "out"), "--dry-run")
    full = processes.mounted_tmpfs(program.folder("full"), 64)
    if full is None:
        print("    no tmpfs may be mounted here: a disk that is full is not tested")
        return
    try:
        filler = os.path.join(full, "filler")
        with open(filler, "wb") as file:
            file.write(bytes(os.statvfs(full).f_bavail * os.statvfs(full).f_bsize))
        expect_in_order(
            program, ENVIRONMENT_FAULT, ["No space left"], path, "--output", os.path.join(full, "out"), "--quiet"
        )
    finally:
        subprocess.run(["umount", full], check=True)


def test_checkpoint(program):
    """Files of a run that would go on, which are damaged."""
    path = program.write("damaged.toml", liquid(cases.stage("nve", 100)))
    whole, folder = program.folder("whole"), program.folder("damaged")
    code, _, err = program.call([path, "--output", whole, "--quiet"])
    expect(code == 0, err)

    def damage(name):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(whole, folder)
        runs.damage(os.path.join(folder, name), "truncated")

    for name in ("checkpoint.h5", "trajectory.h5md", "thermo.csv"):
        expect_in_order(
            program,
            INPUT_FAULT,
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


def test_physics(program):
    """Atoms that overlap or fly too far."""
    program.write(
        "near.xyz",
        cases.extxyz((12.0, 12.0, 12.0), [("A", 3.0, 3.0, 3.0), ("A", 3.02, 3.0, 3.0), ("A", 8.0, 8.0, 8.0)]),
    )
    out = ("--output", program.folder("physics"), "--overwrite", "--quiet")
    near = program.write("near.toml", liquid(system=cases.file_system("near.xyz")))
    expect_in_order(program, PHYSICS_FAULT, ["overlap", "step 0"], near, *out)
    hot = program.write("hot.toml", liquid(cases.stage("nve", 1000, 0.05)))
    expect_in_order(program, PHYSICS_FAULT, ["time step is too long"], hot, *out, "--set", "velocity.temperature=20")


def test_writing(program):
    """Files that cannot grow any more in the middle of a run: for all ranks, or for one."""
    path = program.write("writing.toml", input_of(cases.stage("nve", LONG)))
    for ranks, limited in ((1, [0]), (2, [0, 1]), (3, [0, 1, 2]), (2, [1])):
        folder = program.folder("writing")
        shutil.rmtree(folder, ignore_errors=True)
        process = program.start(
            [path, "--output", folder, "--quiet", "--set", "run.wall_time=300"], ranks, restore_signals=False
        )
        processes.wait_for(os.path.join(folder, "checkpoint.h5"), process=process)
        found = processes.ranks_of(process, program.path)
        for rank in limited:
            resource.prlimit(found[rank], resource.RLIMIT_FSIZE, (300 * 1024, 300 * 1024))
        err = process.communicate(timeout=120)[1].decode(errors="replace")
        expect(process.returncode == ENVIRONMENT_FAULT, f"exit code {process.returncode} on {ranks} ranks: {err}")
        expect_told_once(err, *(["rank ", " on "] if ranks > 1 else []))
        expect("last good checkpoint" in err, f"not told what is left: {err}")


def test_one_rank(program):
    """What one rank alone cannot do is told with its number and its host."""
    path = program.write("one.toml", liquid())
    run = [program.path, path, "--output", program.folder("one"), "--overwrite", "--quiet"]
    host = os.uname().nodename
    for first, second in ((run, ["env", "MDSIM_SIMD=nonsense", *run]), (["env", "MDSIM_SIMD=nonsense", *run], run)):
        code, err = in_parts(program, first, second)
        expect(code == INPUT_FAULT, f"exit code {code}: {err}")
        expect_told_once(err, "MDSIM_SIMD", "nonsense")
    # Nobody else knows of this: the ranks do not meet to end.
    code, err = in_parts(program, run, [*run, "--no-such-option"])
    expect(code == INPUT_FAULT, f"exit code {code}: {err}")
    expect_told_once(err, f"rank 1 on {host}: ", "no-such-option")


if __name__ == "__main__":
    sys.exit(main(globals(), "told-once"))
