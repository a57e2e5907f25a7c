# SPDX-License-Identifier: BSD-3-Clause
"""Two potentials on one pair act as their sum: against a direct sum over the frames, and against one table of it."""

import csv
import math
import os

import pytest

import cases
import runs
from calls import call

CUTOFF, SWITCH_FROM = 2.5, 2.0
EPSILON, SIGMA = 1.3, 0.95
FIRST, LAST, ROWS = 0.6, 3.0, 4000
STEPS, EVERY = 100, 50


def lennard_jones(r):
    """Energy and force of a pair."""
    six = (SIGMA / r) ** 6
    return 4 * EPSILON * (six * six - six), 24 * EPSILON * (2 * six * six - six) / r


def yukawa(r):
    energy = 0.8 * math.exp(-1.5 * (r - 1)) / r
    return energy, energy * (1.5 + 1 / r)


def both(r):
    return tuple(a + b for a, b in zip(lennard_jones(r), yukawa(r)))


def cut(r, potential):
    return potential(r)


def shift(r, potential):
    energy, force = potential(r)
    return energy - potential(CUTOFF)[0], force


def force_shift(r, potential):
    energy, force = potential(r)
    edge = potential(CUTOFF)
    return energy - edge[0] + edge[1] * (r - CUTOFF), force - edge[1]


def smooth(r, potential):
    energy, force = potential(r)
    width = CUTOFF - SWITCH_FROM
    x = max(0, (r - SWITCH_FROM) / width)
    value = 1 - 10 * x**3 + 15 * x**4 - 6 * x**5
    return energy * value, force * value + energy * 30 * x * x * (1 - x) ** 2 / width


TRUNCATIONS = {ends.__name__: ends for ends in (cut, shift, force_shift, smooth)}


def table(potential):
    """Rows that are even in r^2."""
    squares = (FIRST**2 + i * (LAST**2 - FIRST**2) / (ROWS - 1) for i in range(ROWS))
    rows = ((r, *potential(r)) for r in map(math.sqrt, squares))
    return "".join(f"{r:.16g} {energy:.16g} {force:.16g}\n" for r, energy, force in rows)


def table_of(name):
    return f'\n[[pair.potential]]\nspecies = ["A", "A"]\ntype = "table"\nfile = "{name}"\n'


SUM = (cases.potential("A", "A", EPSILON, SIGMA), table_of("yukawa.table"))


def text(potentials, truncation, precision):
    switch = f"switch_from = {SWITCH_FROM}\n" if truncation == "smooth" else ""
    return (
        cases.LJ
        + cases.run(precision=precision)
        + cases.lattice((5, 5, 5), 0.8)
        + cases.SPECIES
        + f'\n[pair]\ncutoff = {CUTOFF}\ntruncation = "{truncation}"\n{switch}'
        + "".join(potentials)
        + cases.neighbor()
        + cases.hot(1.0)
        + cases.stage("nve", STEPS, 0.004)
        + f'\n[thermo]\nevery = {EVERY}\ncolumns = ["potential_energy", "pressure", "conserved_energy"]\n'
        + f'\n[trajectory]\nevery = {EVERY}\nfields = ["position", "force"]\n'
    )


class Run:
    """Rows and frames of a run."""

    def __init__(self, program, name, potentials, truncation, precision="double"):
        import h5py
        import numpy

        program.write("yukawa.table", table(yukawa))
        program.write("sum.table", table(both))
        self.folder = program.folder(name)
        call(program, program.write(name + ".toml", text(potentials, truncation, precision)), "--output", self.folder)
        with open(os.path.join(self.folder, "thermo.csv"), encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.energy = numpy.array([float(row["potential_energy"]) for row in rows])
        self.conserved = numpy.array([float(row["conserved_energy"]) for row in rows])
        with h5py.File(os.path.join(self.folder, "trajectory.h5md"), "r") as file:
            system = file["particles/system"]
            self.edge = numpy.diag(system["box/edges/value"][0])
            self.position = system["position/value"][:].astype(float)
            self.force = system["force/value"][:].astype(float)
        assert len(rows) == len(self.position) == STEPS // EVERY + 1

    def direct_sum(self, frame, pair):
        """Energy and forces, pair by pair."""
        import numpy

        ways = self.position[frame][:, None, :] - self.position[frame][None, :, :]
        ways -= self.edge * numpy.round(ways / self.edge)
        r = numpy.sqrt((ways**2).sum(axis=2))
        numpy.fill_diagonal(r, numpy.inf)
        first, second = numpy.nonzero(r < CUTOFF)
        energy, force = numpy.array([pair(x) for x in r[first, second]]).T
        total = numpy.zeros_like(self.position[frame])
        numpy.add.at(total, first, (force / r[first, second])[:, None] * ways[first, second])
        return energy.sum() / 2, total


@pytest.mark.parametrize("precision", ["mixed", "double"])
@pytest.mark.parametrize("truncation", TRUNCATIONS)
def test_energy_and_forces_are_those_of_a_direct_sum(program, truncation, precision):
    import numpy

    run = Run(program, "sum", SUM, truncation, precision)
    for frame, found in enumerate(run.energy):
        energy, force = run.direct_sum(frame, lambda r: TRUNCATIONS[truncation](r, both))
        assert abs(found - energy) < 2e-5 * abs(energy), f"energy of frame {frame}: {found}, not {energy}"
        off = numpy.abs(run.force[frame] - force).max()
        scale = max(1.0, numpy.abs(force).max())
        assert off < 1e-4 * scale, f"forces of frame {frame}: {off} of {scale}"
    assert abs(numpy.abs(run.force[-1]).max()) > 10, "hardly a force, which proves nothing"


@pytest.mark.parametrize("truncation", TRUNCATIONS)
def test_a_sum_is_one_table_of_it(program, truncation):
    """Within the error of the table: the first step, before trajectories part."""
    import numpy

    two = Run(program, "two", SUM, truncation)
    one = Run(program, "one", (table_of("sum.table"),), truncation)
    assert abs(two.energy[0] - one.energy[0]) < 1e-7 * abs(one.energy[0])
    assert numpy.abs(two.energy - one.energy).max() < 1e-5 * abs(one.energy[0])
    assert numpy.abs(two.force[0] - one.force[0]).max() < 1e-4
    assert two.energy[0] != one.energy[0], "the same bits: is the table used in both?"


def test_the_order_of_two_potentials_changes_no_bit(program):
    for precision in ("mixed", "double"):
        there = Run(program, f"there_{precision}", SUM, "smooth", precision)
        back = Run(program, f"back_{precision}", SUM[::-1], "smooth", precision)
        assert runs.final_state(there.folder) == runs.final_state(back.folder)


def test_ranks_and_instructions_change_no_bit_of_a_sum(program):
    input_file = program.write("bits.toml", text(SUM, "shift", "mixed"))
    program.write("yukawa.table", table(yukawa))
    folders = [program.folder(name) for name in ("plain", "ranks", "baseline")]
    call(program, input_file, "--output", folders[0])
    call(program, input_file, "--output", folders[1], ranks=3)
    code, out, err = program.call((input_file, "--output", folders[2]), env={"MDSIM_SIMD": "baseline"})
    assert code == 0, out + err
    states = [runs.final_state(folder) for folder in folders]
    assert states[0] == states[1] == states[2]


def test_energy_is_conserved(program):
    """The force of a sum is the slope of its energy."""
    run = Run(program, "conserved", SUM, "smooth")
    exchanged = abs(run.energy[-1] - run.energy[0])
    assert abs(run.conserved[-1] - run.conserved[0]) < 2e-3 * exchanged, f"{run.conserved} of {exchanged}"
