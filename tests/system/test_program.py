# SPDX-License-Identifier: BSD-3-Clause
"""What the program does and says where nothing is wrong: exit codes, options, files, messages."""

import json
import os
import re

import pytest

import cases
import processes
import runs
from calls import call, liquid
from mdsim_tools.program import INPUT_ERROR, STOPPED
from restarts import expect_words


def test_help_names_options_and_exit_codes(program):
    out, _ = call(program, "--help")
    expect_words(
        out,
        "--dry-run",
        "--resume",
        "--set",
        "--describe",
        "--output",
        "--quiet",
        "--version",
        "validate",
        "doctor",
        "exit codes",
    )
    for code in "02345":
        assert re.search(rf"\b{code}\b", out.split("exit codes")[1]), f"exit code {code} is not explained"


def test_the_version_is_three_numbers(program):
    out, _ = call(program, "--version")
    assert re.match(r"mdsim \d+\.\d+\.\d+", out), f"no version in: {out}"


def test_keys_are_described(program):
    out, _ = call(program, "--describe", "neighbor.skin")
    expect_words(out, "neighbor.skin", "number", "allowed", "default")
    out, _ = call(program, "--describe", "stage")
    expect_words(out, "ensemble", "time_step")
    _, err = call(program, "--describe", "neighbour.skin", code=INPUT_ERROR)
    expect_words(err, "neighbor.skin")


def test_the_doctor_names_what_is_there(program):
    out, _ = call(program, "doctor")
    expect_words(out.lower(), "rank", "thread", "simd", "hdf5", "mpi")


def test_a_run_off_a_terminal_says_and_leaves_all(program):
    """A run off a terminal: plain lines, every file, a closing table."""
    path = program.write("run.toml", liquid())
    for ranks in (1, 2):
        folder = program.folder(f"run{ranks}")
        out, err = call(program, path, "--output", folder, ranks=ranks)
        assert "\r" not in out and "\x1b" not in out, "control characters though not on a terminal"
        expect_words(out, "500 atoms", "list rebuilds", "memory", "drift", "steps/s", "finished")
        assert not err.strip(), f"standard error is not empty: {err}"
        for name in ("trajectory.h5md", "thermo.csv", "checkpoint.h5", "progress.json", "input.toml", "summary.json"):
            assert os.path.exists(os.path.join(folder, name)), f"{name} is missing"
        progress = runs.progress(folder)
        assert progress["state"] == "finished" and progress["step"] == 100, f"progress.json says {progress}"
        assert progress["seconds_left"] == 0, f"a finished run has seconds left: {progress}"
        summary = runs.summary(folder)
        assert summary["ranks"] == ranks and summary["steps"] == 100 and summary["atoms"] == 500, (
            f"summary.json says {summary}"
        )


def test_lines_of_several_ranks_are_plain(program):
    """Ranks get a terminal from mpirun even where its own output is none; lines are plain all the same."""
    path = program.write("ranks.toml", liquid(cases.stage("nve", 100000000)))
    out, _ = call(program, path, "--output", program.folder("ranks"), "--set", "run.wall_time=2", ranks=2, code=STOPPED)
    assert "\r" not in out and "\x1b" not in out, "control characters though not on a terminal"


def test_the_folder_has_the_name_of_the_input(program):
    """Without --output the folder has the name of the input."""
    path = program.write("named.toml", liquid(cases.stage("nve", 2)))
    call(program, path, "--quiet")
    assert os.path.exists(program.folder("named.out/thermo.csv")), "named.out/thermo.csv is missing"


def test_the_input_that_a_run_leaves_gives_the_same_run(program):
    """The input that a run leaves behind gives the same run."""
    path = program.write("effective.toml", liquid())
    first, second = program.folder("first"), program.folder("second")
    call(program, path, "--output", first, "--quiet", "--set", "run.seed=99", "--set", "stage.0.steps=60")
    call(program, os.path.join(first, "input.toml"), "--output", second, "--quiet")
    assert runs.thermo_text(first) == runs.thermo_text(second), "input.toml gives another run"
    assert max(runs.thermo_text(first)[1]) <= 60, "--set stage.0.steps had no effect"


def test_the_drift_is_told_where_energy_is_conserved(program):
    """The drift of the energy is told where the last stage keeps it: no barostat of first order estimates its work, and
    nothing is asked to change."""
    piston, rescaled = (cases.velocity_rescaling(20) + cases.barostat(type=t) for t in ("mtk", "cell_rescaling"))
    heated = cases.velocity_rescaling(20, temperature_end=2.0)
    kept = {cases.stage("nve", 20): True, piston: True, cases.langevin(20): False, rescaled: False, heated: False}
    for stage, told in kept.items():
        path = program.write("energy.toml", liquid(stage))
        out, _ = call(program, path, "--output", program.folder("energy"), "--overwrite")
        assert ("drift" in out) == told, f"drift told or not told in: {out}"
        with open(os.path.join(program.folder("energy"), "summary.json")) as file:
            assert (json.load(file)["energy_drift"] is not None) == told


def test_lists_that_reach_farther_for_distances_are_told(program):
    """The cutoff is that of the forces, and it is told that lists reach farther for g(r)."""
    path = program.write("cutoff.toml", liquid() + "\n[rdf]\nevery = 10\nrange = 2.75\n")
    for more in ((), ("--dry-run",)):
        out, _ = call(program, path, "--output", program.folder("cutoff"), "--overwrite", *more)
        expect_words(
            out, "cutoff 2.5, skin 0.3", "reach 3.275 in place of 2.8, the skin included: they are 1.6 times as long"
        )
        out, _ = call(
            program, path, "--output", program.folder("cutoff"), "--overwrite", "--set", "rdf.range=2.5", *more
        )
        assert "slower" not in out, f"lists that are no longer are told of: {out}"


def test_a_quiet_run_says_nothing(program):
    path = program.write("quiet.toml", liquid())
    for ranks in (1, 2):
        out, err = call(program, path, "--output", program.folder("quiet"), "--quiet", "--overwrite", ranks=ranks)
        assert out == "" and err == "", f"not quiet: {out}{err}"


def test_a_dry_run_makes_no_folder(program):
    path = program.write("dry.toml", liquid())
    for ranks in (1, 3):
        out, _ = call(program, path, "--dry-run", "--output", program.folder("dry"), ranks=ranks)
        expect_words(out, "500", "cells", "memory", "disk", f"ranks: {ranks}", f"rank {ranks - 1}:")
        assert not os.path.exists(program.folder("dry")), "a dry run made the output folder"


def test_a_device_that_cannot_be_had_is_refused(program):
    """A device that cannot be had is refused with the reason; where a run computes is written down."""
    path = program.write("device.toml", liquid())
    for ranks in (1, 2):
        code, _, err = program.call([path, "--set", "run.device=cuda"], ranks=ranks, env={"CUDA_VISIBLE_DEVICES": "-1"})
        assert code == INPUT_ERROR, f"exit code {code} where no GPU is to be seen: {err}"
        expect_words(err, "run.device", "cannot be had", "cpu")
    folder = program.folder("device")
    call(program, path, "--output", folder, "--quiet", "--set", "run.device=cpu")
    assert runs.summary(folder)["device"] == "cpu", "summary.json does not name the device"
    out, _ = call(program, path, "--dry-run", "--gpu-memory", "80GB")
    expect_words(out, "GPU", "80.0 GB")
    call(program, path, "--gpu-memory", "80GB", code=INPUT_ERROR)
    call(program, path, "--dry-run", "--gpu-memory", "much", code=INPUT_ERROR)


def test_no_long_phase_on_a_terminal_passes_in_silence(program):
    """On a terminal no phase of some seconds passes in silence. A dry run does little but build the atoms; it is
    stopped in the midst of that, so that it is long on any machine."""
    if not processes.has_terminals():
        pytest.skip("there are no pseudo terminals here (mount /dev/pts)")
    path = program.write("busy.toml", liquid())
    command = [program.path, path, "--dry-run", "--set", "system.lattice.cells=[140,140,140]"]
    expect_words(processes.on_terminal(command, halt=(0.5, 2)), "reading or building the system ... ", "10976000")
