# SPDX-License-Identifier: BSD-3-Clause
"""A run on several hosts, pretended on this machine, has the bits of one rank alone, and ends when it loses a host.

A host is a UTS namespace with a name of its own, which a program enters that stands for ssh. So tools/hosts-run
checks it as any other, and Open MPI starts a daemon there, takes its ranks for those of another node and sends to
them by TCP. Kernel, clock, cores and files are shared. Here all is on the CPU; `test_gpu_hosts.py` gives each host
GPUs of its own.
"""

import glob
import os
import re
import signal

import pytest

import cases
import processes
from host_runs import endless, expect_goes_on, expect_proof, expect_same, liquid, start_and_harm
from hosts import HOSTS_RUN, two_hosts
from mdsim_tools.program import ENVIRONMENT_ERROR, FINISHED, INPUT_ERROR, STOPPED
from restarts import expect_words

CANNOT_TAKE_PART = 3


@pytest.fixture(scope="module")
def hosts(program_path, tmp_path_factory):
    return two_hosts(program_path, tmp_path_factory)


def shared_with(pid):
    """The hosts with whose ranks a rank shares memory."""
    with open(f"/proc/{pid}/maps", encoding="utf-8", errors="replace") as file:
        return set(re.findall(r"/(?:vader|sm)_segment\.([^.]+)\.", file.read()))


def expect_apart(hosts):
    """Only ranks of one host share memory."""
    found = {host: [shared_with(pid) for pid in hosts.ranks(host)] for host in ("hosta", "hostb")}
    assert found == {"hosta": [{"hosta"}] * 2, "hostb": [set()]}, f"ranks share memory with ranks of {found}"


def test_ranks_of_two_hosts_are_apart(hosts):
    """Without this all others would prove nothing: MPI counts ranks of two hosts as on two nodes, and a rank has
    its host's cores for itself."""
    cores = len(os.sched_getaffinity(0))
    for places, named, threads in (
        ("hosta:1,hostb:1", "2 on 2 hosts: hosta hostb", cores),
        ("hosta:2", "2 on 1 host: hosta", max(1, cores // 2)),
    ):
        code, words = hosts.call(
            ["mpirun", "--host", places, "-n", "2", "--bind-to", "none", hosts.program.path, "doctor"],
            OMP_NUM_THREADS=None,
        )
        assert code == FINISHED, f"exit code {code}: {words}"
        expect_words(words, f"ranks       {named}\n", f"threads     {threads} a rank")


def test_two_hosts_give_the_bits_of_one_rank(hosts):
    """One of the hosts may be this one."""
    both = ("hosta:2,hostb:1", f"{os.uname().nodename}:1,hostb:1")
    for name, stage, all_places in (
        ("nve", cases.stage("nve", 250), both),
        ("nose_hoover", cases.nose_hoover(250, couple_every=5), both[:1]),
    ):
        path = hosts.program.write(f"{name}.toml", liquid(stage))
        alone = hosts.program.folder(name)
        hosts.run_alone(path, alone, "--quiet")
        for places in all_places:
            folder = f"{alone}-{both.index(places)}"
            words = hosts.run(places, path, folder)
            ranks = sum(int(entry.split(":")[1]) for entry in places.split(","))
            expect_words(
                words, f"2 hosts: mpirun --host {places} ", f"{ranks} ranks x 1 thread", "finished at step 250"
            )
            expect_proof(hosts, folder, 12)
            expect_same(alone, folder, f"{name} on {places}")


def test_a_run_that_loses_a_host_ends_and_goes_on(hosts):
    """A run that loses a rank or a whole host, has a rank that hangs, or is told to stop, ends soon, says why, and
    goes on from its checkpoint with other ranks."""
    path, folder = endless(hosts, "ends")

    def kill_rank(_):
        expect_apart(hosts)
        expect_words(hosts.run_alone(path, folder, "--quiet", code=INPUT_ERROR), "another run", " on hosta")
        processes.send(signal.SIGKILL, hosts.ranks("hostb"))

    def kill_host(_):
        processes.send(signal.SIGKILL, hosts.processes("hostb"))

    def hang(_):
        processes.send(signal.SIGSTOP, hosts.ranks("hostb"))

    def stop(process):
        process.send_signal(signal.SIGUSR2)

    shortly = ("--set", "parallel.longest_wait=5")
    for harm, places, keys, wanted, words in (
        (kill_rank, "hosta:2,hostb:1", (), None, "on node hostb exited on signal 9"),
        (kill_host, "hostb:1,hosta:1", (), None, "lost communication with a remote daemon"),
        (hang, "hosta:2,hostb:1", shortly, ENVIRONMENT_ERROR, "has waited for other ranks for 5 s"),
        (stop, "hosta:1,hostb:1", (), STOPPED, "Exit code:    5"),
    ):
        code, said = start_and_harm(hosts, places, path, folder, harm, *keys)
        assert code == wanted if wanted else code != FINISHED, f"{harm.__name__}: exit code {code}: {said[-1500:]}"
        expect_words(said, words)
    expect_goes_on(hosts, "hostb:1,hosta:1", path, folder)


def test_a_host_that_cannot_take_part_ends_the_run(hosts):
    """A host that cannot take part ends the run before it begins."""
    scratch = hosts.program.scratch
    program, other = (
        hosts.program.write(name, f"#!/bin/sh\necho 'mdsim 1.0.0 ({name})'\n") for name in ("program", "other")
    )
    for path in (program, other):
        os.chmod(path, 0o755)
    elsewhere = hosts.program.folder("elsewhere")
    os.mkdir(elsewhere)
    hosts.add("older", places={program: other})
    hosts.add("empty", places={program: other + "-none"})
    hosts.add("apart", places={scratch: elsewhere})
    hosts.add("bare", places={scratch: elsewhere + "-none"})
    for host, words in (
        ("older", "is mdsim 1.0.0 (other) there, but mdsim 1.0.0 (program) here"),
        ("empty", "does not run there"),
        ("apart", "another folder than here"),
        ("bare", "is not there"),
        ("gone", "cannot be reached by ssh"),
    ):
        code, said = hosts.call([HOSTS_RUN, f"hosta:1,{host}:1", "cpu", "refused.toml"], MDSIM=program)
        assert code == CANNOT_TAKE_PART, f"exit code {code} with {host}: {said}"
        expect_words(said, f"mdsim: {host}: ", words)
        assert "mpirun" not in said, f"the run began: {said}"
    assert not glob.glob(os.path.join(scratch, ".mdsim-hosts-*")), "what hosts were shown is left"
