# SPDX-License-Identifier: BSD-3-Clause
"""What a run on a GPU tells of it, by the library of its driver, is what such a GPU can do."""

import pytest

import cases
from calls import liquid
from gpus import on_gpus
from mdsim_tools.outputs import progress
from mdsim_tools.program import STOPPED
from restarts import LONG
from watched import watched

pytestmark = pytest.mark.usefixtures("metrics_server")


@pytest.fixture
def program(program, gpu_count):
    return on_gpus(program, gpu_count)


def test_the_gpu_of_a_run_is_told(program):
    path = program.write("gpu.toml", liquid(cases.stage("nve", LONG), system=cases.lattice((20, 20, 20))))
    with watched(program, path, settings={"run.device": "cuda", "run.wall_time": 40}) as run:
        run.scrape_with("mdsim_steps_per_second", "mdsim_temperature")
        scrape = run.scrape_with("mdsim_gpu_memory_used_bytes")
        mine = [labels for labels, _ in scrape.all("mdsim_gpu_memory_bytes") if labels["rank"] == "0"]
        assert len(mine) == 1, f"rank 0 computes on one GPU: {scrape.text}"
        assert scrape.label("mdsim_run_info", "device").startswith(mine[0]["name"])

        def of_mine(name):
            return next(value for labels, value in scrape.all(name) if labels == mine[0])

        assert 1e9 < of_mine("mdsim_gpu_memory_bytes") < 1e12
        assert 1e6 < of_mine("mdsim_gpu_memory_used_bytes") <= of_mine("mdsim_gpu_memory_bytes")
        assert 0 <= of_mine("mdsim_gpu_utilization_ratio") <= 1
        assert 5 < of_mine("mdsim_gpu_power_watts") < 2000
        assert 1e8 < of_mine("mdsim_gpu_clock_hertz") < 1e10
        assert 10 < of_mine("mdsim_gpu_temperature_celsius") < 120
        assert run.end()[0] == STOPPED


def test_progress_tells_of_the_gpu_where_nobody_asks_for_metrics(program):
    path = program.write("gpu.toml", liquid(cases.stage("nve", LONG), system=cases.lattice((20, 20, 20))))
    program.run(path, program.folder("out"), settings={"run.device": "cuda", "run.wall_time": 20}, code=STOPPED)
    mine = [gpu for gpu in progress(program.folder("out"))["gpus"] if gpu["ranks"] == [0]]
    assert len(mine) == 1, f"rank 0 computes on one GPU: {mine}"
    assert 1e6 < mine[0]["memory_used_bytes"] <= mine[0]["memory_bytes"] < 1e12
    assert 0 <= mine[0]["utilization"] <= 1 and 5 < mine[0]["power_watts"] < 2000
