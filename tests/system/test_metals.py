# SPDX-License-Identifier: BSD-3-Clause
"""Metals by files of tables: what files give, what is said of atoms beyond them, and what --resume compares."""

import csv
import os

import cases
from calls import call
from mdsim_tools.program import INPUT_ERROR

METAL = '[units]\nsystem = "metal"\n'
TABLES = "two.eam.fs"


def many_body(species, more=""):
    names = ", ".join(f'"{name}"' for name in species)
    return f'\n[[many_body]]\ntype = "eam"\nfiles = "{TABLES}"\nspecies = [{names}]\n{more}\n'


def species(*names):
    return "".join(f'\n[[species]]\nname = "{name}"\n' for name in names)


def crystal(program, name, *parts, sites=("A", "B", "A", "A"), constant=1.56, steps=20):
    """Writes an input of a small crystal."""
    program.write(TABLES, cases.tables_of_two_metals())
    kinds = ", ".join(f'"{site}"' for site in sites)
    lattice = f'\n[system.lattice]\ntype = "fcc"\nconstant = {constant}\ncells = [4, 4, 4]\nspecies = [{kinds}]\n'
    rest = cases.hot(300.0) + cases.stage("nve", steps, 0.0002) + "\n[thermo]\nevery = 5\n"
    return program.write(name + ".toml", METAL + cases.run(precision="double") + lattice + "".join(parts) + rest)


def rows(folder):
    with open(os.path.join(folder, "thermo.csv"), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_masses_and_cutoff_are_those_of_the_file(program):
    path = crystal(program, "given", species("A", "B"), many_body("AB"))
    out, _ = call(program, path, "--dry-run")
    assert "cutoff 2.2" in out
    wrong = species("A") + '\n[[species]]\nname = "B"\nmass = 1.6\n'
    path = crystal(program, "wrong", wrong, many_body("AB"))
    _, err = call(program, path, "--dry-run", code=INPUT_ERROR)
    assert 'species "B" has the mass 1.6, but its element "B" has 1.5 in the file' in err
    path = crystal(program, "lj", species("A", "B"), many_body("AB"))
    _, err = call(program, path, "--dry-run", "--set", "units.system=lj", code=INPUT_ERROR)
    assert "these files are in eV and Angstrom" in err


def test_species_of_one_element_are_alike(program):
    one, two = program.folder("one"), program.folder("two")
    call(program, crystal(program, "one", species("A", "B"), many_body("AB")), "--output", one)
    marked = many_body(("A", "B", "C"), 'elements = ["A", "B", "A"]')
    path = crystal(program, "two", species("A", "B", "C"), marked, sites=("A", "B", "C", "A"))
    call(program, path, "--output", two)
    for first, second in zip(rows(one), rows(two), strict=True):
        for column in ("potential_energy", "conserved_energy"):
            a, b = (float(next(v for k, v in row.items() if k.startswith(column))) for row in (first, second))
            assert abs(a - b) < 1e-9 * abs(a), f"{column} at step {first['step']}: {a} and {b}"


def test_atoms_beyond_the_table_are_counted_and_said_once(program):
    usual = program.folder("usual")
    _, err = call(program, crystal(program, "usual", species("A", "B"), many_body("AB")), "--output", usual)
    assert "beyond the table" not in err
    path = crystal(program, "dense", species("A", "B"), many_body("AB"), constant=0.62)
    step = ("--set", "stage.0.time_step=2e-5")
    _, err = call(program, path, *step, "--output", program.folder("dense"), ranks=2)
    assert err.count("in step 0 the density at 256 atoms is beyond the table") == 1
    assert "at up to 256 atoms the density was beyond the table" in err
    assert err.count("beyond the table") == 2


def test_resume_compares_the_tables(program):
    path, folder = crystal(program, "run", species("A", "B"), many_body("AB")), program.folder("run")
    call(program, path, "--output", folder)
    longer = ("--resume", "--set", "stage.0.steps=40", "--output", folder)
    text = cases.tables_of_two_metals()
    program.write(TABLES, text.replace("2.2", "2.1", 1))
    _, err = call(program, path, *longer, code=INPUT_ERROR)
    assert "eam" in err and "checksum" in err
    program.write(TABLES, text)
    call(program, path, *longer)
    assert rows(folder)[-1]["step"] == "40"
