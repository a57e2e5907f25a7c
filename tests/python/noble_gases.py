# SPDX-License-Identifier: BSD-3-Clause
"""Argon and krypton as inputs in metal units name them."""

ARGON = """[[species]]
name = "Ar"
mass = 39.948
"""

KRYPTON = """[[species]]
name = "Kr"
mass = 83.798
"""

ARGON_PAIRS = """[[pair.potential]]
species = ["Ar", "Ar"]
type = "lennard_jones"
epsilon = 0.0103
sigma = 3.405
"""

KRYPTON_PAIRS = """[[pair.potential]]
species = ["Kr", "Kr"]
type = "lennard_jones"
epsilon = 0.0144
sigma = 3.63
"""
