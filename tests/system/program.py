#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the program says and returns: exit codes, options, messages. Usage: program.py MDSIM [--only TEST]"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import cases  # noqa: E402
import processes  # noqa: E402
import runs  # noqa: E402
from restarts import Failure, expect, expect_words  # noqa: E402

SUCCESS, INPUT_FAULT, PHYSICS_FAULT, STOPPED = 0, 2, 3, 5


def liquid(*stages, system=None):
    parts = (cases.run(1), system or cases.lattice((5, 5, 5)), cases.SPECIES, cases.pair(), cases.neighbor(), cases.hot())
    return cases.LJ + "".join(parts + (stages or (cases.stage("nve", 100),))) + cases.OUTPUT


def two_atoms(distance):
    return cases.extxyz((12.0, 12.0, 12.0), [("A", 3.0, 3.0, 3.0), ("A", 3.0 + distance, 3.0, 3.0), ("A", 8.0, 8.0, 8.0)])


def call(program, *arguments, ranks=1, code=SUCCESS):
    found, out, err = program.call(arguments, ranks)
    expect(found == code, f"exit code {found} instead of {code} of {' '.join(arguments)}: {(out + err)[-1500:]}")
    return out, err


def test_help(program):
    out, _ = call(program, "--help")
    expect_words(out, "--dry-run", "--resume", "--set", "--describe", "--output", "--quiet", "--version", "validate", "doctor", "exit codes")
    for code in "02345":
        expect(re.search(rf"\b{code}\b", out.split("exit codes")[1]), f"exit code {code} is not explained")


def test_version(program):
    out, _ = call(program, "--version")
    expect(re.match(r"mdsim \d+\.\d+\.\d+", out), f"no version in: {out}")


def test_describe(program):
    out, _ = call(program, "--describe", "neighbor.skin")
    expect_words(out, "neighbor.skin", "number", "allowed", "default")
    out, _ = call(program, "--describe", "stage")
    expect_words(out, "ensemble", "time_step")
    _, err = call(program, "--describe", "neighbour.skin", code=INPUT_FAULT)
    expect_words(err, "neighbor.skin")


def test_doctor(program):
    out, _ = call(program, "doctor")
    expect_words(out.lower(), "rank", "thread", "simd", "hdf5", "mpi")


def test_run(program):
    """A run off a terminal: plain lines, every file, a closing table."""
    path = program.write("run.toml", liquid())
    for ranks in (1, 2):
        folder = program.folder(f"run{ranks}")
        out, err = call(program, path, "--output", folder, ranks=ranks)
        expect("\r" not in out and "\x1b" not in out, "control characters though not on a terminal")
        expect_words(out, "500 atoms", "list rebuilds", "memory", "drift", "steps/s", "finished")
        expect(not err.strip(), f"standard error is not empty: {err}")
        for name in ("trajectory.h5md", "thermo.csv", "checkpoint.h5", "progress.json", "input.toml", "summary.json"):
            expect(os.path.exists(os.path.join(folder, name)), f"{name} is missing")
        with open(os.path.join(folder, "progress.json"), encoding="utf-8") as file:
            progress = json.load(file)
        expect(progress["state"] == "finished" and progress["step"] == 100, f"progress.json says {progress}")
        summary = runs.summary(folder)
        expect(summary["ranks"] == ranks and summary["steps"] == 100 and summary["atoms"] == 500, f"summary.json says {summary}")


def test_progress_of_ranks(program):
    """Ranks get a terminal from mpirun even where its own output is none; lines are plain all the same."""
    path = program.write("ranks.toml", liquid(cases.stage("nve", 100000000)))
    out, _ = call(program, path, "--output", program.folder("ranks"), "--set", "run.wall_time=2", ranks=2, code=STOPPED)
    expect("\r" not in out and "\x1b" not in out, "control characters though not on a terminal")


def test_default_output(program):
    """Without --output the folder has the name of the input."""
    path = program.write("named.toml", liquid(cases.stage("nve", 2)))
    call(program, path, "--quiet")
    expect(os.path.exists(program.folder("named.out/thermo.csv")), "named.out/thermo.csv is missing")


def test_effective_input(program):
    """The input that a run leaves behind gives the same run."""
    path = program.write("effective.toml", liquid())
    first, second = program.folder("first"), program.folder("second")
    call(program, path, "--output", first, "--quiet", "--set", "run.seed=99", "--set", "stage.0.steps=60")
    call(program, os.path.join(first, "input.toml"), "--output", second, "--quiet")
    expect(runs.thermo(first) == runs.thermo(second), "input.toml gives another run")
    expect(max(runs.thermo(first)[1]) <= 60, "--set stage.0.steps had no effect")


def test_quiet(program):
    path = program.write("quiet.toml", liquid())
    for ranks in (1, 2):
        out, err = call(program, path, "--output", program.folder("quiet"), "--quiet", "--overwrite", ranks=ranks)
        expect(out == "" and err == "", f"not quiet: {out}{err}")


def test_dry_run(program):
    path = program.write("dry.toml", liquid())
    for ranks in (1, 3):
        out, _ = call(program, path, "--dry-run", "--output", program.folder("dry"), ranks=ranks)
        expect_words(out, "500", "cells", "memory", "disk", f"ranks: {ranks}", f"rank {ranks - 1}:")
        expect(not os.path.exists(program.folder("dry")), "a dry run made the output folder")


def test_device(program):
    """A device that cannot be had is refused with the reason; where a run computes is written down."""
    path = program.write("device.toml", liquid())
    for ranks in (1, 2):
        code, _, err = program.call([path, "--set", "run.device=cuda"], ranks=ranks, env={"CUDA_VISIBLE_DEVICES": "-1"})
        expect(code == INPUT_FAULT, f"exit code {code} where no GPU is to be seen: {err}")
        expect_words(err, "run.device", "cannot be had", "cpu")
    folder = program.folder("device")
    call(program, path, "--output", folder, "--quiet", "--set", "run.device=cpu")
    with open(os.path.join(folder, "summary.json"), encoding="utf-8") as file:
        expect(json.load(file)["device"] == "cpu", "summary.json does not name the device")
    out, _ = call(program, path, "--dry-run", "--gpu-memory", "80GB")
    expect_words(out, "GPU", "80.0 GB")
    call(program, path, "--gpu-memory", "80GB", code=INPUT_FAULT)
    call(program, path, "--dry-run", "--gpu-memory", "much", code=INPUT_FAULT)


def test_faults(program):
    """All faults of a file at once, each with its line and what is allowed or near."""
    text = liquid().replace("skin = 0.3", "skim = 0.3").replace("density = 0.8442", "density = -1") \
        .replace('ensemble = "nve"', 'ensemble = "nvt"').replace("cutoff = 2.5", 'cutoff = "far"')
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
    _, err = call(program, path, "--output", program.folder("room"), "--set", "stage.0.steps=1e15", "--set", "trajectory.every=1",
                  "--set", "run.wall_time=0.01", code=STOPPED)
    expect_words(err, "note:", "the disk is too small", "frames")


def test_memory_limit(program):
    """What ulimit leaves counts too."""
    path = program.write("limit.toml", liquid())
    done = subprocess.run(["bash", "-c", 'ulimit -v 4000000; exec "$@"', "limit", program.path, path, "--set",
                           "system.lattice.cells=[300,300,300]", "--set", "run.device=cpu", "--output", program.folder("limit")],
                          env=runs.environment(), capture_output=True, text=True, timeout=120, check=False)
    expect(done.returncode == INPUT_FAULT, f"exit code {done.returncode}: {done.stderr}")
    expect_words(done.stderr, "ulimit -v", "108000000 atoms")


def test_long_phases(program):
    """On a terminal no phase of some seconds passes in silence. A dry run does little but build the atoms; it is stopped in the
    midst of that, so that it is long on any machine."""
    path = program.write("busy.toml", liquid())
    command = [program.path, path, "--dry-run", "--set", "system.lattice.cells=[140,140,140]"]
    expect_words(processes.on_terminal(command, halt=(0.5, 2)), "reading or building the system ... ", "10976000")


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
        _, err = call(program, path, "--output", program.folder("long"), "--overwrite", "--quiet",
                      "--set", "velocity.temperature=20", ranks=ranks, code=PHYSICS_FAULT)
        expect_words(err, "atom", "step", "time step is too long")
        with open(os.path.join(program.folder("long"), "progress.json"), encoding="utf-8") as file:
            expect(json.load(file)["state"] == "failed", "progress.json does not say that the run failed")


def test_open_face(program):
    """An atom that leaves through an open face is named."""
    atoms = [("A", 5.0, 5.0, 5.0), ("A", 6.2, 5.0, 5.0)]
    program.write("open.xyz", cases.extxyz((10.0, 10.0, 10.0), atoms))
    path = program.write("open.toml", liquid(cases.stage("nve", 20000, 0.005), system=cases.file_system("open.xyz")
                                             + "\n[box]\nperiodic = [false, true, true]\npadding = 3\n"))
    _, err = call(program, path, "--output", program.folder("open"), "--quiet", "--set", "velocity.temperature=5",
                  "--set", "trajectory.every=0", code=PHYSICS_FAULT)
    expect_words(err, "not periodic", "atom", 'species "A"', "box.padding")


def test_file_types(program):
    """Types of a file get names by their numbers; a file that names them is not renamed by the order of its atoms."""
    system = cases.file_system("types.xyz") + 'types = ["A", "B"]\n'
    text = cases.LJ + cases.run() + system + cases.TWO_SPECIES + cases.pair(more='mixing = "arithmetic"') \
        + cases.law("B", "B") + cases.stage("nve", 1) + cases.OUTPUT
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
    wide = '\n[system.random]\ncounts = { A = 2 }\nmin_distance = 1.0\n[box]\nedges = [20.0, 20.0, 1e6]\n'
    path = program.write("wide.toml", liquid(system=wide))
    _, err = call(program, path, "--dry-run", code=INPUT_FAULT)
    expect_words(err, "run.precision", "double", "steps of")
    out, _ = call(program, path, "--dry-run", "--set", "box.edges=[20,20,1e5]")
    expect_words(out, "note: run.precision")
    call(program, path, "--dry-run", "--set", "run.precision=double")


def main():
    scratch = tempfile.mkdtemp(prefix="mdsim-program-")
    program = runs.Program(sys.argv[1], scratch)
    failures = runs.run_tests(globals(), program, Failure)
    shutil.rmtree(scratch)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
