# SPDX-License-Identifier: BSD-3-Clause
"""What a run measured, by name, and averages by stage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Union

from mdsim.results.files import damaged, need
from mdsim.results.measured_tables import (
    Conductivity,
    Correlation,
    Estimate,
    Profile,
    RadialDistribution,
    StructureFactor,
    StructureTable,
    Viscosity,
)
from mdsim.results.tables import Array, RowSource, read_lines, read_whole_table

if TYPE_CHECKING:
    import pandas

STRUCTURE = ("cna", "centro_symmetry", "coordination")
NAMES = ("averages", "rdf", "msd", "vacf", "viscosity", "conductivity", "profile", "structure_factor", *STRUCTURE)


@dataclass(frozen=True)
class Average:
    """The mean of a column of thermo in a stage."""

    mean: float
    error: float
    """the standard error by blocking; NaN where it is not known"""
    samples: int
    converged: bool
    """whether the stage is long enough for the error; otherwise it is a lower bound"""
    unit: str

    def __str__(self) -> str:
        return str(Estimate(self.mean, self.error, self.unit)) + ("" if self.converged else " (error not converged)")


@dataclass(frozen=True)
class StageAverages(Mapping[str, Mapping[str, Average]]):
    """The average of each column of thermo in each stage: `averages["produce"]["temperature"].mean`."""

    stages: dict[str, dict[str, Average]]
    path: Path
    settings: dict[str, Any] = field(default_factory=dict)
    """what the input says about thermo"""

    def __getitem__(self, stage: str) -> Mapping[str, Average]:
        return self.stages[stage]

    def __iter__(self) -> Iterator[str]:
        return iter(self.stages)

    def __len__(self) -> int:
        return len(self.stages)

    def to_frame(self) -> pandas.DataFrame:
        """A pandas.DataFrame with a row for each stage and column."""
        pd = need("pandas", "a DataFrame")
        rows = [(stage, name, average) for stage, found in self.items() for name, average in found.items()]
        index = pd.MultiIndex.from_tuples([row[:2] for row in rows], names=["stage", "column"])
        frame: pandas.DataFrame = pd.DataFrame([vars(average) for _, _, average in rows], index=index)
        return frame


Observable = Union[
    RadialDistribution, StructureFactor, Correlation, Viscosity, Conductivity, Profile, StructureTable, StageAverages
]


class Observables(Mapping[str, Observable]):
    """What a run measured, by name: those of `averages`, `rdf`, `msd`, `viscosity`, `cna`, ... whose files are there.

    Each access reads the file as it is now.
    """

    def __init__(self, folder: Path, has_ended: Callable[[], bool], settings: Callable[[], dict[str, Any]]) -> None:
        self._folder = folder
        self._has_ended = has_ended
        self._settings = settings
        self._rows = {name: RowSource(folder, name, f"the input has no section [{name}]") for name in STRUCTURE}

    def __getitem__(self, name: str) -> Observable:
        if name not in NAMES or not self._exists(name):
            found = ", ".join(self) or "none"
            raise KeyError(f"{name!r} was not asked for in the input, or not sampled yet; there are: {found}")
        if name == "averages":
            return self.averages
        if name == "rdf":
            return self.rdf
        if name == "viscosity":
            return self.viscosity
        if name == "conductivity":
            return self.conductivity
        if name == "profile":
            return self.profile
        if name == "structure_factor":
            return self.structure_factor
        return self._structure(name) if name in STRUCTURE else self._correlation(name)

    def __iter__(self) -> Iterator[str]:
        return (name for name in NAMES if self._exists(name))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        return name in NAMES and self._exists(str(name))

    def __repr__(self) -> str:
        return f"<Observables of {self._folder}: {', '.join(self) or 'none'}>"

    def forget(self) -> None:
        """Forgets what was read."""
        for rows in self._rows.values():
            rows.forget()

    def _exists(self, name: str) -> bool:
        return self._rows[name].exists() if name in STRUCTURE else (self._folder / f"{name}.csv").exists()

    def _settings_of(self, section: str) -> dict[str, Any]:
        found = self._settings().get(section, {})
        return found if isinstance(found, dict) else {}

    @property
    def averages(self) -> StageAverages:
        """The averages of the columns of thermo in each stage, with errors."""
        path = self._folder / "averages.csv"
        return StageAverages(read_averages(path), path, self._settings_of("thermo"))

    @property
    def rdf(self) -> RadialDistribution:
        """The radial distribution function."""
        return RadialDistribution(*self._whole_table("rdf"))

    @property
    def msd(self) -> Correlation:
        """The mean-square displacement."""
        return self._correlation("msd")

    @property
    def vacf(self) -> Correlation:
        """The velocity autocorrelation."""
        return self._correlation("vacf")

    @property
    def viscosity(self) -> Viscosity:
        """The viscosity, from the autocorrelation of the stress."""
        return Viscosity(*self._whole_table("viscosity"))

    @property
    def conductivity(self) -> Conductivity:
        """The thermal conductivity, from the autocorrelation of the heat current."""
        return Conductivity(*self._whole_table("conductivity"))

    @property
    def profile(self) -> Profile:
        """Density, temperature and velocity in layers across the box."""
        return Profile(*self._whole_table("profile"))

    @property
    def structure_factor(self) -> StructureFactor:
        """The static structure factor."""
        return StructureFactor(*self._whole_table("structure_factor"))

    @property
    def cna(self) -> StructureTable:
        """The numbers of atoms in each kind of crystal over time."""
        return self._structure("cna")

    @property
    def centro_symmetry(self) -> StructureTable:
        """The mean and the largest centro-symmetry parameter over time."""
        return self._structure("centro_symmetry")

    @property
    def coordination(self) -> StructureTable:
        """The mean number of neighbours and the histogram over time."""
        return self._structure("coordination")

    def _correlation(self, name: str) -> Correlation:
        return Correlation(*self._whole_table(name))

    def _whole_table(self, name: str) -> tuple[dict[str, Array], dict[str, str], Path, dict[str, Any]]:
        path = self._folder / f"{name}.csv"
        why = f"the input has no section [{name}], or no checkpoint has been written yet"
        return (*read_whole_table(path, why), path, self._settings_of(name))

    def _structure(self, name: str) -> StructureTable:
        rows = self._rows[name].read(self._has_ended())
        return StructureTable(rows.columns, rows.units, rows.path, self._settings_of(name))


def read_averages(path: Path) -> dict[str, dict[str, Average]]:
    """The lines of averages.csv by stage and column."""
    titles, lines = read_lines(path, "thermo.every is 0 in the input, or no checkpoint has been written yet")
    found: dict[str, dict[str, Average]] = {}
    try:
        for line in lines:
            cells = dict(zip(titles, line))
            found.setdefault(cells["stage"], {})[cells["column"]] = _average_of(cells)
    except (KeyError, ValueError) as error:
        raise damaged(path, f"{type(error).__name__}: {error}") from error
    return found


def _average_of(cells: dict[str, str]) -> Average:
    return Average(
        mean=float(cells["mean"] or "nan"),
        error=float(cells["standard_error"] or "nan"),
        samples=int(cells["samples"]),
        converged=cells["converged"] == "yes",
        unit=cells["unit"],
    )
