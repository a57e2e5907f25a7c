# SPDX-License-Identifier: BSD-3-Clause
"""Tables of what a run measured, with names for their columns: distributions, correlations, profiles, structure."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mdsim.results.files import open_hdf5, unit_of
from mdsim.results.tables import Array, Table


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
        """The self-diffusion; None as long as no time origin has a whole window. Needs h5py.

        Raises KeyError for a species that is not there.
        """
        self.mean(species)
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
        """The coefficient by the integral up to the sample nearest to a time of the window; raises ValueError."""
        if not self.time[0] <= time <= self.time[-1]:
            raise ValueError(f"time: found {time:g}; the window ends at {self.time[-1]:g}")
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
        columns = [self[name] for name in self if name.startswith("n_")]
        if not columns:
            raise KeyError(f"{self.path.name} has no numbers of neighbours: only `coordination` counts them")
        return np.column_stack(columns)
