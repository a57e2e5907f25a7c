# SPDX-License-Identifier: BSD-3-Clause
"""A run that is ended, by a signal, a rank that hangs or a full disk, tells why where it can, and goes on as if
nothing had happened."""

import os
import resource
import shutil
import signal
import subprocess

import pytest

import cases
import processes
from mdsim_tools.program import ENVIRONMENT_ERROR, FINISHED, STOPPED
from restarts import LONG, all_results, expect_goes_on, expect_same, input_of


def checkpoint_of(folder):
    return os.path.join(folder, "checkpoint.h5")


def start(bench, path, folder, ranks=1, *more):
    """Starts a run; returns once it has written a checkpoint. If nobody ended the run, it would end after some
    minutes."""
    process = bench.program.start([path, "--output", folder, "--quiet", "--set", "run.wall_time=300", *more], ranks)
    processes.wait_for(checkpoint_of(folder), process=process)
    return process


def end_by(bench, process, number, ranks=1):
    """Signals rank 0 or the only process of a run; its exit code."""
    target = process.pid
    if ranks > 1:
        target = processes.ranks_of(process, bench.program.path)[0]
    os.kill(target, number)
    process.communicate(timeout=120)
    return process.returncode


def test_signals_end_a_run_in_order(bench):
    """SIGTERM and SIGINT finish the step, write a checkpoint and exit with their own code."""
    path = bench.program.write("signals.toml", input_of(cases.nose_hoover(LONG, couple_every=7)))
    for number, ranks, next_ranks in ((signal.SIGTERM, 1, 2), (signal.SIGINT, 1, 1), (signal.SIGTERM, 3, 1)):
        folder = bench.fresh("parts")
        code = end_by(bench, start(bench, path, folder, ranks), number, ranks)
        assert code == STOPPED, f"exit code {code} instead of {STOPPED} after signal {number} on {ranks} ranks"
        expect_goes_on(bench, path, folder, next_ranks)


def test_a_terminal_that_goes_away_ends_a_run_in_order(bench):
    """A terminal that goes away stops a run in order, unless the run is to outlive it."""
    path = bench.program.write("hangup.toml", input_of(cases.stage("nve", LONG)))
    folder = bench.fresh("parts")
    code = end_by(bench, start(bench, path, folder), signal.SIGHUP)
    assert code == STOPPED, f"exit code {code} instead of {STOPPED} after SIGHUP"
    expect_goes_on(bench, path, folder)
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        process = start(bench, path, bench.fresh("parts"))
    finally:
        signal.signal(signal.SIGHUP, before)
    os.kill(process.pid, signal.SIGHUP)
    for _ in range(3):  # more than the last one, which a run writes that stops
        earlier = processes.written_at(checkpoint_of(folder))
        processes.wait_for(checkpoint_of(folder), process=process, earlier=earlier)
    code = end_by(bench, process, signal.SIGTERM)
    assert code == STOPPED, f"exit code {code} after SIGHUP that was to be ignored, and SIGTERM"
    expect_goes_on(bench, path, folder)


def test_a_run_whose_words_nobody_reads_goes_on(bench):
    """A run whose words nobody reads any longer goes on to its end."""
    path = bench.program.write("no-reader.toml", input_of(cases.stage("nve", 2000)))
    bench.run(path, bench.fresh("whole"))
    folder = bench.fresh("parts")
    process = bench.program.start([path, "--output", folder])
    process.stdout.close()
    process.stderr.close()
    code = process.wait(timeout=120)
    assert code == FINISHED, f"exit code {code} of a run whose words nobody reads"
    expect_same(all_results(bench.program.folder("whole")), folder)


def test_nobody_waits_for_ever_for_a_rank_that_hangs(bench):
    """The others wait for it no longer than they may, say so, and leave a checkpoint from which the run goes on."""
    path = bench.program.write("hang.toml", input_of(cases.stage("nve", LONG)))
    for rank in (0, 2):
        folder = bench.fresh("parts")
        process = start(bench, path, folder, 3, "--set", "parallel.longest_wait=5")
        code, words = processes.hang(process, bench.program.path, rank, 60)
        assert code == ENVIRONMENT_ERROR, f"exit code {code} where rank {rank} hangs: {words[-1500:]}"
        for part in ("has waited for other ranks for 5 s", "parallel.longest_wait", "--resume"):
            assert part in words, f"not told '{part}' where rank {rank} hangs: {words[-1500:]}"
        expect_goes_on(bench, path, folder)


def test_a_job_that_is_suspended_as_a_whole_goes_on(bench):
    """A job that is stopped as a whole for longer than ranks wait for each other goes on when it may."""
    path = bench.program.write("suspended.toml", input_of(cases.stage("nve", LONG)))
    folder = bench.fresh("parts")
    process = start(bench, path, folder, 3, "--set", "parallel.longest_wait=10")
    processes.suspend(process, bench.program.path, 15)
    for _ in range(3):  # written after it
        earlier = processes.written_at(checkpoint_of(folder))
        processes.wait_for(checkpoint_of(folder), process=process, earlier=earlier)
    code = end_by(bench, process, signal.SIGTERM, 3)
    assert code == STOPPED, f"exit code {code} instead of {STOPPED} of a run that was stopped, and then ended"
    expect_goes_on(bench, path, folder)


def expect_full_disk(folder, code, err):
    assert code == ENVIRONMENT_ERROR, f"exit code {code} on a full disk: {err[-1500:]}"
    told = ("No space left", "File too large", f"the disk of {folder} has ")  # parallel HDF5 knows no cause
    assert any(words in err for words in told), f"not told that the disk is full: {err}"
    assert "last good checkpoint" in err or "checkpoint.h5" in err, f"not told what is left: {err}"
    assert os.path.exists(os.path.join(folder, "checkpoint.h5")), "no checkpoint is left"


def test_a_full_disk_ends_the_run(bench):
    """A full disk ends the run with its own code; what was written before is good."""
    path = bench.program.write("full.toml", input_of(cases.stage("nve", 2000)))
    bench.run(path, bench.fresh("whole"))
    small = processes.mounted_tmpfs(bench.program.folder("small"), 1024)
    if small is None:
        pytest.skip("no tmpfs may be mounted here: only the limit of file sizes is tested")
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


def test_files_that_may_not_grow_end_the_run(bench):
    """The same where, from some moment on, no file may grow further."""
    path = bench.program.write("limit.toml", input_of(cases.stage("nve", LONG)))
    folder = bench.fresh("parts")
    # Python ignores SIGXFSZ, which would end the run; restore_signals=False hands that on.
    process = bench.program.start(
        [path, "--output", folder, "--quiet", "--set", "run.wall_time=300"], restore_signals=False
    )
    processes.wait_for(checkpoint_of(folder), process=process)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (300 * 1024, 300 * 1024))
    _, err = process.communicate(timeout=120)
    expect_full_disk(folder, process.returncode, err.decode(errors="replace"))
    expect_goes_on(bench, path, folder)


def test_a_folder_that_cannot_be_written_is_named(bench):
    path = bench.program.write("unwritable.toml", input_of(cases.stage("nve", 10)))
    blocked = bench.program.write("a-file", "")
    for ranks in (1, 2):
        err = bench.run(path, os.path.join(blocked, "out"), ranks=ranks, code=ENVIRONMENT_ERROR)
        assert "a-file" in err, f"the folder is not named: {err}"
