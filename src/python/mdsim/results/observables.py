# SPDX-License-Identifier: BSD-3-Clause
"""What a run measured: distributions, correlations, averages and tables of the structure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Union

import numpy as np

from mdsim.results.files import damaged, need, open_hdf5, unit_of
from mdsim.results.tables import Array, RowSource, Table, read_lines, read_whole_table

if TYPE_CHECKING:
    import pandas

STRUCTURE = ("cna", "centro_symmetry", "coordination")
NAMES = ("averages", "rdf", "msd", "vacf", "viscosity", "conductivity", "profile", "structure_factor", *STRUCTURE)


class Estimate(NamedTuple):
    """A number with its standard error and unit."""

    value: float
    error: float
    unit: str

    def __str__(self) -> str:
        return f"{self.value:.6g} +- {self.error:.2g} {self.unit}".rstrip()


class RadialDistribution(Table):
    """The radial distribution function g(r)."""

    @property
    def r(self) -> Array:
        """The middle of each bin."""
        return self["r"]

    @property
    def g(self) -> Array:
        """g(r) of all pairs."""
        return self["g"]

    @property
    def errors(self) -> Array | None:
        """The standard error of g; None where the file holds none."""
        return self.get("g_error")

    @property
    def pairs(self) -> list[str]:
        """The pairs of species, like `A_B`, if there are several species."""
        return [name[2:] for name in self if name.startswith("g_") and not name.endswith("_error")]

    def of(self, first: str, second: str) -> Array:
        """g(r) of two species, in any order."""
        for pair in (f"{first}_{second}", f"{second}_{first}"):
            if f"g_{pair}" in self:
                return self[f"g_{pair}"]
        raise KeyError(f"no g(r) of {first} and {second}; there are: {', '.join(self.pairs) or 'that of all pairs'}")


class StructureFactor(Table):
    """The static structure factor S(q): a line for each bin of |q| that has a wave vector of the box."""

    @property
    def q(self) -> Array:
        """The mean |q| of the wave vectors of each bin."""
        return self["q"]

    @property
    def vectors(self) -> Array:
        """How many wave vectors each mean is over, of which q and -q are one."""
        return self["vectors"].astype(np.int64)

    @property
    def s(self) -> Array:
        """S(q) of all atoms."""
        return self["S"]

    @property
    def errors(self) -> Array:
        """The standard error of S; NaN where it is not known."""
        return self["S_error"]

    @property
    def pairs(self) -> list[str]:
        """The pairs of species, like `A_B`, if there are several species."""
        return [name[2:] for name in self if name.startswith("S_") and not name.endswith("_error")]

    def of(self, first: str, second: str) -> Array:
        """The partial S(q) of two species after Ashcroft and Langreth, in any order."""
        for pair in (f"{first}_{second}", f"{second}_{first}"):
            if f"S_{pair}" in self:
                return self[f"S_{pair}"]
        raise KeyError(f"no S(q) of {first} and {second}; there are: {', '.join(self.pairs) or 'that of all atoms'}")


class ByLag(Table):
    """A table by the time between two instants."""

    @property
    def lag(self) -> Array:
        """The time between two instants in steps."""
        return self["lag"].astype(np.int64)

    @property
    def time(self) -> Array:
        """The same in the unit of time."""
        return self["time"]


class Correlation(ByLag):
    """The mean-square displacement (`msd`) or the velocity autocorrelation (`vacf`), by the time between instants."""

    @property
    def kind(self) -> str:
        """`msd` or `vacf`."""
        return self.path.stem

    @property
    def origins(self) -> Array:
        """The number of time origins that each mean is over."""
        return self["origins"].astype(np.int64)

    @property
    def species(self) -> list[str]:
        """The species that have a mean of their own, if there are several."""
        begin = f"{self.kind}_"
        return [name[len(begin) :] for name in self if name.startswith(begin) and not name.endswith("_error")]

    def mean(self, species: str | None = None) -> Array:
        """The mean over atoms and origins; of one species if it is named."""
        return self._column(species, "")

    def errors(self, species: str | None = None) -> Array:
        """The standard error of the mean; NaN where it is not known."""
        return self._column(species, "_error")

    def _column(self, species: str | None, end: str) -> Array:
        name = self.kind + ("" if species is None else f"_{species}") + end
        if name not in self:
            raise KeyError(f"no {self.kind} of {species}; there are: {', '.join(self.species) or 'all atoms together'}")
        return self[name]

    def diffusion(self, species: str | None = None) -> Estimate | None:
        """The self-diffusion; None as long as no time origin has a whole window. Needs h5py."""
        path = self.path.with_suffix(".h5")
        name = f"{self.kind}/diffusion" + ("" if species is None else f"_{species}")
        with open_hdf5(path, f"it is written with {self.path.name}") as file:
            if name not in file:
                return None
            mean, error = file[name][()]
            return Estimate(float(mean), float(error), unit_of(file[name]))


class GreenKubo(ByLag):
    """How a current is forgotten, by the time between instants, and the transport coefficient that follows."""

    @property
    def kind(self) -> str:
        """`viscosity` or `conductivity`."""
        return self.path.stem

    @property
    def running(self) -> Array:
        """The coefficient by the integral up to each time; its plateau is the coefficient."""
        return self[self.kind]

    @property
    def errors(self) -> Array:
        """The standard errors of these integrals."""
        return self[f"{self.kind}_error"]

    def at(self, time: float) -> Estimate:
        """The coefficient by the integral up to the sample nearest to a time."""
        place = int(np.abs(self.time - time).argmin())
        return Estimate(float(self.running[place]), float(self.errors[place]), self.units[self.kind])

    @property
    def estimate(self) -> Estimate:
        """The coefficient by the integral over the whole window."""
        return self.at(float(self.time[-1]))


class Viscosity(GreenKubo):
    """The shear viscosity, by the stress."""

    @property
    def modulus(self) -> Array:
        """The relaxation modulus, the autocorrelation of the stress times V / kT."""
        return self["modulus"]


class Conductivity(GreenKubo):
    """The thermal conductivity, by the heat current."""

    @property
    def correlation(self) -> Array:
        """The autocorrelation of the heat current, of which the conductivity is the integral."""
        return self["correlation"]


class Profile(Table):
    """What is in layers across the box: a line for each layer."""

    @property
    def position(self) -> Array:
        """The middle of each layer along the axis."""
        return self["position"]

    @property
    def species(self) -> list[str]:
        """The species that have a density of their own, if there are several."""
        begin = "density_"
        return [name[len(begin) :] for name in self if name.startswith(begin) and not name.endswith("_error")]

    def density(self, species: str | None = None) -> Array:
        """The number of atoms in a volume; of one species if it is named."""
        name = "density" if species is None else f"density_{species}"
        if name not in self:
            raise KeyError(f"no density of {species}; there are: {', '.join(self.species) or 'that of all atoms'}")
        return self[name]

    def errors(self, column: str) -> Array:
        """The standard errors of a column: `density`, `density_A`, `temperature`, `velocity_x` ..."""
        return self[f"{column}_error"]


class StructureTable(Table):
    """What a run measured of the structure over time: `cna`, `centro_symmetry` or `coordination`."""

    @property
    def step(self) -> Array:
        """The step of each sample."""
        return self["step"]

    @property
    def time(self) -> Array:
        """The time of each sample."""
        return self["time"]

    @property
    def histogram(self) -> Array:
        """Of `coordination`: samples x numbers of neighbours; the last column counts atoms with more than those."""
        return np.column_stack([self[name] for name in self if name.startswith("n_")])


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
