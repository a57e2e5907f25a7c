# SPDX-License-Identifier: BSD-3-Clause
"""--resume=auto: one command for a job that may be killed and started again at any time."""

import glob
import os
import shutil
import signal

import pytest

import cases
import processes
import runs
from mdsim_tools.program import ENVIRONMENT_ERROR, FINISHED, INPUT_ERROR, STOPPED
from restarts import LONG, Bench, all_results, expect_same, input_of

STEPS = 300


@pytest.fixture
def bench(program):
    return Bench(program)


@pytest.fixture
def path(bench):
    return bench.program.write("job.toml", input_of(cases.langevin(100), cases.stage("nve", STEPS - 100)))


@pytest.fixture
def whole(bench, path):
    """The results of a run that nothing disturbs."""
    folder = bench.fresh("whole")
    bench.run(path, folder)
    return all_results(folder)


def auto(bench, path, folder, **more):
    return bench.run(path, folder, "--resume=auto", **more)


def lines_in(path):
    """How many lines a file has that may not be there yet, or not have its first."""
    try:
        with open(path, "rb") as file:
            return file.read().count(b"\n")
    except FileNotFoundError:
        return 0


def kill_before_checkpoint(bench, path, folder):
    """A run that was killed with rows and frames, but before its first checkpoint."""
    never = ["--set", "checkpoint.every=0", "--set", f"stage.1.steps={LONG}"]
    process = bench.program.start([path, "--output", folder, "--quiet", *never])
    while lines_in(os.path.join(folder, "thermo.csv")) < 11:
        assert process.poll() is None, process.communicate()
    processes.kill_all(process)
    assert not glob.glob(os.path.join(folder, "checkpoint*"))


def test_begins_without_a_folder(bench, path, whole):
    folder = bench.fresh("parts")
    auto(bench, path, folder)
    expect_same(whole, folder)


def test_begins_again_after_an_early_kill(bench, path, whole):
    folder = bench.fresh("parts")
    kill_before_checkpoint(bench, path, folder)
    auto(bench, path, folder)
    expect_same(whole, folder)
    assert not os.path.exists(folder + ".1")


def test_another_input_is_not_begun_over_results(bench, path):
    folder = bench.fresh("parts")
    kill_before_checkpoint(bench, path, folder)
    before = sorted(os.listdir(folder))
    rows = open(os.path.join(folder, "thermo.csv"), "rb").read()
    words = auto(bench, path, folder, sets={"run.seed": 77}, code=INPUT_ERROR)
    assert "had another input" in words and "--overwrite" in words
    assert sorted(set(os.listdir(folder)) | {".mdsim-lock"}) == sorted(set(before) | {".mdsim-lock"})
    assert open(os.path.join(folder, "thermo.csv"), "rb").read() == rows


@pytest.mark.parametrize("ranks", [1, 3])
def test_goes_on_from_a_checkpoint(bench, path, whole, ranks):
    folder = bench.fresh("parts")
    auto(bench, path, folder, sets={"stage.1.steps": 100}, ranks=ranks)
    words = auto(bench, path, folder, ranks=ranks)
    expect_same(whole, folder)
    assert not os.path.exists(folder + ".1"), words


def test_goes_on_from_the_older_one(bench, path, whole):
    folder = bench.fresh("parts")
    auto(bench, path, folder, sets={"stage.1.steps": 100})
    os.remove(os.path.join(folder, "checkpoint.h5"))
    auto(bench, path, folder)
    expect_same(whole, folder)


def test_damaged_checkpoints_are_refused(bench, path):
    folder = bench.fresh("parts")
    auto(bench, path, folder)
    for name in ("checkpoint.h5", "checkpoint.1.h5"):
        runs.damage(os.path.join(folder, name), 0.5)
    words = auto(bench, path, folder, code=INPUT_ERROR)
    assert "no checkpoint is left" in words


def test_a_finished_run_stays(bench, path, whole):
    folder = bench.fresh("parts")
    auto(bench, path, folder)
    auto(bench, path, folder)
    expect_same(whole, folder)
    assert not os.path.exists(folder + ".1")


def test_a_dry_run_tells_the_same(bench, path):
    folder = bench.fresh("parts")
    auto(bench, path, folder, sets={"stage.1.steps": 100})
    code, out, err = bench.program.call([path, "--output", folder, "--resume=auto", "--dry-run", "--set", "run.seed=9"])
    assert code == INPUT_ERROR and "seed" in err, out + err
    shutil.rmtree(folder)
    code, out, err = bench.program.call([path, "--output", folder, "--resume=auto", "--dry-run"])
    assert code == FINISHED, out + err
    assert not os.path.exists(folder)


def test_another_word_is_refused(bench, path):
    words = bench.run(path, bench.fresh("parts"), "--resume=maybe", code=INPUT_ERROR)
    assert "--resume=auto" in words


def test_checkpoints_moved_away_as_a_backup(bench, path):
    """With keep = 1 a user who moves checkpoint.h5 away keeps the older one, and the next."""
    folder = bench.fresh("parts")
    newest = os.path.join(folder, "checkpoint.h5")
    process = bench.program.start(
        [path, "--output", folder, "--quiet", "--set", f"stage.1.steps={LONG}", "--set", "checkpoint.keep=1"]
    )
    processes.wait_for(os.path.join(folder, "checkpoint.1.h5"), process=process)
    for _ in range(5):
        processes.wait_for(newest, process=process)
        try:
            os.rename(newest, os.path.join(bench.program.scratch, "backup.h5"))
        except FileNotFoundError:  # the run replaces it at this instant
            continue
        assert os.path.exists(os.path.join(folder, "checkpoint.1.h5"))
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=120)
    assert process.returncode == STOPPED
    for name in ("checkpoint.h5", "checkpoint.1.h5"):
        assert os.path.exists(os.path.join(folder, name))


def test_planted_links_are_not_written_through(bench, path):
    precious = bench.program.write("precious", "precious")
    folder = bench.fresh("parts")
    os.makedirs(folder)
    names = [
        "checkpoint.h5.tmp",
        "checkpoint.1.h5.tmp",
        "progress.json.tmp",
        "input.toml.tmp",
        "rdf.csv.tmp",
        "summary.json.tmp",
        "trajectory.h5md.undo.tmp",
        "thermo.h5.undo.tmp",
    ]
    for name in names:
        os.symlink(precious, os.path.join(folder, name))
    bench.run(path, folder, "--overwrite")
    assert open(precious, encoding="utf-8").read() == "precious"
    assert not [name for name in os.listdir(folder) if os.path.islink(os.path.join(folder, name))]


def test_a_planted_lock_is_refused(bench, path):
    precious = bench.program.write("precious", "precious")
    folder = bench.fresh("parts")
    os.makedirs(folder)
    os.symlink(precious, os.path.join(folder, ".mdsim-lock"))
    words = bench.run(path, folder, code=ENVIRONMENT_ERROR)
    assert ".mdsim-lock" in words and "link" in words
    assert open(precious, encoding="utf-8").read() == "precious"


@pytest.mark.parametrize("inside", [False, True])
def test_the_input_of_a_folder_means_the_run_there(bench, path, inside):
    """mdsim folder/input.toml --resume=auto would begin another run beside, silently."""
    folder = bench.fresh("parts")
    auto(bench, path, folder, sets={"stage.1.steps": 100})
    home = folder if inside else bench.program.scratch
    name = "input.toml" if inside else os.path.join("parts", "input.toml")
    for way in ("--resume=auto", "--resume"):
        code, out, err = bench.program.call([name, way, "--dry-run"], cwd=home)
        assert code == INPUT_ERROR and f"--output {'.' if inside else 'parts'}" in err, out + err
    code, out, err = bench.program.call([folder])
    assert code == INPUT_ERROR and f"{folder}/input.toml --output {folder} --resume" in err, out + err


def test_a_finished_run_without_checkpoints_is_not_computed_again(bench, path):
    folder = bench.fresh("parts")
    auto(bench, path, folder)
    for name in glob.glob(os.path.join(folder, "checkpoint*")):
        os.remove(name)
    words = auto(bench, path, folder, code=INPUT_ERROR)
    assert "has finished" in words and not os.path.exists(folder + ".1")


def test_begins_again_where_the_host_lost_its_last_word(bench, path, whole):
    """After a crash of the host progress.json may be empty: it is replaced without waiting for the disk."""
    folder = bench.fresh("parts")
    kill_before_checkpoint(bench, path, folder)
    with open(os.path.join(folder, "progress.json"), "w", encoding="utf-8"):
        pass
    auto(bench, path, folder)
    expect_same(whole, folder)


def test_another_input_is_told_with_the_one_that_is_kept(bench, path):
    folder = bench.fresh("parts")
    auto(bench, path, folder, sets={"stage.1.steps": 100})
    words = auto(bench, path, folder, sets={"run.seed": 77}, code=INPUT_ERROR)
    assert f"kept in {folder}/input.toml" in words, words
