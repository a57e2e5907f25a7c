# SPDX-License-Identifier: BSD-3-Clause
"""A run that stops goes on as if nothing had happened, or says clearly why it cannot."""

import glob
import os
import shutil

import cases
import runs
from mdsim_tools.program import FINISHED, INPUT_ERROR, STOPPED
from restarts import DENSE_OUTPUT, LONG, METAL, SILICON, SYSTEM, all_results, expect_goes_on, expect_same, input_of


def stop_and_go_on(bench, name, stage, layouts, system=SYSTEM, units=cases.LJ):
    """Runs half, goes on elsewhere, and compares with a run that never stopped."""
    half = bench.program.write(f"{name}-half.toml", input_of(stage(300), system=system, units=units))
    whole = bench.program.write(f"{name}-whole.toml", input_of(stage(600), system=system, units=units))
    uninterrupted = bench.fresh("whole")
    bench.run(whole, uninterrupted)
    expected = all_results(uninterrupted)
    for first, second in layouts:
        folder = bench.fresh("parts")
        bench.run(half, folder, ranks=first)
        bench.run(whole, folder, "--resume", ranks=second[0], sets=second[1])
        expect_same(expected, folder)


def expect_same_in_parts(bench, half, whole, first=1, second=2):
    """The first half on so many ranks and the rest on others is what the whole is."""
    bench.run(whole, bench.fresh("whole"))
    folder = bench.fresh("parts")
    bench.run(half, folder, ranks=first)
    bench.run(whole, folder, "--resume", ranks=second)
    expect_same(all_results(bench.program.folder("whole")), folder)


def test_constant_energy_goes_on(bench):
    redraw = {"debug.redraw_bricks": True}
    stop_and_go_on(bench, "nve", lambda n: cases.stage("nve", n), [(1, (4, redraw)), (6, (2, redraw)), (3, (1, {}))])


def test_a_metal_goes_on(bench):
    """What a round computes is in no checkpoint: it is computed again."""
    redraw = {"debug.redraw_bricks": True}
    layouts = [(1, (3, redraw)), (4, (1, {})), (2, (4, {}))]
    stop_and_go_on(bench, "metal", lambda n: cases.stage("nve", n, 0.003), layouts, METAL)


def test_silicon_goes_on(bench):
    """So are the slopes that atoms tell their neighbours."""
    redraw = {"debug.redraw_bricks": True}
    layouts = [(1, (3, redraw)), (4, (1, {})), (2, (4, {}))]
    stop_and_go_on(bench, "silicon", lambda n: cases.stage("nve", n, 0.001), layouts, SILICON, cases.METAL_UNITS)


def test_langevin_dynamics_goes_on(bench):
    stop_and_go_on(
        bench, "langevin", lambda n: cases.langevin(n), [(1, (3, {"parallel.layout": "planes"})), (4, (1, {}))]
    )


def test_a_nose_hoover_chain_goes_on(bench):
    stop_and_go_on(
        bench,
        "nose",
        lambda n: cases.nose_hoover(n, couple_every=5),
        [(2, (4, {"parallel.layout": "bisection"})), (3, (1, {}))],
    )


def test_velocity_rescaling_goes_on(bench):
    """Its random numbers follow from the step, whatever ranks do it: a part draws what the whole drew."""
    stop_and_go_on(
        bench,
        "rescaling",
        lambda n: cases.velocity_rescaling(n, couple_every=5),
        [(2, (4, {"parallel.layout": "bisection"})), (3, (1, {}))],
    )


def test_a_stage_is_extended_between_actions_of_its_thermostat(bench):
    """A finished stage is extended although it ended between two actions of its thermostat."""
    stop_and_go_on(bench, "odd", lambda n: cases.nose_hoover(n, couple_every=7), [(1, (2, {}))])


def test_the_drift_is_not_removed_again(bench):
    """A run goes on from a step at whose end the drift was removed: it is not removed again."""
    for k, precision in enumerate(("mixed", "double")):
        half, whole = (
            bench.program.write(
                f"drift{k}{n}.toml", input_of(cases.langevin(n, remove_drift_every=100), precision=precision)
            )
            for n in (300, 600)
        )
        expect_same_in_parts(bench, half, whole)


def test_a_stage_before_others_is_lengthened(bench):
    """A stage goes on with its thermostat as it was, though stages without steps came after it."""
    again = cases.nose_hoover(0, relaxation_time=0.1)
    for k, others in enumerate(
        ([cases.stage("nve", 0), again], [cases.stage("nve", 0)], [cases.velocity_rescaling(0)])
    ):
        half, whole = (
            bench.program.write(f"before{k}{n}.toml", input_of(cases.nose_hoover(n, couple_every=5), *others))
            for n in (300, 600)
        )
        expect_same_in_parts(bench, half, whole)


def test_lists_are_rebuilt_at_the_same_steps(bench):
    """Lists that are rebuilt at a fixed interval are rebuilt at the same steps."""
    fixed = cases.neighbor(0.5, more='rebuild = "fixed"\nevery = 7')
    system = tuple(fixed if part == cases.neighbor() else part for part in SYSTEM)
    inputs = [cases.LJ + "".join((cases.run(3), *system, cases.stage("nve", n))) + DENSE_OUTPUT for n in (300, 600)]
    half, whole = (bench.program.write(f"fixed{k}.toml", text) for k, text in enumerate(inputs))
    expect_same_in_parts(bench, half, whole)


def test_double_precision_goes_on(bench):
    half = bench.program.write("half.toml", input_of(cases.stage("nve", 150), precision="double"))
    whole = bench.program.write("whole.toml", input_of(cases.stage("nve", 300), precision="double"))
    expect_same_in_parts(bench, half, whole, 2, 3)


def test_a_finished_run_takes_another_stage(bench):
    """A finished run takes another stage, of another ensemble: what noise gave the centre of mass is removed once."""
    stages = (
        cases.langevin(100),
        cases.stage("nve", 0),
        cases.nose_hoover(123, couple_every=4),
        cases.langevin(50),
        cases.velocity_rescaling(61, couple_every=3),
        cases.stage("nve", 177, 0.004),
    )
    folder = bench.fresh("parts")
    for count, ranks in ((1, 2), (2, 1), (3, 3), (4, 2), (5, 3), (6, 1)):
        path = bench.program.write("stages.toml", input_of(*stages[:count]))
        bench.run(path, folder, *(["--resume"] if count > 1 else []), ranks=ranks)
    bench.run(path, bench.fresh("whole"))
    expect_same(all_results(bench.program.folder("whole")), folder)


def test_a_run_that_is_out_of_time_gets_on(bench):
    """A run that is out of time has an exit code of its own, and gets on in the time that it has."""
    path = bench.program.write("clock.toml", input_of(cases.stage("nve", LONG)))
    folder = bench.fresh("parts")
    before = 0
    for part in range(3):
        bench.run(path, folder, *(["--resume"] if part > 0 else []), code=STOPPED, sets={"run.wall_time": 3})
        step = runs.last_step(folder)
        assert step > before, f"stood still at step {step}"
        before = step
    expect_goes_on(bench, path, folder)


def test_the_drift_is_that_of_the_whole_stage(bench):
    """The drift that is told at the end is that of the whole stage, in however many parts it was run."""
    path = bench.program.write("drift.toml", input_of(cases.stage("nve", 200)))

    def told(folder, *arguments):
        code, out, err = bench.program.call([path, "--output", folder, *arguments])
        assert code == FINISHED, f"exit code {code}: {out + err}"
        return [line for line in out.splitlines() if line.startswith("conserved energy")]

    whole, folder = told(bench.fresh("whole")), bench.fresh("parts")
    told(folder, "--set", "stage.0.steps=90")
    assert len(whole) == 1, f"no line about the conserved energy: {whole}"
    parts = told(folder, "--resume")
    assert parts == whole, f"in parts it is told {parts}, else {whole}"


def test_a_damaged_checkpoint_is_refused_for_the_older_one(bench):
    """A damaged checkpoint is refused for the older one, with a word; two damaged ones are a fault."""
    path = bench.program.write("damaged.toml", input_of(cases.stage("nve", 400)))
    bench.run(path, bench.fresh("whole"))
    expected = all_results(bench.program.folder("whole"))
    for where in ("truncated", 0.5, 0.9):
        folder = bench.fresh("parts")
        shutil.copytree(bench.program.folder("whole"), folder)
        runs.damage(os.path.join(folder, "checkpoint.h5"), where)
        err = bench.run(path, folder, "--resume", ranks=2)
        assert "checkpoint.h5" in err and "going on from" in err, f"no word about the damaged checkpoint: {err}"
        expect_same(expected, folder)
    for name in glob.glob(os.path.join(folder, "checkpoint*.h5")):
        runs.damage(name, 0.5)
    err = bench.run(path, folder, "--resume", code=INPUT_ERROR)
    assert "checkpoint" in err, f"not told which file: {err}"


def test_what_does_not_belong_to_the_checkpoint_is_refused(bench):
    """What does not belong to the checkpoint is refused in clear words."""
    path = bench.program.write("refused.toml", input_of(cases.stage("nve", 100)))
    folder = bench.fresh("parts")
    err = bench.run(path, folder, "--resume", code=INPUT_ERROR)
    assert "checkpoint" in err, f"no checkpoint, but the message says: {err}"
    bench.run(path, folder)
    kept = runs.final_state(folder)
    bench.run(path, folder)
    assert runs.first_difference(kept, runs.final_state(folder + ".1")) is None, "the finished run was not moved aside"
    os.remove(os.path.join(folder, "progress.json"))
    err = bench.run(path, folder, code=INPUT_ERROR)
    assert "--resume" in err and "--overwrite" in err, f"not told how to go on: {err}"
    wrong = {
        "pair.potential.0.epsilon": ("1.1", "epsilon"),
        "system.lattice.cells": ("[5, 5, 6]", "cells"),
        "run.precision": ("double", "double"),
        "run.seed": ("4", "seed"),
        "neighbor.skin": ("0.4", "skin"),
        "species.0.mass": ("2.0", "mass"),
        "rdf.range": ("2.4", "range"),
        "stage.0.steps": ("50", "50"),
    }
    for key, (value, word) in wrong.items():
        err = bench.run(path, folder, "--resume", code=INPUT_ERROR, sets={key: value})
        assert word in err, f"{key} = {value} is refused without naming {word}: {err}"
        assert runs.first_difference(kept, runs.final_state(folder)) is None, (
            f"{key}: the refused run changed the checkpoint"
        )
    bench.run(path, folder, "--resume")
    bench.run(path, folder, "--overwrite")


def test_a_file_that_is_gone_or_of_another_run_is_told(bench):
    """A file that the checkpoint counts on, gone or of another run: told by all ranks; put back, it goes on."""
    more = {"stage.0.steps": "160"}
    path = bench.program.write("missing.toml", input_of(cases.stage("nve", 100)))
    whole, other, folder = (bench.fresh(name) for name in ("whole", "other", "parts"))
    for place, sets in ((whole, more), (other, {}), (folder, {})):
        bench.run(path, place, sets=sets)
    for name, rows in (("trajectory.h5md", "11 rows"), ("thermo.csv", "21 rows"), ("thermo.h5", "21 rows")):
        file, kept = os.path.join(folder, name), os.path.join(folder, "kept")
        os.rename(file, kept)
        for words in ((name, "not there", "step 100", rows, "--overwrite"), (name, "of another run")):
            for ranks in (1, 2):
                err = bench.run(path, folder, "--resume", ranks=ranks, code=INPUT_ERROR, sets=more)
                assert all(word in err for word in words), f"one of {words} is missing in: {err}"
            if name == "thermo.csv":
                break
            shutil.copy(os.path.join(other, name), file)
        os.rename(kept, file)
    bench.run(path, folder, "--resume", ranks=2, sets=more)
    expect_same(all_results(whole), folder)
    os.remove(os.path.join(folder, "trajectory.h5md"))
    bench.run(path, folder, "--resume", sets={"stage.0.steps": "180", "trajectory.every": "0"})
