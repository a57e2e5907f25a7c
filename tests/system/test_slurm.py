# SPDX-License-Identifier: BSD-3-Clause
"""tools/slurm-job under a real Slurm of two nodes (support/slurm.py): the bits of a plain run, the end of a job's time,
arrays, chains of jobs."""

import os
import re

import pytest

import cases
import restarts
import runs
from mdsim_tools.program import FINISHED, STOPPED
from restarts import LONG
from slurm import Slurm, wait_until

STEPS = 100
SPARSE = "[thermo]\nevery = 100\n[trajectory]\nevery = 10000\n[checkpoint]\nevery = 5000\n"
"""output of runs of many steps"""


@pytest.fixture(scope="module")
def slurm(program_path, tmp_path_factory):
    with Slurm(tmp_path_factory.mktemp("slurm"), program_path) as started:
        yield started


def liquid(program, steps=STEPS, name="liquid.toml", output=restarts.DENSE_OUTPUT):
    return program.write(name, restarts.input_of(cases.stage("nve", steps), output=output))


def log_of(program, job):
    if not os.path.exists(program.folder(f"mdsim-{job}.log")):
        return ""
    with open(program.folder(f"mdsim-{job}.log"), encoding="utf-8") as file:
        return file.read()


def expect_end(slurm, program, job, code, seconds=120):
    state = "COMPLETED" if code == 0 else "FAILED"
    ended = slurm.end_of(job, seconds)
    assert ended == (state, code), f"job {job} ended as {ended}: {log_of(program, job)}"


SRUN = {"MDSIM_LAUNCH": "srun --mpi=pmix"}


def skip_without_pmix(slurm, env):
    listed = slurm.call("srun", "--mpi=list")
    if env and "pmix" not in listed.stdout + listed.stderr:
        pytest.skip("this Slurm has no PMIx")


@pytest.mark.parametrize(
    "options, env",
    [
        (["--ntasks-per-node=2"], {}),
        (["--nodes=2", "--ntasks-per-node=1"], {}),
        (["--nodes=2", "--ntasks-per-node=1"], SRUN),
        (["--ntasks=1", "--cpus-per-task=2"], {}),
    ],
    ids=["one node", "two nodes", "srun", "threads"],
)
def test_a_job_has_the_bits_of_a_plain_run(slurm, bench, options, env):
    skip_without_pmix(slurm, env)
    program = bench.program
    path = liquid(program)
    bench.run(path, program.folder("plain"))
    job = slurm.submit(options, path, "--output", "job", cwd=program.scratch, env=env)
    expect_end(slurm, program, job, FINISHED)
    restarts.expect_same(restarts.all_results(program.folder("plain")), program.folder("job"))


STANDIN = """#!/usr/bin/env bash
# Stands for mdsim, and says where it is: more ranks than the machine has cores would take minutes.
cores=$(taskset -cp $$)
echo "rank on $(hostname) of ${OMPI_COMM_WORLD_SIZE:-$SLURM_STEP_NUM_TASKS}, cores ${cores##*: }, words $*"
"""


@pytest.mark.parametrize(
    "options, env, ranks, threads",
    [
        (["--ntasks-per-node=2"], {}, ["node1", "node1"], 1),
        (["--nodes=2", "--ntasks-per-node=2"], {}, ["node1", "node1", "node2", "node2"], 1),
        (["--ntasks=3"], {}, ["node1", "node1", "node2"], 1),
        (["--ntasks=3"], SRUN, ["node1", "node1", "node2"], 1),
        (["--ntasks=2", "--cpus-per-task=2"], {}, ["node1", "node2"], 2),
        (["--nodes=2", "--ntasks-per-node=1", "--cpus-per-task=2"], SRUN, ["node1", "node2"], 2),
        (["--nodes=2", "--exclusive"], {}, ["node1", "node1", "node2", "node2"], 1),
    ],
    ids=["per node", "all cores", "unlike nodes", "unlike nodes, srun", "threads", "threads, srun", "exclusive"],
)
def test_ranks_are_where_they_were_asked_for(slurm, program, options, env, ranks, threads):
    skip_without_pmix(slurm, env)
    standin = program.write("standin", STANDIN)
    os.chmod(standin, 0o755)
    job = slurm.submit(options, "in.toml", "--quiet", cwd=program.scratch, env={**env, "MDSIM": standin})
    expect_end(slurm, program, job, FINISHED)
    found = re.findall(r"^rank on (\w+) of (\d+), cores ([\d,-]+), words (.*)$", log_of(program, job), re.M)
    assert sorted(host for host, *_ in found) == ranks, log_of(program, job)
    assert {int(size) for _, size, *_ in found} == {len(ranks)}
    # No two ranks of a node share a core, and each has as many as threads.
    cores = {(host, core) for host, _, named, _ in found for core in re.findall(r"\d+", named)}
    assert len(cores) == threads * len(ranks), log_of(program, job)
    words = f"in.toml --set run.device=cpu --set run.threads={threads} --resume=auto --quiet"
    assert {said for *_, said in found} == {words}


def wait_for_checkpoint(program, job, folder):
    assert wait_until(lambda: os.path.exists(os.path.join(folder, runs.CHECKPOINT)), 60), log_of(program, job)


def give_it_an_end(program, folder, output=restarts.DENSE_OUTPUT):
    """Changes the input, which the job reads anew when it goes on; returns what a run without a break writes."""
    path = liquid(program, runs.last_step(folder) + STEPS, output=output)
    restarts.Bench(program).run(path, program.folder("whole"))
    return restarts.all_results(program.folder("whole"))


def test_a_job_out_of_time_goes_on_from_its_checkpoint_when_it_is_requeued(slurm, bench):
    """Slurm sends the signal of a job of two minutes 30 to 90 s before its end."""
    program = bench.program
    path = liquid(program, LONG, output=SPARSE)
    options = ["--ntasks=1", "--time=2", "--signal=B:USR1@30", "--requeue"]
    job = slurm.submit(options, path, "--output", "job", cwd=program.scratch)
    expect_end(slurm, program, job, STOPPED)
    expected = give_it_an_end(program, program.folder("job"), output=SPARSE)
    slurm.call("scontrol", "requeue", job)
    assert wait_until(lambda: slurm.state(job) in ("PENDING", "RUNNING"), 30)
    expect_end(slurm, program, job, FINISHED)
    restarts.expect_same(expected, program.folder("job"))
    assert log_of(program, job).count("ranks of") == 2, "the log is not that of both parts"


def test_a_job_puts_itself_back_in_the_queue_as_often_as_it_may(slurm, bench):
    """Each part stops by its own clock."""
    program = bench.program
    path = liquid(program, LONG, output=SPARSE)
    words = (path, "--output", "job", "--set", "run.wall_time=2")
    job = slurm.submit(["--ntasks=1"], *words, cwd=program.scratch, env={"MDSIM_REQUEUE": "2"})
    # Slurm calls a job failed for a moment before it is back in the queue.
    assert wait_until(lambda: log_of(program, job).count("ranks of") == 3, 120), log_of(program, job)
    expect_end(slurm, program, job, STOPPED)
    assert slurm.fields(job)["Restarts"] == "2"
    assert log_of(program, job).count("back in the queue") == 2
    expected = give_it_an_end(program, program.folder("job"), output=SPARSE)
    bench.run(path, program.folder("job"), "--resume")
    restarts.expect_same(expected, program.folder("job"))


def test_a_job_that_is_signalled_stops_behind_a_checkpoint(slurm, bench):
    program = bench.program
    job = slurm.submit(["--ntasks=1"], liquid(program, LONG), "--output", "job", cwd=program.scratch)
    folder = program.folder("job")
    wait_for_checkpoint(program, job, folder)
    slurm.call("scancel", "--batch", "--signal=USR1", job)
    expect_end(slurm, program, job, STOPPED)
    restarts.expect_goes_on(bench, liquid(program, LONG), folder)


def test_a_job_that_is_cancelled_loses_no_more_than_what_follows_its_last_checkpoint(slurm, bench):
    program = bench.program
    job = slurm.submit(["--ntasks=1"], liquid(program, LONG), "--output", "job", cwd=program.scratch)
    folder = program.folder("job")
    wait_for_checkpoint(program, job, folder)
    slurm.call("scancel", job)
    assert slurm.end_of(job)[0] == "CANCELLED"
    # Slurm calls a job ended before its processes are.
    assert wait_until(lambda: not slurm.call("squeue", "--noheader").stdout, 60)
    restarts.expect_goes_on(bench, liquid(program, LONG), folder)


def jobs_of(slurm, array):
    """Numbers by index."""
    shown = slurm.call("scontrol", "--oneliner", "show", "job", array).stdout
    return {int(found[2]): found[1] for found in re.finditer(r"JobId=(\d+) .*?ArrayTaskId=(\d+) ", shown)}


def expect_array(slurm, program, array, indices, code=FINISHED):
    assert wait_until(lambda: sorted(jobs_of(slurm, array)) == indices, 120), jobs_of(slurm, array)
    for job in jobs_of(slurm, array).values():
        expect_end(slurm, program, job, code)


def test_each_job_of_an_array_has_an_input_of_its_own(slurm, bench):
    program = bench.program
    for index in (1, 2, 3):
        liquid(program, STEPS + 10 * index, name=f"liquid-{index}.toml")
    array = slurm.submit(["--array=1-3", "--ntasks=1"], "liquid-%a.toml", "--set", "run.seed=4%a", cwd=program.scratch)
    expect_array(slurm, program, array, [1, 2, 3])
    for index in (1, 2, 3):
        bench.run(f"liquid-{index}.toml", program.folder("plain"), "--overwrite", sets={"run.seed": f"4{index}"})
        restarts.expect_same(restarts.all_results(program.folder("plain")), program.folder(f"liquid-{index}.out"))


def test_an_array_takes_its_inputs_from_the_lines_of_a_list(slurm, bench):
    program = bench.program
    path = liquid(program)
    program.write("list", f"{path} --output first --set run.seed=8\n{path} --output second --set run.seed=9\n")
    array = slurm.submit(["--array=1-2", "--ntasks=1"], "@list", "--quiet", cwd=program.scratch)
    expect_array(slurm, program, array, [1, 2])
    for folder, seed in (("first", 8), ("second", 9)):
        bench.run(path, program.folder("plain"), "--overwrite", sets={"run.seed": seed})
        restarts.expect_same(restarts.all_results(program.folder("plain")), program.folder(folder))


@pytest.mark.parametrize(
    "words, said",
    [
        (["liquid.toml"], "all jobs of this array would do the same run"),
        (["@list"], "list has no line 2"),
        (["@nothing"], "there is no list nothing"),
    ],
    ids=["one input", "a list that is too short", "no list"],
)
def test_an_array_that_cannot_be_meant_is_refused(slurm, bench, words, said):
    program = bench.program
    liquid(program)
    program.write("list", "liquid.toml\n")
    array = slurm.submit(["--array=2", "--ntasks=1"], *words, cwd=program.scratch)
    expect_array(slurm, program, array, [2], code=2)
    assert said in log_of(program, jobs_of(slurm, array)[2])


def test_a_chain_of_jobs_goes_on_where_the_one_before_stopped(slurm, bench):
    program = bench.program
    path = liquid(program, LONG)
    first = slurm.submit(["--ntasks=1"], path, "--output", "job", "--set", "run.wall_time=2", cwd=program.scratch)
    after = slurm.submit([f"--dependency=afterany:{first}", "--hold"], path, "--output", "job", cwd=program.scratch)
    never = slurm.submit(
        [f"--dependency=afterok:{first}", "--kill-on-invalid-dep=yes"], path, "--output", "never", cwd=program.scratch
    )
    last = slurm.submit([f"--dependency=afterok:{after}"], path, "--output", "job", cwd=program.scratch)
    expect_end(slurm, program, first, STOPPED)
    expected = give_it_an_end(program, program.folder("job"))
    slurm.call("scontrol", "release", after)
    expect_end(slurm, program, after, FINISHED)
    restarts.expect_same(expected, program.folder("job"))
    # A run that has come to its end is left as it is.
    expect_end(slurm, program, last, FINISHED)
    restarts.expect_same(expected, program.folder("job"))
    assert slurm.end_of(never)[0] == "CANCELLED"
    assert not os.path.exists(program.folder("never"))
