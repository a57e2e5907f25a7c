# SPDX-License-Identifier: BSD-3-Clause
"""A rerun keeps what is there, and says what is wrong with frames and inputs."""

import numpy as np
import pytest
import tomli_w
from rerun_runs import altered, double, rerun, tables  # noqa: F401 - fixtures

import mdsim
from conftest import launcher


def test_output_is_kept(double, rerun, tmp_path):
    def refused(*options):
        code, words, _ = rerun(double, *options)
        assert code == 2
        return words

    assert "holds a run" in refused("--output", double, "--overwrite")
    assert rerun(double, "--rdf", "--frames", ":1")[0] == 0
    folder = tmp_path / "in.rerun"
    (folder / "notes.txt").write_text("mine")
    before = (folder / "thermo.csv").read_bytes()
    assert "ask for --overwrite" in refused()
    assert "unknown key 'cutof'" in refused("--overwrite", "--set", "pair.cutof=1")
    assert (folder / "thermo.csv").read_bytes() == before
    assert rerun(double, "--overwrite")[0] == 0
    assert sorted(path.name for path in folder.iterdir()) == ["input.toml", "notes.txt", "thermo.csv"]
    (tmp_path / "file").write_text("")
    assert "is a file" in refused("--output", tmp_path / "file")
    assert "there is no folder" in refused("--output", tmp_path / "no/where")
    own = rerun(folder, "--output", folder, "--overwrite")
    assert own[0] == 2 and "holds no frames" in own[1]


def test_wrong_sources_are_refused(double, rerun, tmp_path):
    def refused(source, *options):
        code, words, _ = rerun(source, *options, "--output", tmp_path / "x")
        assert code == 2 and not (tmp_path / "x").exists()
        return words

    (tmp_path / "text").write_text("no trajectory")
    assert "it is no HDF5 file" in refused(tmp_path / "text")
    assert "has no particles/system" in refused(double / "thermo.h5")
    assert "no folder and no file" in refused(tmp_path / "nowhere")
    assert "holds no run" in refused(tmp_path)
    assert "no frame is chosen of the 5" in refused(double, "--frames", "7:")
    assert "must grow" in refused(double, "--frames=::-1")

    def fewer_species(file):
        values = file["particles/system/species"][:-1]
        del file["particles/system/species"]
        file["particles/system/species"] = values

    found = altered(double, tmp_path / "fewer.h5md", fewer_species)
    assert "the number of atoms changes" in refused(found)

    def lose_an_atom(file):
        file["particles/system/position/value"][2, 3] = np.nan

    assert "frame 2, step 40: positions: some are not finite" in refused_later(rerun, double, tmp_path, lose_an_atom)


def refused_later(rerun, double, tmp_path, change):
    """What is said where a later frame cannot be computed; the rows before it are there."""
    found = altered(double, tmp_path / "changed.h5md", change)
    code, words, _ = rerun(found, "--output", tmp_path / "later")
    assert code == 2 and len(mdsim.open(tmp_path / "later").thermo_arrays()["step"]) == 2
    return words


def test_inputs_that_do_not_fit_are_refused(double, rerun, tmp_path):
    def refused(made, *options):
        (tmp_path / "other.toml").write_text(made if isinstance(made, str) else tomli_w.dumps(made))
        code, words, _ = rerun(double, tmp_path / "other.toml", *options)
        assert code == 2 and not (tmp_path / "in.rerun").exists()
        return words

    other = tables()
    other["species"][0]["name"] = other["pair"]["potential"][0]["species"][0] = "B"
    assert 'the frames hold the species "A", which the input does not know' in refused(other)
    assert "and the frames are in reduced units" in refused({**tables(), "units": {"system": "metal"}})
    words = refused({**tables(), "pears": {}})
    assert "other.toml: unknown section [pears]" in words and "script.toml" not in words
    assert "other.toml" in refused("pair = ")
    without = {name: section for name, section in tables().items() if name != "rdf"}
    assert "has no section [rdf]" in refused(without, "--rdf")
    for wrong in (["--fields", "forces"], ["--precision", "half"], ["--frames", "3"]):
        with pytest.raises(SystemExit) as ended:
            refused(tables(), *wrong)
        assert ended.value.code == 2


def test_atoms_on_top_of_each_other_are_a_fault_of_the_physics(double, rerun, tmp_path):
    def collide(file):
        positions = file["particles/system/position/value"]
        positions[0, 1] = positions[0, 0]

    found = altered(double, tmp_path / "collided.h5md", collide)
    code, words, _ = rerun(found, "--output", tmp_path / "x")
    assert (code, "atoms overlap" in words) == (3, True)
    assert "mdsim: frame 0, step 0: atom 1" in words and not (tmp_path / "x").exists()


def test_several_ranks_are_refused(double, in_process):
    launcher(2)
    script = f"from mdsim.commands.main import main\nraise SystemExit(main(['rerun', {str(double)!r}]))\n"
    done = in_process(script, ranks=2)
    assert done.returncode == 2 and "a rerun has one rank" in done.stderr
