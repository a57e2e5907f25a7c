# SPDX-License-Identifier: BSD-3-Clause
"""The files of tools/monitoring: Prometheus finds data for each query of the dashboard and the alerts, and the alerts
come when they should."""

import json
import math
import re
import subprocess
from pathlib import Path

import pytest

import cases
import needed
from calls import liquid
from restarts import LONG
from watched import Prometheus, eventually, nvml_environment, watched

MONITORING = Path(__file__).resolve().parents[2] / "tools/monitoring"


def dashboard_queries():
    """What the panels and the variables of the dashboard ask, as Grafana would fill it in."""
    board = json.loads((MONITORING / "grafana-dashboard.json").read_text(encoding="utf-8"))
    asked = [target["expr"] for panel in board["panels"] for target in panel.get("targets", [])]
    assert len(asked) > 15
    return [one.replace("$__rate_interval", "10s").replace("$run", ".*") for one in asked] + ["mdsim_run_info"]


def alert_queries():
    """What the alerts ask. A comparison that is not met has no data, so that each tells 0 or 1 here."""
    text = (MONITORING / "mdsim-alerts.yml").read_text(encoding="utf-8")
    found = re.findall(r"^        expr: (?:>-\n((?:          .*\n)+)|(.*)\n)", text, re.M)
    asked = [" ".join((folded or plain).split()) for folded, plain in found]
    assert len(asked) == text.count("- alert:") >= 3
    return [re.sub(r" (==|<|>) ", r" \1 bool ", one) for one in asked]


def numbers(samples):
    """The samples, unless one of them is none: a quotient of rates is none until both are known."""
    return [] if any(math.isnan(value) for _, value in samples) else samples


@pytest.mark.usefixtures("metrics_server")
def test_each_query_of_the_dashboard_and_the_alerts_has_data(program):
    path = program.write("ranks.toml", liquid(cases.stage("nve", LONG), system=cases.lattice((6, 6, 6))))
    environment = nvml_environment(program)
    with watched(program, path, ranks=2, env=environment, settings={"checkpoint.every": 200}) as run:
        with Prometheus(program.folder("prometheus"), run.port) as prometheus:
            for query in dashboard_queries() + alert_queries():
                try:
                    eventually(lambda asked=query: numbers(prometheus.query(asked)))
                except TimeoutError:
                    raise AssertionError(f"no data: {query}: {prometheus.query(query)}") from None
            assert prometheus.query('up{job="mdsim"}')[0][1] == 1
            scraped = prometheus.query("mdsim_steps_total")[0][1]
            assert 0 < scraped <= run.scrape().value("mdsim_steps_total")


def promtool(*arguments):
    needed.program("promtool", "prometheus")
    return subprocess.run(["promtool", *arguments], cwd=MONITORING, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "arguments", [("test", "rules", "mdsim-alerts-test.yml"), ("check", "config", "prometheus.yml")], ids=" ".join
)
def test_rules_and_configuration_pass_promtool(arguments):
    done = promtool(*arguments)
    assert done.returncode == 0, done.stdout + done.stderr
