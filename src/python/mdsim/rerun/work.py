# SPDX-License-Identifier: BSD-3-Clause
"""A rerun as a whole: reads frames, computes them, and writes what was found."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import tomli_w

from mdsim import _core
from mdsim.inputs import InputText, read_input
from mdsim.rerun.comparison import Comparison
from mdsim.rerun.derived import expect_units, fill_species, potentials_of
from mdsim.rerun.engine import Engine
from mdsim.rerun.folder import expect_place
from mdsim.rerun.output import Outcome, Writer
from mdsim.rerun.progress import Progress, Say
from mdsim.rerun.rdf import RdfMean
from mdsim.rerun.source import Source, open_source, with_noise
from mdsim.results import Trajectory
from mdsim.tables import Tables, tables_for


@dataclass(frozen=True)
class Order:
    """What is asked for."""

    source: Path
    output: Path | None = None
    """None: named after the source, in the current folder"""
    input: Path | None = None
    """of the potentials; None: that of the run"""
    overrides: tuple[str, ...] = ()
    """section.key=value"""
    frames: slice = field(default_factory=lambda: slice(None))
    fields: tuple[str, ...] = ()
    """of "force", "potential_energy", "virial", in frames"""
    rdf: bool = False
    compare: bool = False
    precision: str | None = None
    overwrite: bool = False


def rerun(order: Order, say: Say) -> Outcome:
    """Computes the frames; `say` is called with words about progress, and warnings.

    Raises FileNotFoundError or ValueError where the order cannot be carried out, and what the engine raises.
    """
    if _core.size() > 1:
        raise ValueError("a rerun has one rank: call it without mpirun; run.threads gives it more cores")
    source = open_source(order.source)
    folder = order.output or Path(f"{source.name}.rerun")
    text = _input_of(order, source)
    frames = _chosen(source.trajectory, order.frames)
    read = [source.trajectory.path, text.source]
    expect_place(folder, order.overwrite, read)
    tables = tables_for(text, order.overrides, Path.cwd())
    potentials = _potentials(order, tables, source, text)
    kept = InputText(tomli_w.dumps(_potentials(order, tables_for(text, order.overrides, folder), source, text)), folder)
    with tempfile.TemporaryDirectory(prefix="mdsim-rerun-") as scratch:
        comparison = _comparison(order, source)
        wanted = frozenset({*order.fields, *(comparison.of_atoms if comparison else ())})
        rdf = _rdf_section(order, tables, text)
        engine = Engine(potentials, str(text.source), wanted, rdf, Path(scratch), lambda w: say(f"warning: {w}"))
        writer = Writer(order.fields, folder, source, kept, comparison, RdfMean() if order.rdf else None)
        return _work(engine, writer, frames, say)


def _input_of(order: Order, source: Source) -> InputText:
    if order.input is not None:
        return read_input(order.input)
    if source.input is None:
        raise ValueError(f"{source.path} does not say by which input it was made: name one behind it")
    return source.input


def _chosen(trajectory: Trajectory, frames: slice) -> Trajectory:
    if frames.step is not None and frames.step < 0:
        raise ValueError(f"--frames: steps of frames must grow, found a stride of {frames.step}")
    chosen = trajectory[frames]
    if len(chosen) == 0:
        raise ValueError(f"no frame is chosen of the {len(trajectory)} of {trajectory.path}")
    return chosen


def _potentials(order: Order, tables: Tables, source: Source, text: InputText) -> Tables:
    """The input by which frames are computed; raises ValueError where it does not fit them."""
    found = potentials_of(tables, order.precision)
    try:
        expect_units(found, source.trajectory)
        fill_species(found, source.trajectory, own=order.input is None)
    except ValueError as error:
        raise ValueError(f"{text.source}: {error}") from error
    return found


def _rdf_section(order: Order, tables: Tables, text: InputText) -> Tables:
    if not order.rdf:
        return {}
    if "rdf" not in tables:
        raise ValueError(f"--rdf: {text.source} has no section [rdf]; --set rdf.range=... makes one")
    section: Tables = tables["rdf"]
    return section


def _comparison(order: Order, source: Source) -> Comparison | None:
    if not order.compare:
        return None
    found = Comparison(source.trajectory, velocities=source.has_velocities)
    if not found.all:
        raise ValueError(f"--compare: frames of {source.trajectory.path} hold neither energies nor forces")
    return found


def _work(engine: Engine, writer: Writer, frames: Trajectory, say: Say) -> Outcome:
    stages = writer.source.stages()
    if not writer.source.has_velocities:
        say("frames hold no velocities: there is no temperature, and pressures lack their kinetic part")
    progress = Progress(len(frames), say)
    with writer:
        for frame in frames:
            computed = engine.compute(frame, noise=with_noise(stages, frame.step))
            writer.add(frame, computed, engine.units)
            progress.count()
    return writer.outcome(progress.seconds)
