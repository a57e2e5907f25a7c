# SPDX-License-Identifier: BSD-3-Clause
"""What the tests with ASE, OVITO and MDAnalysis share: the readers, and a run of a crystal that they look at."""

import pytest

import needed
import runs
from calls import call
from crystals import SHAPES, SYSTEMS, Crystal

ALL = [(system, shape) for system in SYSTEMS for shape in SHAPES]
SAMPLE = [
    ("metal", "plain"),
    ("metal", "triclinic"),
    ("real", "open"),
    ("nano", "triclinic"),
    ("nano", "open"),
    ("lj", "plain"),
    ("lj", "triclinic"),
]
NO_READER = "is not there; tools/test makes an environment with it in build/venv where the network allows it"


def reader(name):
    """The module of a reader; where it cannot be imported, the test is skipped, and says why."""
    return needed.module(name, f"{name} {NO_READER}")


def pytest_generate_tests(metafunc):
    """For modules that import it and the fixture below."""
    if "crystal" in metafunc.fixturenames:
        chosen = ALL if metafunc.config.getoption("--soak") else SAMPLE
        metafunc.parametrize("crystal", chosen, indirect=True, scope="module", ids=["-".join(case) for case in chosen])


@pytest.fixture(scope="module")
def crystal(program_path, tmp_path_factory, request):
    """One run for all tests that look at it."""
    return Crystal(runs.Program(str(program_path), str(tmp_path_factory.mktemp("crystal"))), *request.param)


def expect_near(found, wanted, scale, what):
    import numpy

    off = numpy.abs(numpy.asarray(found, dtype=float) - wanted).max()
    assert off <= scale, f"{what}: off by {off}"


def within(crystal, ways):
    """Ways between places, by the nearest image."""
    import numpy

    fractions = numpy.asarray(ways, dtype=float) @ numpy.linalg.inv(crystal.edges)
    return (fractions - numpy.round(fractions) * numpy.array(crystal.periodic)) @ crystal.edges


def exported(crystal, ending, *options):
    path = crystal.program.folder("out" + ending)
    call(crystal.program, "export", crystal.trajectory, path, "--overwrite", *options)
    return path
