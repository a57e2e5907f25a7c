# SPDX-License-Identifier: BSD-3-Clause
"""Plots of what a run wrote, by matplotlib."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Callable

import numpy as np

from mdsim.results.files import need
from mdsim.results.measured_tables import (
    Correlation,
    GreenKubo,
    Profile,
    RadialDistribution,
    StructureFactor,
    StructureTable,
)
from mdsim.results.tables import Array, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mdsim.results.results import Results

BAND = 0.3
"""how opaque the band of an error is"""

WIDTH, HEIGHT, PER_ROW = 4.0, 3.0, 3
"""of the panels of an overview [inches], and how many stand side by side"""


def plot_one(run: Results, name: str, ax: Axes | None) -> Axes:
    """Draws a column of thermo, or an observable."""
    draw = _drawing(run, name)
    if ax is None:
        _, ax = need("matplotlib.pyplot", "plot()").subplots(layout="constrained")
    draw(ax)
    return ax


def plot_all(run: Results) -> list[Axes]:
    """Draws an overview: each column of thermo and each observable, as far as there are any."""
    names = names_to_plot(run)
    if not names:
        raise ValueError(f"{run.folder} holds nothing to plot yet")
    plt = need("matplotlib.pyplot", "plot()")
    columns = min(PER_ROW, len(names))
    rows = -(-len(names) // columns)
    figure, grid = plt.subplots(
        rows, columns, figsize=(WIDTH * columns, HEIGHT * rows), squeeze=False, layout="constrained"
    )
    panels = list(grid.flat)
    for panel in panels[len(names) :]:
        panel.remove()
    for name, panel in zip(names, panels):
        plot_one(run, name, panel)
    figure.suptitle(f"{run.folder.name}, {run.progress}" if run.has_progress() else run.folder.name)
    return panels[: len(names)]


def names_to_plot(run: Results) -> list[str]:
    """What plot() can draw: the columns of thermo, then the observables."""
    thermo = [name for name in _thermo_or_nothing(run) if name not in ("step", "time")]
    return thermo + [name for name in run.observables if name != "averages"]


def _thermo_or_nothing(run: Results) -> list[str]:
    try:
        return list(run.thermo_table())
    except (FileNotFoundError, ValueError):
        return []


def _drawing(run: Results, name: str) -> Callable[[Any], None]:
    """What draws it on axes; raises ValueError where there is no such thing."""
    if name not in names_to_plot(run):
        raise ValueError(f"there is no {name!r} to plot; there are: {', '.join(names_to_plot(run)) or 'none yet'}")
    if name not in run.observables:
        table = run.thermo_table()
        return lambda ax: _draw_over_time(ax, table, [name], label_of(name, table.units[name]))
    found = run.observables[name]
    if isinstance(found, RadialDistribution):
        return lambda ax: _draw_rdf(ax, found)
    if isinstance(found, Correlation):
        return lambda ax: _draw_correlation(ax, found)
    if isinstance(found, GreenKubo):
        return lambda ax: _draw_coefficient(ax, found)
    if isinstance(found, Profile):
        return lambda ax: _draw_profile(ax, found)
    if isinstance(found, StructureFactor):
        return lambda ax: _draw_structure_factor(ax, found)
    if isinstance(found, StructureTable):
        return lambda ax: _draw_structure(ax, found)
    raise ValueError(f"{name!r} is no curve")


def _draw_over_time(ax: Any, table: Table, names: list[str], label: str) -> None:
    for name in names:
        ax.plot(table["time"], table[name], label=name)
    ax.set_xlabel(label_of("time", table.units["time"]))
    ax.set_ylabel(label)
    if len(names) > 1:
        ax.legend()


def _draw_curve(ax: Any, x: Array, y: Array, errors: Array | None, label: str) -> None:
    """A line, with a band of one standard error on both sides where that is known."""
    (line,) = ax.plot(x, y, label=label)
    if errors is not None and np.isfinite(errors).any():
        ax.fill_between(x, y - errors, y + errors, color=line.get_color(), alpha=BAND, linewidth=0)


def _draw_rdf(ax: Any, rdf: RadialDistribution) -> None:
    _draw_curve(ax, rdf.r, rdf.g, rdf.errors, "all")
    for pair in rdf.pairs:
        _draw_curve(ax, rdf.r, rdf[f"g_{pair}"], rdf.get(f"g_{pair}_error"), pair.replace("_", "-"))
    ax.axhline(1, color="grey", linewidth=0.5)
    ax.set_xlabel(label_of("r", rdf.units["r"]))
    ax.set_ylabel("g(r)")
    if rdf.pairs:
        ax.legend()


def _draw_structure_factor(ax: Any, found: StructureFactor) -> None:
    _draw_curve(ax, found.q, found.s, found.errors, "all")
    for pair in found.pairs:
        _draw_curve(ax, found.q, found[f"S_{pair}"], found[f"S_{pair}_error"], pair.replace("_", "-"))
    ax.axhline(1, color="grey", linewidth=0.5)
    ax.set_xlabel(label_of("q", found.units["q"]))
    ax.set_ylabel("S(q)")
    if found.pairs:
        ax.legend()


TITLES = {"msd": "mean-square displacement", "vacf": "velocity autocorrelation"}


def _draw_correlation(ax: Any, found: Correlation) -> None:
    _draw_curve(ax, found.time, found.mean(), found.errors(), "all")
    for species in found.species:
        _draw_curve(ax, found.time, found.mean(species), found.errors(species), species)
    if found.kind == "vacf":
        ax.axhline(0, color="grey", linewidth=0.5)
    ax.set_xlabel(label_of("time", found.units["time"]))
    ax.set_ylabel(label_of(TITLES[found.kind], found.units[found.kind]))
    if found.species:
        ax.legend()


def _draw_coefficient(ax: Any, found: GreenKubo) -> None:
    _draw_curve(ax, found.time, found.running, found.errors, found.kind)
    ax.set_xlabel(label_of("time", found.units["time"]))
    ax.set_ylabel(label_of(f"{found.kind} up to this time", found.units[found.kind]))


def _draw_profile(ax: Any, found: Profile) -> None:
    _draw_curve(ax, found.position, found.density(), found.errors("density"), "all")
    for species in found.species:
        _draw_curve(ax, found.position, found.density(species), found.errors(f"density_{species}"), species)
    axis = found.settings.get("axis", "z")
    ax.set_xlabel(label_of(axis, found.units["position"]))
    ax.set_ylabel(label_of("density", found.units["density"]))
    if found.species:
        ax.legend()


def _draw_structure(ax: Any, table: StructureTable) -> None:
    names = [name for name in table if name not in ("step", "time")]
    kind = table.path.stem
    if kind == "cna":
        _draw_over_time(ax, table, names, "atoms")
    elif kind == "coordination":
        means = [name for name in names if name == "mean" or name.startswith("mean_")]
        _draw_over_time(ax, table, means, "coordination")
    else:
        _draw_over_time(ax, table, names, label_of("centro-symmetry", table.units[names[0]]))


def label_of(name: str, unit: str) -> str:
    """The label of an axis: `potential energy [kJ mol$^{-1}$]`."""
    words = name.replace("_", " ")
    if not unit:
        return words
    shown = re.sub(r"(?<=[A-Za-z])(-?\d+)", r"$^{\1}$", unit).replace("Angstrom", "\N{ANGSTROM SIGN}")
    return f"{words} [{shown}]"
