# SPDX-License-Identifier: BSD-3-Clause
"""Two hosts on this machine, with a wire of a given rate between them: network namespaces that share files and kernel,
each with an address, a name and cores of its own. For root alone."""

from __future__ import annotations

import contextlib
import os
import shlex
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from mdsim_tools.bench import running

NETWORK = "10.211.57"
BUCKET = ("burst", "64kb", "latency", "500ms")

AGENT = r"""#!/usr/bin/env bash
# Stands for ssh: AGENT [OPTION...] ADDRESS COMMAND...
set -euo pipefail
while [[ "$1" == -* ]]; do shift; done
shift
exec {enter} bash -c "$*"
"""


def call(*words: str) -> None:
    """A command of the machine, which must succeed."""
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    except OSError as error:
        raise running.BenchError(f"no hosts can be made here: {words[0]}: {error}") from error
    if done.returncode != 0:
        raise running.BenchError(f"no hosts can be made here: {' '.join(words)}: {done.stderr.strip()}")


class Host:
    """One of them."""

    def __init__(self, number: int, cores: Sequence[int]) -> None:
        self.name = f"wire{number}"
        self.namespace = f"mdsim{os.getpid()}{self.name}"
        self.address = f"{NETWORK}.{number}"
        self.link = f"w{os.getpid() % 100000}n{number}"
        self.cores = ",".join(map(str, cores))

    def inside(self, *words: str) -> None:
        """Calls a command there."""
        call("ip", "netns", "exec", self.namespace, *words)

    def enter(self) -> list[str]:
        """What comes before the words of a command that is to run there, on its cores and under its name."""
        named = ["unshare", "--uts", "bash", "-c", f'hostname {self.name} && exec "$@"', "bash"]
        return ["ip", "netns", "exec", self.namespace, "taskset", "-c", self.cores, *named]

    def connect(self, rate: str) -> None:
        """Takes up its end of the wire; what it sends leaves at this rate."""
        self.inside("ip", "address", "add", f"{self.address}/24", "dev", self.link)
        for link in ("lo", self.link):
            self.inside("ip", "link", "set", link, "up")
        self.inside("tc", "qdisc", "add", "dev", self.link, "root", "tbf", "rate", rate, *BUCKET)

    def remove(self) -> None:
        """With its end of the wire."""
        subprocess.run(["ip", "netns", "delete", self.namespace], capture_output=True, check=False)


class Wire:
    """Both hosts, with a rank on each."""

    def __init__(self, hosts: Sequence[Host], folder: Path) -> None:
        self.hosts, self.folder = hosts, folder
        self.agent = folder / "agent"
        self.agent.write_text(AGENT.format(enter=shlex.join(hosts[1].enter())))
        self.agent.chmod(0o755)

    def environment(self) -> dict[str, str]:
        """TCP between the hosts, by the wire."""
        ours = {
            "OMP_NUM_THREADS": "1",
            "OMPI_MCA_plm": "rsh",
            "OMPI_MCA_plm_rsh_agent": str(self.agent),
            "OMPI_MCA_pml": "ob1",
            "OMPI_MCA_btl": "self,vader,tcp",
            "OMPI_MCA_btl_tcp_if_include": f"{NETWORK}.0/24",
            "OMPI_MCA_oob_tcp_if_include": f"{NETWORK}.0/24",
        }
        return {**{name: value for name, value in os.environ.items() if not name.startswith("SLURM_")}, **ours}

    def run(self, words: Sequence[str]) -> str:
        """Runs a program to its end, which must be a good one; returns what it printed."""
        places = ",".join(f"{host.address}:1" for host in self.hosts)
        launch = ["mpirun", "--allow-run-as-root", "--bind-to", "none", "-n", "2", "--host", places]
        command = [*self.hosts[0].enter(), *launch, "-x", "OMP_NUM_THREADS", *words]
        done = subprocess.run(
            command, cwd=self.folder, env=self.environment(), capture_output=True, text=True, check=False
        )
        said = done.stdout + done.stderr
        if done.returncode != 0:
            raise running.BenchError(f"{shlex.join(command)} failed with status {done.returncode}:\n{said[-2000:]}")
        return said


@contextlib.contextmanager
def wire_of(rate: str, folder: Path) -> Iterator[Wire]:
    """Hosts with such a wire between them, as "100mbit", until left; the agent that reaches them is in the folder."""
    if not running.is_open_mpi():
        raise running.BenchError("hosts are reached by the mpirun of Open MPI, which was not found")
    cores = running.cores()
    half = max(1, len(cores) // 2)
    hosts = [Host(1, cores[:half]), Host(2, cores[-half:])]
    try:
        for host in hosts:
            call("ip", "netns", "add", host.namespace)
        a, b = hosts
        ends = ("type", "veth", "peer", "name", b.link, "netns", b.namespace)
        call("ip", "link", "add", a.link, "netns", a.namespace, *ends)
        for host in hosts:
            host.connect(rate)
        yield Wire(hosts, folder)
    finally:
        for host in hosts:
            host.remove()
