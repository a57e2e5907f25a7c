# SPDX-License-Identifier: BSD-3-Clause
"""What progress.json says of a run that nobody serves: its physics, its work and its machine, on one rank and on two,
while it goes on, when it has stopped and when it has failed."""

import os
import time

import pytest

import cases
import processes
from calls import liquid
from mdsim_tools.outputs import progress, summary, thermo
from mdsim_tools.program import ENVIRONMENT_ERROR, FINISHED, STOPPED, set_arguments
from restarts import LONG
from watched import eventually

READINGS = (
    "reported",
    "simulated_per_day",
    "temperature",
    "conserved_energy",
    "energy_drift",
    "rebuilds",
    "imbalance",
    "rank_waits",
    "memory",
    "gpus",
)


@pytest.fixture
def going(program):
    """Starts runs that go on until they are stopped; ends those that are left."""
    started = []

    def start(ranks=1, settings=None):
        path = program.write("going.toml", liquid(cases.stage("nve", LONG), system=cases.lattice((7, 7, 7))))
        folder = program.folder("going")
        process = program.start([path, "--output", folder, *set_arguments(settings or {})], ranks)
        started.append(process)
        return process, folder

    yield start
    for process in started:
        if process.poll() is None:
            processes.kill_all(process)


def reported(folder, *names):
    """What progress.json says, once it says all of these."""

    def look():
        if not os.path.exists(os.path.join(folder, "progress.json")):
            return None
        said = progress(folder)
        return said if all(said[name] for name in names) else None

    return eventually(look)


def check_readings(said, folder):
    """Whether the numbers fit each other and the files of the run."""
    assert set(READINGS) <= set(said)
    table = thermo(folder)
    assert said["temperature"]["value"] in [pytest.approx(one, rel=1e-5) for one in table["temperature"]]
    assert said["conserved_energy"]["value"] in [pytest.approx(one, rel=1e-7) for one in table["conserved_energy"]]
    assert said["temperature"]["unit"] == said["conserved_energy"]["unit"] == ""
    per_day = said["steps_per_second"] * 0.005 * 86400
    assert said["simulated_per_day"] == {"value": pytest.approx(per_day), "unit": "tau"}
    drift = said["energy_drift"]
    assert 0 <= drift["thermal_ratio"] < 0.01 and drift["standard_error"] > 0 and drift["time_unit"] == "tau"
    rebuilds = said["rebuilds"]
    assert rebuilds["interval"] == pytest.approx(rebuilds["steps_between"] / rebuilds["count"])
    memory = said["memory"]
    assert memory["process_bytes"] > memory["atoms_bytes"] > 500 * 16 and memory["host_free_bytes"] > 0
    assert said["gpus"] == [], "the run computes on processors, and nobody asks for metrics"


def test_one_rank_tells_all_but_what_several_have(going):
    process, folder = going(settings={"run.wall_time": 8})
    said = reported(folder, "temperature", "energy_drift", "steps_per_second")
    check_readings(said, folder)
    assert said["imbalance"] is None and said["rank_waits"] == [], "one rank is compared with nobody"
    assert abs(said["reported"] - time.time()) < 20
    process.communicate(timeout=240)
    assert process.returncode == STOPPED
    last = progress(folder)
    check_readings(last, folder)
    assert last["state"] == "stopped" and last["message"] and last["reported"] > said["reported"]
    rebuilds = summary(folder)["rebuilds"]
    assert (last["rebuilds"]["count"], last["rebuilds"]["steps_between"]) == (
        rebuilds["count"],
        rebuilds["steps_between"],
    )


def test_two_ranks_tell_who_waits(going):
    settings = {"debug.slowed_rank": 1, "debug.slowdown": 3, "parallel.balance_threshold": 100, "run.wall_time": 10}
    process, folder = going(2, settings)
    said = reported(folder, "temperature", "energy_drift", "steps_per_second", "rank_waits")
    check_readings(said, folder)
    assert len(said["rank_waits"]) == 2
    assert said["rank_waits"][0] > 3 * said["rank_waits"][1], "rank 1 is slowed down, so rank 0 waits"
    assert said["imbalance"] > 1.1
    process.communicate(timeout=240)
    last = progress(folder)
    assert last["imbalance"] == pytest.approx(summary(folder)["exchange"]["imbalance"])
    assert last["rank_waits"][0] >= said["rank_waits"][0]


def test_a_run_of_a_moment_tells_its_memory(program):
    path = program.write("short.toml", liquid())
    code, out, err = program.call([path, "--output", program.folder("short")])
    assert code == FINISHED, out + err
    said = progress(program.folder("short"))
    assert said["state"] == "finished" and said["seconds_left"] == 0
    assert said["memory"]["process_bytes"] > said["memory"]["atoms_bytes"] > 500 * 16


def test_a_run_that_fails_leaves_what_it_reported_last(going):
    process, folder = going()
    before = reported(folder, "temperature", "steps_per_second", "rebuilds")
    os.remove(os.path.join(folder, "thermo.csv"))
    process.communicate(timeout=240)
    assert process.returncode == ENVIRONMENT_ERROR
    said = progress(folder)
    assert said["state"] == "failed" and "thermo.csv" in said["message"]
    assert said["step"] >= before["step"] and said["reported"] > before["reported"]
    assert said["temperature"] and said["rebuilds"]["count"] >= before["rebuilds"]["count"] > 0
    assert said["memory"]["process_bytes"] > 1e6
