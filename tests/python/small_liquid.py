# SPDX-License-Identifier: BSD-3-Clause
"""The tables of an input that several tests begin with."""


def atoms_of_a_liquid():
    """500 Lennard-Jones atoms on a lattice, with velocities that melt it; without stages and output."""
    return {
        "units": {"system": "lj"},
        "run": {"threads": 1, "device": "cpu", "seed": 7},
        "system": {"lattice": {"type": "fcc", "density": 0.8442, "cells": [5, 5, 5], "species": ["A"]}},
        "species": [{"name": "A", "mass": 1.0}],
        "pair": {
            "cutoff": 2.5,
            "potential": [{"species": ["A", "A"], "type": "lennard_jones", "epsilon": 1.0, "sigma": 1.0}],
        },
        "velocity": {"temperature": 1.44},
    }
