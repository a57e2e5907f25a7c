# SPDX-License-Identifier: BSD-3-Clause
"""The program beside which the package is tested, and inputs that all tests share."""

import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "tests/support"), str(ROOT / "tools")]

from small_liquid import atoms_of_a_liquid  # noqa: E402

import needed  # noqa: E402

# As in containers, where tests may run as root.
os.environ.setdefault("OMPI_ALLOW_RUN_AS_ROOT", "1")
os.environ.setdefault("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")


def pytest_addoption(parser):
    parser.addoption("--soak", action="store_true", help="try as much as is promised, not only a sample")


@pytest.fixture(scope="session")
def soak(request):
    """Whether to try as much as is promised, which takes long."""
    return request.config.getoption("--soak")


@pytest.fixture(scope="session")
def program():
    path = pathlib.Path(os.environ.get("MDSIM", ROOT / "build/mdsim"))
    if not path.exists():
        pytest.skip(f"no program at {path}")
    return path


@pytest.fixture
def liquid():
    """Tables of an input: a small liquid that is heated, then left alone."""
    return {
        **atoms_of_a_liquid(),
        "stage": [
            {
                "name": "heat",
                "ensemble": "langevin",
                "temperature": 1.0,
                "friction": 1.0,
                "time_step": 0.004,
                "steps": 60,
            },
            {"name": "measure", "ensemble": "nve", "time_step": 0.004, "steps": 90},
        ],
        "thermo": {"every": 10},
        "trajectory": {"every": 50},
        "checkpoint": {"every": 100},
    }


@pytest.fixture
def on_gpu(liquid):
    """The liquid for a GPU; skips the test where there is none that the package can use."""
    import mdsim

    tables = {**liquid, "run": {**liquid["run"], "device": "cuda"}}
    try:
        mdsim.Simulation(tables).close()
    except (mdsim.InputError, mdsim.MachineError) as error:
        needed.skip_without("gpu", f"no GPU computes here: {error}")
    return tables


@pytest.fixture
def in_process(tmp_path):
    """Runs a script in a process of its own, by several ranks if asked for; returns what subprocess.run does."""

    def run(script, ranks=1):
        path = tmp_path / "script.py"
        path.write_text(script)
        # Without what MPI has added to the environment of this process.
        return subprocess.run(
            [*launcher(ranks), sys.executable, str(path)],
            cwd=tmp_path,
            env=dict(os.environ),
            text=True,
            capture_output=True,
            timeout=300,
            check=False,
        )

    return run


def launcher(ranks):
    """The beginning of a command of several ranks, whatever cores there are."""
    if ranks == 1:
        return []
    return [needed.program("mpirun", "openmpi-bin"), "--oversubscribe", "--bind-to", "none", "-n", str(ranks)]
