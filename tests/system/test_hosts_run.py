# SPDX-License-Identifier: BSD-3-Clause
"""tools/hosts-run: what it would start, and what it refuses."""

import os
import subprocess

import pytest

from mdsim_tools.interpreters import ROOT

OPEN_MPI = "Open MPI" in subprocess.getoutput("mpirun --version")
needs_open_mpi = pytest.mark.skipif(not OPEN_MPI, reason="the mpirun here is not that of Open MPI")
NOT_BUILT, NOWHERE = {"MDSIM": "/bin/false"}, {"MDSIM": "/no/such/folder/mdsim"}


def call(program_path, arguments, changed):
    """Exit code, and all words on both streams."""
    env = {**os.environ, "MDSIM": str(program_path), "NCCL_SOCKET_IFNAME": "eth7", **changed}
    command = [ROOT / "tools" / "hosts-run", *arguments.split()]
    done = subprocess.run(
        command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return done.returncode, done.stdout.decode(errors="replace")


def expect(program_path, code, words, arguments, changed):
    found, said = call(program_path, arguments, changed)
    assert found == code and words in said, f"{arguments}: status {found}, expected {code} with '{words}': {said}"


@needs_open_mpi
@pytest.mark.parametrize(
    "words, arguments, changed",
    [
        (r"--host localhost:2\,n2:3 -n 5 ", "--print localhost:2,n2:3 gpu in.toml", {}),
        (" -x NCCL_SOCKET_IFNAME ", "--print localhost:2 gpu in.toml", {}),
        (" -x OMP_NUM_THREADS ", "--print localhost:2 cpu in.toml", {"OMP_NUM_THREADS": "2"}),
    ],
)
def test_ranks_and_variables_are_handed_to_open_mpi(program_path, words, arguments, changed):
    expect(program_path, 0, words, arguments, changed)


@pytest.mark.parametrize(
    "words, arguments",
    [
        (" in.toml --quiet --set run.device=cuda ", "--print localhost:2 gpu in.toml --quiet"),
        (" --set run.device=cpu ", "--print n1,n2 cpu in.toml"),
    ],
)
def test_the_device_is_set(program_path, words, arguments):
    expect(program_path, 0, words, arguments, {})


@pytest.mark.parametrize(
    "code, words, arguments, changed",
    [
        (2, "n1:none: how many ranks? Say it as in n1:4", "n1:none cpu in.toml", {}),
        (2, "usage", "n1:2 tpu in.toml", {}),
        (2, "usage", "n1:2 cpu", {}),
        (3, "no-such-host.invalid: cannot be reached", "localhost:1,no-such-host.invalid:1 cpu in.toml", {}),
        (3, "does not run here: build it first", "localhost:1 cpu in.toml", NOT_BUILT),
        (3, "mdsim: /no/such/folder/mdsim does not run here", "n1:1 cpu in.toml", NOWHERE),
    ],
)
def test_what_cannot_be_started_is_refused(program_path, code, words, arguments, changed):
    expect(program_path, code, words, arguments, changed)
