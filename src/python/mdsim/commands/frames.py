# SPDX-License-Identifier: BSD-3-Clause
"""Which frames a command takes."""

from __future__ import annotations

import argparse


def frames_slice(text: str) -> slice:
    """A slice as Python has it: `10:20`, `::5`, `-3:`."""
    parts = text.split(":")
    if not 2 <= len(parts) <= 3:
        raise argparse.ArgumentTypeError(f"found {text!r}; allowed: A:B or A:B:C, as in 10:20, ::5, -3:")
    try:
        found = slice(*(int(part) if part else None for part in parts))
        range(10)[found]  # a step of 0
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"found {text!r}: {error}") from error
    return found
