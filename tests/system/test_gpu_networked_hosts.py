# SPDX-License-Identifier: BSD-3-Clause
"""GPUs of two hosts with a wire between them, over which NCCL sends by sockets: the bits of one GPU, packed positions,
and an end where a host falls silent.

The hosts are network namespaces of this machine, as in `test_networked_hosts.py`, and each sees one of its GPUs.
"""

import pytest

import cases
import runs
from host_runs import endless, expect_goes_on, expect_proof, expect_same, large, start_and_silence
from hosts import gpus_of, without_nccl
from mdsim_tools.program import FINISHED, STOPPED
from network import network_hosts
from restarts import expect_words

PLACES = "neta:1,netb:1"


@pytest.fixture(scope="module")
def hosts(program_path, tmp_path_factory):
    found = network_hosts(program_path, tmp_path_factory, gpus_of)
    yield found
    found.close()


def test_the_bits_travel_by_sockets(hosts):
    """By NCCL, if the program has it, and staged; positions that are packed take less of the wire."""
    stages = (("nve", cases.stage("nve", 400), 400), ("nose_hoover", cases.nose_hoover(150, couple_every=7), 150))
    for name, stage, steps in stages:
        path = hosts.program.write(f"{name}.toml", large(stage))
        alone = hosts.program.folder(name)
        hosts.run_alone(path, alone, "--quiet")
        for transport in ("auto", "staged"):
            expect_less_when_packed(hosts, path, alone, transport, steps)


def expect_less_when_packed(hosts, path, alone, transport, steps):
    travelled, exchange = {}, {}
    for packed in ("never", "always"):
        folder = f"{alone}-{transport}-{packed}"
        keys = ("--set", f"parallel.transport={transport}", "--set", f"parallel.compress={packed}")
        before = hosts.sent_bytes("netb")
        words = hosts.run(PLACES, path, folder, *keys)
        travelled[packed] = hosts.sent_bytes("netb") - before
        exchange[packed] = runs.summary(folder)["exchange"]
        staged = transport == "staged" or without_nccl(words)
        expect_words(words, "all pairs staged" if staged else "all pairs by NCCL")
        expect_proof(hosts, folder, 1)
        expect_same(alone, folder, f"{transport} over a network, packed {packed}")
    print(f"{path}, {transport}: {travelled['never']} bytes on the wire, {travelled['always']} packed")
    halo = exchange["never"]["halo_atoms"] / 2 * 16
    assert travelled["never"] > 0.9 * steps * halo, f"{travelled} bytes on the wire, where halos have {halo} a step"
    assert travelled["always"] < 0.9 * travelled["never"], f"{transport}: {travelled}"
    sent, unpacked = (exchange["always"][key] for key in ("halo_bytes_sent", "halo_bytes_unpacked"))
    assert sent < 0.7 * unpacked, f"{transport}: {sent} of {unpacked} bytes of halos sent"


def test_a_host_that_falls_silent_ends_the_run(hosts):
    """Its network goes without a word; the run goes on when it is there again, with the bits of one GPU."""
    path, folder = endless(hosts, "silent")
    code, words = start_and_silence(hosts, PLACES, path, folder)
    assert code not in (FINISHED, STOPPED), f"exit code {code}: {words[-1500:]}"
    expect_goes_on(hosts, PLACES, path, folder)
