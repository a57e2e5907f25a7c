# SPDX-License-Identifier: BSD-3-Clause
"""What all pytest modules of this folder share: the program under test, in a scratch folder of its own."""

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent / "support"))
import runs  # noqa: E402


def pytest_addoption(parser):
    parser.addoption("--program", help="the mdsim to test; build/mdsim by default")
    parser.addoption("--soak", action="store_true", help="try everything, not only a fixed sample")


@pytest.fixture(scope="session")
def program_path(request):
    """Where the program under test lies."""
    root = pathlib.Path(__file__).resolve().parents[2]
    path = pathlib.Path(request.config.getoption("--program") or root / "build/mdsim").resolve()
    if not path.exists():
        pytest.fail(f"there is no {path}: build it, or name the program with --program")
    return path


@pytest.fixture
def program(program_path, tmp_path):
    """The program under test, which runs in a fresh scratch folder."""
    return runs.Program(str(program_path), str(tmp_path))


@pytest.fixture
def soak(request):
    """Whether to try everything that there is to try, which takes long."""
    return request.config.getoption("--soak")
