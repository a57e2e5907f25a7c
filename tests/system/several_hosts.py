#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A run on several hosts, pretended on this machine, has the bits of one rank alone, and ends when it loses a host.
Usage: several_hosts.py MDSIM [--gpus] [--only TEST]

A host is a UTS namespace with a name of its own, which a program enters that stands for ssh. So tools/hosts-run checks it as
any other, and Open MPI starts a daemon there, takes its ranks for those of another node and sends to them by TCP. Kernel, clock,
cores and files are shared. With --gpus each host sees GPUs of its own, of two or four that this machine has; else all is
on the CPU.
"""

import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import cases  # noqa: E402
import processes  # noqa: E402
import runs  # noqa: E402
from host_runs import endless, expect_goes_on, expect_proof, expect_same, large, liquid, start_and_harm  # noqa: E402
from hosts import HOSTS_RUN, Hosts, skip  # noqa: E402
from restarts import ENVIRONMENT_FAULT, FINISHED, INPUT_FAULT, STOPPED, Failure, expect, expect_words  # noqa: E402

CANNOT_TAKE_PART = 3


def shared_with(pid):
    """The hosts with whose ranks a rank shares memory."""
    with open(f"/proc/{pid}/maps", encoding="utf-8", errors="replace") as file:
        return set(re.findall(r"/(?:vader|sm)_segment\.([^.]+)\.", file.read()))


def expect_apart(hosts):
    """Only ranks of one host share memory."""
    found = {host: [shared_with(pid) for pid in hosts.ranks(host)] for host in ("hosta", "hostb")}
    expect(found == {"hosta": [{"hosta"}] * 2, "hostb": [set()]}, f"ranks share memory with ranks of {found}")


def test_apart(hosts):
    """Without this all others would prove nothing: MPI counts ranks of two hosts as on two nodes, and a rank has its host's cores
    for itself."""
    cores = len(os.sched_getaffinity(0))
    for places, named, threads in (
        ("hosta:1,hostb:1", "2 on 2 hosts: hosta hostb", cores),
        ("hosta:2", "2 on 1 host: hosta", max(1, cores // 2)),
    ):
        code, words = hosts.call(
            ["mpirun", "--host", places, "-n", "2", "--bind-to", "none", hosts.program.path, "doctor"],
            OMP_NUM_THREADS=None,
        )
        expect(code == FINISHED, f"exit code {code}: {words}")
        expect_words(words, f"ranks       {named}\n", f"threads     {threads} a rank")


def test_bits(hosts):
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


def test_ends(hosts):
    """A run that loses a rank or a whole host, has a rank that hangs, or is told to stop, ends soon, says why, and goes on from
    its checkpoint with other ranks."""
    path, folder = endless(hosts, "ends")

    def kill_rank(_):
        expect_apart(hosts)
        expect_words(hosts.run_alone(path, folder, "--quiet", code=INPUT_FAULT), "another run", " on hosta")
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
        (hang, "hosta:2,hostb:1", shortly, ENVIRONMENT_FAULT, "has waited for other ranks for 5 s"),
        (stop, "hosta:1,hostb:1", (), STOPPED, "Exit code:    5"),
    ):
        code, said = start_and_harm(hosts, places, path, folder, harm, *keys)
        expect(code == wanted if wanted else code != FINISHED, f"{harm.__name__}: exit code {code}: {said[-1500:]}")
        expect_words(said, words)
    expect_goes_on(hosts, "hostb:1,hosta:1", path, folder)


def test_refused(hosts):
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
        expect(code == CANNOT_TAKE_PART, f"exit code {code} with {host}: {said}")
        expect_words(said, f"mdsim: {host}: ", words)
        expect("mpirun" not in said, f"the run began: {said}")
    expect(not glob.glob(os.path.join(scratch, ".mdsim-hosts-*")), "what hosts were shown is left")


def without_nccl(words):
    """Whether it was this that the program said; it is told once more."""
    if "built without NCCL" not in words:
        return False
    print("not tested: NCCL, which this build is without")
    return True


def test_gpus_apart(hosts):
    """Each host has a GPU of its own, and between them is no direct link."""
    places = hosts.share_out(1)
    code, words = hosts.call(["mpirun", "--host", places, "-n", "2", "--bind-to", "none", hosts.program.path, "doctor"])
    expect(code == FINISHED, f"exit code {code}: {words}")
    carrier, how = ("staged", "staged through hosts") if without_nccl(words) else ("NCCL", "by NCCL")
    expect_words(
        words, "2 on 2 hosts: hosta hostb", "of host hosta", "of host hostb", f"all pairs {how}", "on different hosts"
    )
    for row in (rf"^ +0 +- +{carrier} [\d.]+$", rf"^ +1 +{carrier} [\d.]+ +-$"):
        expect(re.search(row, words, re.MULTILINE), f"no line as in {row}: {words}")


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


def test_gpus_bits(hosts):
    compare_on_gpus(hosts, "nve", cases.stage("nve", 1000), 20)
    compare_on_gpus(hosts, "langevin", cases.langevin(300), 3)
    compare_on_gpus(hosts, "nose_hoover", cases.nose_hoover(150, couple_every=7), 1)


def test_gpus_direct(hosts):
    """It is refused between hosts."""
    path = hosts.program.write("direct.toml", large(cases.stage("nve", 10)))
    direct = ("--set", "parallel.transport=direct")
    words = hosts.run(hosts.share_out(1), path, hosts.program.folder("direct"), *direct, code=INPUT_FAULT)
    expect_words(words, "GPUs of several hosts cannot write into each other's memory", "parallel.transport")


def test_gpus_hanging(hosts):
    """A rank that hangs ends the run of all, which goes on from its checkpoint with the bits of one GPU alone."""

    def hang(_):
        processes.send(signal.SIGSTOP, hosts.ranks("hostb"))

    places = hosts.share_out(1)
    for transport in ("auto", "staged"):
        path, folder = endless(hosts, f"hang-{transport}")
        keys = ("--set", f"parallel.transport={transport}", "--set", "parallel.longest_wait=15")
        code, words = start_and_harm(hosts, places, path, folder, hang, *keys)
        expect(code == ENVIRONMENT_FAULT, f"exit code {code}, {transport}: {words[-1500:]}")
        expect_words(words, " 15 s")
        expect_goes_on(hosts, places, path, folder)


def gpus_of(program):
    """The numbers of the GPUs that this process sees, for CUDA_VISIBLE_DEVICES."""
    said = program.call(["doctor"])[1]
    count = 0 if "no kernels for it" in said else len(re.findall(r"sm_\d+", said))
    if count < 2:
        skip("fewer than 2 GPUs that this program can use")
    visible = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    return (visible.split(",") if visible else [str(k) for k in range(count)])[:count]


def main():
    runs.require("h5py")
    on_gpus = "--gpus" in sys.argv
    scratch = os.path.realpath(tempfile.mkdtemp(prefix="mdsim-hosts-"))
    try:
        program = runs.Program(sys.argv[1], scratch)
        if "Open MPI" not in subprocess.getoutput("mpirun --version"):
            skip("the mpirun here is not that of Open MPI")
        hosts = Hosts(program, gpus_of(program) if on_gpus else [])
        hosts.add("hosta")
        hosts.add("hostb")
        tests = {name: test for name, test in globals().items() if name.startswith("test_gpus") == on_gpus}
        failures = runs.run_tests(tests, hosts, (Failure, AssertionError, OSError, subprocess.SubprocessError))
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
