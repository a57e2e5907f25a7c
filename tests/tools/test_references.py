# SPDX-License-Identifier: BSD-3-Clause
"""What LAMMPS is given to make reference data, and that the files that are kept are those that it was given."""

import gzip
import json

import pytest

from references import cases, documents, structures
from references.potentials import ALL, FOLDER, Potential, thinned

VALIDATION = FOLDER.parent
VARIANTS = [(folder.name, v) for folder in cases.SINGLE_POINTS for v in folder.variants]


def names(parameters):
    return [f"{folder}-{variant.name}" for folder, variant in parameters]


@pytest.mark.parametrize("sites, atoms", [(structures.BCC, 2), (structures.FCC, 4), (structures.DIAMOND, 8)])
def test_sites_of_a_crystal_lie_apart_and_away_from_the_faces(sites, atoms):
    found = structures.Crystal(sites, 4.0, 2, 0.1, 1).structure("", [1.0])
    assert len(found.positions) == 8 * atoms
    assert min(c for p in found.positions for c in p) > 0 and max(c for p in found.positions for c in p) < 8
    nearest = min(
        sum(min(abs(a - b), 8 - abs(a - b)) ** 2 for a, b in zip(p, q)) ** 0.5
        for i, p in enumerate(found.positions)
        for q in found.positions[:i]
    )
    assert nearest > 4 * {2: 0.866, 4: 0.707, 8: 0.433}[atoms] - 0.35


def test_species_have_their_shares():
    mixed = structures.Crystal(structures.FCC, 4.0, 4, 0.1, 1, (0.7, 0.3)).structure("", [1.0, 2.0])
    assert [mixed.types.count(k) for k in (1, 2)] == [179, 77]
    ordered = structures.Crystal(structures.DIAMOND, 4.0, 2, 0.1, 1, ordered=True, swaps=3).structure("", [1.0, 2.0])
    assert ordered.types.count(1) == ordered.types.count(2) == 32
    assert sum(t != (1 if k % 8 < 4 else 2) for k, t in enumerate(ordered.types)) <= 6


def test_a_data_file_is_read_as_it_was_written(tmp_path):
    made = structures.Crystal(structures.FCC, 3.6, 2, 0.1, 1, (0.5, 0.5), tilt=(0.2, -0.1, 0.3)).structure(
        "a", [1.5, 2]
    )
    made.velocities = [(0.1 * k, -1.0, 2e-6) for k in range(32)]
    made.write(tmp_path / "one")
    structures.read(tmp_path / "one").write(tmp_path / "two")
    assert (tmp_path / "one").read_text() == (tmp_path / "two").read_text()


@pytest.mark.parametrize("kind, tables", [("fs", 2), ("adp", 1)])
def test_a_thinned_table_keeps_every_tenth_knot_and_ends_at_the_cutoff(kind, tables):
    """Two elements with 20 knots; the words of a table tell which and where."""

    def table(name):
        return [f"{name}.{k}" for k in range(20)]

    per_element = [["E 1 2 fcc", *table(f"F{e}"), *(w for t in range(tables) for w in table(f"r{e}{t}"))] for e in "ab"]
    pairs = [w for p in range(3 if kind == "fs" else 9) for w in table(f"p{p}")]
    text = "\n".join(["", "", "", "2 A B", "20 0.5 20 0.25 5.0", *per_element[0], *per_element[1], *pairs])
    found = "\n".join(thinned(text, Potential("x", kind, "", every=10))).splitlines()
    assert found[:5] == ["2 A B", "2 5.0 3 2.5 5.0", "E 1 2 fcc", "Fa.0", "Fa.10"]
    assert found[5:8] == ["ra0.0", "ra0.10", "0.0"]
    assert found[-3:] == [f"p{2 if kind == 'fs' else 8}.0", f"p{2 if kind == 'fs' else 8}.10", "0.0"]
    assert len(found) == 2 + 2 * (1 + 2 + 3 * tables) + 3 * (3 if kind == "fs" else 9)


@pytest.mark.parametrize("folder, variant", VARIANTS, ids=names(VARIANTS))
def test_a_folder_holds_what_its_case_names(folder, variant):
    place = VALIDATION / folder
    case = next(place / name for name in ("reference.json", "case.json") if (place / name).exists())
    values = json.loads(case.read_text())["variants"][variant.name]
    atoms = structures.read(place / f"{variant.name}.data")
    forces = (place / values["forces"]).read_text().splitlines()[1:]
    shares = gzip.decompress((place / values["atoms"]).read_bytes()).decode().splitlines()[1:]
    assert len(atoms.positions) == len(forces) == len(shares)
    assert sum(float(line.split()[1]) for line in shares) == pytest.approx(values["energy_total"], rel=1e-9)
    assert (place / f"{variant.name}.toml").read_text() == documents.single_point_input(variant)


def test_all_potentials_are_there_with_their_citation():
    for potential in ALL:
        text = (FOLDER / potential.file).read_text()
        assert potential.source in text[:300], potential.file
