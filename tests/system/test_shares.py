# SPDX-License-Identifier: BSD-3-Clause
"""What frames hold of the energy and the virial of each atom: it adds up to what the system has, has the same bits on
any number of ranks and behind a restart, and is exported."""

import os

import pytest

import cases
import exported
from calls import call

FIELDS = '\n[trajectory]\nevery = {every}\nfields = ["position", "velocity", "potential_energy", "virial"]\n'
EV_PER_ANGSTROM3 = 1602176.634  # bar
BOLTZMANN = 8.617333262e-5  # eV / K


class Kind:
    """A system with one kind of force, its input and the unit of its pressure."""

    def __init__(self, name, units, parts, files=None, pressure=1.0):
        self.name, self.units, self.parts, self.files, self.pressure = name, units, parts, files or {}, pressure

    def write(self, program, precision, steps=40, every=20, more=""):
        for name, text in self.files.items():
            program.write(name, text)
        text = self.units + cases.run(precision=precision) + self.parts.replace("STEPS", str(steps))
        return program.write(f"{self.name}-{precision}.toml", text + FIELDS.format(every=every) + more)


def kinds():
    metal = cases.METAL_UNITS
    mixture = (
        cases.lattice((5, 5, 5), 1.0, more='species = ["A", "B", "A", "A"]\ndisplacement = 0.05')
        + cases.TWO_SPECIES
        + cases.pair()
        + cases.potential("A", "B", 1.3, 0.95)
        + cases.potential("B", "B", 0.8, 0.9)
        + cases.hot()
    )
    alloy = (
        cases.lattice((6, 6, 6), 1.05, more='species = ["A", "B", "A", "A"]')
        + '\n[[species]]\nname = "A"\n\n[[species]]\nname = "B"\n'
        + '\n[[many_body]]\ntype = "eam"\nfiles = "two.eam.fs"\nspecies = ["A", "B"]\n'
        + cases.hot(2000.0)
    )
    tables = {"two.eam.fs": cases.tables_of_two_metals()}
    silicon = "".join(cases.silicon((4, 4, 4), 3000.0))
    carbide = "".join(cases.silicon_carbide((4, 4, 4), 5000.0))
    neighbor = cases.neighbor(0.2)
    return [
        Kind("mixture", cases.LJ, mixture + neighbor + cases.stage("nve", "STEPS")),
        Kind("alloy", metal, alloy + neighbor + cases.stage("nve", "STEPS", 0.0003), tables, EV_PER_ANGSTROM3),
        Kind("silicon", metal, silicon + neighbor + cases.stage("nve", "STEPS", 0.001), {}, EV_PER_ANGSTROM3),
        Kind("carbide", metal, carbide + neighbor + cases.stage("nve", "STEPS", 0.0005), {}, EV_PER_ANGSTROM3),
    ]


KINDS = pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.name)


class Shares:
    """What a trajectory holds."""

    def __init__(self, folder):
        import h5py

        with h5py.File(os.path.join(folder, "trajectory.h5md"), "r") as file:
            system = file["particles/system"]
            self.energy = system["potential_energy/value"][:]
            self.virial = system["virial/value"][:]
            self.units = [system[name]["value"].attrs.get("unit") for name in ("potential_energy", "virial")]
            self.edges = system["box/edges/value"][:]
            self.seen = {name: file["observables"][name]["value"][:] for name in file["observables"]}
            for name in ("potential_energy", "virial"):
                assert system[name]["step"] == system["position/step"], f"the steps of {name} are not those of position"

    def bits(self):
        return self.energy.tobytes(), self.virial.tobytes()


def run(program, kind, precision, name, ranks=1, **keys):
    folder = program.folder(name)
    call(program, kind.write(program, precision, **keys), "--output", folder, "--quiet", ranks=ranks)
    return Shares(folder)


@KINDS
@pytest.mark.parametrize("precision", ["mixed", "double"])
def test_shares_add_up_to_the_energy_and_the_pressure(program, kind, precision):
    import numpy

    found = run(program, kind, precision, "alone")
    atoms = found.energy.shape[1]
    assert found.virial.shape == (3, atoms, 3, 3) and found.energy.shape == (3, atoms)
    unit = None if kind.units == cases.LJ else "eV"
    assert found.units == [unit, unit], f"the units are {found.units}"
    assert abs(found.energy[1] - found.energy[0]).max() > 0, "nothing moved, which proves nothing"
    for frame in range(3):
        energy = found.energy[frame].astype(float)
        wanted = found.seen["potential_energy"][frame]
        assert abs(energy.sum() - wanted) < 3e-7 * abs(energy).sum(), f"energies add up to {energy.sum()}, not {wanted}"
        volume = numpy.linalg.det(found.edges[frame])
        virial = numpy.trace(found.virial[frame].astype(float).sum(axis=0))
        kinetic = 2 * found.seen["kinetic_energy"][frame]
        wanted = 3 * volume * found.seen["pressure"][frame] / kind.pressure
        size = kinetic + abs(numpy.trace(found.virial[frame].astype(float), axis1=1, axis2=2)).sum()
        assert abs(kinetic + virial - wanted) < 1e-6 * size, f"the pressure is that of {kinetic + virial}, not {wanted}"
    skew = found.virial - found.virial.transpose(0, 1, 3, 2)
    assert (abs(skew).max() > 1e-3) == (kind.name in ("silicon", "carbide")), "these virials are of the wrong symmetry"


@KINDS
def test_the_same_bits_on_any_number_of_ranks(program, kind):
    expected = run(program, kind, "mixed", "one").bits()
    for ranks in (2, 3):
        more = "\n[debug]\nredraw_bricks = true\n" if ranks == 3 else ""
        assert run(program, kind, "mixed", f"on{ranks}", ranks, more=more).bits() == expected, f"on {ranks} ranks"
    folder = program.folder("narrow")
    code, _, err = program.call((kind.write(program, "mixed"), "--output", folder), env={"MDSIM_SIMD": "baseline"})
    assert code == 0, err
    assert Shares(folder).bits() == expected, "with other instructions"


def test_they_change_no_bit_of_the_run_and_go_on_behind_a_restart(program):
    kind = kinds()[2]
    whole = run(program, kind, "mixed", "whole")
    folder = program.folder("parts")
    path = kind.write(program, "mixed")
    call(program, path, "--output", folder, "--quiet", "--set", "stage.0.steps=25")
    call(program, path, "--output", folder, "--quiet", "--resume")
    assert Shares(folder).bits() == whole.bits()
    plain = program.folder("plain")
    call(program, path, "--output", plain, "--quiet", "--set", 'trajectory.fields=["position", "velocity"]')
    with open(os.path.join(plain, "thermo.csv"), encoding="utf-8") as a:
        with open(program.folder("whole/thermo.csv"), encoding="utf-8") as b:
            assert a.read() == b.read(), "energies and virials of atoms changed the run"
    call(program, "check", folder)


def test_they_are_exported(program):
    import numpy

    kind = kinds()[2]
    found = run(program, kind, "double", "out")
    path = program.folder("out.extxyz")
    call(program, "export", program.folder("out"), path)
    comment, _, rows = exported.read_extxyz(path)[1]
    assert ":potential_energy:R:1:virial:R:9 " in comment, comment
    numbers = numpy.array(rows)
    assert exported.same_floats(numbers[:, 6], found.energy[1])
    assert exported.same_floats(numbers[:, 7:], found.virial[1].reshape(-1, 9))
    path = program.folder("out.dump")
    call(program, "export", program.folder("out"), path)
    heading, lines = next((h, lines) for h, lines in exported.read_dump(path)[1].items() if h.startswith("ATOMS"))
    assert heading.endswith(
        "vx vy vz potential_energy virial_xx virial_xy virial_xz virial_yx virial_yy virial_yz "
        "virial_zx virial_zy virial_zz"
    ), heading
    numbers = numpy.array([line[-10:] for line in lines], dtype=float)
    assert exported.same_floats(numbers[:, 0], found.energy[1])
    assert exported.same_floats(numbers[:, 1:], found.virial[1].reshape(-1, 9))


def test_the_dry_run_counts_them(program):
    path = kinds()[2].write(program, "double")
    bare = ("--set", 'trajectory.fields=["position", "velocity"]')

    def numbers(*more):
        out, _ = call(program, path, "--dry-run", *more)
        memory = next(line for line in out.splitlines() if line.startswith("memory of the host"))
        return float(memory.split("about ")[1].split()[0])

    assert numbers() - numbers(*bare) == pytest.approx(80, abs=1.5)
