# SPDX-License-Identifier: BSD-3-Clause
"""Mean-square displacement and velocity autocorrelation, against sums over the frames of the same run."""

import csv
import os

import h5py
import numpy
import pytest

import cases
from calls import call
from mdsim_tools.program import INPUT_ERROR

EVERY, WINDOW, ORIGINS = 4, 20, 7
SECTIONS = f"""
[msd]
every = {EVERY}
window = {WINDOW}
origin_every = {ORIGINS}
[vacf]
every = {EVERY}
window = {WINDOW}
origin_every = {ORIGINS}
"""
FRAMES = f"""
[thermo]
every = 0
[trajectory]
every = {EVERY}
fields = ["position", "velocity", "image"]
"""
STEPS = 240


def input_text(*stages, more=SECTIONS, output=FRAMES, precision="double"):
    system = cases.lattice((4, 4, 4), more='species = ["A", "A", "A", "B"]')
    potentials = cases.potential("A", "B") + cases.potential("B", "B")
    parts = (
        cases.run(5, precision),
        system,
        cases.TWO_SPECIES,
        cases.pair(),
        potentials,
        cases.neighbor(),
        cases.hot(2.0),
    )
    return cases.LJ + "".join(parts + stages) + output + more


def table_in(folder, name):
    """The columns of a table of comma-separated values, by name."""
    with open(os.path.join(folder, name), encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    return {key: numpy.array([float(line[key] or "nan") for line in lines]) for key in lines[0]}


def frames_of(folder, first):
    """Unwrapped positions, velocities and species of the frames behind a step."""
    with h5py.File(os.path.join(folder, "trajectory.h5md"), "r") as file:
        atoms = file["particles/all"] if "all" in file["particles"] else file["particles/system"]
        chosen = atoms["position/step"][()] > first
        edges = atoms["box/edges/value"][()][-1]
        edges = numpy.diag(edges) if edges.ndim == 2 else edges
        position = atoms["position/value"][()][chosen] + atoms["image/value"][()][chosen] * edges
        return position.astype(float), atoms["velocity/value"][()][chosen].astype(float), atoms["species"][()]


def expected(values, product):
    """The mean by lag over origins, each of all atoms, and how many origins saw that lag."""
    by_lag = [[] for _ in range(WINDOW + 1)]
    for origin in range(0, len(values), ORIGINS):
        for lag in range(min(WINDOW + 1, len(values) - origin)):
            by_lag[lag].append(product(values[origin], values[origin + lag]).mean())
    return numpy.array([numpy.mean(v) for v in by_lag]), [len(v) for v in by_lag]


def content(program, folder, name):
    """The bytes of a file of a run."""
    with open(os.path.join(program.folder(folder), name), "rb") as file:
        return file.read()


def square(then, now):
    return ((now - then) ** 2).sum(axis=-1)


def scalar(then, now):
    return (then * now).sum(axis=-1)


def test_correlations_are_those_of_the_frames(program):
    path = program.write("a.toml", input_text(cases.stage("nve", 40), cases.stage("nve", STEPS)))
    out, _ = call(program, path, "--output", program.folder("a"))
    position, velocity, species = frames_of(program.folder("a"), 40)
    assert len(position) == STEPS // EVERY
    for name, values, product in (("msd", position, square), ("vacf", velocity, scalar)):
        table = table_in(program.folder("a"), f"{name}.csv")
        assert list(table["lag"]) == [EVERY * lag for lag in range(WINDOW + 1)]
        assert table["time"] == pytest.approx(table["lag"] * 0.005)
        for column, atoms in ((name, slice(None)), (f"{name}_A", species == 0), (f"{name}_B", species == 1)):
            mean, origins = expected(values[:, atoms], product)
            assert list(table["origins"]) == origins
            assert table[column] == pytest.approx(mean, rel=2e-5, abs=2e-6), column
        with h5py.File(os.path.join(program.folder("a"), f"{name}.h5"), "r") as file:
            for column, numbers in table.items():
                assert numpy.array_equal(file[f"{name}/{column}"][()], numbers, equal_nan=True)
            diffusion = file[f"{name}/diffusion"][()]
        assert f"{diffusion[0]:.4g} +- {diffusion[1]:.2g}" in out
    first, last = (WINDOW + 1) // 4, WINDOW + 1
    complete = range(0, len(position) - WINDOW, ORIGINS)
    curves = [[square(position[o], position[o + lag]).mean() for lag in range(last)] for o in complete]
    slopes = [numpy.polyfit(numpy.arange(first, last) * EVERY * 0.005, curve[first:], 1)[0] for curve in curves]
    with h5py.File(os.path.join(program.folder("a"), "msd.h5"), "r") as file:
        assert file["msd/diffusion"][0] == pytest.approx(numpy.mean(slopes) / 6, rel=1e-4)


@pytest.mark.parametrize("precision", ["mixed", "double"])
def test_correlations_are_the_same_in_parts_and_on_any_number_of_ranks(program, precision):
    path = program.write("a.toml", input_text(cases.stage("nve", 40), cases.stage("nve", STEPS), precision=precision))
    call(program, path, "--output", program.folder("whole"))
    for ranks, steps in ((3, 0), (2, 37), (1, 100), (4, 160), (3, STEPS)):
        resume = () if steps == 0 else ("--resume",)
        call(
            program, path, "--output", program.folder("parts"), "--set", f"stage.1.steps={steps}", *resume, ranks=ranks
        )
    for name in ("msd.csv", "vacf.csv"):
        assert content(program, "whole", name) == content(program, "parts", name)
    out, _ = call(program, "compare", program.folder("whole"), program.folder("parts"))
    assert "msd.csv" in out and "vacf.csv" in out
    call(program, "check", program.folder("parts"))


@pytest.mark.parametrize("ranks", (1, 2))
def test_positions_are_those_of_steps_that_are_written(program, ranks):
    """Where nobody asks for more, positions are looked at ahead of the forces: in tables that changes no digit."""
    more = f"[msd]\nevery = {EVERY}\nwindow = {WINDOW}\n[rdf]\nevery = {EVERY}\nrange = 2.0\nbins = 40\n"
    more += f"[structure_factor]\nevery = {EVERY}\nlargest_wave_number = 4.0\nbins = 10\n"
    tables = {}
    for name, output in (("written", FRAMES), ("looked", "\n[thermo]\nevery = 0\n")):
        path = program.write(f"{name}.toml", input_text(cases.stage("nve", STEPS), more=more, output=output))
        call(program, path, "--output", program.folder(name), ranks=ranks)
        for table in ("msd.csv", "rdf.csv", "structure_factor.csv"):
            with open(os.path.join(program.folder(name), table), encoding="utf-8") as file:
                tables[name, table] = file.read()
    for table in ("msd.csv", "rdf.csv", "structure_factor.csv"):
        assert tables["written", table] == tables["looked", table], f"{table} differs"
        assert tables["looked", table].count("\n") > 5, f"{table} holds nothing"


def test_a_named_stage_is_sampled(program):
    more = f'[vacf]\nevery = {EVERY}\nwindow = 5\nstage = "first"\n'
    path = program.write(
        "a.toml", input_text(cases.stage("nve", 80, name='"first"'), cases.stage("nve", 80), more=more)
    )
    call(program, path, "--output", program.folder("a"))
    table = table_in(program.folder("a"), "vacf.csv")
    assert table["origins"][0] == 80 // EVERY
    assert not os.path.exists(os.path.join(program.folder("a"), "msd.csv"))


@pytest.mark.parametrize(
    "section, words",
    [
        ('every = 4\nstage = "none"', ('there is no stage "none"', "stage 0")),
        ("every = 4\nwindow = 5\norigin_every = 6", ("msd.origin_every", "more than the window of 5")),
        ("window = 5", ("the key 'every' is missing in [msd]",)),
        ("every = 0", ("msd", "every")),
        ("every = 4\norigins = 5", ("unknown key 'origins' in [msd]",)),
    ],
)
def test_what_cannot_be_meant_is_refused(program, section, words):
    path = program.write("a.toml", input_text(cases.stage("nve", 80), more=f"[msd]\n{section}\n"))
    _, err = call(program, path, "--dry-run", code=INPUT_ERROR)
    for word in words:
        assert word in err


def test_what_may_surprise_is_noted(program):
    path = program.write("a.toml", input_text(cases.langevin(80), more="[msd]\nevery = 10\n"))
    out, err = call(program, path, "--dry-run")
    assert "no time origin comes to its end" in out + err
    assert "noise, which changes how fast they diffuse" in out + err


def test_a_run_goes_on_only_with_the_same_samples(program):
    path = program.write("a.toml", input_text(cases.stage("nve", 80)))
    call(program, path, "--output", program.folder("a"), "--set", "stage.0.steps=40")
    _, err = call(
        program, path, "--output", program.folder("a"), "--resume", "--set", "msd.window=30", code=INPUT_ERROR
    )
    assert "window" in err


def test_a_stage_that_is_added_is_sampled_in_place_of_the_last(program):
    one = program.write("one.toml", input_text(cases.stage("nve", 40)))
    two = program.write("two.toml", input_text(cases.stage("nve", 40), cases.stage("nve", 60)))
    call(program, one, "--output", program.folder("parts"))
    call(program, two, "--output", program.folder("parts"), "--resume")
    call(program, two, "--output", program.folder("whole"))
    assert table_in(program.folder("parts"), "msd.csv")["origins"][0] == 60 // EVERY // ORIGINS + 1
    assert content(program, "whole", "msd.csv") == content(program, "parts", "msd.csv")
