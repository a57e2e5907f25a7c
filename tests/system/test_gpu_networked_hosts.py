# SPDX-License-Identifier: BSD-3-Clause
"""GPUs of two hosts with a wire between them, over which NCCL sends by sockets: the bits of one GPU, packed positions,
and an end where a host falls silent.

The hosts are network namespaces of this machine, as in `test_networked_hosts.py`, and each sees one of its GPUs.
"""

import signal

import pytest

import cases
import processes
import runs
from host_runs import endless, expect_goes_on, expect_proof, expect_same, large, start_and_harm
from hosts import gpus_of
from mdsim_tools.program import FINISHED, STOPPED
from network import network_hosts
from restarts import expect_words

PLACES = "neta:1,netb:1"


@pytest.fixture(scope="module")
def hosts(program_path, tmp_path_factory):
    found = network_hosts(program_path, tmp_path_factory, gpus_of)
    yield found
    found.close()


def has_nccl(hosts):
    path = hosts.program.write("has_nccl.toml", large(cases.stage("nve", 2)))
    words = hosts.run(PLACES, path, hosts.program.folder("has_nccl"))
    if "built without NCCL" in words:
        print("not tested: NCCL, which this build is without")
        return False
    return True


def test_the_bits_travel_by_sockets(hosts):
    """By NCCL and staged; positions that are packed take less of the wire."""
    transports = [("auto", "all pairs by NCCL")] if has_nccl(hosts) else []
    for name, stage in (("nve", cases.stage("nve", 400)), ("nose_hoover", cases.nose_hoover(150, couple_every=7))):
        path = hosts.program.write(f"{name}.toml", large(stage))
        alone = hosts.program.folder(name)
        hosts.run_alone(path, alone, "--quiet")
        for transport, carried in [*transports, ("staged", "all pairs staged")]:
            travelled = {}
            for packed in ("never", "always"):
                folder = f"{alone}-{transport}-{packed}"
                keys = ("--set", f"parallel.transport={transport}", "--set", f"parallel.compress={packed}")
                before = hosts.sent_bytes("netb")
                words = hosts.run(PLACES, path, folder, *keys)
                travelled[packed] = hosts.sent_bytes("netb") - before
                expect_words(words, carried)
                expect_proof(hosts, folder, 1)
                expect_same(alone, folder, f"{name} over a network, {transport}, packed {packed}")
            print(f"{name}, {transport}: {travelled['never']} bytes on the wire, {travelled['always']} packed")
            exchange = runs.summary(folder)["exchange"]
            halo = exchange["halo_atoms"] / 2 * 16
            assert travelled["never"] > 150 * halo, f"{travelled} bytes on the wire, where halos have {halo} a step"
            assert travelled["always"] < 0.9 * travelled["never"], f"{name}, {transport}: {travelled}"
            assert exchange["halo_bytes_sent"] < 0.7 * exchange["halo_bytes_unpacked"], f"{folder}: {exchange}"


def test_a_host_that_falls_silent_ends_the_run(hosts):
    """Its network goes without a word; the run goes on when it is there again, with the bits of one GPU."""
    path, folder = endless(hosts, "silent")

    def cut_off(_):
        hosts.hosts["netb"].cut_off()

    try:
        code, words = start_and_harm(hosts, PLACES, path, folder, cut_off)
    finally:
        processes.send(signal.SIGKILL, hosts.processes("netb"))
        hosts.hosts["netb"].join_again()
    assert code not in (FINISHED, STOPPED), f"exit code {code}: {words[-1500:]}"
    expect_goes_on(hosts, PLACES, path, folder)
