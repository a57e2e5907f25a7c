# SPDX-License-Identifier: BSD-3-Clause
"""Elastic constants are the second derivatives of the energy, of sums over a lattice and of published crystals."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest
import tomli_w
from crystal_energies import FCC, GPA, LennardJonesCrystal, StillingerWeberSilicon, second_derivatives, slopes, strained

from conftest import ROOT, launcher
from mdsim.commands.main import main
from mdsim.elastic.constants import constants_from, stress_terms
from mdsim.elastic.derived import Relaxation, relaxed
from mdsim.elastic.derived import strained as strained_input
from mdsim.elastic.moduli import moduli_of
from mdsim.elastic.strains import ORDER, gradient, matrix_of, rotation_of, six
from mdsim.inputs import InputText
from mdsim.tables import override, tables_for

STRAINS = [(component, sign) for component in ORDER for sign in (1, -1)]


def cubic(c11, c12, c44):
    found = np.diag([c11 - c12] * 3 + [c44] * 3).astype(float)
    found[:3, :3] += c12
    return found


# --- from stresses to constants, without the program ---


def body(stiffness, stress):
    """The Cauchy stress of a body by its deformation, where the second Piola-Kirchhoff stress is linear."""

    def cauchy(f):
        strain = (f.T @ f - np.eye(3)) / 2
        inner = stress + matrix_of(stiffness @ (six(strain) * [1, 1, 1, 2, 2, 2]))
        return f @ inner @ f.T / np.linalg.det(f)

    return cauchy


STRESSES = {
    "none": np.zeros((3, 3)),
    "pressure": -7.0 * np.eye(3),
    "any": np.array([[5.0, 2.0, -1.5], [2.0, -4.0, 3.0], [-1.5, 3.0, 1.0]]),
}


@pytest.mark.parametrize("stress", STRESSES)
def test_constants_are_those_of_the_energy(stress):
    random = np.random.default_rng(1965)
    wanted = random.normal(size=(6, 6))
    wanted = 100 * np.eye(6) + 5 * (wanted + wanted.T)
    start = STRESSES[stress]
    cauchy = body(wanted, start)
    at = {(c, sign): cauchy(gradient(c, sign * 1e-3)) for c, sign in STRAINS}
    found = constants_from(at, start, 1e-3)
    assert found.energy == pytest.approx(wanted, abs=1e-3)
    assert found.asymmetry < 1e-3
    assert found.stress_strain == pytest.approx(wanted + stress_terms(start), abs=1e-3)
    # B is what a strain without rotation does to the Cauchy stress.
    for column, component in enumerate(ORDER):
        e = (gradient(component, 1e-4) + gradient(component, 1e-4).T) / 2
        slope = six(cauchy(e) - cauchy(2 * np.eye(3) - e)) / 2e-4
        assert slope == pytest.approx(found.stress_strain[:, column], abs=1e-3)


def test_a_rotation_is_no_strain():
    shear = gradient("xz", 0.2)
    rotation = rotation_of(shear)
    assert rotation @ rotation.T == pytest.approx(np.eye(3), abs=1e-14)
    symmetric = rotation.T @ shear
    assert symmetric == pytest.approx(symmetric.T, abs=1e-14)
    assert np.linalg.eigvalsh(symmetric).min() > 0


def test_a_pressure_changes_constants_as_published():
    """B11 = C11 - P, B12 = C12 + P, B44 = C44 - P, Barron and Klein (1965)."""
    p = 3.0
    assert stress_terms(-p * np.eye(3)) == pytest.approx(cubic(-p, p, -p))
    assert stress_terms(STRESSES["any"])[0, 1] == -5.0
    assert stress_terms(STRESSES["any"])[1, 0] == 4.0


def test_moduli_of_crystals():
    """Copper: R. Hill's bounds as of any textbook, from C11 = 168.4, C12 = 121.4, C44 = 75.4 GPa."""
    copper = moduli_of(cubic(168.4, 121.4, 75.4))
    assert (copper.bulk.voigt, copper.bulk.reuss) == pytest.approx((411.2 / 3, 411.2 / 3))
    assert copper.shear.voigt == pytest.approx((47.0 + 3 * 75.4) / 5)
    assert copper.shear.reuss == pytest.approx(5 * 47.0 * 75.4 / (4 * 75.4 + 3 * 47.0))
    assert copper.zener == pytest.approx(2 * 75.4 / 47.0)
    ratio = copper.zener
    assert copper.universal == pytest.approx(6 / 5 * (ratio**0.5 - ratio**-0.5) ** 2)
    assert sorted(copper.eigenvalues) == pytest.approx([47.0, 47.0, 75.4, 75.4, 75.4, 411.2])
    assert copper.stable
    isotropic = moduli_of(cubic(30.0, 10.0, 10.0))
    assert isotropic.shear.voigt == pytest.approx(isotropic.shear.reuss)
    assert isotropic.young == pytest.approx(2 * isotropic.shear.hill * (1 + isotropic.poisson))
    assert isotropic.poisson == pytest.approx(10 / (30 + 10))
    assert (isotropic.universal, isotropic.zener) == pytest.approx((0, 1))


def test_an_unstable_crystal_has_no_compliance():
    found = moduli_of(cubic(100.0, 110.0, 40.0))
    assert not found.stable
    assert (found.bulk.reuss, found.young, found.poisson, found.universal, found.zener) == (None,) * 5


def test_a_crystal_of_other_edges_has_no_zener_ratio():
    hexagonal = cubic(160.0, 90.0, 40.0)
    hexagonal[2, 2] = 180.0
    assert moduli_of(hexagonal).zener is None


# --- inputs ---

RELAXATION = Relaxation(500, 0.002, 1e-6, 10.0, 1.0, "full")


def test_inputs_of_the_runs(liquid, tmp_path):
    liquid["box"] = {"periodic": [True, True, True]}
    liquid["run"]["output"] = "elsewhere"
    first = relaxed(liquid, RELAXATION)
    assert first["run"] == {"threads": 1, "device": "cpu", "seed": 7, "precision": "double"}
    assert first["system"] == liquid["system"] and "velocity" not in first and "checkpoint" not in first
    assert first["stage"][0]["minimize"]["coupling"] == "full"
    second = strained_input(liquid, RELAXATION, "start.h5md", "xy", -0.01)
    assert second["system"] == {"file": {"path": "start.h5md", "format": "h5md"}} and "box" not in second
    assert second["stage"][0]["deform"] == [{"component": "xy", "path": "once", "strain": -0.01}]
    assert second["stage"][1]["minimize"] == {"force_tolerance": 1e-6}
    assert liquid["stage"][0]["name"] == "heat"


def test_files_are_found_from_the_folder_of_the_runs(tmp_path):
    text = """
[system.file]
path = "start.xyz"
[[pair.potential]]
file = "/tables/a.table"
[[many_body]]
files = ["../potentials/Si.sw"]
"""
    (tmp_path / "in").mkdir()
    tables = tables_for(InputText(text, tmp_path / "in/input.toml"), ["run.seed=3"], tmp_path / "runs")
    assert tables["system"]["file"]["path"] == "../in/start.xyz"
    assert tables["many_body"][0]["files"] == ["../potentials/Si.sw"]
    assert os.path.normpath(tmp_path / "runs" / tables["pair"]["potential"][0]["file"]) == "/tables/a.table"
    assert tables["run"] == {"seed": 3}


def test_keys_are_replaced_as_by_the_program():
    tables = {"species": [{"name": "A", "mass": 1.0}], "system": {"lattice": {"cells": [3, 3, 3]}}}
    for word in ("species.A.mass=2.5", "system.lattice.cells=[4, 4, 4]", "run.device=cpu", "species.0.charge=1"):
        override(tables, word)
    assert tables["species"] == [{"name": "A", "mass": 2.5, "charge": 1}]
    assert tables["system"]["lattice"]["cells"] == [4, 4, 4] and tables["run"]["device"] == "cpu"
    for wrong in ("species", "species.B.mass=1", "species..mass=1"):
        with pytest.raises(ValueError, match="--set"):
            override(tables, wrong)


# --- with the program ---


@pytest.fixture
def elastic(program, tmp_path, monkeypatch, capsys):
    """Calls the command on tables or a file; returns the exit code, what it said, and its JSON."""
    monkeypatch.setenv("MDSIM_PROGRAM", str(program))
    monkeypatch.setenv("OMP_NUM_THREADS", "1")

    def call(source, *words):
        if isinstance(source, dict):
            path = tmp_path / "in.toml"
            path.write_text(tomli_w.dumps(source))
        else:
            path = source
        target = tmp_path / "elastic.json"
        target.unlink(missing_ok=True)
        folder = tmp_path / "in.elastic"
        code = main(["elastic", str(path), "--output", str(folder), "--json", str(target), *words])
        said = capsys.readouterr()
        return code, said.out + said.err, json.loads(target.read_text()) if target.exists() else None

    return call


@pytest.fixture
def argon():
    """Tables of a crystal of Lennard-Jones atoms, with shells of neighbours away from the cutoff."""

    def make(system, cutoff=2.5):
        return {
            "units": {"system": "lj"},
            "run": {"threads": 1, "device": "cpu"},
            "system": system,
            "species": [{"name": "A", "mass": 1.0}],
            "pair": {
                "cutoff": cutoff,
                "truncation": "force_shift",
                "potential": [{"species": ["A", "A"], "type": "lennard_jones", "epsilon": 1.0, "sigma": 1.0}],
            },
        }

    return make


def fcc(constant, cells=4):
    return {"lattice": {"type": "fcc", "constant": constant, "cells": [cells] * 3, "species": ["A"]}}


@pytest.mark.parametrize("constant", [1.56, 1.50])
def test_a_lennard_jones_crystal(elastic, argon, constant):
    """Beside a pressure, also where it is large: by second differences of the energy."""
    code, words, found = elastic(argon(fcc(constant)))
    assert code == 0, words
    crystal = LennardJonesCrystal(FCC * constant, 2.5)
    c, stress = second_derivatives(crystal, relaxed=True), slopes(crystal)
    largest = np.abs(c).max()
    assert found["unit"] == "reduced" and found["converged"]
    assert found["stress"] == pytest.approx(stress, abs=1e-6 * largest)
    assert np.array(found["relaxed"]["energy"]) == pytest.approx(c, abs=2e-4 * largest)
    b = np.array(found["relaxed"]["stress_strain"])
    assert b == pytest.approx(c + stress_terms(matrix_of(stress)), abs=2e-4 * largest)
    assert b[0, 1] - b[3, 3] == pytest.approx(2 * found["pressure"], abs=4e-4 * largest)  # C12 = C44 by Cauchy
    assert found["relaxed"]["asymmetry"] < 1e-4 * largest


def test_a_crystal_under_stress_that_is_no_pressure(elastic, argon, tmp_path):
    """Of a box that was sheared before: the rotation within each strain matters."""
    deformation = strained([0.02, -0.015, 0.005, 0.03, -0.02, 0.04])
    edges = np.linalg.qr((4 * 1.56 * deformation).T)  # rows of a box are lower-triangular: turn it
    lower = edges[1].T * np.sign(np.diag(edges[1]))
    sites = np.array([(0, 0, 0), (0, 0.5, 0.5), (0.5, 0, 0.5), (0.5, 0.5, 0)])
    cells = np.stack(np.meshgrid(*[range(4)] * 3, indexing="ij"), axis=-1).reshape(-1, 1, 3)
    places = ((cells + sites).reshape(-1, 3) / 4) @ lower
    lattice = " ".join(repr(float(x)) for x in lower.ravel())
    lines = [str(len(places)), f'Lattice="{lattice}" Properties=species:S:1:pos:R:3 pbc="T T T"']
    lines += ["A " + " ".join(repr(float(x)) for x in place) for place in places]
    (tmp_path / "start.xyz").write_text("\n".join(lines) + "\n")
    code, words, found = elastic(argon({"file": {"path": "start.xyz", "format": "extxyz"}}, 2.58), "--unrelaxed")
    assert code == 0, words
    crystal = LennardJonesCrystal(FCC @ lower / 4, 2.58)
    c, stress = second_derivatives(crystal, relaxed=True), slopes(crystal)
    largest = np.abs(c).max()
    assert np.abs(six(np.eye(3) * stress[:3].mean()) - stress).max() > 0.02 * largest
    assert found["stress"] == pytest.approx(stress, abs=1e-5 * largest)
    for kind in ("relaxed", "unrelaxed"):
        assert np.array(found[kind]["energy"]) == pytest.approx(c, abs=5e-5 * largest)
        wanted = c + stress_terms(matrix_of(stress))
        assert np.array(found[kind]["stress_strain"]) == pytest.approx(wanted, abs=5e-5 * largest)
        assert found[kind]["asymmetry"] < 5e-5 * largest
    assert "stress, positive in tension" in words and "second derivatives of the energy" in words


def silicon(cells=3):
    return {
        "units": {"system": "metal"},
        "run": {"threads": 1, "device": "cpu"},
        "system": {"lattice": {"type": "diamond", "constant": 5.431, "cells": [cells] * 3, "species": ["Si"]}},
        "species": [{"name": "Si", "mass": 28.0855}],
        "many_body": [
            {"type": "stillinger_weber", "species": ["Si"], "files": [str(ROOT / "validation/potentials/Si.sw")]}
        ],
    }


def test_silicon_relaxes_under_shear(elastic):
    """C11 = 151.4, C12 = 76.4, C44 = 56.4 GPa: E. R. Cowley, Phys. Rev. Lett. 60, 2379 (1988)."""
    code, words, found = elastic(silicon(), "--pressure", "0", "--unrelaxed")
    assert code == 0, words
    b = np.array(found["relaxed"]["stress_strain"])
    assert b == pytest.approx(cubic(151.4, 76.4, 56.4), abs=0.06)
    assert abs(found["pressure"]) < 1.1e-4
    crystal = StillingerWeberSilicon((found["volume"] / 27) ** (1 / 3))
    for kind in ("relaxed", "unrelaxed"):
        wanted = GPA * second_derivatives(crystal, relaxed=kind == "relaxed")
        assert np.array(found[kind]["stress_strain"]) == pytest.approx(wanted, abs=0.02)
    assert found["unrelaxed"]["stress_strain"][3][3] > 1.9 * b[3, 3]
    assert found["relaxed"]["zener"] == pytest.approx(2 * 56.45 / (151.42 - 76.42), rel=1e-3)
    assert found["relaxed"]["stable"]
    assert "not relaxed" in words and "strain 12 of 12" in words


def test_copper_as_lammps_has_it(elastic):
    """validation/metals-static: C11 = 167.265, C12 = 124.153, C44 = 76.4468 GPa."""
    reference = json.loads((ROOT / "validation/metals-static/reference.json").read_text())["crystals"][0]
    assert reference["material"] == "Cu"
    tables = silicon()
    tables["system"] = {"lattice": {"type": "fcc", "constant": 3.6, "cells": [4] * 3, "species": ["Cu"]}}
    tables["species"] = [{"name": "Cu"}]
    tables["many_body"] = [{"type": "eam", "species": ["Cu"], "files": [str(ROOT / "validation/potentials/Cu_u3.eam")]}]
    code, words, found = elastic(tables, "--pressure", "0")
    assert code == 0, words
    wanted = cubic(*(reference[f"{name}_GPa"] for name in ("C11", "C12", "C44")))
    assert np.array(found["relaxed"]["stress_strain"]) == pytest.approx(wanted, abs=0.1)
    assert found["relaxed"]["bulk"]["hill"] == pytest.approx(reference["bulk_modulus_GPa"], abs=0.1)
    assert (found["volume"] / 64) ** (1 / 3) == pytest.approx(reference["a0_Angstrom"], rel=1e-5)
    assert found["unrelaxed"] is None


def test_a_pressure_is_reached_first(elastic, argon):
    code, words, found = elastic(argon(fcc(1.56, 3)), "--pressure", "20", "--coupling", "isotropic")
    assert code == 0, words
    assert found["pressure"] == pytest.approx(20, abs=2e-4)
    assert "B, how the Cauchy stress changes" in words and "C, second derivatives of the energy" in words
    terms = np.array(found["relaxed"]["stress_strain"]) - found["relaxed"]["energy"]
    assert terms == pytest.approx(cubic(-20, 20, -20), abs=1e-3)


def test_atoms_that_do_not_come_to_rest_are_reported(elastic):
    code, words, found = elastic(silicon(), "--steps", "2", "--set", "system.lattice.displacement=0.02")
    assert code == 0, words
    assert not found["converged"]
    assert len(found["unfinished"]) == 13 and "xy-minus" in found["unfinished"]
    assert "did not come to rest in 13 of 13 runs" in words and "NOT AT REST" in words


def test_ranks_change_nothing(elastic, program):
    launcher(2)
    launched = ("--mpirun", "mpirun --oversubscribe --bind-to none")
    tables = silicon()
    tables["system"]["lattice"]["cells"] = [4, 3, 3]
    one = elastic(tables)
    two = elastic(tables, "--ranks", "2", *launched)
    assert (one[0], two[0]) == (0, 0), two[1]
    assert one[2] == two[2]


def test_faults_are_reported(elastic, argon, liquid):
    code, words, _ = elastic({**liquid, "pair": {**liquid["pair"], "cutof": 1}})
    assert (code, "unknown key 'cutof' in [pair]" in words) == (2, True)
    code, words, _ = elastic({**argon(fcc(1.56)), "pair": {}})
    assert (code, "pair" in words) == (2, True)
    code, words, _ = elastic({**argon(fcc(1.56)), "box": {"periodic": [True, True, False]}})
    assert (code, "repeats in all directions" in words) == (2, True)
    for wrong in (["--strain", "0"], ["--ranks", "0"], ["--force-tolerance", "-1"], ["--pressure-tolerance", "1"]):
        code, words, _ = elastic(argon(fcc(1.56)), *wrong)
        assert (code, wrong[0] in words) == (2, True)


def test_the_program_finds_the_command(program, argon, tmp_path):
    (tmp_path / "in.toml").write_text(tomli_w.dumps(argon(fcc(1.56, 3))))
    environment = {**os.environ, "MDSIM_PYTHON": sys.executable}
    words = [program, "elastic", "in.toml"]
    found = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert "108 atoms" in found.stdout
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in.elastic", "in.toml"]
    late = subprocess.run([program, "--quiet", "elastic"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert late.returncode == 2
    assert "elastic is the first word" in late.stderr
