# SPDX-License-Identifier: BSD-3-Clause
"""Calls of the program that must end with a certain exit code, and the liquid that most of them run."""

import cases
from mdsim_tools.program import FINISHED


def liquid(*stages, system=None):
    parts = (
        cases.run(1),
        system or cases.lattice((5, 5, 5)),
        cases.SPECIES,
        cases.pair(),
        cases.neighbor(),
        cases.hot(),
    )
    return cases.LJ + "".join(parts + (stages or (cases.stage("nve", 100),))) + cases.OUTPUT


def call(program, *arguments, ranks=1, code=FINISHED):
    found, out, err = program.call(arguments, ranks)
    assert found == code, f"exit code {found} instead of {code} of {' '.join(arguments)}: {(out + err)[-1500:]}"
    return out, err
