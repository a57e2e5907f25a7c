# SPDX-License-Identifier: BSD-3-Clause
"""What all pytest modules of this folder share: the program under test, in a scratch folder of its own."""

import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "support"), str(HERE.parent / "support"), str(HERE.parents[1] / "tools")]
import calls  # noqa: E402
import cases  # noqa: E402
import gpus  # noqa: E402
import needed  # noqa: E402
import restarts  # noqa: E402
import runs  # noqa: E402
from mdsim_tools.interpreters import SKIPPED  # noqa: E402


def pytest_addoption(parser):
    parser.addoption("--kills", type=int, help="how often to kill a run; 20 by default, 200 with --soak")
    parser.addoption("--ranks", help="numbers of ranks on GPUs, as in 2,4, which they share if need be")
    parser.addoption("--program", help="the mdsim to test; build/mdsim by default")
    parser.addoption("--soak", action="store_true", help="try everything, not only a fixed sample")
    parser.addoption(
        "--every-call",
        action="store_true",
        help="with --soak: let all calls fail, not only the first and the last from each place; many hours",
    )


@pytest.fixture(scope="session")
def program_path(request):
    """Where the program under test lies."""
    root = pathlib.Path(__file__).resolve().parents[2]
    path = pathlib.Path(request.config.getoption("--program") or root / "build/mdsim").resolve()
    if not path.exists():
        pytest.fail(f"there is no {path}: build it, or name the program with --program")
    return path


@pytest.fixture
def program(program_path, tmp_path_factory):
    """The program under test, which runs in a fresh scratch folder. Its name holds no word that a test may look for."""
    return runs.Program(str(program_path), str(tmp_path_factory.mktemp("scratch")))


@pytest.fixture
def bench(program):
    """Runs of the program in folders of its scratch folder."""
    return restarts.Bench(program)


@pytest.fixture
def soak(request):
    """Whether to try everything that there is to try, which takes long."""
    return request.config.getoption("--soak")


@pytest.fixture(scope="session")
def gpu_count(program_path, tmp_path_factory):
    """How many GPUs there are that the program can use."""
    return gpus.usable_gpus(runs.Program(str(program_path), str(tmp_path_factory.mktemp("doctor"))))


@pytest.fixture(scope="session")
def named_ranks(request):
    """The numbers of ranks that are to run on GPUs, if they were named."""
    return [int(word) for word in (request.config.getoption("--ranks") or "").split(",") if word]


def pytest_sessionfinish(session):
    """Where nothing but skipped tests was found, ctest is to say so."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    ended = {kind for kind in ("passed", "failed", "error", "xfailed", "xpassed") if reporter.stats.get(kind)}
    if reporter.stats.get("skipped") and not ended and session.exitstatus in (0, 5):
        session.exitstatus = SKIPPED


@pytest.fixture
def metrics_server(program):
    """Skips a test where the program cannot serve metrics."""
    path = program.write("asks.toml", calls.liquid(cases.stage("nve", 0)))
    if "built without prometheus-cpp" in program.call([path, "--dry-run", "--set", "metrics.listen=127.0.0.1:0"]).words:
        needed.skip_without(
            "prometheus-cpp-dev", "this program was built without prometheus-cpp (package prometheus-cpp-dev)"
        )


@pytest.fixture
def every_call(request):
    """Whether a soak also tries calls that come from one and the same place."""
    return request.config.getoption("--every-call")
