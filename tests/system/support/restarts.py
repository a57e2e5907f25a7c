# SPDX-License-Identifier: BSD-3-Clause
"""Runs that stop and go on, and what must be the same when they have."""

import os
import shutil

import cases
import runs
from mdsim_tools.program import FINISHED

LONG = 100000000
"""steps of a stage that never comes to its end: however slow the test is, what it does to the run comes in time"""

SYSTEM = (cases.lattice((5, 5, 5)), cases.SPECIES, cases.pair(), cases.neighbor(), cases.hot())
DENSE_OUTPUT = """
[thermo]
every = 5
columns = ["temperature", "potential_energy", "conserved_energy", "pressure_tensor"]
[trajectory]
every = 10
fields = ["position", "velocity", "force", "image"]
[rdf]
every = 10
range = 2.5
[msd]
every = 2
window = 4
[vacf]
every = 3
window = 2
origin_every = 2
[checkpoint]
every = 40
"""


METAL = (cases.lattice((5, 5, 5), 1.38), cases.SPECIES, cases.metal("A", "A"), cases.neighbor(0.2), cases.hot(4.0))


SILICON = (*cases.silicon((4, 4, 4), 5000.0), cases.neighbor(0.2))


def input_of(*stages, precision="mixed", output=DENSE_OUTPUT, system=SYSTEM, units=cases.LJ):
    return units + "".join((cases.run(3, precision), *system, *stages)) + output


def expect_words(text, *words):
    missing = [word for word in words if word not in text]
    assert not missing, f"the words {missing} are missing in: {text}"


class Bench:
    """Runs inputs in folders of one scratch folder."""

    def __init__(self, program):
        self.program = program

    def run(self, path, folder, *more, ranks=1, code=FINISHED, sets=None, quiet=True):
        arguments = [path, "--output", folder, *more] + runs.set_arguments(sets or {}) + (["--quiet"] if quiet else [])
        found, out, err = self.program.call(arguments, ranks)
        assert found == code, f"exit code {found} instead of {code} of {' '.join(arguments)}: {(out + err)[-1500:]}"
        return err

    def fresh(self, name):
        folder = self.program.folder(name)
        shutil.rmtree(folder, ignore_errors=True)
        return folder


def tables_in(folder):
    """The tables that a run replaces as a whole, as they stand in their files."""
    tables = {}
    for name in ("rdf.csv", "averages.csv", "msd.csv", "vacf.csv"):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                tables[name] = file.read()
    return tables


def all_results(folder):
    header, _, _ = runs.thermo_text(folder)
    with open(os.path.join(folder, "thermo.csv"), encoding="utf-8") as file:
        lines = file.read()
    return {
        "state": runs.final_state(folder),
        "header": header,
        "thermo": lines,
        "frames": runs.frames(folder),
        "tables": tables_in(folder),
    }


def expect_same(expected, folder):
    """The final checkpoint, every line and every frame, without gaps and duplicates."""
    found = all_results(folder)
    name = runs.first_difference(expected["state"], found["state"])
    assert name is None, f"the final checkpoint differs in {name}"
    assert expected["thermo"] == found["thermo"], "thermo.csv differs"
    steps = [step for step, _ in found["frames"]]
    assert steps == [step for step, _ in expected["frames"]], f"frames of other steps: {steps}"
    for (step, before), (_, now) in zip(expected["frames"], found["frames"]):
        assert runs.first_difference(before, now) is None, (
            f"frame of step {step} differs in {runs.first_difference(before, now)}"
        )
    for name, lines in expected["tables"].items():
        assert found["tables"].get(name) == lines, f"{name} differs"


def expect_goes_on(bench, path, folder, ranks=1):
    """A run that was ended goes on from its last checkpoint, to the same as one that never ended."""
    sets = {"stage.0.steps": runs.last_step(folder) + 100}
    whole = bench.fresh("whole")
    bench.run(path, whole, sets=sets)
    bench.run(path, folder, "--resume", ranks=ranks, sets=sets)
    expect_same(all_results(whole), folder)
