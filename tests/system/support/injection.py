# SPDX-License-Identifier: BSD-3-Clause
"""Runs in which one call fails, and the one rule that all of them are held to."""

import collections
import dataclasses
import errno
import glob
import hashlib
import os
import random
import re
import shutil
import subprocess
import typing

import processes
import runs
import tally
import workers
from mdsim_tools.program import ENVIRONMENT_ERROR, FINISHED
from restarts import all_results, expect_same

SECONDS = 60
"""within which all ranks of a run have ended, whichever of them failed"""
EVERY_CALL, EACH_PLACE = 0, -1
"""how many calls `sample` takes, beside a number: all, or the first and the last from each place"""


@dataclasses.dataclass(frozen=True)
class Fault:
    """One call that fails."""

    at: int
    error: int = errno.EIO
    mode: str = "once"
    family: str = "file"
    rank: int = 0

    def __str__(self):
        error = errno.errorcode.get(self.error, self.error)
        return f"{self.family} call {self.at} of rank {self.rank}, {error}, {self.mode}"


class Call(typing.NamedTuple):
    """A line of the log of calls: what was called, on which descriptor (-1: none), from which place of the program,
    and on which file or how much memory."""

    name: str
    file: int
    failed: bool
    place: str
    on: str


def calls_in(log):
    """The calls of a log in their order; none if there is no such file."""
    if not os.path.exists(log):
        return []
    with open(log, encoding="utf-8", errors="replace") as file:
        words = [line.rstrip("\n").split(" ", 5) for line in file]
    return [Call(name, int(number), outcome == "FAILED", place, on) for _, name, number, outcome, place, on in words]


def believed_again(calls):
    """The files that were synchronised with success after that had failed, without being opened anew.

    The kernel tells only once that it lost what was written: the next fsync finds nothing to write and says that
    all is well."""
    doubted, believed = set(), []
    for call in calls:
        if call.name in ("fsync", "fdatasync"):
            if call.failed:
                doubted.add(call.file)
            elif call.file in doubted:
                believed.append(call.on)
        elif call.name == "close":
            doubted.discard(call.file)
    return believed


def library_of(program):
    """The library that lets calls fail, beside the program's other tests; empty where it is not built."""
    found = glob.glob(os.path.join(os.path.dirname(program.path), "tests", "*mdsim_faults*"))
    return found[0] if found else ""


def environment_of(program, folder, fault, log=""):
    return {
        "LD_PRELOAD": library_of(program),
        "MDSIM_FAULT_PROGRAM": os.path.basename(program.path),
        "MDSIM_FAULT_FAMILY": fault.family,
        "MDSIM_FAULT_FOLDER": folder,
        "MDSIM_FAULT_AT": str(fault.at),
        "MDSIM_FAULT_ERROR": str(fault.error),
        "MDSIM_FAULT_MODE": fault.mode,
        "MDSIM_FAULT_RANK": str(fault.rank),
        "MDSIM_FAULT_LOG": log,
    }


def bytes_of(folder):
    """A digest of the names and bytes of all that lies in a folder; of nothing if it is not there."""
    digest = hashlib.sha256()
    for where, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(folders + files):
            path = os.path.join(where, name)
            digest.update(f"{os.path.relpath(path, folder)}\n{os.lstat(path).st_size}\n".encode())
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    digest.update(file.read())
    return digest.hexdigest()


def sealed_checkpoints(folder):
    """The checkpoints of a folder that carry the head of a whole one, with the step that it names."""
    for path in sorted(glob.glob(os.path.join(folder, "checkpoint*.h5"))):
        with open(path, "rb") as file:
            head = re.match(rb"mdsim checkpoint\nformat \d+\nstep (\d+)\n", file.read(512))
        if head:
            yield path, int(head[1])


def content_of(path):
    """What a checkpoint says of the state of a run."""
    return {
        **runs.datasets(path, "atoms"),
        **{name: value for name, value in runs.datasets(path, "values").items() if "first_energy" not in name},
    }


class Scenario:
    """A command on a folder that is prepared anew each time, what it must lead to, and a count of the outcomes.

    Calls fail on files of that folder, or of `covered` where that is another."""

    def __init__(
        self, program, path, arguments=(), template=None, ranks=1, statuses=(FINISHED, ENVIRONMENT_ERROR), covered=""
    ):
        self.program = program
        self.path = path
        self.arguments = list(arguments)
        self.template = template
        self.ranks = ranks
        self.statuses = statuses
        self.covered = covered
        self.outcomes = collections.Counter()
        self.gone_on = set()  # what runs went on from with success, as digests: each worker has its own
        whole = program.folder("whole-" + os.path.basename(path))
        if not os.path.exists(whole):
            assert self.call(["--output", whole, "--set", "checkpoint.keep=99"])[0] == FINISHED
        self.expected = all_results(whole)
        self.states = {step: content_of(path) for path, step in sealed_checkpoints(whole)}
        assert len(self.states) > 2, "the sample writes too few checkpoints"

    def call(self, arguments, env=None):
        command = [self.path, "--quiet", *arguments]
        process = self.program.start(command, self.ranks, env)
        try:
            out, err = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired as error:
            processes.kill_all(process)
            raise AssertionError(f"the run does not end within {SECONDS} s: {command} {env} {error.stderr}") from error
        return process.returncode, out.decode(errors="replace"), err.decode(errors="replace")

    def prepared(self, number):
        """The folder that trial `number` acts on, as the command is to find it."""
        folder = self.program.folder(f"faulty-{number:06}")
        shutil.rmtree(folder, ignore_errors=True)
        if self.template:
            shutil.copytree(self.template, folder)
        return folder

    def disturbed(self, folder, fault):
        """Runs the command while `fault` is at work; its exit code and words, and the calls that were made."""
        log = folder + ".calls"
        logged = fault.family == "file" or fault.at == 0
        environment = environment_of(self.program, self.covered or folder, fault, log if logged else "")
        result = self.call(["--output", folder, *self.arguments], environment)
        calls = calls_in(log)
        if os.path.exists(log):
            os.remove(log)
        return *result, calls

    def points(self, family="file", rank=0):
        """The calls that can fail."""
        code, _, err, calls = self.disturbed(self.prepared(0), Fault(0, family=family, rank=rank))
        assert code == FINISHED, err
        return calls

    def check(self, fault, number=0):
        """One disturbed run, and what is left behind by it; the word for how it ended."""
        folder = self.prepared(number)
        code, out, err, calls = self.disturbed(folder, fault)
        words = f"{fault}: {out}{err}"
        assert not believed_again(calls), f"an fsync of {believed_again(calls)} failed and was then believed; {words}"
        by_library = code not in self.statuses and (
            fault.family == "memory" or (fault.family == "file" and self.ranks > 1)
        )
        if by_library:  # a library ended it, as a kill would
            assert code < 0 or code > 128, f"status {code}; {words}"
        else:
            assert code in self.statuses, f"status {code}; {words}"
            assert "broken contract" not in err and "Traceback" not in err, words
            assert code == FINISHED or "mdsim: " in err, words
        self.check_checkpoints(folder, err, words)
        self.check_going_on(folder, words)
        shutil.rmtree(folder, ignore_errors=True)
        return "killed" if by_library else "identical" if code == FINISHED else "reported"

    def check_checkpoints(self, folder, err, words):
        """Each checkpoint that carries a seal, or that the run named, is what the undisturbed run wrote."""
        found = dict((step, path) for path, step in sealed_checkpoints(folder))
        for step, path in found.items():
            name = runs.first_difference(self.states[step], content_of(path))
            assert name is None, f"{path} of step {step} differs in {name}; {words}"
        for step in re.findall(r"last good checkpoint is of step (\d+)", err):
            assert int(step) in found, f"there is no checkpoint of step {step}; {words}"

    def check_going_on(self, folder, words):
        """A run that goes on without the fault gives what an undisturbed one does. It tells nothing new where the
        folder holds the very bytes that another went on from, as after all faults before the first is written."""
        left = bytes_of(folder)
        if left in self.gone_on:
            return
        code, _, err = self.call(["--output", folder, "--resume=auto"])
        assert code == FINISHED, f"it cannot go on: status {code}: {err}; {words}"
        try:
            expect_same(self.expected, folder)
        except Exception as error:
            raise AssertionError(f"{error}; {words}") from error
        self.gone_on.add(left)

    def tried(self, fault, number):
        """The word for how a disturbed run ended, and what it lost; one of them is empty."""
        try:
            return self.check(fault, number), ""
        except AssertionError as error:
            return "", str(error)

    def check_all(self, what, faults, at_once=None):
        """Lets each of these calls fail in a run of its own, and tells how they ended; fails where some lose
        something."""
        results = workers.for_each(self.tried, faults, at_once)
        self.outcomes.update(word for word, _ in results if word)
        lost = [words for _, words in results if words]
        tally.tell(what, self.outcomes, len(lost))
        assert not lost, "\n".join(lost)


def place_of(call):
    """What is one place: who calls what, for which file. How much memory is asked for does not matter."""
    return call.name, call.place, "" if call.name == "new" else os.path.basename(call.on)


def ends_of_places(points, numbers):
    """Of the calls of these numbers the first and the last from each place."""
    first, last = {}, {}
    for i in numbers:
        place = place_of(points[i - 1])
        first.setdefault(place, i)
        last[place] = i
    return sorted({*first.values(), *last.values()})


def sample(points, count, chosen=lambda call: True, seed=2026):
    """The numbers of some of the calls that are `chosen`: `count` of all kinds, or EVERY_CALL, or EACH_PLACE."""
    numbers = [i for i, call in enumerate(points, 1) if chosen(call)]
    if count == EACH_PLACE:
        return ends_of_places(points, numbers)
    if count == EVERY_CALL or count >= len(numbers):
        return numbers
    kinds = collections.defaultdict(list)
    for i in numbers:
        kinds[points[i - 1].name, os.path.basename(points[i - 1].on)].append(i)
    generator = random.Random(seed)
    groups = [generator.sample(group, len(group)) for _, group in sorted(kinds.items())]
    generator.shuffle(groups)
    found = []
    while len(found) < count:
        found += [group.pop() for group in groups if group][: count - len(found)]
    return sorted(found)
