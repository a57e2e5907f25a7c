#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The same input gives the same bits on any number of GPUs, in any layout. Usage: gpu_ranks.py MDSIM [RANKS...]

Where there are fewer GPUs than ranks, the ranks that are named share them; without names only as many run as have one each.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import cases  # noqa: E402
import runs  # noqa: E402

SIZE = (22, 20, 24)
LARGE = (50, 48, 46)
"""so many atoms that pairs decide how long lists serve"""
STEPS = 1000
LAYOUTS = {2: ["auto", "bisection"], 3: ["planes"], 4: ["auto", "bisection", "planes"]}


class Failure(Exception):
    """A promise that was not kept."""


def expect(condition, text):
    if not condition:
        raise Failure(text)


def liquid(stage, size=SIZE):
    parts = (cases.run(), cases.lattice(size, more="displacement = 0.05"), cases.SPECIES, cases.pair(), cases.hot(), stage)
    return cases.LJ + "".join(parts) + cases.OUTPUT


def go(program, path, name, ranks, *arguments):
    """A run; returns its folder."""
    folder = program.folder(name)
    keys = ("--set", "run.device=cuda", "--set", "run.threads=2")
    if ranks > program.gpus:
        keys += ("--set", "parallel.share_gpus=true")
    code, out, err = program.call([path, "--output", folder, "--quiet", *keys, *arguments], ranks=ranks)
    expect(code == 0, f"{name} on {ranks} ranks: exit code {code}: {(out + err)[-1500:]}")
    return folder


def expect_same(expected, found, what):
    difference = runs.first_difference(runs.final_state(expected), runs.final_state(found))
    expect(difference is None, f"{what}: {difference} differs")


def named_ranks():
    return [int(word) for word in sys.argv[2:] if word.isdigit()]


def layouts(program):
    wanted = named_ranks() or [ranks for ranks in LAYOUTS if ranks <= program.gpus]
    return [(ranks, layout) for ranks in wanted for layout in LAYOUTS[ranks]]


def compare(program, name, stage, *keys, size=SIZE):
    path = program.write(f"{name}.toml", liquid(stage, size))
    alone = go(program, path, f"{name}-1", 1, *keys)
    expect(runs.summary(alone)["rebuilds"]["count"] > 20, "too few rebuilds to prove anything")
    for ranks, layout in layouts(program):
        found = go(program, path, f"{name}-{ranks}-{layout}", ranks, *keys, "--set", f"parallel.layout={layout}")
        expect_same(alone, found, f"{name} on {ranks} ranks, {layout}")
        expect(runs.thermo(alone) == runs.thermo(found), f"{name}: thermo.csv differs on {ranks} ranks, {layout}")


def test_constant_energy(program):
    compare(program, "nve", cases.stage("nve", STEPS))


def test_double(program):
    compare(program, "double", cases.stage("nve", 300), "--set", "run.precision=double")


def test_searched_lists(program):
    compare(program, "large", cases.stage("nve", STEPS), size=LARGE)


def test_thermostats(program):
    compare(program, "langevin", cases.langevin(STEPS, temperature_end=0.7))
    compare(program, "nose_hoover", cases.nose_hoover(300, couple_every=7))


def test_resume(program):
    """On another number of GPUs, and back."""
    path = program.write("resume.toml", liquid(cases.stage("nve", 600)))
    whole = go(program, path, "resume-whole", 1)
    most = max(ranks for ranks, _ in layouts(program))
    go(program, path, "resume", most, "--set", "stage.0.steps=211")
    go(program, path, "resume", 1, "--set", "stage.0.steps=405", "--resume")
    expect_same(whole, go(program, path, "resume", 2, "--resume"), "a run in three parts")


if __name__ == "__main__":
    sys.exit(runs.run_on_gpus(globals(), Failure, least=1 if named_ranks() else 2))
