# SPDX-License-Identifier: BSD-3-Clause
"""The same bits on several GPUs over every transport that can be had.

Where there are fewer GPUs than ranks, the ranks that `--ranks 2,4` names share them; without names only as many run
as have one each.
"""

import pytest

import cases
import runs
from gpus import (
    LARGE,
    alloy,
    droplet,
    expect_all_same,
    go,
    layouts,
    liquid,
    metal,
    metals_with_angles,
    moving,
    moving_drop,
    on_gpus,
    run_alone,
    silicon,
)

NETWORK = {"NCCL_P2P_DISABLE": "1", "NCCL_SHM_DISABLE": "1"}
"""NCCL goes over the network, as between hosts"""


@pytest.fixture
def program(program, gpu_count, named_ranks):
    return on_gpus(program, gpu_count, named_ranks, least=1 if named_ranks else 2)


def has_nccl(program):
    """Whether runs can have NCCL between two ranks; a build without it is told."""
    path = program.write("has_nccl.toml", liquid(cases.stage("nve", 1)))
    keys = ("--output", program.folder("has_nccl"), "--set", "run.device=cuda", "--set", "parallel.transport=nccl")
    code, out, err = program.call([path, *keys], ranks=2)
    without = "built without NCCL" in out + err
    assert code == (2 if without else 0), f"NCCL on 2 ranks: exit code {code}: {(out + err)[-1500:]}"
    if without:
        print("not tested: NCCL, which this build is without")
    return not without


def transports(program):
    """What can be had here: lists of (name, ranks, what the run says, environment, settings)."""
    wanted = sorted({ranks for ranks, _ in layouts(program)})
    found = [("staged", ranks, "all pairs staged", None, ["parallel.transport=staged"]) for ranks in wanted]
    if 4 in wanted:
        found.append(("mixed", 4, "2 pairs direct, 4 ", None, ["debug.simulated_hosts=2"]))
    if program.gpus >= 2 and has_nccl(program):
        own = [ranks for ranks in wanted if ranks <= program.gpus]
        found += [("nccl", ranks, "all pairs by NCCL", None, ["parallel.transport=nccl"]) for ranks in own]
        found.append(("network", 2, "all pairs by NCCL", NETWORK, ["parallel.transport=nccl"]))
    return found


def compare_transports(program, name, stage, *keys, chosen=(), **more):
    """Where settings are chosen, only runs on several ranks have them. Returns the folders of those."""
    path, alone = run_alone(program, name, stage, *keys, **more)
    folders = []
    for transport, ranks, says, env, settings in transports(program):
        words = [word for setting in (*settings, *chosen) for word in ("--set", setting)]
        found = go(program, path, f"{name}-{ranks}-{transport}", ranks, *keys, *words, says=says, env=env)
        expect_all_same(alone, found, f"{name} on {ranks} ranks, {transport}")
        folders.append(found)
    return folders


def test_each_transport_gives_the_same_bits(program):
    compare_transports(program, "carried", cases.stage("nve", 1000))


def test_packed_positions(program):
    """They are the same, and were fewer bytes on the way."""
    always = ["parallel.compress=always"]
    for name, keys in (("packed", ()), ("packed_double", ("--set", "run.precision=double"))):
        for folder in compare_transports(program, name, cases.stage("nve", 300), *keys, chosen=always, rebuilds=5):
            exchange = runs.summary(folder)["exchange"]
            assert exchange["packed"]
            assert 0 < exchange["halo_bytes_sent"] < 0.7 * exchange["halo_bytes_unpacked"], f"{folder}: {exchange}"


def test_packing_is_chosen_by_the_link(program):
    """Between hosts; here they are pretended, and their links are fast or not as it happens."""
    path, alone = run_alone(program, "measured", cases.stage("nve", 100), rebuilds=1)
    found = go(program, path, "measured-2", 2, "--set", "debug.simulated_hosts=2", says="to other hosts: a rank sends")
    expect_all_same(alone, found, "a link that was measured")
    assert runs.summary(found)["exchange"]["measured_bandwidth"] > 1e6


def test_thermostats(program):
    compare_transports(program, "carried_langevin", cases.langevin(200), rebuilds=3)
    compare_transports(program, "carried_nose_hoover", cases.nose_hoover(100, couple_every=7), rebuilds=1)
    compare_transports(program, "carried_rescaling", cases.velocity_rescaling(100, couple_every=7), rebuilds=1)


def test_searched_lists(program):
    compare_transports(program, "carried_large", cases.stage("nve", 300), size=LARGE, rebuilds=5)


def test_droplets(program):
    compare_transports(program, "carried_droplet", cases.stage("nve", 200), system=droplet, rebuilds=5)
    program.write("drop.xyz", moving_drop())
    compare_transports(program, "carried_drop", cases.stage("nve", 300, 0.004), system=moving)


def test_metals(program):
    """Hosts that lead the steps deliver the slopes of the embedding between its two walks."""
    compare_transports(program, "metal", cases.stage("nve", 300, 0.003), system=metal, rebuilds=5)
    compare_transports(program, "alloy", cases.langevin(200, temperature=2.0), system=alloy, rebuilds=3)


def test_silicon(program):
    """They deliver records, which are wider, and slopes of several moments."""
    compare_transports(program, "angles", cases.stage("nve", 200, 0.0003), system=metals_with_angles, rebuilds=3)
    compare_transports(program, "silicon", cases.stage("nve", 300, 0.001), system=silicon, rebuilds=5)


def test_double_precision(program):
    compare_transports(program, "carried_double", cases.stage("nve", 100), "--set", "run.precision=double", rebuilds=1)


def test_nccl_refuses_a_shared_gpu(program):
    if program.gpus >= 2:
        pytest.skip("there is a GPU for each of two ranks")
    path = program.write("shared.toml", liquid(cases.stage("nve", 10)))
    keys = ("--set", "run.device=cuda", "--set", "parallel.share_gpus=true", "--set", "parallel.transport=nccl")
    code, out, err = program.call([path, "--output", program.folder("shared"), *keys], ranks=2)
    assert code == 2 and "parallel.transport" in out + err, (
        f"NCCL on a shared GPU: exit code {code}: {(out + err)[-800:]}"
    )
