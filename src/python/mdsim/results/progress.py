# SPDX-License-Identifier: BSD-3-Clause
"""How far a run is, and which programs made it."""

from __future__ import annotations

import re
import socket
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mdsim.results.files import damaged, read_json
from mdsim.results.readings import Readings, number, readings_of

STATES = ("running", "finished", "stopped", "failed")


@dataclass(frozen=True)
class Progress:
    """What progress.json says; numbers that are not known yet are None."""

    state: str
    """`running`, `finished`, `stopped` or `failed`; a run that was killed leaves `running` behind"""
    stage: str
    """name of the stage that is under way"""
    step: int
    """the step that the run has reached"""
    last_step: int
    """the step at which the run will end"""
    fraction: float
    """of all steps that are done, 0 to 1"""
    rate: float | None
    """steps per second over the recent past"""
    seconds_left: float | None
    wall_seconds: float | None
    """since the program was started"""
    checkpoint_step: int | None
    """the step of the last checkpoint"""
    message: str
    """why a run stopped or failed; otherwise empty"""
    written: float
    """when the file was written, in seconds since 1970"""
    readings: Readings = field(default_factory=Readings)
    """what the run says of its physics, its work and its machine"""

    @property
    def age(self) -> float:
        """Seconds since the file was written; a run writes it about once per second."""
        return time.time() - self.written

    def __str__(self) -> str:
        words = f"{self.state} at step {self.step} of {self.last_step} ({100 * self.fraction:.1f} %)"
        return f"{words}: {self.message}" if self.message else words


def read_progress(folder: Path) -> Progress:
    """Reads progress.json."""
    path = folder / "progress.json"
    content = read_json(path, "no run was begun in this folder, or an early version of mdsim made it")
    try:
        return _progress_of(content, path.stat().st_mtime)
    except (KeyError, TypeError, ValueError) as error:
        raise damaged(path, f"{type(error).__name__}: {error}") from error


def _progress_of(content: dict[str, Any], written: float) -> Progress:
    if content["state"] not in STATES:
        raise ValueError(f"unknown state {content['state']!r}")
    checkpoint = content.get("checkpoint")
    return Progress(
        state=content["state"],
        stage=str(content["stage"]),
        step=int(content["step"]),
        last_step=int(content["total_steps"]),
        fraction=float(content["fraction"]),
        rate=number(content.get("steps_per_second")),
        seconds_left=number(content.get("seconds_left")),
        wall_seconds=number(content.get("wall_seconds")),
        checkpoint_step=int(checkpoint["step"]) if checkpoint else None,
        message=str(content.get("message", "")),
        written=written,
        readings=readings_of(content),
    )


def is_written(folder: Path) -> bool | None:
    """Whether a process has the folder to itself to write a run; None where that cannot be known from this host."""
    try:
        import fcntl
    except ImportError:
        return None
    try:
        with open(folder / ".mdsim-lock", "rb") as file:
            holder = file.read(320).decode("utf-8", errors="replace").strip()
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
    except FileNotFoundError:
        return False
    except OSError:
        return None
    return False if holder.endswith(f" on {socket.gethostname()}") else None


@dataclass(frozen=True)
class Part:
    """One start of the program: which it was, how, where and when. A run that was resumed has several."""

    version: str
    commit: str
    build: str
    command: str
    directory: str
    host: str
    device: str
    started: str
    """in UTC, like `2026-01-31T12:00:00Z`"""
    first_step: int
    last_step: int | None
    """None where it has not ended, or ended without a summary"""
    ranks: int | None
    threads: int | None


_WORDS = ("version", "commit", "build", "command", "directory", "host", "device", "started")


def parts_of_summary(summary: dict[str, Any]) -> list[Part]:
    """The parts that summary.json lists."""
    return [_part_of(part) for part in summary.get("parts", [])]


def _part_of(content: dict[str, Any]) -> Part:
    found: dict[str, Any] = {name: str(content.get(name, "")) for name in _WORDS}
    found.update({name: content.get(name) for name in ("last_step", "ranks", "threads")})
    return Part(**found, first_step=int(content.get("first_step", 0)))


_PART_BEGIN = re.compile(r"^\S+Z ==== mdsim ")
_WORD = re.compile(r"^\S+Z (" + "|".join(_WORDS) + r"): (.*)$")
_FIRST_STEP = re.compile(r"^\S+Z part \d+ of run \S+, from step (\d+)$")
_SIZE = re.compile(r"^\S+Z .*?(\d+) ranks? x (\d+) threads?\b")


def parts_of_log(text: str) -> list[Part]:
    """The parts that mdsim.log tells of; each ends where the next begins."""
    found: list[dict[str, Any]] = []
    for line in text.splitlines():
        if _PART_BEGIN.match(line):
            found.append({})
        elif found:
            _take_line(line, found[-1])
    parts = [part for part in found if "first_step" in part]
    for part, following in zip(parts, parts[1:]):
        part["last_step"] = following["first_step"]
    return [_part_of(part) for part in parts]


def _take_line(line: str, part: dict[str, Any]) -> None:
    """Takes what a line of the log says of its part; the first line of a kind counts."""
    if word := _WORD.match(line):
        part.setdefault(word[1], word[2])
    elif first := _FIRST_STEP.match(line):
        part.setdefault("first_step", int(first[1]))
    elif size := _SIZE.match(line):
        part.setdefault("ranks", int(size[1]))
        part.setdefault("threads", int(size[2]))
