# SPDX-License-Identifier: BSD-3-Clause
"""A run on several hosts, pretended on this machine (`test_several_hosts.py`), each with GPUs of its own: of two or
four that this machine has. By NCCL and staged, with the bits of one GPU."""

import re
import signal

import pytest

import cases
import processes
from host_runs import endless, expect_goes_on, expect_proof, expect_same, large, start_and_harm
from hosts import gpus_of, two_hosts, without_nccl
from mdsim_tools.program import ENVIRONMENT_ERROR, FINISHED, INPUT_ERROR
from restarts import expect_words


@pytest.fixture(scope="module")
def hosts(program_path, tmp_path_factory):
    return two_hosts(program_path, tmp_path_factory, gpus_of)


def test_each_host_has_a_gpu_of_its_own(hosts):
    """Each host has a GPU of its own, and between them is no direct link."""
    places = hosts.share_out(1)
    code, words = hosts.call(["mpirun", "--host", places, "-n", "2", "--bind-to", "none", hosts.program.path, "doctor"])
    assert code == FINISHED, f"exit code {code}: {words}"
    carrier, how = ("staged", "staged through hosts") if without_nccl(words) else ("NCCL", "by NCCL")
    expect_words(
        words, "2 on 2 hosts: hosta hostb", "of host hosta", "of host hostb", f"all pairs {how}", "on different hosts"
    )
    for row in (rf"^ +0 +- +{carrier} [\d.]+$", rf"^ +1 +{carrier} [\d.]+ +-$"):
        assert re.search(row, words, re.MULTILINE), f"no line as in {row}: {words}"


def compare_on_gpus(hosts, name, stage, rebuilds):
    """One and two ranks a host, where there are so many GPUs; by NCCL, if the program has it, and staged."""
    path = hosts.program.write(f"{name}.toml", large(stage))
    alone = hosts.program.folder(name)
    hosts.run_alone(path, alone, "--quiet")
    for each in (1, 2) if len(hosts.gpus) >= 4 else (1,):
        places = hosts.share_out(each)
        for transport in ("auto", "staged"):
            folder = hosts.program.folder(f"{name}-{each}-{transport}")
            words = hosts.run(places, path, folder, "--set", f"parallel.transport={transport}")
            staged = transport == "staged" or without_nccl(words)
            carried = "all pairs by NCCL" if each == 1 else "2 pairs direct, 4 by NCCL"
            if staged:
                carried = "2 pairs direct, 4 staged" if each == 2 and transport == "auto" else "all pairs staged"
            expect_words(words, carried)
            expect_proof(hosts, folder, rebuilds)
            expect_same(alone, folder, f"{name} on {places}, {transport}")


def test_gpus_of_two_hosts_give_the_bits_of_one(hosts):
    compare_on_gpus(hosts, "nve", cases.stage("nve", 1000), 20)
    compare_on_gpus(hosts, "langevin", cases.langevin(300), 3)
    compare_on_gpus(hosts, "nose_hoover", cases.nose_hoover(150, couple_every=7), 1)


def test_memory_of_another_host_is_refused(hosts):
    """It is refused between hosts."""
    path = hosts.program.write("direct.toml", large(cases.stage("nve", 10)))
    direct = ("--set", "parallel.transport=direct")
    words = hosts.run(hosts.share_out(1), path, hosts.program.folder("direct"), *direct, code=INPUT_ERROR)
    expect_words(words, "GPUs of several hosts cannot write into each other's memory", "parallel.transport")


def test_nobody_waits_for_ever_for_a_gpu_of_another_host(hosts):
    """A rank that hangs ends the run of all, which goes on from its checkpoint with the bits of one GPU alone."""

    def hang(_):
        processes.send(signal.SIGSTOP, hosts.ranks("hostb"))

    places = hosts.share_out(1)
    for transport in ("auto", "staged"):
        path, folder = endless(hosts, f"hang-{transport}")
        keys = ("--set", f"parallel.transport={transport}", "--set", "parallel.longest_wait=15")
        code, words = start_and_harm(hosts, places, path, folder, hang, *keys)
        assert code == ENVIRONMENT_ERROR, f"exit code {code}, {transport}: {words[-1500:]}"
        expect_words(words, " 15 s")
        expect_goes_on(hosts, places, path, folder)
