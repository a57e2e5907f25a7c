# SPDX-License-Identifier: BSD-3-Clause
"""A box that follows the pressure: what it reaches, how it fluctuates, the same bits in parts and on any ranks."""

import numpy as np
import pytest

import cases
import runs
from calls import call
from mdsim_tools.program import INPUT_ERROR, PHYSICS_ERROR
from restarts import all_results, expect_same, input_of
from test_correlations import table_in
from test_deformation import edges_of, run

FLUID = (
    cases.lattice((5, 5, 5), 0.75),
    cases.SPECIES,
    cases.pair(more='truncation = "force_shift"'),
    cases.neighbor(),
    cases.hot(1.5),
)
OUTPUT = """
[thermo]
every = 5
columns = ["temperature", "conserved_energy", "pressure", "pressure_tensor", "volume", "box"]
[trajectory]
every = 50
fields = ["position", "velocity"]
[rdf]
every = 20
range = 2.4
[msd]
every = 10
window = 6
origin_every = 4
[checkpoint]
every = 60
"""


def fluid(*stages, precision="mixed"):
    return input_of(*stages, precision=precision, output=OUTPUT, system=FLUID)


def rows_of(folder):
    return {name.split(" ")[0]: values for name, values in table_in(folder, "thermo.csv").items()}


def behind(rows, name, step):
    return rows[name][rows["step"] >= step]


@pytest.mark.parametrize("type", ["cell_rescaling", "berendsen"])
@pytest.mark.parametrize("ensemble", [cases.velocity_rescaling, cases.langevin])
def test_the_pressure_is_kept(program, type, ensemble):
    """It is the one wanted from where the box has had time to relax; by weak coupling the volume hardly fluctuates."""
    stage = ensemble(6000, temperature=1.5) + cases.barostat(2.0, 0.5, type=type, couple_every=5)
    folder, _, _ = run(program, "a", fluid(stage))
    rows = rows_of(folder)
    assert rows["volume"][0] == pytest.approx(500 / 0.75, rel=1e-6)
    assert behind(rows, "pressure", 2000).mean() == pytest.approx(2.0, abs=0.06)
    assert behind(rows, "temperature", 2000).mean() == pytest.approx(1.5, rel=0.04)
    # A Lennard-Jones fluid that is cut off like this has a density of 0.66 there, and a compressibility of 0.13.
    volume = behind(rows, "volume", 2000)
    assert volume.mean() == pytest.approx(500 / 0.662, rel=0.02)
    compressibility = volume.var() / (1.5 * volume.mean())
    if type == "cell_rescaling":
        assert 0.06 < compressibility < 0.26
    else:
        assert compressibility < 0.08


@pytest.mark.parametrize("ensemble", [cases.nose_hoover, cases.velocity_rescaling])
def test_a_piston_keeps_the_pressure(program, ensemble):
    """And the volume fluctuates as in the ensemble; energy with enthalpy is conserved."""
    stage = ensemble(12000, temperature=1.5) + cases.barostat(2.0, 0.5, type="mtk")
    folder, _, err = run(program, "a", fluid(stage))
    rows = rows_of(folder)
    assert "drifted" not in err
    assert behind(rows, "pressure", 2000).mean() == pytest.approx(2.0, abs=0.06)
    assert behind(rows, "temperature", 2000).mean() == pytest.approx(1.5, rel=0.02)
    volume = behind(rows, "volume", 2000)
    assert volume.mean() == pytest.approx(500 / 0.662, rel=0.02)
    assert 0.06 < volume.var() / (1.5 * volume.mean()) < 0.26
    energy = rows["conserved_energy"]
    assert np.ptp(energy) < 0.01 * 1.5 * 500


@pytest.mark.parametrize("type", ["cell_rescaling", "mtk"])
@pytest.mark.parametrize("coupling", ["isotropic", "semi_isotropic", "anisotropic", "full"])
def test_edges_change_together(program, type, coupling):
    every = {"couple_every": 2} if type == "cell_rescaling" else {}
    pressed = cases.barostat(2.0, 0.5, type=type, coupling=coupling, **every)
    stage = cases.velocity_rescaling(400, temperature=1.5) + pressed
    folder, _, _ = run(program, "a", fluid(stage))
    steps, edges = edges_of(folder)
    rows = rows_of(folder)
    framed = np.isin(rows["step"], steps)
    for name, (b, a) in {"xx": (0, 0), "yy": (1, 1), "zz": (2, 2), "xy": (1, 0), "xz": (2, 0), "yz": (2, 1)}.items():
        assert (rows[f"box_{name}"][framed] == edges[:, b, a]).all()
    x, y, z = (edges[:, d, d] for d in range(3))
    assert abs(x[-1] / x[0] - 1) > 1e-3
    assert (abs(x - y) < 1e-12 * x).all() == (coupling in ("isotropic", "semi_isotropic"))
    assert (abs(x - z) < 1e-12 * x).all() == (coupling == "isotropic")
    tilts = edges[:, [1, 2, 2], [0, 0, 1]]
    assert (abs(tilts[1:]) > 0).all() == (coupling == "full")


@pytest.mark.parametrize("type", ["cell_rescaling", "mtk"])
def test_angles_of_a_crystal_follow_the_stress(program, type):
    """A tilted crystal stands up, and all components of the stress become those wanted."""
    stand = cases.velocity_rescaling(1000, temperature=0.4, relaxation_time=0.2) + cases.barostat(
        3.0, 0.5, coupling="full", couple_every=5
    )
    every = {"couple_every": 5} if type == "cell_rescaling" else {}
    stage = cases.velocity_rescaling(4000, temperature=0.4, relaxation_time=0.2) + cases.barostat(
        3.0, 0.5, type=type, coupling="full", **every
    )
    tilted = cases.stage("nve", 200) + cases.deform("xy", "once", strain=0.03)
    system = (cases.lattice((5, 5, 5), 1.05), *FLUID[1:-1], cases.hot(0.8))
    folder, _, _ = run(program, "a", input_of(tilted, stand, stage, output=OUTPUT, system=system))
    rows = rows_of(folder)
    _, edges = edges_of(folder)
    assert abs(edges[:, 1, 0]).max() > 0.028 * edges[0, 1, 1]
    for (b, a), name in (((1, 0), "xy"), ((2, 0), "xz"), ((2, 1), "yz")):
        tilt = edges[-60:, b, a] / edges[-60:, b, b]
        assert abs(tilt.mean()) < 0.003 and 0 < tilt.std() < 0.01, name
        assert behind(rows, f"pressure_{name}", 2200).mean() == pytest.approx(0, abs=0.06)
    for name in ("xx", "yy", "zz"):
        assert behind(rows, f"pressure_{name}", 2200).mean() == pytest.approx(3.0, abs=0.08)


def test_a_ramp_of_the_pressure(program):
    stage = cases.langevin(4000, temperature=1.5) + cases.barostat(1.0, 0.5, pressure_end=4.0, couple_every=5)
    folder, _, _ = run(program, "a", fluid(stage))
    rows = rows_of(folder)
    for first, last in ((1000, 2000), (3000, 4000)):
        part = (rows["step"] >= first) & (rows["step"] < last)
        wanted = 1 + 3 * 0.5 * (first + last) / 4000
        assert rows["pressure"][part].mean() == pytest.approx(wanted, abs=0.25)


STAGES = (
    cases.velocity_rescaling(240, temperature=1.5) + cases.barostat(0.8, 0.3, couple_every=3),
    cases.langevin(120, temperature=1.5) + cases.barostat(6.0, 0.6, coupling="anisotropic", couple_every=7),
)
PISTONS = (
    cases.nose_hoover(240, temperature=1.5) + cases.barostat(0.8, 0.5, type="mtk"),
    cases.velocity_rescaling(120, temperature=1.5) + cases.barostat(6.0, 0.5, type="mtk", coupling="anisotropic"),
)


ANGLES = (
    cases.velocity_rescaling(240, temperature=1.5) + cases.barostat(0.8, 0.3, coupling="full", couple_every=3),
    cases.nose_hoover(120, temperature=1.5) + cases.barostat(6.0, 0.5, type="mtk", coupling="full"),
)


@pytest.mark.parametrize("precision", ["mixed", "double"])
@pytest.mark.parametrize("stages", [STAGES, PISTONS, ANGLES], ids=["rescaled", "pistons", "angles"])
def test_a_run_goes_on_in_parts(program, precision, stages):
    """On other ranks, on steps on which the barostat acts and between, before and after the grid was chosen anew."""
    text = fluid(*stages, precision=precision)
    whole, _, _ = run(program, "whole", text)
    path = program.write("parts.toml", text)
    parts = program.folder("parts")
    for ranks, (name, steps) in zip((3, 1, 4, 2), (("0", 37), ("0", 120), ("0", 201), ("1", 14))):
        keys = ("--set", f"stage.{name}.steps={steps}", *(("--set", "stage.1.steps=0") if name == "0" else ()))
        call(program, path, "--output", parts, *keys, *(() if steps == 37 else ("--resume",)), ranks=ranks)
    call(program, path, "--output", parts, "--resume")
    expect_same(all_results(whole), parts)


@pytest.mark.parametrize("ranks, stages", [(2, STAGES), (5, STAGES), (8, STAGES), (3, PISTONS), (4, ANGLES)])
def test_ranks_change_no_bit(program, ranks, stages):
    whole, _, _ = run(program, "whole", fluid(*stages))
    volume = rows_of(whole)["volume"]
    assert volume.max() / volume.min() > 1.1, "no grid was chosen anew, which proves little"
    other, _, _ = run(program, f"ranks{ranks}", fluid(*stages), "--set", "debug.redraw_bricks=true", ranks=ranks)
    assert runs.first_difference(runs.final_state(whole), runs.final_state(other)) is None
    expect_same(all_results(whole), other)


BAD = {
    "no pressure": ("relaxation_time = 1.0", ("the key 'pressure' is missing in [stage.barostat]",)),
    "no time": ("pressure = 1.0", ("the key 'relaxation_time' is missing in [stage.barostat]",)),
    "another program's name": (
        'pressure = 1.0\nrelaxation_time = 1.0\ntype = "c_rescale"',
        ('did you mean "cell_rescaling"?',),
    ),
    "too short a time": (
        "pressure = 1.0\nrelaxation_time = 0.1",
        ("stage.0.barostat.relaxation_time", "acts every 0.05", "at least 10 times that"),
    ),
    "never": (
        "pressure = 1.0\nrelaxation_time = 100.0\ncouple_every = 1000",
        ("stage.0.barostat.couple_every: found 1000, but the stage has 240 steps",),
    ),
    "seldom": ('type = "mtk"\npressure = 1.0\nrelaxation_time = 1.0\ncouple_every = 5', ("acts on every step",)),
    "no mass": ('type = "mtk"\npressure = 1.0\nrelaxation_time = 1.0\ncompressibility = 0.1', ("does not take this",)),
    "noise": (
        'type = "mtk"\npressure = 1.0\nrelaxation_time = 1.0',
        ('needs ensemble = "nose_hoover" or "velocity_rescaling"',),
    ),
    "a chain": ("pressure = 1.0\nrelaxation_time = 1.0\nchain_length = 2", ('only with type = "mtk"',)),
    "negative": ("pressure = 1.0\nrelaxation_time = 1.0\ncompressibility = -1.0", ("compressibility",)),
    "no coupling": ('pressure = 1.0\nrelaxation_time = 1.0\ncoupling = "isotropc"', ('did you mean "isotropic"?',)),
}


@pytest.mark.parametrize("mistake", BAD)
def test_bad_entries_are_refused(program, mistake):
    entry, words = BAD[mistake]
    path = program.write("bad.toml", fluid(cases.langevin(240) + f"[stage.barostat]\n{entry}\n"))
    _, err = call(program, path, "--dry-run", code=INPUT_ERROR)
    for word in words:
        assert word in err


def refused(program, text):
    return call(program, program.write("refused.toml", text), "--dry-run", code=INPUT_ERROR)[1]


def test_what_does_not_go_together_is_refused(program):
    noise = refused(program, fluid(cases.stage("nve", 240) + cases.barostat()))
    assert 'stage.0.barostat.type: "cell_rescaling" needs the temperature of a thermostat' in noise
    both = refused(program, fluid(cases.langevin(240) + cases.deform("xx", rate=0.01) + cases.barostat()))
    assert "stage.0.barostat: a stage strains its box or leaves it to a barostat" in both
    text = fluid(cases.langevin(240) + cases.barostat())
    text = text.replace("[pair]", "[box]\nperiodic = [true, true, false]\n[pair]", 1)
    assert "stage.0.barostat: the box is open along z" in refused(program, text)


DELAYED = {
    "nobody acts": (cases.stage("nve", 240, couple_delay=1), "neither a thermostat nor a barostat that acts by sums"),
    "a chain": (cases.nose_hoover(240, couple_every=5, couple_delay=1), '"nose_hoover" and "mtk" act at once'),
    "a piston": (
        cases.velocity_rescaling(240, couple_delay=1) + cases.barostat(type="mtk"),
        '"nose_hoover" and "mtk" act at once',
    ),
    "too long": (
        cases.velocity_rescaling(240, couple_every=5, couple_delay=5),
        "found 5, so that couple_every must be 6 or more",
    ),
    "out of step": (
        cases.velocity_rescaling(240, couple_every=5, couple_delay=2) + cases.barostat(couple_every=7),
        "the one a multiple of the other",
    ),
    "negative": (cases.velocity_rescaling(240, couple_every=5, couple_delay=-1), "between 0 and 10"),
}


@pytest.mark.parametrize("mistake", DELAYED)
def test_delays_that_cannot_be_are_refused(program, mistake):
    stage, words = DELAYED[mistake]
    err = refused(program, fluid(stage))
    assert "stage.0.couple_delay" in err and words in err


def test_weak_coupling_warns(program):
    stage = cases.langevin(240) + cases.barostat(type="berendsen")
    out, _ = call(program, program.write("weak.toml", fluid(stage)), "--dry-run")
    assert "stage.0.barostat.type: berendsen samples no ensemble: the volume fluctuates too little" in out


def test_what_hardly_acts_is_noted(program):
    stage = cases.velocity_rescaling(240) + cases.barostat(1.0, 100.0)
    out, _ = call(program, program.write("slow.toml", fluid(stage)), "--dry-run")
    assert "the barostat needs a time of about 100, and the stage lasts 1.2: it hardly acts" in out
    stage = cases.velocity_rescaling(240) + cases.barostat(1.0, 0.5, couple_every=10)
    out, _ = call(program, program.write("seldom.toml", fluid(stage)), "--dry-run")
    assert "the barostat acts only 10 times in it, so that the volume fluctuates too much" in out


def test_a_box_that_nothing_holds_together_ends_the_run(program):
    stage = cases.velocity_rescaling(20000, temperature=2.0) + cases.barostat(-3.0, 0.4, couple_every=5)
    _, _, err = run(program, "a", fluid(stage), code=PHYSICS_ERROR)
    assert "nothing holds the atoms together" in err


def test_a_box_that_would_leap_ends_the_run(program):
    """In a system that is far from the pressure, with words on what helps."""
    stage = cases.langevin(240) + cases.barostat(1000.0, 0.5, couple_every=10)
    _, _, err = run(program, "a", fluid(stage), code=PHYSICS_ERROR)
    assert "the barostat would change an edge of the box by" in err
    assert "relax at constant volume first" in err
