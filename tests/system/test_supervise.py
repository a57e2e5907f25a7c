# SPDX-License-Identifier: BSD-3-Clause
"""Runs that are kept going on machines that come and go: `mdsim supervise`."""

import random
import signal
import subprocess
import time

import pytest

from supervised import MPIRUN, Supervised, assert_same_end, is_running, text_of, undisturbed


def test_a_run_is_interrupted_at_random_and_ends_with_the_same_bits(program_path, soak, tmp_path):
    interruptions = 50 if soak else 5
    text = text_of(4000 * interruptions)
    random.seed(interruptions)
    binary = program_path
    run = Supervised(binary, tmp_path, text)
    run.start()
    done = 0
    while done < interruptions and not run.ended():
        run.wait_until(lambda: is_running(run))
        time.sleep(random.uniform(0.05, 0.6))
        run.ranks.write_text(f"{random.choice([1, 2, 3, 4])}\n")
        if random.random() < 0.5:
            run.notice.touch()
            before = run.log().count("waiting until")
            run.wait_until(lambda before=before: run.log().count("waiting until") > before)
            run.notice.unlink()
        else:
            run.process.send_signal(signal.SIGTERM)
            assert run.process.wait(timeout=150) in (0, 5), run.log()
            if run.process.returncode == 5:
                run.start()
        done += 1
    assert run.process.wait(timeout=900) == 0, run.log()
    print(f"tried: {done} interruptions of a run between 1, 2, 3 and 4 ranks")
    assert done == interruptions, "the run was over before it could be interrupted"
    assert_same_end(binary, undisturbed(binary, tmp_path, text), run.output)


def test_a_part_that_is_killed_starts_again(program_path, tmp_path):
    run = Supervised(program_path, tmp_path, text_of(20_000))
    run.start(more=("--set", "checkpoint.every=200"))
    run.wait_until(lambda: run.progress().get("checkpoint"))
    children = subprocess.run(
        ["pgrep", "-P", str(run.process.pid)], capture_output=True, text=True, check=True
    ).stdout.split()
    subprocess.run(["kill", "-KILL", *children], check=True)
    assert run.process.wait(timeout=300) == 0, run.log()
    assert "failed with exit code 137" in run.log()
    assert "part 2" in run.log()


def test_once_ends_after_a_notice_by_a_command(program_path, tmp_path):
    run = Supervised(program_path, tmp_path, text_of(100_000), "--once", "--notice-command", f"test -e {tmp_path}/gone")
    run.start()
    run.wait_until(lambda: is_running(run))
    (tmp_path / "gone").touch()
    assert run.process.wait(timeout=150) == 5, run.log()
    assert run.progress()["state"] == "stopped"


def test_ranks_stop_under_an_mpirun_that_hands_on_no_signals(program_path, tmp_path):
    deaf = tmp_path / "mpirun-deaf"
    deaf.write_text('#!/bin/sh\ntrap : USR1\nmpirun --oversubscribe --bind-to none "$@"\n')
    deaf.chmod(0o755)
    run = Supervised(program_path, tmp_path, text_of(200_000))
    run.words[run.words.index(MPIRUN)] = str(deaf)
    run.ranks.write_text("2\n")
    run.start()
    run.wait_until(lambda: is_running(run))
    run.process.send_signal(signal.SIGTERM)
    assert run.process.wait(timeout=60) == 5, run.log()
    assert run.progress()["state"] == "stopped"
    assert "is killed" not in run.log()


def test_a_wrong_input_ends_at_once(program_path, tmp_path):
    run = Supervised(program_path, tmp_path, text_of(100))
    run.input.write_text(run.input.read_text().replace("cutoff", "cutof"))
    run.start()
    assert run.process.wait(timeout=60) == 2
    assert "cutof" in run.log() and "part 1" not in run.log()


def test_a_run_that_cannot_start_is_not_tried_for_ever(program_path, tmp_path):
    run = Supervised(program_path, tmp_path, text_of(100), "--attempts", "2")
    run.ranks.write_text("2\n")
    run.words[run.words.index(MPIRUN)] = "false"
    run.start()
    assert run.process.wait(timeout=60) == 4
    assert run.log().count("part ") == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--overwrite"], "leave out"),
        (["--ranks", "2", "--ranks-command", "echo 2"], "not both"),
        (["--ranks-command", "echo many"], "must print a number"),
        (["--ranks", "0"], "ranks"),
    ],
)
def test_wrong_options_are_told(program_path, tmp_path, words, said):
    path = tmp_path / "liquid.toml"
    path.write_text(text_of(10))
    done = subprocess.run(
        [str(program_path), "supervise", str(path), *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode in (2, 4)
    assert said in done.stderr
