# SPDX-License-Identifier: BSD-3-Clause
"""Starts mdsim: on how many ranks, in which folder and environment, with which keys replaced."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Optional, Union

from mdsim_tools.interpreters import ROOT

FINISHED, INPUT_ERROR, PHYSICS_ERROR, ENVIRONMENT_ERROR, STOPPED = 0, 2, 3, 4, 5
"""exit codes"""

LAUNCHER = os.environ.get("MPIEXEC", "mpirun")
"""starts several ranks"""

AnyPath = Union[str, "os.PathLike[str]"]
Settings = Mapping[str, Any]
Environment = Optional[Mapping[str, str]]

MANY_RANKS = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMPI_MCA_btl_base_warn_component_unused": "0",
    "OMPI_MCA_hwloc_base_binding_policy": "none",
}
"""lets Open MPI start more ranks than there are cores, in containers too"""


class RunFailed(Exception):  # noqa: N818
    """A run did not end as it should; carries what it printed."""


class Result(NamedTuple):
    """How a call ended."""

    code: int
    out: str
    err: str

    @property
    def words(self) -> str:
        """All that was printed."""
        return self.out + self.err


def fixed_environment(extra: Environment = None) -> dict[str, str]:
    """The same everywhere: one thread, the SIMD width that the program chooses, more ranks than cores allowed."""
    env = {**os.environ, "OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive", **MANY_RANKS}
    env.setdefault("ASAN_OPTIONS", "detect_leaks=0")
    env.pop("MDSIM_SIMD", None)
    return {**env, **(extra or {})}


def user_environment(extra: Environment = None) -> dict[str, str]:
    """What the user has set, and one thread and more ranks than cores where nothing is said of them."""
    return {"OMP_NUM_THREADS": "1", **MANY_RANKS, **os.environ, **(extra or {})}


def set_arguments(settings: Settings) -> list[str]:
    """Command-line arguments that replace keys of the input."""
    arguments = []
    for key, value in settings.items():
        arguments += ["--set", f"{key}={str(value).lower() if isinstance(value, bool) else value}"]
    return arguments


def find_mdsim(given: AnyPath | None = None) -> Path:
    """The program that is given, otherwise one on the PATH, otherwise the newest one that was built here."""
    if given:
        return Path(given).resolve()
    on_path = shutil.which("mdsim")
    if on_path:
        return Path(on_path)
    built = [path for path in ROOT.glob("build*/**/mdsim") if path.is_file() and os.access(path, os.X_OK)]
    if not built:
        raise FileNotFoundError("no mdsim was found: build it with tools/run, or name one")
    return max(built, key=lambda path: path.stat().st_mtime)


class Program:
    """The program, and a scratch folder in which it is started."""

    def __init__(self, path: AnyPath, scratch: AnyPath) -> None:
        self.path = os.path.abspath(path)
        self.scratch = str(scratch)

    def environment(self, extra: Environment = None) -> dict[str, str]:
        """What each call is started in."""
        return fixed_environment(extra)

    def command(self, arguments: Sequence[AnyPath], ranks: int = 1) -> list[str]:
        """The words that start the program."""
        launch = [LAUNCHER, "-n", str(ranks)] if ranks > 1 else []
        return [*launch, self.path, *map(str, arguments)]

    def call(
        self,
        arguments: Sequence[AnyPath],
        ranks: int = 1,
        env: Environment = None,
        timeout: float | None = None,
        cwd: AnyPath | None = None,
    ) -> Result:
        """Runs to the end, in the scratch folder or in `cwd`."""
        done = subprocess.run(
            self.command(arguments, ranks),
            cwd=cwd or self.scratch,
            env=self.environment(env),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
            check=False,
        )
        return Result(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))

    def run(
        self,
        path: AnyPath,
        output: AnyPath,
        *more: AnyPath,
        ranks: int = 1,
        code: int = FINISHED,
        settings: Settings | None = None,
        env: Environment = None,
        timeout: float | None = None,
    ) -> Result:
        """A quiet run of an input into a folder; raises RunFailed where it does not end with this code."""
        arguments = [path, "--output", output, "--quiet", *more, *set_arguments(settings or {})]
        result = self.call(arguments, ranks, env, timeout)
        if result.code != code:
            said = result.words.strip()[-2000:]
            asked = " ".join(map(str, arguments))
            raise RunFailed(f"exit code {result.code} instead of {code} of {asked} on {ranks} ranks: {said}")
        return result

    def start(
        self, arguments: Sequence[AnyPath], ranks: int = 1, env: Environment = None, **more: Any
    ) -> subprocess.Popen[bytes]:
        """Starts and returns at once; the process leads a session of its own."""
        return subprocess.Popen(
            self.command(arguments, ranks),
            cwd=self.scratch,
            env=self.environment(env),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            **more,
        )

    def write(self, name: AnyPath, text: str) -> str:
        """Writes a file of the scratch folder; returns its path."""
        path = self.folder(name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def folder(self, name: AnyPath) -> str:
        """The path of a file or folder of the scratch folder."""
        return os.path.join(self.scratch, name)

    def version(self) -> str:
        """What it says of itself."""
        return self.call(["--version"]).out.strip()

    def doctor(self) -> str:
        """What it says of this machine."""
        return self.call(["doctor"]).out
