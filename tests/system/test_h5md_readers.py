# SPDX-License-Identifier: BSD-3-Clause
"""Sample trajectories, which the tests of src/output write, are opened with h5py and MDAnalysis by tools/check-h5md."""

import os
import subprocess

import h5py
import pytest

import needed
from mdsim_tools import interpreters

CHECK = interpreters.ROOT / "tools" / "check-h5md"


@pytest.fixture(scope="module")
def samples(program_path, tmp_path_factory):
    """A folder of them."""
    writer = program_path.parent / "tests" / "test_output"
    if not os.access(writer, os.X_OK):
        pytest.skip(f"{writer} is not built")
    folder = tmp_path_factory.mktemp("samples")
    subprocess.run([writer, "[.samples]"], env={**os.environ, "MDSIM_SAMPLE_FOLDER": str(folder)}, check=True)
    return folder


def checked(*files):
    """Exit code and words of the check."""
    python = interpreters.first_with("h5py", "MDAnalysis")
    if python is None:
        needed.skip_without("MDAnalysis", "no Python with h5py and MDAnalysis")
    env = {**os.environ, "PYTHONWARNINGS": "ignore"}
    done = subprocess.run([python, CHECK, *files], env=env, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_readers_open_all_samples(samples):
    files = sorted(samples.glob("*.h5md"))
    assert files, "no samples were written"
    code, words = checked(*files)
    assert code == 0, words


def test_the_check_finds_a_fixed_edge_matrix(samples):
    """MDAnalysis cannot read it: the check itself must be able to fail."""
    broken = samples / "broken"
    broken.write_bytes((samples / "nano.h5md").read_bytes())
    with h5py.File(broken, "r+") as file:
        del file["particles/system/box/edges/step"]
    code, words = checked(broken)
    assert code == 1, f"check-h5md did not notice a broken file: {words}"
