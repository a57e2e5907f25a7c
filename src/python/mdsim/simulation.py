# SPDX-License-Identifier: BSD-3-Clause
"""Runs that a script leads."""

from __future__ import annotations

import operator
import os
import signal
import sys
import warnings
import weakref
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Union

import numpy as np

from mdsim import _core
from mdsim.array_types import Integers, Reals
from mdsim.atoms import Atoms, system_of
from mdsim.errors import Error, Stopped
from mdsim.inputs import Input, InputText, override_words, read_input
from mdsim.results import Results, open_run
from mdsim.starts import expect_atoms, lead_from

Resume = Union[bool, Literal["auto"]]

_STOPPED = 5  # the exit code of the program, too


class Simulation:
    """A run that the script moves on, in place of `mdsim input.toml`: the same input, the same bits.

    `given` is the path of an input, its text, or tables (nested dictionaries with the keys of the manual); `overrides`
    replaces keys, as {"stage.0.steps": 100}. `atoms` replaces the section [system].

    With `output`, a folder, the run writes what the program would; `resume` (True, or "auto": where there is something
    to go on from) and `overwrite` are the options of the program. Without, nothing is written, and sections about
    output have no effect.

    Under mpirun all ranks make the same calls, and each is given the arrays of all atoms. Numbers are in the units of
    the input. Raises InputError, PhysicsError or MachineError.
    """

    def __init__(
        self,
        given: Input,
        *,
        atoms: Atoms | None = None,
        output: str | os.PathLike[str] | None = None,
        overrides: Mapping[str, Any] | None = None,
        resume: Resume = False,
        overwrite: bool = False,
        verbose: bool = False,
    ) -> None:
        text = read_input(given)
        folder = None if output is None else Path(output)
        if folder is not None and folder.name in ("", ".."):
            raise ValueError(f"output: {folder} has no name of its own; name a new folder")
        if resume not in (True, False, "auto"):
            raise ValueError(f'resume: must be True, False or "auto", found {resume!r}')
        if atoms is not None:
            expect_atoms(atoms, text)
        words = override_words(overrides)
        asked = "auto" if resume == "auto" else "yes" if resume else "no"
        if folder is None and (resume or overwrite):
            raise ValueError("resume and overwrite are about the files of a run: name its folder with `output`")

        def lead(text: InputText) -> _core.Run:
            return _core.lead(text.text, text.source, words, folder, asked, overwrite, not verbose)

        self._run = lead(text) if atoms is None else lead_from(atoms, text, folder, lead)
        self._close = weakref.finalize(self, _end, self._run)
        self._finished = False
        self._failed_behind: int | None = None
        self._pass_warnings_on(stacklevel=3)

    def run(
        self, steps: int | None = None, callback: Callable[[Simulation], object] | None = None, every: int | None = None
    ) -> Simulation:
        """Moves the run on by so many steps, or to the end of the last stage.

        `callback(simulation)` is called at each multiple of `every` steps that is passed, and may look at all that the
        simulation offers; where it returns True, the run stops there. What looks on changes no bit.

        A stage that minimizes skips the steps that it does not need: the run then stands at the end of the stage,
        which may be beyond `steps`, and `callback` is not called for multiples in between.

        Ctrl-C stops between two steps and raises KeyboardInterrupt behind a checkpoint, if there is a folder; the run
        can go on. A callback is ended at once; a run of several ranks then leaves no checkpoint. SIGTERM ends the run
        and raises SystemExit(5), `run.wall_time` raises Stopped.
        """
        steps = None if steps is None else _whole(steps, "steps")
        every = None if every is None else _whole(every, "every")
        if steps is not None and steps < 0:
            raise ValueError(f"steps: must be at least 0, found {steps}")
        if (callback is None) != (every is None) or (every is not None and every < 1):
            raise ValueError("callback and every belong together, and every is at least 1")
        last = self.last_step if steps is None else min(self.step + steps, self.last_step)
        try:
            self._move_on(last, callback, every, to_end=steps is None)
        except KeyboardInterrupt:
            self._keep_alone()
            raise
        return self

    def _move_on(
        self, last: int, callback: Callable[[Simulation], object] | None, every: int | None, *, to_end: bool
    ) -> None:
        if callback is None or every is None:
            self._advance(last, to_end=to_end)
            return
        while self.step < last:
            self._advance(min(last, (self.step // every + 1) * every), to_end=False)
            if self.step % every == 0 and _says_stop(callback(self)):
                return
        if self.step == self.last_step:
            self._advance(last, to_end=True)

    def _advance(self, until: int, *, to_end: bool) -> None:
        self._need_open()
        begun = self.step
        try:
            outcome = self._run.advance(None if to_end else until)
        except Error:
            self._failed_behind = begun
            raise
        self._pass_warnings_on(stacklevel=5)
        self._finished = outcome == _core.Return.finished
        if outcome == _core.Return.stopped or self._run.signal != 0:
            self._tell_stop()

    def _keep_alone(self) -> None:
        """Leaves a checkpoint where Python itself was interrupted: of several ranks, others may not know of it."""
        if _core.size() == 1 and not self._run.over:
            self._run.keep()

    def _pass_warnings_on(self, stacklevel: int) -> None:
        for warning in self._run.warnings():
            if _core.rank() == 0:
                warnings.warn(warning, stacklevel=stacklevel)

    def _tell_stop(self) -> None:
        number = self._run.signal
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        self.close()
        if number != 0:
            sys.exit(_STOPPED)
        raise Stopped(f"run.wall_time stopped the run at step {self.step}")

    def close(self) -> None:
        """Ends the run where it stands: its files are closed, behind a checkpoint. Arrays can be asked for no more."""
        self._close()

    def __enter__(self) -> Simulation:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def closed(self) -> bool:
        """Whether the run has been ended by close()."""
        return not self._close.alive

    @property
    def failed(self) -> bool:
        """Whether an error of the simulation has ended the run."""
        return self._failed_behind is not None

    @property
    def finished(self) -> bool:
        """Whether the last stage is at its end."""
        return self._finished

    @property
    def step(self) -> int:
        """Steps done since the beginning of the run; of one that failed, before the call in which it did."""
        return self._run.step if self._failed_behind is None else self._failed_behind

    @property
    def last_step(self) -> int:
        """The step at which the last stage ends."""
        return sum(stage["steps"] for stage in self.stages)

    @property
    def time(self) -> float:
        """The simulated time since the beginning of the run."""
        return self._run.time

    @property
    def stages(self) -> list[dict[str, Any]]:
        """Name, ensemble, steps and time step of each stage."""
        keys = ("name", "ensemble", "steps", "time_step")
        return [dict(zip(keys, stage)) for stage in self._run.stages()]

    @property
    def stage(self) -> dict[str, Any]:
        """The stage in hand."""
        return self.stages[self._run.stage]

    @property
    def thermo(self) -> dict[str, float]:
        """Energies, temperature, pressure and more at this step: all columns that thermo.csv can have."""
        self._need_open()
        return self._run.thermo()

    @property
    def thermo_units(self) -> dict[str, str]:
        """The unit of each number of `thermo`; empty where units are reduced."""
        return self._run.thermo_units()

    @property
    def units(self) -> dict[str, str]:
        """The names of the units; empty where they are reduced."""
        return self._run.units()

    @property
    def positions(self) -> Reals:
        """Positions inside the box, N x 3, by id."""
        return self._vectors("positions")

    @property
    def unwrapped(self) -> Reals:
        """Positions with all ways around the box, N x 3, by id."""
        return self._vectors("unwrapped")

    @property
    def velocities(self) -> Reals:
        """Velocities at this step, N x 3, by id."""
        return self._vectors("velocities")

    @property
    def forces(self) -> Reals:
        """Forces at this step, N x 3, by id."""
        return self._vectors("forces")

    def on_device(self, name: str) -> _core.DeviceArray | Reals:
        """Vectors where they are computed: "positions", "unwrapped", "velocities" or "forces", N x 3, by id.

        On a GPU they are put into order and made doubles there, and stay there: `torch.from_dlpack` and
        `cupy.from_dlpack` take them up without a copy. They keep their values while the run goes on. On processors,
        and where hosts lead the steps of several GPUs, a NumPy array comes instead, which these functions take too.

        Each rank is given the rows of its own `block` of ids. Raises ValueError for another name.
        """
        self._need_open()
        if name not in ("positions", "unwrapped", "velocities", "forces"):
            raise ValueError(f'"{name}" are no vectors of atoms: ask for positions, unwrapped, velocities or forces')
        array = self._run.device_vectors(name)
        if array is not None:
            return array
        first, last = self.block
        return self._run.vectors(name)[first:last]

    @property
    def block(self) -> tuple[int, int]:
        """The first id of this rank's block, and the one behind its last: of all atoms, where there is one rank."""
        self._need_open()
        return self._run.block()

    @property
    def images(self) -> Integers:
        """Boxes to add to unwrap each atom, N x 3, by id."""
        self._need_open()
        return self._run.images()

    @property
    def species(self) -> list[str]:
        """The name of the species of each atom, by id."""
        self._need_open()
        names = [name for name, _, _ in self._run.species()]
        return [names[number] for number in self._run.types()]

    @property
    def masses(self) -> Reals:
        """The mass of each atom, by id."""
        self._need_open()
        return np.array([mass for _, mass, _ in self._run.species()])[self._run.types()]

    @property
    def cell(self) -> Reals:
        """The edges of the box, as rows."""
        self._need_open()
        return self._run.cell()

    @property
    def origin(self) -> Reals:
        """The corner of the box."""
        self._need_open()
        return self._run.origin()

    @property
    def periodic(self) -> tuple[bool, bool, bool]:
        """Which directions repeat."""
        self._need_open()
        return self._run.periodic()

    @property
    def atoms(self) -> Atoms:
        """The atoms as they are now: another simulation can begin with them."""
        return Atoms(
            self.positions,
            self.species,
            self.cell,
            self.periodic,
            self.velocities,
            self.images,
            self.origin,
            system_of(self.units["length"], self.units["time"]),
        )

    @property
    def folder(self) -> Path | None:
        """The folder of its files; None where it writes nothing."""
        folder = self._run.folder()
        return Path(folder) if str(folder) not in ("", ".") else None

    @property
    def results(self) -> Results:
        """What the run has written so far."""
        if self.folder is None:
            raise ValueError("this run writes no files: name a folder with `output`")
        return open_run(self.folder)

    @property
    def processor(self) -> str:
        """What computes it."""
        return self._run.processor

    def __repr__(self) -> str:
        if self.failed:
            return f"<mdsim.Simulation that failed behind step {self.step}>"
        state = "closed" if self.closed else "finished" if self.finished else f"stage {self.stage['name']!r}"
        return f"<mdsim.Simulation at step {self.step} of {self.last_step}, {state}>"

    def _vectors(self, name: str) -> Reals:
        self._need_open()
        return self._run.vectors(name)

    def _need_open(self) -> None:
        if self.closed:
            raise ValueError("this simulation has been closed")


def run(
    given: Input,
    output: str | os.PathLike[str],
    *,
    atoms: Atoms | None = None,
    overrides: Mapping[str, Any] | None = None,
    resume: Resume = False,
    overwrite: bool = False,
    verbose: bool = False,
) -> Results:
    """Does a whole run, as the program does, and returns what it has written; arguments are those of Simulation."""
    with Simulation(
        given, atoms=atoms, output=output, overrides=overrides, resume=resume, overwrite=overwrite, verbose=verbose
    ) as simulation:
        simulation.run()
    return open_run(output)


def _whole(value: Any, name: str) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: must be a whole number, found {value!r}") from None


def _says_stop(answer: object) -> bool:
    """Whether it is True, also that of NumPy, which comparisons of its numbers give."""
    return isinstance(answer, (bool, np.bool_)) and bool(answer)


def _end(run: _core.Run) -> None:
    if not run.over:
        run.end()
