# SPDX-License-Identifier: BSD-3-Clause
"""Runs an input for some seconds, and reads from its summary how fast it was."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mdsim.errors import MachineError
from mdsim.inputs import read_input, tables_of
from mdsim.plan.power import PowerMeter
from mdsim.program import FINISHED, STOPPED, fault
from mdsim.tables import override

ATTEMPTS = 3
"""at a stage, each longer than the one before"""
SLOWEST_START = 600
"""seconds that reading or building a system may take, until it is stopped"""
SLOWEST_END = 120
"""seconds that the last checkpoint may take, until a measurement is given up"""


@dataclass(frozen=True)
class Request:
    """What is measured: the input and further words for the program, as the user gave them."""

    program: Path
    input: Path
    passed: tuple[str, ...]
    mpirun: tuple[str, ...]
    seconds: float

    def words(self, ranks: int, *more: str) -> list[str]:
        """The command that runs the input on so many ranks."""
        launcher = [] if ranks == 1 else [*self.mpirun, "-n", str(ranks)]
        return [*launcher, str(self.program), str(self.input), *self.passed, *more]


@dataclass(frozen=True)
class Measured:
    """One stage on one number of ranks."""

    ranks: int
    stage: int
    steps: float
    seconds: float
    """of those steps, output included"""
    start_seconds: float
    """from the start of the program to the first step, and from the last to its end"""
    power: float | None
    """of the GPUs in use [W]"""
    summary: dict[str, Any]

    @property
    def seconds_per_step(self) -> float:
        """The mean."""
        return self.seconds / self.steps

    @property
    def on_gpu(self) -> bool:
        """Whether a GPU computed."""
        return str(self.summary["device"]) != "cpu"


def measure(request: Request, ranks: int, stage: int, stages: Sequence[dict[str, Any]]) -> Measured:
    """Runs one stage from the start of the input, in a folder that goes; raises InputError or MachineError.

    A stage whose first step takes longer than a measurement is measured for longer.
    """
    seconds = request.seconds
    for _ in range(ATTEMPTS):
        found = _measure_for(seconds, request, ranks, stage, len(stages))
        if found is not None:
            return found
        seconds *= 4
    raise MachineError(f"no step of stage {stage} was done within {seconds / 4:g} s on {ranks} ranks")


def _measure_for(seconds: float, request: Request, ranks: int, stage: int, stages: int) -> Measured | None:
    """None where no step was done."""
    with tempfile.TemporaryDirectory(prefix="mdsim-plan-", dir=_folder_of(request)) as folder:
        output = Path(folder) / "run.out"
        words = request.words(ranks, "--output", str(output), "--quiet", *_only(stage, stages))
        with PowerMeter(ranks) as power:
            whole = _run_for(words, output, seconds)
        summary: dict[str, Any] = json.loads((output / "summary.json").read_text(encoding="utf-8"))
    if summary["steps"] <= 0 or summary["seconds"] <= 0:
        return None
    drawn = power.mean(summary["seconds"]) if summary["device"] != "cpu" else None
    start = max(0.0, whole - summary["seconds"])
    return Measured(ranks, stage, summary["steps"], summary["seconds"], start, drawn, summary)


def stages_of(request: Request) -> list[dict[str, Any]]:
    """The stages of the input, with their steps as the words for the program change them."""
    tables = tables_of(read_input(request.input))
    for word in request.passed:
        if word != "--set":
            override(tables, word)
    stages: list[dict[str, Any]] = tables.get("stage", [])
    return stages


def forecast_lines(request: Request) -> list[str]:
    """What the dry run says of memory and disk; raises InputError for a wrong input, or MachineError."""
    words = request.words(1, "--dry-run")
    found = subprocess.run(words, capture_output=True, text=True, check=False)
    if found.returncode != FINISHED:
        raise fault(words, found.returncode, found.stderr)
    return [line for line in found.stdout.splitlines() if line.startswith(("memory", "disk"))]


def _folder_of(request: Request) -> Path:
    """Beside the input, so that files are written to a disk like that of the run."""
    folder = request.input.resolve().parent
    return folder if os.access(folder, os.W_OK) else Path(tempfile.gettempdir())


def _only(stage: int, stages: int) -> list[str]:
    """Overrides with which no other stage has a step."""
    words: list[str] = []
    for number in range(stages):
        if number != stage:
            words += ["--set", f"stage.{number}.steps=0"]
    return words


def _run_for(words: list[str], output: Path, seconds: float) -> float:
    """Stops the program so many seconds after its first step; returns how long it took in all."""
    begin = time.monotonic()
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        try:
            program = subprocess.Popen(words, stdout=said, stderr=subprocess.STDOUT, env=dict(os.environ))
        except FileNotFoundError as error:
            raise MachineError(f"{words[0]} cannot be started: {error.strerror}") from error
        try:
            _wait_for_steps(program, output)
            with contextlib.suppress(subprocess.TimeoutExpired):
                program.wait(seconds)
            if program.poll() is None:
                _ask_to_stop(program, words)
            code = program.wait(SLOWEST_END)
        except subprocess.TimeoutExpired as error:
            raise MachineError(f"{' '.join(words)} did not stop within {SLOWEST_END} s") from error
        finally:
            program.kill()
            program.wait()
        # mpirun may die of a signal that it is sent once its ranks have ended.
        had_ended = code == -signal.SIGUSR1 and (output / "summary.json").exists()
        if code not in (FINISHED, STOPPED) and not had_ended:
            said.seek(0)
            raise fault(words, code, said.read())
    return time.monotonic() - begin


def _ask_to_stop(program: subprocess.Popen[bytes], words: list[str]) -> None:
    """Where it is mpirun, its ranks on this host, and not the ssh that it may have started: some versions of it hand on
    no signals. A rank that is sent one twice may die of it."""
    named = {os.path.realpath(shutil.which(word) or word) for word in words}
    ranks = [child for child in children_of(program.pid) if _program_of(child) in named]
    for rank in ranks:
        with contextlib.suppress(ProcessLookupError):
            os.kill(rank, signal.SIGUSR1)
    if not ranks:
        program.send_signal(signal.SIGUSR1)


def _program_of(process: int) -> str:
    try:
        return os.readlink(f"/proc/{process}/exe")
    except OSError:
        return ""


def children_of(process: int) -> list[int]:
    """The processes of this host that it has started and that go on."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            # Behind the name, which may hold any sign: the state and the parent.
            if int(stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1]) == process:
                found.append(int(stat.parent.name))
    return found


def _wait_for_steps(program: subprocess.Popen[bytes], output: Path) -> None:
    """Until the run says that it is on its way, or has ended."""
    limit = time.monotonic() + SLOWEST_START
    while program.poll() is None and time.monotonic() < limit:
        with contextlib.suppress(OSError, ValueError, KeyError):
            if json.loads((output / "progress.json").read_text(encoding="utf-8"))["state"] == "running":
                return
        time.sleep(0.05)


def progress(text: str) -> None:
    """Says what is being measured."""
    print(f"mdsim: plan: {text}", file=sys.stderr, flush=True)
