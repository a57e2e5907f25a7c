# SPDX-License-Identifier: BSD-3-Clause
"""What the run measured beside thermo."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Callable

import numpy as np

from mdsim.report.figures import SERIES, Figure, figure
from mdsim.report.table import TextTable, table
from mdsim.report.words import column_words, error_words, estimate, number, plural, unit_words, with_unit
from mdsim.results import Correlation, GreenKubo, Profile, RadialDistribution, Results, StructureFactor, StructureTable

TITLES = {
    "rdf": "Radial distribution function g(r)",
    "msd": "Mean-square displacement",
    "vacf": "Velocity autocorrelation",
    "viscosity": "Viscosity by Green and Kubo",
    "conductivity": "Thermal conductivity by Green and Kubo",
    "profile": "Profile across the box",
    "structure_factor": "Static structure factor S(q)",
    "cna": "Common-neighbour analysis",
    "centro_symmetry": "Centro-symmetry",
    "coordination": "Coordination",
}


@dataclass(frozen=True)
class Part:
    """An observable on the page."""

    title: str
    figures: list[Figure]
    tables: list[TextTable]
    sentences: list[str]


def content(run: Results) -> dict[str, Any]:
    """Each observable that is there."""
    return {"parts": [_part(run, name) for name in run.observables if name != "averages"]}


def _part(run: Results, name: str) -> Part:
    try:
        found = run.observables[name]
        if isinstance(found, RadialDistribution):
            return _distribution(run, found)
        if isinstance(found, Correlation):
            return _correlation(run, found)
        if isinstance(found, GreenKubo):
            return _coefficient(run, found)
        if isinstance(found, Profile):
            return _profile(run, found)
        if isinstance(found, StructureFactor):
            return _structure_factor(run, found)
        if isinstance(found, StructureTable):
            return _structure(run, name, found)
    except Exception as error:  # the other observables are shown all the same
        return Part(TITLES[name], [], [], [f"This cannot be shown: {error_words(error)}."])
    raise AssertionError(f"{name} is none of these")


def _curve(run: Results, name: str, alt: str, caption: str = "") -> Figure:
    return figure(name, lambda axes: run.plot(name, ax=axes), alt, caption)


def _distribution(run: Results, rdf: RadialDistribution) -> Part:
    rows = [_peak("all", rdf, "g")] + [_peak(pair.replace("_", "-"), rdf, f"g_{pair}") for pair in rdf.pairs]
    unit = f" [{unit_words(rdf.units['r'])}]" if rdf.units["r"] else ""
    peaks = table("Highest peak of each curve", ["Pairs", f"r{unit}", "g(r)"], rows, (1, 2))
    alt = f"g(r) of all pairs, highest at r = {rows[0][1]} with {rows[0][2]}"
    if len(rows) > 1:
        alt += f"; also of {', '.join(row[0] for row in rows[1:])}"
    sentences = [] if rdf.errors is not None else ["The file has no errors of g(r)."]
    return Part(TITLES["rdf"], [_curve(run, "rdf", alt)], [peaks], sentences)


def _peak(words: str, rdf: RadialDistribution, column: str) -> list[str]:
    place = int(np.nanargmax(rdf[column]))
    return [words, number(rdf.r[place]), number(rdf[column][place], 4)]


def _correlation(run: Results, found: Correlation) -> Part:
    title = TITLES[found.kind]
    time, unit = number(found.time[-1]), found.units["time"]
    alt = f"{title.lower()} of all atoms up to the time {with_unit(time, unit)}, in the end {number(found.mean()[-1])}"
    if found.species:
        alt += f"; also of {', '.join(found.species)}"
    caption = "Bands are one standard error on both sides."
    tables, sentences = [], [f"Each mean is over at most {plural(int(found.origins.max()), 'time origin')}."]
    try:
        tables = _diffusion(found)
        if not tables:
            sentences.append("There is no self-diffusion yet: no time origin has a whole window.")
    except (ImportError, OSError, ValueError, KeyError) as error:
        sentences.append(f"The self-diffusion cannot be read: {error_words(error)}.")
    if tables:
        sentences.append(
            "The self-diffusion in a periodic box is too small by a term of its edge; it is not corrected."
        )
    return Part(title, [_curve(run, found.kind, alt, caption)], tables, sentences)


def _diffusion(found: Correlation) -> list[TextTable]:
    """The self-diffusion of all atoms and of each species, as far as it is known."""
    kinds: list[str | None] = [None, *found.species]
    values = [(kind or "all", found.diffusion(kind)) for kind in kinds]
    rows = [[kind, estimate(*value)] for kind, value in values if value is not None]
    way = "Einstein" if found.kind == "msd" else "Green and Kubo"
    return [table(f"Self-diffusion by {way}", ["Atoms", "Coefficient"], rows, (1,))] if rows else []


CURRENTS = {"viscosity": "relaxation modulus", "conductivity": "autocorrelation of the heat current"}


def _coefficient(run: Results, found: GreenKubo) -> Part:
    words, time = estimate(*found.estimate), with_unit(number(found.time[-1]), found.units["time"])
    alt = f"integral of the {CURRENTS[found.kind]} up to the time {time}, in the end {words}"
    caption = (
        f"The integral up to each time; its plateau is the {found.kind}. The band is one standard error on both sides."
    )
    name = found.kind.capitalize()
    tables = [table(name, ["Integral up to", name], [[time, words]], (1,))]
    return Part(TITLES[found.kind], [_curve(run, found.kind, alt, caption)], tables, [])


def _profile(run: Results, found: Profile) -> Part:
    columns = [name for name in found if name != "position" and not name.endswith("_error")]
    rows = [[_head(name, found), _least(found[name]), _most(found[name])] for name in columns]
    tables = [table("Over the layers", ["Quantity", "least", "most"], rows, (1, 2))]
    axis = found.settings.get("axis", "z")
    densities = found.density()
    alt = f"density in {len(densities)} layers along {axis}, {_least(densities)} to {_most(densities)}"
    caption = "The density of each layer. The band is one standard error on both sides."
    return Part(TITLES["profile"], [_curve(run, "profile", alt, caption)], tables, [])


def _structure_factor(run: Results, found: StructureFactor) -> Part:
    if not len(found.q):
        return Part(TITLES["structure_factor"], [], [], ["The box had no wave vector to sample."])
    names = ["S", *(f"S_{pair}" for pair in found.pairs)]
    rows = [_highest(name[2:].replace("_", "-") or "all", found, name) for name in names]
    unit = f" [{unit_words(found.units['q'])}]" if found.units["q"] else ""
    peaks = table("Highest value of each curve", ["Atoms", f"q{unit}", "S(q)"], rows, (1, 2))
    alt = f"S(q) of all atoms in {plural(len(found.q), 'bin')}, highest at q = {rows[0][1]} with {rows[0][2]}"
    if found.pairs:
        alt += f"; also of {', '.join(row[0] for row in rows[1:])}"
    caption = "Bands are one standard error on both sides."
    sentences = [f"It is over {plural(int(found.vectors.sum()), 'wave vector')} of the box."]
    return Part(TITLES["structure_factor"], [_curve(run, "structure_factor", alt, caption)], [peaks], sentences)


def _highest(words: str, found: StructureFactor, column: str) -> list[str]:
    if not np.isfinite(found[column]).any():
        return [words, "none", "none"]
    place = int(np.nanargmax(found[column]))
    return [words, number(found.q[place]), estimate(found[column][place], found[f"{column}_error"][place], "")]


def _least(values: Any) -> str:
    return number(np.nanmin(values)) if np.isfinite(values).any() else "none"


def _most(values: Any) -> str:
    return number(np.nanmax(values)) if np.isfinite(values).any() else "none"


def _structure(run: Results, name: str, found: StructureTable) -> Part:
    if not len(found.step):
        return Part(TITLES[name], [], [], ["There is no sample yet."])
    columns = [column for column in found if column not in ("step", "time") and not column.startswith("n_")]
    rows = [[_head(column, found), number(found[column][0]), number(found[column][-1])] for column in columns]
    heads = ["Quantity", f"step {found.step[0]:,}", f"step {found.step[-1]:,}"]
    tables = [table("First and last sample", heads, rows, (1, 2))]
    alt = f"{', '.join(map(column_words, columns))} over {plural(len(found.step), 'sample')}"
    figures = [_curve(run, name, f"{TITLES[name]}: {alt}")]
    if name == "coordination":
        figures.append(_histogram(found))
    return Part(TITLES[name], figures, tables, [])


def _head(column: str, found: StructureTable | Profile) -> str:
    unit = found.units.get(column, "")
    return f"{column_words(column)} [{unit_words(unit)}]" if unit else column_words(column)


def _histogram(found: StructureTable) -> Figure:
    counts = found.histogram[-1]
    most = int(counts.argmax())
    alt = f"histogram of the numbers of neighbours in the last sample: most atoms, {counts[most]:.0f}, have {most}"
    draw: Callable[[Any], object] = partial(_draw_histogram, counts)
    return figure("coordination-histogram", draw, alt, "Numbers of neighbours in the last sample.")


def _draw_histogram(counts: Any, axes: Any) -> None:
    axes.bar(np.arange(len(counts)), counts, color=SERIES[0])
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel(f"neighbours ({len(counts) - 1}: as many or more)")
    axes.set_ylabel("atoms")
