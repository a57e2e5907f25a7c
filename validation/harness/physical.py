# SPDX-License-Identifier: BSD-3-Clause
"""Samples of a run as objects of the package physical_validation, and what its tests find, in standard errors.

P. T. Merz and M. R. Shirts, PLoS ONE 13, e0202764 (2018), doi:10.1371/journal.pone.0202764. The package brings
pymbar along, which says that it would be faster with JAX; nothing here needs that.
"""

from __future__ import annotations

import importlib.util
import logging
import statistics
import threading
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

MISSING = (
    "the tests of ensembles need the package physical_validation, which is not here: "
    "python3 -m pip install physical_validation"
)
BAR_NM3 = 6.022140857e-2
"""[kJ/mol]; the package turns pressure times volume into energies by this number, as GROMACS' units want it"""
SEED = 1
"""of the random numbers of bootstraps"""

_one_at_a_time = threading.Lock()  # the package draws from the random numbers that all threads share


class Samples(NamedTuple):
    """What a run has sampled of one state, in reduced units."""

    atoms: int
    fixed: int
    """degrees of freedom that are none, as the momentum is kept"""
    temperature: float
    pressure: float | None
    """None at constant volume"""
    time_step: float
    columns: Mapping[str, Sequence[float]]
    """kinetic_energy, potential_energy, conserved_energy, volume"""


def is_here() -> bool:
    """Whether the package can be imported."""
    return importlib.util.find_spec("physical_validation") is not None


def _package() -> Any:
    logging.getLogger("pymbar").setLevel(logging.ERROR)
    import physical_validation

    return physical_validation


def units() -> Any:
    """Reduced units: k is 1, and so is the energy of a unit of pressure in a unit of volume."""
    return _package().data.UnitData(
        kb=1.0,
        energy_conversion=1.0,
        length_conversion=1.0,
        volume_conversion=1.0,
        temperature_conversion=1.0,
        pressure_conversion=1.0 / BAR_NM3,
        time_conversion=1.0,
    )


def simulation(samples: Samples, kept: Sequence[int] | None = None) -> Any:
    """The samples, or those that are kept of them, as the package takes them."""
    data = _package().data

    def column(name: str) -> list[float]:
        values = samples.columns[name]
        return list(values) if kept is None else [values[i] for i in kept]

    state = {"natoms": samples.atoms, "temperature": samples.temperature}
    if samples.pressure is None:
        ensemble = data.EnsembleData("NVT", volume=samples.columns["volume"][0], **state)
    else:
        ensemble = data.EnsembleData("NPT", pressure=samples.pressure, **state)
    system = data.SystemData(
        natoms=samples.atoms, nconstraints=0, ndof_reduction_tra=samples.fixed, ndof_reduction_rot=0
    )
    kinetic, potential = column("kinetic_energy"), column("potential_energy")
    observables = data.ObservableData(
        kinetic_energy=kinetic,
        potential_energy=potential,
        total_energy=[k + u for k, u in zip(kinetic, potential)],
        volume=column("volume"),
        constant_of_motion=column("conserved_energy"),
    )
    return data.SimulationData(
        units=units(), dt=samples.time_step, system=system, ensemble=ensemble, observables=observables
    )


def enthalpy(samples: Samples) -> list[float]:
    """Of the potential energy: U + P V."""
    pressure = samples.pressure or 0.0
    return [u + pressure * v for u, v in zip(samples.columns["potential_energy"], samples.columns["volume"])]


def independent(values: Sequence[float]) -> list[int]:
    """Which samples to keep, so far apart that they know nothing of each other."""
    _package()
    import numpy
    from pymbar import timeseries

    found = timeseries.subsample_correlated_data(numpy.array(values))
    return [int(i) for i in found]


def kinetic_energy(samples: Samples) -> tuple[float, float, float]:
    """How many standard errors the mean, the width and the whole distribution are off those of theory.

    The whole distribution is tested by Kolmogorov and Smirnov; its p is given as the number of standard errors
    that a normal number exceeds, to either side, with that probability.
    """
    test = _package().kinetic_energy.distribution
    with _one_at_a_time:
        taken = simulation(samples, independent(samples.columns["kinetic_energy"]))
        mean, width = test(taken, data_is_uncorrelated=True, verbosity=0, bootstrap_seed=SEED)
        p = test(taken, strict=True, data_is_uncorrelated=True, verbosity=0)
    return float(mean), float(width), standard_errors(float(p))


def standard_errors(p: float) -> float:
    """What a normal number exceeds, to either side, with this probability."""
    return -statistics.NormalDist().inv_cdf(max(p, 1e-300) / 2)


def ensemble(one: Samples, two: Samples) -> float:
    """By how many standard errors the ratio of two distributions is off that of theory.

    At constant volume it is that of the potential energy; at constant pressure that of the enthalpy if the
    temperatures differ, that of the volume if the pressures do.
    """
    by_volume = one.pressure != two.pressure
    with _one_at_a_time:
        taken = [simulation(s, independent(s.columns["volume"] if by_volume else enthalpy(s))) for s in (one, two)]
        found = _package().ensemble.check(*taken, data_is_uncorrelated=True, verbosity=0)
    return float(found[0])


def convergence(runs: Sequence[Samples]) -> float:
    """How far the ratio of fluctuations of what is conserved is off that of the squares of time steps, at most."""
    with _one_at_a_time:
        return float(_package().integrator.convergence([simulation(run) for run in runs], verbose=False))
