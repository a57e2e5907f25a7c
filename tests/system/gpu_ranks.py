#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The same input gives the same bits on any number of GPUs, in any layout, over any transport. Usage: gpu_ranks.py MDSIM [RANKS...]

Where there are fewer GPUs than ranks, the ranks that are named share them; without names only as many run as have one each.
"""

import itertools
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import cases  # noqa: E402
import processes  # noqa: E402
import runs  # noqa: E402

SIZE = (22, 20, 24)
LARGE = (50, 48, 46)
"""so many atoms that pairs decide how long lists serve"""
STEPS = 1000
LAYOUTS = {2: ["auto", "bisection"], 3: ["planes"], 4: ["auto", "bisection", "planes"]}


NETWORK = {"NCCL_P2P_DISABLE": "1", "NCCL_SHM_DISABLE": "1"}
"""NCCL goes over the network, as between hosts"""


class Failure(Exception):
    """A promise that was not kept."""


def expect(condition, text):
    if not condition:
        raise Failure(text)


def liquid(stage, size=SIZE):
    parts = (cases.run(), cases.lattice(size, more="displacement = 0.05"), cases.SPECIES, cases.pair(), cases.hot(), stage)
    return cases.LJ + "".join(parts) + cases.OUTPUT


def droplet(stage, size=SIZE):
    """A cooler one in the middle of an open box, eight times as large: cells in it hold more atoms than one tree orders."""
    padding = min(size) * (4 / 0.8442) ** (1 / 3) / 2
    box = f"\n[box]\nperiodic = [false, false, false]\npadding = {padding:.3f}\n\n[neighbor]\ntile = 128\n"
    return liquid(stage, size).replace(cases.hot(), cases.hot(1.0)) + box


EDGE = 66.0
"""of a box of 3 x 3 x 3 cells"""


def moving_drop():
    """A structure file: a drop on the border of two cells, all of which moves across it, in a gas."""
    generator = random.Random(5)

    def lattice(count, spacing, middle):
        places = [(k - (count - 1) / 2) * spacing for k in range(count)]
        return [[m + p + generator.uniform(-0.1, 0.1) for m, p in zip(middle, at)] for at in itertools.product(places, repeat=3)]

    drop = lattice(14, 1.2, (EDGE / 3, EDGE / 2, EDGE / 2))
    gas = [at for at in lattice(18, EDGE / 18, (EDGE / 2,) * 3)
           if any(abs(p - m) > 10 for p, m in zip(at, (EDGE / 3, EDGE / 2, EDGE / 2)))]
    lines = [f"A {x:.10f} {y:.10f} {z:.10f} {9 + generator.uniform(-0.5, 0.5):.10f} {generator.uniform(-0.5, 0.5):.10f} "
             f"{generator.uniform(-0.5, 0.5):.10f}" for x, y, z in drop + gas]
    return (f'{len(lines)}\nLattice="{EDGE} 0 0 0 {EDGE} 0 0 0 {EDGE}" Properties=species:S:1:pos:R:3:velo:R:3 pbc="T T T"\n'
            + "\n".join(lines) + "\n")


def moving(stage, _):
    """Cells, which follow from the mean density, are larger than the drop."""
    parts = (cases.run(), cases.file_system("drop.xyz"), cases.SPECIES, cases.pair(), stage)
    return cases.LJ + "".join(parts) + cases.OUTPUT


def go(program, path, name, ranks, *arguments, says=None, env=None):
    """A run; returns its folder. Where it `says` something, that must be among its words."""
    folder = program.folder(name)
    keys = ("--set", "run.device=cuda", "--set", "run.threads=2")
    if ranks > program.gpus:
        keys += ("--set", "parallel.share_gpus=true")
    if says is None:
        keys += ("--quiet",)
    code, out, err = program.call([path, "--output", folder, *keys, *arguments], ranks=ranks, env=env)
    expect(code == 0, f"{name} on {ranks} ranks: exit code {code}: {(out + err)[-1500:]}")
    expect(says is None or says in out, f"{name} on {ranks} ranks does not say '{says}': {out[:500]}")
    return folder


def expect_same(expected, found, what):
    difference = runs.first_difference(runs.final_state(expected), runs.final_state(found))
    expect(difference is None, f"{what}: {difference} differs")


def named_ranks():
    return [int(word) for word in sys.argv[2:] if word.isdigit()]


def layouts(program):
    wanted = named_ranks() or [ranks for ranks in LAYOUTS if ranks <= program.gpus]
    return [(ranks, layout) for ranks in wanted for layout in LAYOUTS[ranks]]


def expect_all_same(alone, found, what):
    expect_same(alone, found, what)
    expect(runs.thermo(alone) == runs.thermo(found), f"{what}: thermo.csv differs")


def run_alone(program, name, stage, *keys, size=SIZE, rebuilds=20, system=liquid):
    """The input as a file, and the folder of its run on one GPU, with so many rebuilds and more."""
    path = program.write(f"{name}.toml", system(stage, size))
    alone = go(program, path, f"{name}-1", 1, *keys)
    expect(runs.summary(alone)["rebuilds"]["count"] > rebuilds, "too few rebuilds to prove anything")
    return path, alone


def compare(program, name, stage, *keys, kinds=(), **more):
    """`kinds` are the layouts, where not all can be had."""
    path, alone = run_alone(program, name, stage, *keys, **more)
    for ranks, layout in layouts(program):
        if kinds and layout not in kinds:
            continue
        found = go(program, path, f"{name}-{ranks}-{layout}", ranks, *keys, "--set", f"parallel.layout={layout}")
        expect_all_same(alone, found, f"{name} on {ranks} ranks, {layout}")


def compare_changes(program, name, what, stage, *keys, rebuilds=10, **alone_keys):
    """Runs in which the ranks do `what`, as a key of the summary counts it, and keep the bits."""
    path, alone = run_alone(program, name, stage, rebuilds=rebuilds, **alone_keys)
    for ranks, layout in layouts(program):
        found = go(program, path, f"{name}-{ranks}-{layout}", ranks, *keys, "--set", f"parallel.layout={layout}")
        expect_all_same(alone, found, f"{name} on {ranks} ranks, {layout}")
        times = runs.summary(found)["exchange"][what]
        expect(times > 1, f"{name} on {ranks} ranks, {layout}: {what} is {times}, too few to prove anything")


def has_nccl(program):
    """Whether runs can have NCCL between two ranks; a build without it is told."""
    path = program.write("has_nccl.toml", liquid(cases.stage("nve", 1)))
    keys = ("--output", program.folder("has_nccl"), "--set", "run.device=cuda", "--set", "parallel.transport=nccl")
    code, out, err = program.call([path, *keys], ranks=2)
    without = "built without NCCL" in out + err
    expect(code == (2 if without else 0), f"NCCL on 2 ranks: exit code {code}: {(out + err)[-1500:]}")
    if without:
        print("not tested: NCCL, which this build is without")
    return not without


def transports(program):
    """What can be had here: lists of (name, ranks, what the run says, environment, settings)."""
    wanted = sorted({ranks for ranks, _ in layouts(program)})
    found = [("staged", ranks, "all pairs staged", None, ["parallel.transport=staged"]) for ranks in wanted]
    if 4 in wanted:
        found.append(("mixed", 4, "2 pairs direct, 4 ", None, ["parallel.pretended_hosts=2"]))
    if program.gpus >= 2 and has_nccl(program):
        own = [ranks for ranks in wanted if ranks <= program.gpus]
        found += [("nccl", ranks, "all pairs by NCCL", None, ["parallel.transport=nccl"]) for ranks in own]
        found.append(("network", 2, "all pairs by NCCL", NETWORK, ["parallel.transport=nccl"]))
    return found


def compare_transports(program, name, stage, *keys, **more):
    path, alone = run_alone(program, name, stage, *keys, **more)
    for transport, ranks, says, env, settings in transports(program):
        words = [word for setting in settings for word in ("--set", setting)]
        found = go(program, path, f"{name}-{ranks}-{transport}", ranks, *keys, *words, says=says, env=env)
        expect_all_same(alone, found, f"{name} on {ranks} ranks, {transport}")


def test_constant_energy(program):
    compare(program, "nve", cases.stage("nve", STEPS))


def test_double(program):
    compare(program, "double", cases.stage("nve", 300), "--set", "run.precision=double", rebuilds=10)


def test_searched_lists(program):
    compare(program, "large", cases.stage("nve", STEPS), size=LARGE)


def test_hanging_rank(program):
    """The others wait for it no longer than they may, and the run goes on from its checkpoint."""
    more = ["--set", "checkpoint.every=2000", "--set", "parallel.longest_wait=15", "--set", "run.device=cuda"]
    path = program.write("hang.toml", liquid(cases.stage("nve", 2000000)))
    for ranks, transport in itertools.product(sorted({ranks for ranks, _ in layouts(program)}), ("auto", "staged")):
        name = f"hang-{ranks}-{transport}"
        folder = program.folder(name)
        share = ["--set", "parallel.share_gpus=true"] if ranks > program.gpus else []
        process = program.start([path, "--output", folder, *more, *share, "--set", f"parallel.transport={transport}"], ranks)
        processes.wait_for(os.path.join(folder, "checkpoint.h5"), process=process)
        code, words = processes.hang(process, program.path, ranks - 1, 90)
        expect(code == 4 and " 15 s" in words, f"exit code {code} where a rank of {ranks} hangs, {transport}: {words[-1500:]}")
        step = int.from_bytes(runs.final_state(folder)["values/position"][8:16], "little")
        go(program, path, name, 1, "--resume", "--set", f"stage.0.steps={step + 100}")


def test_columns_of_cells(program):
    """In a wide box, cut across y, each rank keeps its cells in several columns."""
    path, alone = run_alone(program, "wide", cases.stage("nve", 200), size=(180, 60, 32), rebuilds=5)
    cells = runs.summary(alone)["cells"]
    expect(cells[0] >= 18, f"{cells} cells are one column, which proves nothing")
    for ranks in sorted({ranks for ranks, _ in layouts(program)}):
        keys = ("--set", "parallel.layout=grid", "--set", f"parallel.grid=[1,{ranks},1]")
        expect_all_same(alone, go(program, path, f"wide-{ranks}", ranks, *keys), f"wide on {ranks} ranks")


def test_thermostats(program):
    compare(program, "langevin", cases.langevin(STEPS, temperature_end=0.7))
    compare(program, "nose_hoover", cases.nose_hoover(300, couple_every=7), rebuilds=10)


def test_thermostats_with_rows(program):
    """The devices add up the sums of all ranks, for a chain that acts and for rows, often both on one step."""
    rows = ("--set", "thermo.every=3")
    compare(program, "ramp", cases.nose_hoover(300, couple_every=4, temperature_end=0.7), *rows, rebuilds=10)
    compare(program, "always", cases.nose_hoover(300, temperature_end=0.7), *rows, rebuilds=10)
    compare(program, "large_nose_hoover", cases.nose_hoover(200, couple_every=5), *rows, size=LARGE, rebuilds=5)
    compare(program, "double_nose_hoover", cases.nose_hoover(200, couple_every=7), "--set", "run.precision=double", rebuilds=5)


def test_droplet(program):
    compare(program, "droplet", cases.stage("nve", 400), system=droplet, rebuilds=10)


def test_droplet_in_double(program):
    compare(program, "droplet_double", cases.langevin(150), "--set", "run.precision=double", system=droplet, rebuilds=3)


def test_droplet_with_searched_lists(program):
    compare(program, "large_droplet", cases.stage("nve", 300), system=droplet, size=LARGE, rebuilds=5)


def test_crowded_tiles(program):
    """Atoms of a droplet have more neighbours than a tile has room for that was chosen by the mean density."""
    keys = ("--set", "pair.cutoff=6", "--set", "neighbor.skin=0.3", "--set", "neighbor.tile=256")
    compare(program, "crowded_tiles", cases.stage("nve", 100), *keys, system=droplet, size=(30, 28, 32), rebuilds=3)


def test_moving_drop(program):
    """While the run goes on it gets from the border of two cells, and of two ranks, into one of them. Planes would leave a rank without a cell."""
    kinds = ("auto", "bisection")
    program.write("drop.xyz", moving_drop())
    compare(program, "moving_drop", cases.stage("nve", 300, 0.004), system=moving, kinds=kinds)
    compare(program, "moving_drop_double", cases.stage("nve", 300, 0.004), "--set", "run.precision=double", system=moving, kinds=kinds)


def test_rows(program):
    """Each rank takes the sums of its atoms by itself, many times between two looks of its host."""
    often = ("--set", "thermo.every=3", "--set", "trajectory.every=0")
    compare(program, "rows", cases.langevin(600, temperature_end=0.7), *often)
    compare(program, "rows_large", cases.stage("nve", 500), *often, size=LARGE)


def test_transports(program):
    compare_transports(program, "carried", cases.stage("nve", STEPS))


def test_transports_of_thermostats(program):
    compare_transports(program, "carried_langevin", cases.langevin(200), rebuilds=3)
    compare_transports(program, "carried_nose_hoover", cases.nose_hoover(100, couple_every=7), rebuilds=1)


def test_transports_with_searched_lists(program):
    compare_transports(program, "carried_large", cases.stage("nve", 300), size=LARGE, rebuilds=5)


def test_transports_of_droplets(program):
    compare_transports(program, "carried_droplet", cases.stage("nve", 200), system=droplet, rebuilds=5)
    program.write("drop.xyz", moving_drop())
    compare_transports(program, "carried_drop", cases.stage("nve", 300, 0.004), system=moving)


def test_transports_in_double(program):
    compare_transports(program, "carried_double", cases.stage("nve", 100), "--set", "run.precision=double", rebuilds=1)


def test_nccl_refuses_a_shared_gpu(program):
    if program.gpus >= 2:
        return
    path = program.write("shared.toml", liquid(cases.stage("nve", 10)))
    keys = ("--set", "run.device=cuda", "--set", "parallel.share_gpus=true", "--set", "parallel.transport=nccl")
    code, out, err = program.call([path, "--output", program.folder("shared"), *keys], ranks=2)
    expect(code == 2 and "parallel.transport" in out + err, f"NCCL on a shared GPU: exit code {code}: {(out + err)[-800:]}")


REDRAW = ("--set", "parallel.redraw_bricks=true")
TIGHT = ("--set", "parallel.tight_rooms=true")


def test_random_bricks(program):
    compare_changes(program, "redrawn", "repartitions", cases.stage("nve", 300), *REDRAW)
    compare_changes(program, "redrawn_nose_hoover", "repartitions", cases.nose_hoover(200), *REDRAW, rebuilds=3)
    compare_changes(program, "redrawn_langevin", "repartitions", cases.langevin(200), *REDRAW, rebuilds=3)
    compare_changes(program, "redrawn_large", "repartitions", cases.stage("nve", 200), *REDRAW, size=LARGE, rebuilds=3)
    compare_changes(program, "redrawn_droplet", "repartitions", cases.langevin(300), *REDRAW, system=droplet)
    staged = ("--set", "parallel.transport=staged")
    compare_changes(program, "redrawn_staged", "repartitions", cases.stage("nve", 200), *REDRAW, *staged, rebuilds=3)


def test_rooms_that_grow(program):
    compare_changes(program, "tight", "enlargements", cases.stage("nve", 200), *TIGHT, rebuilds=3)
    compare_changes(program, "tight_large", "enlargements", cases.stage("nve", 200), *TIGHT, size=LARGE, rebuilds=3)
    staged = ("--set", "parallel.transport=staged")
    compare_changes(program, "tight_staged", "enlargements", cases.stage("nve", 200), *TIGHT, *staged, rebuilds=3)


def test_a_slow_rank(program):
    """Bricks follow measured times, unless the input says otherwise; bits do not."""
    ranks = min(ranks for ranks, _ in layouts(program))
    steps = 15000 if ranks <= program.gpus else 1500  # so long that the ranks look at their load several times
    path, alone = run_alone(program, "slow", cases.stage("nve", steps), size=LARGE)
    slow = ("--set", "parallel.slowed_rank=1", "--set", "parallel.slowdown=6")
    for balance in ("auto", "off"):
        found = go(program, path, f"slow-{balance}", ranks, *slow, "--set", f"parallel.balance={balance}")
        expect_all_same(alone, found, f"a slow rank, balance {balance}")
        times = runs.summary(found)["exchange"]["repartitions"]
        expect((times > 0) == (balance == "auto"), f"a slow rank, balance {balance}: bricks were drawn anew {times} times")


def resume(program, name, system, stage):
    """On another number of GPUs, and back."""
    path = program.write(f"{name}.toml", system(stage))
    whole = go(program, path, f"{name}-whole", 1)
    most = max(ranks for ranks, _ in layouts(program))
    go(program, path, name, most, "--set", "stage.0.steps=211")
    go(program, path, name, 1, "--set", "stage.0.steps=405", "--resume")
    expect_same(whole, go(program, path, name, 2, "--resume"), f"{name}: a run in three parts")


def test_resume(program):
    resume(program, "resume", liquid, cases.stage("nve", 600))
    resume(program, "resume_nose_hoover", liquid, cases.nose_hoover(600, couple_every=7))
    resume(program, "resume_droplet", droplet, cases.stage("nve", 600))


if __name__ == "__main__":
    sys.exit(runs.run_on_gpus(globals(), Failure, least=1 if named_ranks() else 2))
