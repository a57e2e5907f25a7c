# SPDX-License-Identifier: BSD-3-Clause
"""averages.csv: of each stage the mean of each column of thermo.csv, with its standard error by blocking."""

import csv
import os

import numpy
import pytest

import cases
import runs
from calls import call
from restarts import input_of

OUTPUT = '\n[thermo]\nevery = 2\ncolumns = ["temperature", "potential_energy"]\n[trajectory]\nevery = 0\n'


def averages_in(folder):
    """The lines of averages.csv by stage and column."""
    with open(os.path.join(folder, "averages.csv"), encoding="utf-8", newline="") as file:
        return {(line["stage"], line["column"]): line for line in csv.DictReader(file)}


def column_of(folder, name):
    """The steps and the values of a column of thermo.csv."""
    header, rows, _ = runs.thermo_text(folder)
    index = [title.split(" ")[0] for title in header.split(",")].index(name)
    return numpy.array(list(rows)), numpy.array([float(line.split(",")[index]) for line in rows.values()])


def blocked_errors(values):
    """The errors of the mean from blocks of one, two, four ... samples, as long as there are sixteen blocks."""
    errors = []
    while len(values) >= 16:
        errors.append(values.std() / numpy.sqrt(len(values) - 1))
        pairs = len(values) // 2
        values = values[: 2 * pairs].reshape(pairs, 2).mean(axis=1)
    return errors


def test_averages_are_those_of_the_table(program):
    named = cases.stage("nve", 100, name='"one, \\"first\\""')
    path = program.write("a.toml", input_of(named, cases.langevin(4000), output=OUTPUT))
    out, _ = call(program, path, "--output", program.folder("a"))
    averages = averages_in(program.folder("a"))
    assert len(averages) == 4
    for column in ("temperature", "potential_energy"):
        steps, values = column_of(program.folder("a"), column)
        for stage, chosen in (('one, "first"', steps <= 100), ("stage 1", steps > 100)):
            found = averages[stage, column]
            assert int(found["samples"]) == chosen.sum()
            assert float(found["mean"]) == pytest.approx(values[chosen].mean(), rel=1e-9)
            errors = blocked_errors(values[chosen])
            told = float(found["standard_error"])
            nearest = min(errors, key=lambda error: abs(error - told))
            assert told == pytest.approx(nearest, rel=1e-3)
        errors = blocked_errors(column_of(program.folder("a"), column)[1][51:])
        assert float(averages["stage 1", column]["standard_error"]) > 2 * errors[0], "samples are correlated"
    assert 'averages of stage "stage 1" over 2000 samples' in out


@pytest.mark.parametrize("ranks", [1, 3])
def test_averages_are_the_same_in_parts_and_on_any_number_of_ranks(program, ranks):
    path = program.write("a.toml", input_of(cases.stage("nve", 100), cases.stage("nve", 300), output=OUTPUT))
    call(program, path, "--output", program.folder("whole"))
    first = ("--set", "stage.0.steps=100", "--set", "stage.1.steps=0")
    for more in (first, ("--set", "stage.1.steps=133", "--resume"), ("--resume",)):
        call(program, path, "--output", program.folder("parts"), *more, ranks=ranks)
    with open(os.path.join(program.folder("whole"), "averages.csv"), encoding="utf-8") as file:
        expected = file.read()
    with open(os.path.join(program.folder("parts"), "averages.csv"), encoding="utf-8") as file:
        assert file.read() == expected


def test_without_a_table_there_are_no_averages(program):
    nothing = "\n[thermo]\nevery = 0\n[trajectory]\nevery = 0\n"
    path = program.write("a.toml", input_of(cases.stage("nve", 20), output=nothing))
    out, _ = call(program, path, "--output", program.folder("a"))
    assert not os.path.exists(os.path.join(program.folder("a"), "averages.csv"))
    assert "averages of" not in out
