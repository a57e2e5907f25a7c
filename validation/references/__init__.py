# SPDX-License-Identifier: BSD-3-Clause
"""How LAMMPS makes the reference data of potentials of many bodies."""
