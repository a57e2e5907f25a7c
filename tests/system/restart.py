#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A run that stops for whatever reason goes on as if nothing had happened, or says clearly why it
cannot. Usage: restart.py MDSIM [--only TEST] [--kills N] [--keep]"""

import argparse
import glob
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import cases  # noqa: E402
import processes  # noqa: E402
import runs  # noqa: E402

FINISHED, INPUT_FAULT, ENVIRONMENT_FAULT, STOPPED = 0, 2, 4, 5

SYSTEM = (cases.lattice((5, 5, 5)), cases.SPECIES, cases.pair(), cases.neighbor(), cases.hot())
DENSE_OUTPUT = """
[thermo]
every = 5
columns = ["temperature", "potential_energy", "conserved_energy", "pressure_tensor"]
[trajectory]
every = 10
fields = ["position", "velocity", "force", "image"]
[rdf]
every = 10
range = 2.5
[checkpoint]
every = 40
"""


def input_of(*stages, precision="mixed", output=DENSE_OUTPUT):
    return cases.LJ + "".join((cases.run(3, precision), *SYSTEM, *stages)) + output


class Failure(Exception):
    """A promise that was not kept."""


def expect(condition, text):
    if not condition:
        raise Failure(text)


class Bench:
    """Runs inputs in folders of one scratch folder."""

    def __init__(self, program):
        self.program = program
        self.kills = 20

    def run(self, path, folder, *more, ranks=1, code=FINISHED, sets=None, quiet=True):
        arguments = [path, "--output", folder, *more] + runs.set_arguments(sets or {}) + (["--quiet"] if quiet else [])
        found, out, err = self.program.call(arguments, ranks)
        expect(found == code, f"exit code {found} instead of {code} of {' '.join(arguments)}: {(out + err)[-1500:]}")
        return err

    def fresh(self, name):
        folder = self.program.folder(name)
        shutil.rmtree(folder, ignore_errors=True)
        return folder


def all_results(folder):
    header, _, _ = runs.thermo(folder)
    with open(os.path.join(folder, "thermo.csv"), encoding="utf-8") as file:
        lines = file.read()
    return {"state": runs.final_state(folder), "header": header, "thermo": lines, "frames": runs.frames(folder),
            "rdf": open(os.path.join(folder, "rdf.csv"), encoding="utf-8").read()}


def expect_same(expected, folder):
    """The final checkpoint, every line and every frame, without gaps and duplicates."""
    found = all_results(folder)
    name = runs.first_difference(expected["state"], found["state"])
    expect(name is None, f"the final checkpoint differs in {name}")
    expect(expected["thermo"] == found["thermo"], "thermo.csv differs")
    steps = [step for step, _ in found["frames"]]
    expect(steps == [step for step, _ in expected["frames"]], f"frames of other steps: {steps}")
    for (step, before), (_, now) in zip(expected["frames"], found["frames"]):
        expect(runs.first_difference(before, now) is None,
               f"frame of step {step} differs in {runs.first_difference(before, now)}")
    expect(expected["rdf"] == found["rdf"], "rdf.csv differs")


def stop_and_go_on(bench, name, stage, layouts):
    """Runs half, goes on elsewhere, and compares with a run that never stopped."""
    half = bench.program.write(f"{name}-half.toml", input_of(stage(300)))
    whole = bench.program.write(f"{name}-whole.toml", input_of(stage(600)))
    uninterrupted = bench.fresh("whole")
    bench.run(whole, uninterrupted)
    expected = all_results(uninterrupted)
    for first, second in layouts:
        folder = bench.fresh("parts")
        bench.run(half, folder, ranks=first)
        bench.run(whole, folder, "--resume", ranks=second[0], sets=second[1])
        expect_same(expected, folder)


def test_nve(bench):
    redraw = {"parallel.redraw_bricks": True}
    stop_and_go_on(bench, "nve", lambda n: cases.stage("nve", n), [(1, (4, redraw)), (6, (2, redraw)), (3, (1, {}))])


def test_langevin(bench):
    stop_and_go_on(bench, "langevin", lambda n: cases.langevin(n), [(1, (3, {"parallel.layout": "planes"})), (4, (1, {}))])


def test_nose_hoover(bench):
    stop_and_go_on(bench, "nose", lambda n: cases.nose_hoover(n, couple_every=5),
                   [(2, (4, {"parallel.layout": "bisection"})), (3, (1, {}))])


def test_extended_within_coupling(bench):
    """A finished stage is extended although it ended between two actions of its thermostat."""
    stop_and_go_on(bench, "odd", lambda n: cases.nose_hoover(n, couple_every=7), [(1, (2, {}))])


def test_fixed_rebuild(bench):
    """Lists that are rebuilt at a fixed interval are rebuilt at the same steps."""
    fixed = cases.neighbor(0.5, more='rebuild = "fixed"\nevery = 7')
    system = tuple(fixed if part == cases.neighbor() else part for part in SYSTEM)
    inputs = [cases.LJ + "".join((cases.run(3), *system, cases.stage("nve", n))) + DENSE_OUTPUT for n in (300, 600)]
    half, whole = (bench.program.write(f"fixed{k}.toml", text) for k, text in enumerate(inputs))
    bench.run(whole, bench.fresh("whole"))
    folder = bench.fresh("parts")
    bench.run(half, folder)
    bench.run(whole, folder, "--resume", ranks=2)
    expect_same(all_results(bench.program.folder("whole")), folder)


def test_double(bench):
    half = bench.program.write("half.toml", input_of(cases.stage("nve", 150), precision="double"))
    whole = bench.program.write("whole.toml", input_of(cases.stage("nve", 300), precision="double"))
    bench.run(whole, bench.fresh("whole"))
    folder = bench.fresh("parts")
    bench.run(half, folder, ranks=2)
    bench.run(whole, folder, "--resume", ranks=3)
    expect_same(all_results(bench.program.folder("whole")), folder)


def test_another_stage(bench):
    """A finished run takes another stage, of another ensemble: what noise gave the centre of mass is removed once."""
    stages = (cases.langevin(100), cases.stage("nve", 0), cases.nose_hoover(123, couple_every=4),
              cases.langevin(50), cases.stage("nve", 177, 0.004))
    folder = bench.fresh("parts")
    for count, ranks in ((1, 2), (2, 1), (3, 3), (4, 2), (5, 1)):
        path = bench.program.write("stages.toml", input_of(*stages[:count]))
        bench.run(path, folder, *(["--resume"] if count > 1 else []), ranks=ranks)
    bench.run(path, bench.fresh("whole"))
    expect_same(all_results(bench.program.folder("whole")), folder)


def interrupt(bench, path, folder, number, ranks):
    """Starts a run, signals rank 0 or the only process once a checkpoint is there; the exit code."""
    process = bench.program.start([path, "--output", folder, "--quiet"], ranks)
    processes.wait_for(os.path.join(folder, "checkpoint.h5"))
    target = process.pid
    if ranks > 1:
        target = processes.ranks_of(process, bench.program.path)[0]
    os.kill(target, number)
    process.communicate(timeout=120)
    return process.returncode


def test_signals(bench):
    """SIGTERM and SIGINT finish the step, write a checkpoint and exit with their own code."""
    path = bench.program.write("signals.toml", input_of(cases.nose_hoover(4000, couple_every=7)))
    bench.run(path, bench.fresh("whole"))
    expected = all_results(bench.program.folder("whole"))
    for number, ranks, next_ranks in ((signal.SIGTERM, 1, 2), (signal.SIGINT, 1, 1), (signal.SIGTERM, 3, 1)):
        folder = bench.fresh("parts")
        code = interrupt(bench, path, folder, number, ranks)
        expect(code == STOPPED, f"exit code {code} instead of {STOPPED} after signal {number} on {ranks} ranks")
        steps = runs.thermo(folder)[2]
        expect(steps[-1] < 4000, "the run ended before the signal came")
        bench.run(path, folder, "--resume", ranks=next_ranks)
        expect_same(expected, folder)


def test_wall_time(bench):
    path = bench.program.write("clock.toml", input_of(cases.stage("nve", 3000)))
    bench.run(path, bench.fresh("whole"))
    folder = bench.fresh("parts")
    bench.run(path, folder, code=STOPPED, sets={"run.wall_time": 0.2})
    for attempt in range(200):
        code, out, err = bench.program.call([path, "--output", folder, "--resume", "--set", "run.wall_time=0.4"])
        if code == FINISHED:
            break
        expect(code == STOPPED, f"exit code {code}: {out + err}")
    expect(code == FINISHED, "the run does not get on within its wall time")
    expect_same(all_results(bench.program.folder("whole")), folder)


def go_on(bench, path, folder, ranks, seconds):
    """Starts or resumes, and kills after a time; returns whether the run came to its end."""
    has = any(glob.glob(os.path.join(folder, "checkpoint*.h5")))
    process = bench.program.start([path, "--output", folder, "--quiet", "--resume" if has else "--overwrite"], ranks)
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        processes.kill_all(process)
        return False
    expect(process.returncode == FINISHED, f"exit code {process.returncode}: {(out + err).decode()[-1500:]}")
    return True


def test_kill(bench):
    """SIGKILL at random instants, on changing numbers of ranks."""
    stages = (cases.langevin(1203), cases.nose_hoover(1404, couple_every=7), cases.stage("nve", 1393))
    path = bench.program.write("kill.toml", input_of(*stages, output=DENSE_OUTPUT.replace("every = 40", "every = 30")))
    began = time.time()
    bench.run(path, bench.fresh("whole"))
    whole = time.time() - began
    expected = all_results(bench.program.folder("whole"))
    generator = random.Random(2024)
    kills = 0
    while kills < bench.kills:
        folder = bench.fresh("parts")
        for attempt in range(200):
            ranks = generator.choice((1, 1, 2, 3))
            if go_on(bench, path, folder, ranks, generator.uniform(0.1, 0.5) * (whole + 0.3 * ranks)):
                break
            kills += 1
            if kills >= bench.kills:
                expect(go_on(bench, path, folder, 1, 300), "the run does not end")
                break
        expect_same(expected, folder)


def test_hanging_rank(bench):
    """The others wait for it no longer than they may, say so, and leave a checkpoint from which the run goes on."""
    path = bench.program.write("hang.toml", input_of(cases.stage("nve", 4000)))
    bench.run(path, bench.fresh("whole"))
    expected = all_results(bench.program.folder("whole"))
    for rank in (0, 2):
        folder = bench.fresh("parts")
        process = bench.program.start([path, "--output", folder, "--quiet", "--set", "parallel.longest_wait=3"], ranks=3)
        processes.wait_for(os.path.join(folder, "checkpoint.h5"))
        code, words = processes.hang(process, bench.program.path, rank, 60)
        expect(code == ENVIRONMENT_FAULT, f"exit code {code} where rank {rank} hangs: {words[-1500:]}")
        for part in ("has waited for other ranks for 3 s", "parallel.longest_wait", "--resume"):
            expect(part in words, f"not told '{part}' where rank {rank} hangs: {words[-1500:]}")
        bench.run(path, folder, "--resume")
        expect_same(expected, folder)


def test_damaged(bench):
    """A damaged checkpoint is refused for the older one, with a word; two damaged ones are a fault."""
    path = bench.program.write("damaged.toml", input_of(cases.stage("nve", 400)))
    bench.run(path, bench.fresh("whole"))
    expected = all_results(bench.program.folder("whole"))
    for where in ("truncated", 0.5, 0.9):
        folder = bench.fresh("parts")
        shutil.copytree(bench.program.folder("whole"), folder)
        runs.damage(os.path.join(folder, "checkpoint.h5"), where)
        err = bench.run(path, folder, "--resume", ranks=2)
        expect("warning" in err and "checkpoint.h5" in err, f"no warning about the damaged checkpoint: {err}")
        expect_same(expected, folder)
    for name in glob.glob(os.path.join(folder, "checkpoint*.h5")):
        runs.damage(name, 0.5)
    err = bench.run(path, folder, "--resume", code=INPUT_FAULT)
    expect("checkpoint" in err, f"not told which file: {err}")


def test_refused(bench):
    """What does not belong to the checkpoint is refused in clear words."""
    path = bench.program.write("refused.toml", input_of(cases.stage("nve", 100)))
    folder = bench.fresh("parts")
    err = bench.run(path, folder, "--resume", code=INPUT_FAULT)
    expect("checkpoint" in err, f"no checkpoint, but the message says: {err}")
    bench.run(path, folder)
    kept = runs.final_state(folder)
    bench.run(path, folder)
    expect(runs.first_difference(kept, runs.final_state(folder + ".1")) is None, "the finished run was not moved aside")
    os.remove(os.path.join(folder, "progress.json"))
    err = bench.run(path, folder, code=INPUT_FAULT)
    expect("--resume" in err and "--overwrite" in err, f"not told how to go on: {err}")
    wrong = {"pair.law.0.epsilon": ("1.1", "epsilon"), "system.lattice.cells": ("[5, 5, 6]", "cells"),
             "run.precision": ("double", "double"), "run.seed": ("4", "seed"), "neighbor.skin": ("0.4", "skin"),
             "species.0.mass": ("2.0", "mass"), "stage.0.steps": ("50", "50")}
    for key, (value, word) in wrong.items():
        err = bench.run(path, folder, "--resume", code=INPUT_FAULT, sets={key: value})
        expect(word in err, f"{key} = {value} is refused without naming {word}: {err}")
        expect(runs.first_difference(kept, runs.final_state(folder)) is None, f"{key}: the refused run changed the checkpoint")
    bench.run(path, folder, "--resume")
    bench.run(path, folder, "--overwrite")


def test_missing_files(bench):
    """A file that the checkpoint counts on, gone or of another run: told by all ranks; put back, it goes on."""
    more = {"stage.0.steps": "160"}
    path = bench.program.write("missing.toml", input_of(cases.stage("nve", 100)))
    whole, other, folder = (bench.fresh(name) for name in ("whole", "other", "parts"))
    for place, sets in ((whole, more), (other, {}), (folder, {})):
        bench.run(path, place, sets=sets)
    for name, rows in (("trajectory.h5md", "11 rows"), ("thermo.csv", "21 rows"), ("thermo.h5", "21 rows")):
        file, kept = os.path.join(folder, name), os.path.join(folder, "kept")
        os.rename(file, kept)
        for words in ((name, "not there", "step 100", rows, "--overwrite"), (name, "belongs to run")):
            for ranks in (1, 2):
                err = bench.run(path, folder, "--resume", ranks=ranks, code=INPUT_FAULT, sets=more)
                expect(all(word in err for word in words), f"one of {words} is missing in: {err}")
            if name == "thermo.csv":
                break
            shutil.copy(os.path.join(other, name), file)
        os.rename(kept, file)
    bench.run(path, folder, "--resume", ranks=2, sets=more)
    expect_same(all_results(whole), folder)
    os.remove(os.path.join(folder, "trajectory.h5md"))
    bench.run(path, folder, "--resume", sets={"stage.0.steps": "180", "trajectory.every": "0"})


def expect_full_disk(folder, code, err):
    expect(code == ENVIRONMENT_FAULT, f"exit code {code} on a full disk: {err[-1500:]}")
    expect("No space left" in err or "File too large" in err, f"not told that the disk is full: {err}")
    expect("last good checkpoint" in err or "checkpoint.h5" in err, f"not told what is left: {err}")
    expect(os.path.exists(os.path.join(folder, "checkpoint.h5")), "no checkpoint is left")


def test_disk_full(bench):
    """A full disk ends the run with its own code; what was written before is good."""
    path = bench.program.write("full.toml", input_of(cases.stage("nve", 2000)))
    bench.run(path, bench.fresh("whole"))
    small = processes.mounted_tmpfs(bench.program.folder("small"), 1024)
    if small is None:
        print("    no tmpfs may be mounted here: only the limit of file sizes is tested")
        return
    try:
        folder = os.path.join(small, "parts")
        for ranks in (1, 2):
            shutil.rmtree(folder, ignore_errors=True)
            code, _, err = bench.program.call([path, "--output", folder, "--quiet"], ranks)
            expect_full_disk(folder, code, err)
            roomy = bench.fresh("parts")
            shutil.copytree(folder, roomy)
            bench.run(path, roomy, "--resume")
            expect_same(all_results(bench.program.folder("whole")), roomy)
    finally:
        subprocess.run(["umount", small], check=True)


def test_file_limit(bench):
    """The same where, from some moment on, no file may grow further."""
    path = bench.program.write("limit.toml", input_of(cases.stage("nve", 4000)))
    bench.run(path, bench.fresh("whole"))
    folder = bench.fresh("parts")
    # Python ignores SIGXFSZ, which would end the run; restore_signals=False hands that on.
    process = bench.program.start([path, "--output", folder, "--quiet"], restore_signals=False)
    processes.wait_for(os.path.join(folder, "checkpoint.h5"))
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (300 * 1024, 300 * 1024))
    _, err = process.communicate(timeout=120)
    expect_full_disk(folder, process.returncode, err.decode(errors="replace"))
    bench.run(path, folder, "--resume")
    expect_same(all_results(bench.program.folder("whole")), folder)


def test_unwritable(bench):
    path = bench.program.write("unwritable.toml", input_of(cases.stage("nve", 10)))
    blocked = bench.program.write("a-file", "")
    for ranks in (1, 2):
        err = bench.run(path, os.path.join(blocked, "out"), ranks=ranks, code=ENVIRONMENT_FAULT)
        expect("a-file" in err, f"the folder is not named: {err}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--only", default="", help="tests whose name contains this")
    parser.add_argument("--kills", type=int, default=20, help="how often to kill a run")
    parser.add_argument("--keep", action="store_true", help="keep the scratch folder")
    options = parser.parse_args()
    runs.require_h5py()
    scratch = tempfile.mkdtemp(prefix="mdsim-restart-")
    bench = Bench(runs.Program(options.program, scratch))
    bench.kills = options.kills
    failures = 0
    for name, test in sorted(globals().items()):
        if not name.startswith("test_") or options.only not in name:
            continue
        began = time.time()
        try:
            test(bench)
            word = "passed"
        except (Failure, AssertionError, OSError, subprocess.SubprocessError) as failure:
            failures += 1
            word = f"FAILED: {failure}"
        print(f"{name[5:]:<16} {time.time() - began:6.1f} s  {word}", flush=True)
    if options.keep:
        print(f"kept {scratch}")
    else:
        shutil.rmtree(scratch)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
