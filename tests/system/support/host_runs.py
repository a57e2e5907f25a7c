# SPDX-License-Identifier: BSD-3-Clause
"""Runs on pretended hosts: what they compute, how they are harmed, and what must come of them."""

import os
import signal

import cases
import processes
import runs
from restarts import LONG

SECONDS_TO_END = 40
"""for a run that has lost a rank or a host; it takes two, and `longest_wait` more where a rank hangs"""


def liquid(stage, size=(8, 8, 8)):
    """2048 atoms, or 42240 on GPUs."""
    return (
        cases.LJ
        + "".join(
            (
                cases.run(),
                cases.lattice(size, more="displacement = 0.05"),
                cases.SPECIES,
                cases.pair(),
                cases.hot(),
                stage,
            )
        )
        + cases.OUTPUT
        + "\n[checkpoint]\nevery = 50\n"
    )


def large(stage):
    return liquid(stage, (22, 20, 24))


def expect_same(alone, folder, what):
    """The final checkpoint, thermo.csv and all frames."""
    name = runs.first_difference(runs.final_state(alone), runs.final_state(folder))
    assert name is None, f"{what}: {name} differs"
    assert runs.thermo_text(alone) == runs.thermo_text(folder), f"{what}: thermo.csv differs"
    assert runs.frames(alone) == runs.frames(folder), f"{what}: frames differ"


def expect_proof(hosts, folder, rebuilds):
    """Enough happened between the ranks. Atoms that migrate from GPU to GPU are not counted."""
    found = runs.summary(folder)
    exchange = found["exchange"]
    migrated = bool(hosts.gpus) or exchange["migrated_atoms"] > 100
    assert found["rebuilds"]["count"] > rebuilds and migrated and exchange["halo_atoms"] > 100, (
        f"too little happened to prove anything: {found['rebuilds']}, {exchange}"
    )


def start_and_harm(hosts, places, path, folder, harm, *arguments):
    """Starts or resumes a run, and harms it once it has written a checkpoint; returns its exit code and words. If
    nobody did, it would end after some minutes."""
    checkpoint = os.path.join(folder, "checkpoint.h5")
    earlier = processes.written_at(checkpoint)
    keys = ("--quiet", "--set", "run.wall_time=200", *(["--resume"] if earlier else []))
    process = hosts.start(hosts.run_command(places, path, folder, *keys, *arguments))
    try:
        processes.wait_for(checkpoint, 60, process, earlier)
        harm(process)
    except TimeoutError:
        raise AssertionError(f"no checkpoint on {places}: {hosts.kill_all(process)[-1500:]}") from None
    except BaseException:
        hosts.kill_all(process)
        raise
    return hosts.end_of(process, SECONDS_TO_END)


def start_and_silence(hosts, places, path, folder):
    """The same of a run whose host netb falls silent: its network goes without a word."""
    netb = hosts.hosts["netb"]
    try:
        return start_and_harm(hosts, places, path, folder, lambda _: netb.cut_off())
    finally:
        processes.send(signal.SIGKILL, hosts.processes("netb"))
        netb.join_again()


def endless(hosts, name):
    """The input of a run that is to be ended, and its folder."""
    path = hosts.program.write(f"{name}.toml", (large if hosts.gpus else liquid)(cases.langevin(LONG)))
    return path, hosts.program.folder(name)


def expect_goes_on(hosts, places, path, folder):
    """From its last checkpoint, as if nothing had happened before."""
    steps = ("--quiet", "--set", f"stage.0.steps={runs.last_step(folder) + 70}")
    hosts.run(places, path, folder, "--resume", *steps)
    hosts.run_alone(path, folder + "-alone", *steps)
    expect_same(folder + "-alone", folder, "a run that went on")
