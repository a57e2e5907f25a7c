# SPDX-License-Identifier: BSD-3-Clause
"""What the viscosity and the conductivity have in common: parts, ranks, and what is said of wrong sections."""

import os

import pytest

import cases
from calls import call
from mdsim_tools.program import INPUT_ERROR
from test_correlations import content, input_text

STEPS = 400
ROWS = """
[thermo]
every = 4
[trajectory]
every = 0
"""
both = pytest.mark.parametrize(
    "name, words, harm",
    [("viscosity", "viscosity", "momentum spreads"), ("conductivity", "thermal conductivity", "heat spreads")],
)


def text_of(name, *stages, keys="every = 4\nwindow = 20\norigin_every = 3", precision="double"):
    return input_text(*stages, more=f"\n[{name}]\n{keys}\n", output=ROWS, precision=precision)


@both
@pytest.mark.parametrize("precision", ["mixed", "double"])
def test_the_same_in_parts_and_on_any_number_of_ranks(program, name, words, harm, precision):
    path = program.write(
        "a.toml", text_of(name, cases.stage("nve", 40), cases.stage("nve", STEPS), precision=precision)
    )
    call(program, path, "--output", program.folder("whole"))
    for ranks, steps in ((3, 0), (2, 37), (1, 150), (4, 260), (2, STEPS)):
        resume = () if steps == 0 else ("--resume",)
        keys = ("--set", f"stage.1.steps={steps}", *resume)
        call(program, path, "--output", program.folder("parts"), *keys, ranks=ranks)
    assert content(program, "whole", f"{name}.csv") == content(program, "parts", f"{name}.csv")
    out, _ = call(program, "compare", program.folder("whole"), program.folder("parts"))
    assert f"{name}.csv" in out
    call(program, "check", program.folder("parts"))


@both
def test_a_window_that_never_ends_and_noise_are_reported(program, name, words, harm):
    path = program.write("a.toml", text_of(name, cases.langevin(40)))
    out, err = call(program, path, "--output", program.folder("a"))
    assert f"no time origin comes to its end, so that no {words} is found" in err
    assert f"noise, which changes how {harm}" in err
    assert 'stage "stage 0" is shorter than the window' in out
    assert not os.path.exists(os.path.join(program.folder("a"), f"{name}.csv"))


@both
@pytest.mark.parametrize(
    "keys, said",
    [
        ('every = 4\nstage = "none"', ('there is no stage "none"', "stage 0")),
        ("every = 4\nwindow = 5\norigin_every = 6", ("{}.origin_every", "more than the window of 5")),
        ("window = 5", ("the key 'every' is missing in [{}]",)),
        ("every = 4\nwindow = 20001", ("{}.window", "20000")),
    ],
)
def test_bad_sections_are_refused(program, name, words, harm, keys, said):
    _, err = call(
        program,
        program.write("a.toml", text_of(name, cases.stage("nve", 40), keys=keys)),
        "--dry-run",
        code=INPUT_ERROR,
    )
    for word in said:
        assert word.format(name) in err
