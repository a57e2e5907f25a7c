# SPDX-License-Identifier: BSD-3-Clause
"""The exit codes of the program that commands use too."""

from __future__ import annotations

SUCCESS = 0
WRONG_INPUT = 2
"""the arguments are wrong, or output is damaged"""
PHYSICS_FAULT = 3
"""the simulation left the range in which it means anything"""
MACHINE_FAULT = 4
"""a disk, memory or a package that is missing"""
INTERRUPTED = 130
"""Ctrl-C ended the command"""
