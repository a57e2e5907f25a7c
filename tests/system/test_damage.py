# SPDX-License-Identifier: BSD-3-Clause
"""Damage to the files of a stopped run has one of two ends: it is reported, or nothing that a reader can see was
damaged and all results are those of the run that was left alone. The sample of places is fixed; `--soak` tries
every place of small files."""

import collections
import json
import os
import random
import shutil
import tempfile

import pytest

import cases
import runs
import tally
import workers
from calls import call, liquid

DAMAGED = 2
FILES = (
    "trajectory.h5md",
    "thermo.h5",
    "thermo.csv",
    "checkpoint.h5",
    "checkpoint.1.h5",
    "input.toml",
    "rdf.csv",
    "summary.json",
    "trajectory.h5md.sums",
    "thermo.h5.sums",
    "thermo.csv.sums",
    "files.sums",
)
RDF = "\n[rdf]\nrange = 2.0\nbins = 20\nevery = 50\n"
STEPS = 400


class Sample:
    """A run that was stopped at half of its steps, another of the same input, and the whole run."""

    def __init__(self, program):
        self.program = program
        self.path = program.write("run.toml", liquid(cases.stage("nve", STEPS)) + RDF)
        self.base = [
            "--quiet",
            "--set",
            "checkpoint.every=100",
            "--set",
            "thermo.every=20",
            "--set",
            "trajectory.every=50",
        ]
        self.half = self.make("half", STEPS // 2)
        self.other = self.make("other", STEPS // 2)
        self.whole = self.make("whole", STEPS)

    def make(self, name, steps):
        folder = self.program.folder(name)
        call(self.program, self.path, "--output", folder, *self.base, "--set", f"stage.0.steps={steps}")
        return folder

    def copy(self):
        folder = os.path.join(tempfile.mkdtemp(prefix="copy-", dir=self.program.scratch), "run")
        shutil.copytree(self.half, folder)
        return folder

    def resume(self, folder):
        return self.program.call([self.path, "--output", folder, "--resume", *self.base])


@pytest.fixture(scope="module")
def sample(program_path, tmp_path_factory):
    return Sample(runs.Program(str(program_path), str(tmp_path_factory.mktemp("damage"))))


def flip(offset):
    def apply(path):
        with open(path, "r+b") as file:
            file.seek(offset)
            byte = file.read(1)[0]
            file.seek(offset)
            file.write(bytes([byte ^ 0x10]))

    return f"flip at {offset}", apply


def zero(offset, size):
    def apply(path):
        with open(path, "r+b") as file:
            file.seek(offset)
            count = len(file.read(size))
            file.seek(offset)
            file.write(bytes(count))

    return f"{size} zeros at {offset}", apply


def cut(size):
    return f"cut to {size}", lambda path: os.truncate(path, size)


def junk(path):
    with open(path, "ab") as file:
        file.write(b"\x5a" * 700)


def ways(path, other, soak):
    """Damage to try on a file: (words, what does it)."""
    size = os.path.getsize(path)
    chosen = random.Random(os.path.basename(path))
    if soak:
        offsets = range(0, size, 1 if size < 3000 else 97)
    else:
        offsets = sorted(chosen.sample(range(size), min(size, 3)))
    found = [flip(offset) for offset in offsets]
    sectors = range(0, size, 512) if soak else sorted(chosen.sample(range(0, size, 512), 1))
    found += [zero(offset, 512) for offset in sectors] + [zero(size // 3 // 4096 * 4096, 4096)]
    found += [
        cut(size // 2),
        cut(size - 1),
        ("junk behind", junk),
        ("swapped", lambda path: shutil.copyfile(other, path)),
        ("removed", os.remove),
    ]
    return found


def content(path):
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        return file.read()


def visible(path):
    """All that a reader can come to in an HDF5 file: frames, and every attribute and dataset besides."""
    import h5py

    found = {}
    with h5py.File(path, "r") as file:

        def keep(name, item):
            if isinstance(item, h5py.Dataset):
                found[name] = item[()].tobytes() if item.dtype.kind != "O" else list(item[()])
            for key in item.attrs:
                found[f"{name}@{key}"] = str(item.attrs[key])

        file.visititems(keep)
    return found


def same_results(folder, sample):
    """Whether a run has all results of the one that was left alone, as a reader sees them."""
    try:
        return (
            runs.final_state(folder) == runs.final_state(sample.whole)
            and runs.frames(folder) == runs.frames(sample.whole)
            and content(os.path.join(folder, "thermo.csv")) == content(os.path.join(sample.whole, "thermo.csv"))
            and content(os.path.join(folder, "rdf.csv")) == content(os.path.join(sample.whole, "rdf.csv"))
        )
    except Exception:  # whatever h5py says: it cannot read what the program let pass
        return False


def check(sample, folder):
    code, out, err = sample.program.call(["check", folder])
    assert code in (0, DAMAGED), out + err
    assert "contract" not in out + err and "defect" not in out + err, out + err
    return code == DAMAGED, out + err


def try_damage(sample, name, words, damage, before):
    """Damages a copy of the stopped run, has it checked, and goes on: how it ended, and what is to be said where
    something was lost. `before` is all that a reader could see of the file, where it holds frames or rows."""
    folder = sample.copy()
    damage(os.path.join(folder, name))
    if content(os.path.join(folder, name)) == content(os.path.join(sample.half, name)):
        shutil.rmtree(folder)
        return "unchanged", None
    reported, text = check(sample, folder)
    missing_sums = name.endswith(".sums") and words == "removed" and ("not covered" in text or "MISSING" in text)
    # Bytes that no reader comes to are not covered; an older checkpoint is a spare, and people remove it.
    spare = name == "checkpoint.1.h5" and words == "removed"
    unharmed = (
        reported or missing_sums or spare or (before is not None and visible(os.path.join(folder, name)) == before)
    )
    code, out, err = sample.resume(folder)
    assert code in (0, 2, 4), out + err
    assert "contract" not in err, err
    told = code != 0 or os.path.basename(name) in err
    identical = code == 0 and same_results(folder, sample)
    shutil.rmtree(folder)
    if not unharmed or not (told or identical):
        return "lost", (words, code, text[-600:], err[-600:])
    return "reported" if reported or missing_sums or told else "identical", None


@pytest.mark.parametrize("name", FILES)
def test_damage_is_reported_or_harmless(sample, name, soak):
    path = os.path.join(sample.half, name)
    before = visible(path) if name in ("trajectory.h5md", "thermo.h5") else None
    tried = ways(path, os.path.join(sample.other, name), soak)
    ends = workers.for_each(lambda way, _: try_damage(sample, name, *way, before), tried)
    lost = [words for end, words in ends if end == "lost"]
    counts = collections.Counter(end for end, _ in ends if end not in ("unchanged", "lost"))
    tally.tell(f"damage to {name}", counts, len(lost))
    assert not lost, lost[:3]
    assert sum(counts.values()) > 0


def test_a_good_folder_is_good(sample):
    reported, text = check(sample, sample.half)
    assert not reported, text
    for name in (
        "trajectory.h5md",
        "thermo.h5",
        "thermo.csv",
        "checkpoint.h5",
        "checkpoint.1.h5",
        "input.toml",
        "rdf.csv",
    ):
        assert [line for line in text.splitlines() if line.split()[0] == name and " good" in line], text
    folder = sample.copy()
    assert sample.resume(folder)[0] == 0
    reported, text = check(sample, folder)
    assert not reported, text
    assert same_results(folder, sample)


def test_check_names_the_frame(sample):
    """A byte of one frame is found by its number, by check and by the run that goes on, in all that the run leaves
    behind."""
    import h5py

    folder = sample.copy()
    path = os.path.join(folder, "trajectory.h5md")
    with h5py.File(path, "r") as file:
        place = file["particles/system/velocity/value"].id.get_chunk_info(1).byte_offset
    flip(place + 100)[1](path)
    assert "row 1 of /particles/system/velocity/value" in check(sample, folder)[1]
    code, _, err = sample.resume(folder)
    assert code == 0 and "row 1 of /particles/system/velocity/value" in err
    damaged = runs.summary(folder)["earlier_output"]["damaged"]
    assert len(damaged) == 1 and "row 1 of" in damaged[0]["what"] and damaged[0]["file"] == path
    with open(os.path.join(folder, "mdsim.log"), encoding="utf-8") as log:
        assert "row 1 of /particles/system/velocity/value" in log.read()
    assert "row 1 of /particles/system/velocity/value" in check(sample, folder)[1]  # it stays known


def test_files_of_an_earlier_version_go_on(sample):
    folder = sample.copy()
    for name in os.listdir(folder):
        if name.endswith(".sums"):
            os.remove(os.path.join(folder, name))
    reported, text = check(sample, folder)
    assert not reported and "it has no checksums" in text
    code, _, err = sample.resume(folder)
    assert code == 0 and "it has no checksums" in err
    assert same_results(folder, sample)
    reported, text = check(sample, folder)
    assert not reported and "rows 0 to" in text, text


def test_check_writes_nothing_and_refuses_what_is_no_run(sample):
    before = {name: content(os.path.join(sample.half, name)) for name in os.listdir(sample.half)}
    check(sample, sample.half)
    assert {name: content(os.path.join(sample.half, name)) for name in os.listdir(sample.half)} == before
    empty = sample.program.folder("empty")
    os.makedirs(empty, exist_ok=True)
    for folder in (empty, sample.program.folder("nowhere")):
        assert sample.program.call(["check", folder])[0] == DAMAGED


def test_summary_is_json(sample):
    assert json.loads(content(os.path.join(sample.whole, "summary.json")))["earlier_output"]["damaged"] == []
