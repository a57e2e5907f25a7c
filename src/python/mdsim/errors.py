# SPDX-License-Identifier: BSD-3-Clause
"""The exceptions of mdsim, in place of the exit codes of the program."""

from __future__ import annotations


class Error(Exception):
    """What all exceptions of mdsim are."""


class InputError(Error, ValueError):
    """The input, or a file that it names, is wrong; the message holds every fault (exit code 2)."""


class PhysicsError(Error, RuntimeError):
    """The simulation left the range in which it means anything (exit code 3)."""


class MachineError(Error, OSError):
    """The machine failed: disk, memory, MPI, device (exit code 4)."""


class Stopped(Error):  # noqa: N818 - no fault, as KeyboardInterrupt is none
    """A limit of time (`run.wall_time`) stopped the run, after a checkpoint (exit code 5)."""
