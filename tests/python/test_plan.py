# SPDX-License-Identifier: BSD-3-Clause
"""Plans are those of measured steps, and the model meets measurements that were published."""

import json
import os
import stat
import subprocess
import sys

import pytest
import tomli_w

from conftest import ROOT
from mdsim.commands.main import main
from mdsim.commands.plan import read_numbers, read_price
from mdsim.plan.forecast import LEAST_ERROR, Forecast, forecasts, last_that_pays
from mdsim.plan.measurement import Measured
from mdsim.plan.model import StepModel, grid_of, halo_atoms
from mdsim.plan.power import busiest_mean
from mdsim.plan.text import advice, duration, table

NEIGHBORS = 105.4


def published():
    """Atoms to the time of a step by number of GPUs."""
    rows = json.loads((ROOT / "validation/benchmarks/scaling-h200.json").read_text())["rows"]
    found = {}
    for row in rows:
        found.setdefault(row["atoms"], {})[row["ranks"]] = 1 / row["steps_per_second"]
    assert len(found) == 3
    return found


def test_one_gpu_foretells_those_that_were_measured():
    for atoms, steps in published().items():
        model = StepModel({1: steps[1]}, atoms, NEIGHBORS, on_gpus=True)
        for ranks in (2, 4):
            assert model.step(ranks).seconds == pytest.approx(steps[ranks], rel=0.05), f"{atoms} atoms, {ranks}"
            assert "scaling-h200.json" in model.step(ranks).source


def test_a_measured_exchange_is_followed():
    for atoms, steps in published().items():
        model = StepModel({1: steps[1], 2: steps[2]}, atoms, NEIGHBORS, on_gpus=True)
        assert model.step(4).seconds == pytest.approx(steps[4], rel=0.10)
        slow = StepModel({1: steps[1], 2: 2 * steps[2]}, atoms, NEIGHBORS, on_gpus=True)
        assert slow.step(4).seconds > 1.5 * model.step(4).seconds
        assert slow.step(2).seconds == pytest.approx(2 * steps[2])


def test_a_model_needs_no_single_rank():
    steps = published()[4000000]
    model = StepModel({2: steps[2]}, 4000000, NEIGHBORS, on_gpus=True)
    assert model.step(1).seconds == pytest.approx(steps[1], rel=0.05)


def test_halos_are_those_of_cubes():
    assert sorted(grid_of(12)) == [2, 2, 3]
    assert halo_atoms(1e6, NEIGHBORS, 1) == 0
    reach = (3 * NEIGHBORS / (4 * 3.141592653589793)) ** (1 / 3)
    assert halo_atoms(1e6, NEIGHBORS, 2) == pytest.approx(2 * reach * 100 * 100)


def measured(ranks, stage, seconds_per_step, power=None):
    summary = {"device": "cpu" if power is None else "GPU", "atoms": 1000, "exchange": {"list_pairs": 75000}}
    return Measured(ranks, stage, 100, 100 * seconds_per_step, 2.0, power, summary)


def test_a_run_takes_all_its_stages():
    of = [measured(1, 0, 0.01, 300.0), measured(1, 0, 0.03, 300.0), measured(1, 2, 0.1, 300.0)]
    of += [measured(2, 0, 0.01, 500.0), measured(2, 2, 0.06, 500.0)]
    one, two, four = forecasts(of, [1000, 0, 50], [1, 2, 4], price=3.6)
    assert one.seconds == pytest.approx(2 + 1000 * 0.02 + 50 * 0.1)
    assert one.error == pytest.approx((20 * 1.0 + 5 * LEAST_ERROR) / 27)
    assert one.joules == pytest.approx(300 * one.seconds)
    assert one.money == pytest.approx(one.seconds / 1000)
    assert (two.seconds, two.joules) == pytest.approx((2 + 10 + 3, 500 * 15))
    assert two.money == pytest.approx(2 * two.seconds / 1000)
    assert four.source.startswith("model")
    assert four.joules == pytest.approx(1000 * four.seconds)


def of_seconds(*pairs):
    return [Forecast(ranks, seconds, 0.03, "measured", None, None) for ranks, seconds in pairs]


def test_more_ranks_pay_while_they_bring_speed():
    found = of_seconds((1, 100), (2, 55), (4, 45), (8, 46))
    assert found[last_that_pays(found, 0.5)].ranks == 2
    assert found[last_that_pays(found, 0.15)].ranks == 4
    words = advice(found, 0.5, "GPUs")
    assert "up to 2: 4 would be 1.22 times as fast for 1.64 times the hours of all" in words
    assert "fastest is 4" in words
    late = of_seconds((1, 100), (2, 99), (4, 20))
    assert late[last_that_pays(late, 0.5)].ranks == 4


def test_numbers_and_prices():
    assert read_numbers("4,1,2,2") == [1, 2, 4]
    assert read_price("3.5/h") == (3.5, "money")
    assert read_price("0.25 EUR / h") == (0.25, "EUR")
    assert read_price(None) == (None, "money")
    for wrong in ("", "0", "1,x", "-2"):
        with pytest.raises(ValueError, match="numbers of ranks"):
            read_numbers(wrong)
    for wrong in ("3.5", "a/h", "-1/h", "3.5/min"):
        with pytest.raises(ValueError, match="--price"):
            read_price(wrong)


def test_durations_are_those_of_people():
    assert [duration(s) for s in (0.25, 48.2, 133, 8000, 90000)] == [
        "0.25 s",
        "48 s",
        "2 min 13 s",
        "2 h 13 min",
        "1 d 1 h",
    ]


def test_power_is_that_of_the_busiest_window():
    idle = [(0.1 * k, 100.0) for k in range(20)]
    busy = [(2 + 0.1 * k, 400.0) for k in range(20)]
    end = [(4 + 0.1 * k, 90.0) for k in range(10)]
    assert busiest_mean([*idle, *busy, *end], 2, 1.5) == pytest.approx(800)
    assert busiest_mean(busy[:3], 1, 100) == pytest.approx(400)
    assert busiest_mean([], 2, 1.0) is None


@pytest.fixture
def plan(program, tmp_path, monkeypatch, capsys):
    """Calls the command on an input of so many steps; returns the exit code, its words, and its JSON."""
    monkeypatch.setenv("MDSIM_PROGRAM", str(program))

    def call(tables, *words):
        (tmp_path / "in.toml").write_text(tomli_w.dumps(tables))
        target = tmp_path / "plan.json"
        code = main(["plan", str(tmp_path / "in.toml"), "--seconds", "0.5", "--json", str(target), *words])
        said = capsys.readouterr()
        return code, said.out + said.err, json.loads(target.read_text()) if target.exists() else None

    return call


def test_a_plan_of_a_liquid(plan, liquid, tmp_path):
    for stage in liquid["stage"]:
        stage["steps"] *= 1000
    code, words, found = plan(liquid, "--ranks", "1,2,64", "--price", "2EUR/h", "--repeat", "1")
    assert code == 0, words
    assert "150,000 steps of 500 atoms" in words
    assert "disk:" in words
    assert [layout["ranks"] for layout in found["layouts"]] == [1, 2, 64]
    assert [layout["source"].split()[0] for layout in found["layouts"]][::2] == ["measured", "model"]
    for layout in found["layouts"]:
        assert layout["money"] == pytest.approx(2 * layout["ranks"] * layout["seconds"] / 3600)
        assert 0 < layout["error"] < 2
        assert layout["joules"] is None
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in.toml", "plan.json"]


def test_the_program_finds_the_command(program, liquid, tmp_path):
    (tmp_path / "in.toml").write_text(tomli_w.dumps(liquid))
    environment = {**os.environ, "MDSIM_PYTHON": sys.executable}
    words = [program, "plan", "in.toml", "--ranks", "2", "--seconds", "0.2", "--repeat", "1"]
    found = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert "150 steps of 500 atoms" in found.stdout
    late = subprocess.run([program, "--quiet", "plan"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert late.returncode == 2
    assert "plan is the first word" in late.stderr


def test_a_layout_that_cannot_run_is_left_out(plan, liquid):
    liquid["parallel"] = {"grid": [1, 1, 1]}
    code, words, found = plan(liquid, "--ranks", "1,2", "--repeat", "1")
    assert code == 0, words
    if len(os.sched_getaffinity(0)) > 1:
        assert "2 ranks are left out" in words
        assert [layout["ranks"] for layout in found["layouts"]] == [1]


def test_faults_are_reported(plan, liquid, tmp_path):
    code, words, _ = plan({**liquid, "pair": {**liquid["pair"], "cutof": 1}}, "--ranks", "1")
    assert code == 2
    assert "unknown key 'cutof' in [pair]" in words
    for stage in liquid["stage"]:
        stage["steps"] = 0
    code, words, _ = plan(liquid)
    assert code == 2
    assert "no stage has a step" in words
    code, words, _ = plan(liquid, "--price", "much")
    assert (code, "--price" in words) == (2, True)


def test_the_energy_of_gpus_is_counted(tmp_path, monkeypatch):
    tool = tmp_path / "nvidia-smi"
    tool.write_text(
        "#!/bin/sh\n"
        'case "$*" in\n'
        '*index*) printf "0\\n1\\n" ;;\n'
        "*) while :; do echo 250.0; echo '[N/A]'; echo 250.0; sleep 0.05; done ;;\n"
        "esac\n"
    )
    tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    from mdsim.plan.power import PowerMeter, gpus_at_hand

    assert gpus_at_hand() == ["0", "1"]
    with PowerMeter(2) as meter:
        subprocess.run(["sleep", "0.5"], check=True)
    assert meter.mean(0.3) == pytest.approx(500)
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "1")
    assert gpus_at_hand() == ["1"]


def test_the_table_has_what_is_known():
    text = table([Forecast(2, 7200, 0.04, "measured for 5 s", 3.6e6, 7.0)], "EUR", "GPUs")
    assert text.splitlines()[0].split() == ["GPUs", "time", "error", "energy", "EUR", "known", "by"]
    assert "2 h 0 min" in text and "4 %" in text and "1 kWh" in text and "7.00" in text
