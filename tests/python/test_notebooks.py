# SPDX-License-Identifier: BSD-3-Clause
"""The notebooks of inputs/notebooks run to their ends, and find the physics that their text speaks of."""

import pathlib
import re

import pytest

import needed

nbformat = needed.module("nbformat")
nbclient = needed.module("nbclient")
needed.module("ipykernel")
needed.module("matplotlib")
needed.module("pandas")

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "inputs/notebooks"

CHECKS = {
    "first_run": """
import pytest
assert run.finished
assert abs(drift) < 1e-4 and last["total_energy"].std() < 0.05 * last["kinetic_energy"].std()
assert averages["temperature"].mean == pytest.approx(0.72, abs=0.06)
assert rdf.r[rdf.g.argmax()] == pytest.approx(1.08, abs=0.04)
assert 12 < neighbours < 13.5
# Johnson et al. and others find 0.03 near the triple point; it is a liquid, no crystal and no gas.
assert diffusion.value == pytest.approx(0.032, abs=0.008)
lines = open("first_run.out/last.gro").read().splitlines()
assert len(lines) == atoms + 3
""",
    "copper_particle": """
import pytest
assert 800 < melted_at < 1358
assert in_crystal[0] > 0.4 and in_crystal[-1] < 0.01 and step[-1] < 20000
cool, hot = excess[temperature < 600].mean(), excess[-3:].mean()
assert 0.05 < hot - cool < 0.14
assert fractions["core"][0] == fractions["shell"][0] == 1
middle = slice(len(fractions["core"]) // 4, -len(fractions["core"]) // 4)
assert fractions["shell"][middle].mean() < fractions["core"][middle].mean() - 0.1
assert shares[core].mean() == pytest.approx(-3.54, abs=0.1)
assert shares[surface].mean() > shares[core].mean() + 0.3
""",
    "isotherm": """
import pytest
assert len(comparison) == 4
for temperature, density, mean, expected, uncertainty in comparison:
    assert mean == pytest.approx(expected, abs=4 * uncertainty + 0.01)
    assert uncertainty < 0.15
# Hirschfelder, Curtiss and Bird, Molecular Theory of Gases and Liquids, Table I-B.
assert second_virial(2.0) / (2 * np.pi / 3) == pytest.approx(-0.6276, abs=0.001)
for temperature, rows in isotherms.items():
    density, mean, error = rows[0]
    assert mean == pytest.approx(temperature * density * (1 + second_virial(temperature) * density), abs=0.005)
""",
}


def notebook(name):
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


def test_every_notebook_is_run():
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(CHECKS)


@pytest.mark.parametrize("name", CHECKS)
def test_notebooks_are_kept_without_output(name):
    found = notebook(name)
    assert all(cell.execution_count is None and cell.outputs == [] for cell in found.cells if cell.cell_type == "code")
    assert found.cells[0].cell_type == "markdown" and found.cells[0].source.startswith("# ")
    assert (FOLDER / f"{name}.ipynb").stat().st_size < 20_000


@pytest.mark.parametrize("name", CHECKS)
def test_links_of_notebooks_lead_somewhere(name):
    for cell in notebook(name).cells:
        for link in re.findall(r"\]\(([^)#]+)", cell.source) + re.findall(r'"(\.\./\.\./[^"]+)"', cell.source):
            assert (FOLDER / link).exists()


@pytest.mark.parametrize("name", CHECKS)
def test_a_notebook_finds_what_its_text_says(name, tmp_path, monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    found = notebook(name)
    for cell in found.cells:
        cell.source = cell.source.replace("../../validation", str(ROOT / "validation"))
    found.cells.append(nbformat.v4.new_code_cell(CHECKS[name]))
    nbclient.NotebookClient(found, timeout=600, resources={"metadata": {"path": str(tmp_path)}}).execute()
