# SPDX-License-Identifier: BSD-3-Clause
"""An output folder that somebody else made: its checkpoints carry a good checksum and are not what they seem, its
files are pipes or lead elsewhere. Nothing outside is read, nothing hangs, and what is refused is named."""

import os
import random
import shutil

import h5py
import numpy
import pytest

import cases
import hostile
import measured
import runs
import tally
import workers
from calls import call, liquid
from sealed import reseal

STEPS = 40


class Sample:
    """A run that was stopped half way, to be copied and spoilt."""

    def __init__(self, program):
        self.program = program
        self.path = program.write("run.toml", liquid(cases.stage("nve", STEPS), system=cases.lattice((3, 3, 3))))
        self.half = program.folder("half")
        call(program, self.path, "--output", self.half, "--quiet", *self.keys(STEPS // 2))

    def keys(self, steps=STEPS):
        return ["--set", f"stage.0.steps={steps}", "--set", "checkpoint.keep=1", "--set", "run.threads=1"]

    def copy(self, name):
        folder = self.program.folder(name)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.half, folder)
        return folder

    def resume(self, folder):
        return self.program, self.path, "--output", folder, "--resume", "--quiet", *self.keys()


@pytest.fixture(scope="module")
def sample(program_path, tmp_path_factory):
    return Sample(runs.Program(str(program_path), str(tmp_path_factory.mktemp("folder"))))


def outside(sample):
    """Files outside the folder that a checkpoint may want to have read: numbers, an HDF5 file, a pipe."""
    names = [sample.program.folder(name) for name in ("secret.bin", "secret.h5", "pipe")]
    if not os.path.exists(names[0]):
        numpy.full(1000, 0.25, "f4").tofile(names[0])
        with h5py.File(names[1], "w") as file:
            file["v"] = numpy.full((108, 3), 0.125, "f4")
        os.mkfifo(names[2])
    return names


def external_storage(file, sample):
    del file["atoms/velocity"]
    creation = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    creation.set_external(os.fsencode(outside(sample)[0]), 0, h5py.h5f.UNLIMITED)
    h5py.h5d.create(file.id, b"/atoms/velocity", h5py.h5t.IEEE_F32LE, h5py.h5s.create_simple((108, 3)), creation)


def external_link(file, sample):
    del file["atoms/velocity"]
    file["atoms/velocity"] = h5py.ExternalLink(outside(sample)[1], "/v")


def link_to_a_pipe(file, sample):
    del file["atoms/velocity"]
    file["atoms/velocity"] = h5py.ExternalLink(outside(sample)[2], "/v")


def many_values(file, sample):
    del file["values/output_rdf_counts"]
    file.create_dataset("values/output_rdf_counts", shape=(10**9,), dtype="i8", chunks=(10**6,), compression="gzip")


def values_that_nothing_holds(file, sample):
    del file["values/output_rdf_counts"]
    file.create_dataset("values/output_rdf_counts", shape=(10**12,), dtype="i8")


def many_atoms(file, sample):
    file["atom_count"][...] = 10**15
    for name in list(file["atoms"]):
        shape, dtype = (10**15, *file["atoms"][name].shape[1:]), file["atoms"][name].dtype
        del file["atoms"][name]
        file["atoms"].create_dataset(name, shape=shape, dtype=dtype, chunks=(1000, *shape[1:]))


def unknown_species(file, sample):
    file["atoms/type"][3] = 200


def no_box(file, sample):
    file["values/edges"][0] = 1e-300


def no_number(file, sample):
    file["values/edges"][2] = float("nan")


def another_step(file, sample):
    file["values/position"][:] = [5, 2**62, 2**62, 7]


def many_frames(file, sample):
    file["values/output_frames"][0] = 2**62


def many_names_of_one_array(file, sample):
    file["atoms/output_0"] = numpy.zeros((len(file["atoms/velocity"]), 3))
    for i in range(1, 20000):
        file[f"atoms/output_{i}"] = file["atoms/output_0"]


def a_group_for_a_text(file, sample):
    del file["texts/input"]
    file.create_group("texts/input")


def a_long_text(file, sample):
    del file["texts/input"]
    file["texts/input"] = ["a", "b"]


CHANGES = [
    external_storage,
    external_link,
    link_to_a_pipe,
    many_values,
    values_that_nothing_holds,
    many_atoms,
    unknown_species,
    no_box,
    no_number,
    another_step,
    many_frames,
    many_names_of_one_array,
    a_group_for_a_text,
    a_long_text,
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_checkpoint_of_a_stranger(sample, change):
    folder = sample.copy(change.__name__)
    path = os.path.join(folder, "checkpoint.h5")
    with h5py.File(path, "r+") as file:
        change(file, sample)
    reseal(path)
    words = measured.refused(*sample.resume(folder))
    assert "checkpoint" in words and "broken contract" not in words, words


def test_a_seal_alone_changes_nothing(sample):
    folder = sample.copy("resealed")
    with open(os.path.join(folder, "checkpoint.h5"), "rb") as file:
        before = file.read()
    reseal(os.path.join(folder, "checkpoint.h5"))
    with open(os.path.join(folder, "checkpoint.h5"), "rb") as file:
        assert file.read() == before


def try_spoilt(sample, seed, number):
    """A checkpoint with some bytes changed and a good seal, from which a run goes on, or says why not."""
    folder = sample.copy(f"spoilt-{number}")
    path = os.path.join(folder, "checkpoint.h5")
    choose = random.Random(seed)
    with open(path, "r+b") as file:
        size = os.path.getsize(path)
        for _ in range(choose.choice((1, 1, 2, 5))):
            file.seek(choose.randrange(512, size))
            file.write(bytes([choose.choice((0, 1, 0x7F, 0x80, 0xFF, choose.randrange(256)))]))
    reseal(path)
    result = measured.measured(*sample.resume(folder))
    told = f"seed {seed}: {result.code}: {result.error}"
    assert result.code in (0, 2, 3, 4), told
    assert "contract" not in result.error and "terminate called" not in result.error, told
    assert result.memory < measured.MEMORY, f"{result.memory} MiB: {told}"
    shutil.rmtree(folder)
    return {0: "went on", 3: "failed in a step"}.get(result.code, "refused")


def test_checkpoints_spoilt_at_random(sample, soak):
    ends = workers.for_each(lambda seed, number: try_spoilt(sample, seed, number), range(2000 if soak else 12))
    tally.tell("resealed checkpoints, spoilt at random", {end: ends.count(end) for end in set(ends)})
    assert len(set(ends)) > 1, "nothing was spoilt, or everything refused"


@pytest.mark.parametrize(
    "name", ["progress.json", "thermo.csv", "trajectory.h5md", "checkpoint.h5", "summary.json", "input.toml"]
)
def test_pipes_are_not_waited_for(sample, name):
    folder = sample.copy(f"pipe-{name}")
    path = os.path.join(folder, name)
    if os.path.exists(path):
        os.remove(path)
    os.mkfifo(path)
    for arguments in (
        ["check", folder],
        ["compare", folder, sample.half],
        [sample.path, "--output", folder, "--dry-run"],
        [sample.path, "--output", folder, "--resume", "--quiet", *sample.keys()],
        [sample.path, "--output", folder, "--resume=auto", "--dry-run"],
    ):
        result = measured.measured(sample.program, *arguments)
        assert result.code >= 0 and "contract" not in result.error, f"{arguments}: {result.code}: {result.error}"


def test_a_comparison_stays_within_its_files(sample):
    folder = sample.copy("foreign")
    path = os.path.join(folder, "trajectory.h5md")
    foreign = sample.program.folder("foreign.h5md")
    shutil.copyfile(path, foreign)
    hostile.link(
        path, "/particles/system/position/value", h5py.ExternalLink(foreign, "/particles/system/position/value")
    )
    result = measured.measured(sample.program, "compare", folder, sample.half)
    words = result.output + result.error
    assert "frames: the same bits" not in words or "position" in words, words
    assert "position/value" in words, words


def test_planted_links_are_not_followed_on_several_ranks(sample):
    """Neither by the names of mdsim nor by those of files that MPI makes beside."""
    folder = sample.copy("planted")
    outside_path = sample.program.folder("created")
    for rank in range(3):
        for name in ("trajectory.h5md", "thermo.h5", "checkpoint.h5.tmp"):
            os.symlink(outside_path, os.path.join(folder, f"{name}.locktest.{rank}"))
    os.symlink(outside_path, os.path.join(folder, "checkpoint.h5.tmp"))
    program, *arguments = sample.resume(folder)
    code, out, err = program.call(arguments, 3)
    assert code == 0, out + err
    assert not os.path.exists(outside_path)
