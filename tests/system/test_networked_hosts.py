# SPDX-License-Identifier: BSD-3-Clause
"""A run over a network gives the bits of one rank alone, leaves its files in one place, and ends when a host falls
silent.

The hosts are network namespaces with addresses, names, processes and an sshd of their own (`support/network.py`);
`tools/hosts-run` reaches them by ssh, and mpirun starts its daemons and sends by TCP over the wire between them.
"""

import os
import signal

import pytest

import cases
import processes
import runs
from host_runs import endless, expect_goes_on, expect_proof, expect_same, liquid, start_and_harm, start_and_silence
from mdsim_tools.program import FINISHED, STOPPED
from network import network_hosts
from restarts import expect_words


@pytest.fixture(scope="module")
def hosts(program_path, tmp_path_factory):
    found = network_hosts(program_path, tmp_path_factory)
    yield found
    found.close()


def test_the_bits_travel(hosts):
    """Ranks of both hosts exchange halos over the wire; progress and files are those of one run."""
    for name, stage in (("nve", cases.stage("nve", 250)), ("nose_hoover", cases.nose_hoover(250, couple_every=5))):
        path = hosts.program.write(f"{name}.toml", liquid(stage))
        alone = hosts.program.folder(name)
        hosts.run_alone(path, alone, "--quiet")
        before = hosts.sent_bytes("netb")
        words = hosts.run("neta:1,netb:2", path, f"{alone}-net")
        travelled = hosts.sent_bytes("netb") - before
        expect_words(words, "2 hosts: mpirun --host neta:1,netb:2", "3 ranks x 1 thread", "finished at step 250")
        expect_proof(hosts, f"{alone}-net", 12)
        expect_same(alone, f"{alone}-net", f"{name} over a network")
        halo = runs.summary(f"{alone}-net")["exchange"]["halo_bytes_sent"]
        assert travelled > 250 * 1000, f"{travelled} bytes on the wire, while halos had {halo}"
        assert sorted(os.listdir(alone)) == sorted(os.listdir(f"{alone}-net"))


def test_a_host_that_falls_silent_ends_the_run(hosts):
    """Its network goes without a word. The run ends within the time that is stated, and goes on on what is left, then
    on both hosts again."""
    path, folder = endless(hosts, "silent")
    code, words = start_and_silence(hosts, "neta:1,netb:1", path, folder)
    assert code not in (FINISHED, STOPPED), f"exit code {code}: {words[-1500:]}"
    expect_words(words, "lost communication with a remote daemon")
    expect_goes_on(hosts, "neta:2", path, folder)
    expect_goes_on(hosts, "neta:1,netb:1", path, folder)


def test_a_host_that_dies_ends_the_run(hosts):
    """All of its processes go at once."""
    path, folder = endless(hosts, "dies")

    def kill(_):
        processes.send(signal.SIGKILL, hosts.processes("netb"))

    code, words = start_and_harm(hosts, "neta:1,netb:1", path, folder, kill)
    assert code not in (FINISHED, STOPPED), f"exit code {code}: {words[-1500:]}"
    expect_goes_on(hosts, "netb:1,neta:1", path, folder)
