# SPDX-License-Identifier: BSD-3-Clause
"""Energies, forces and observables of stored frames."""
