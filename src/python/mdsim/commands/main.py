# SPDX-License-Identifier: BSD-3-Clause
"""Reads the command line, calls the command, and turns exceptions into messages and exit codes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from mdsim.commands import convert, elastic, plan, plot, report, rerun, watch
from mdsim.commands.exit_codes import MACHINE_FAULT, PHYSICS_FAULT, SUCCESS, WRONG_INPUT
from mdsim.errors import PhysicsError

COMMANDS = (watch, report, plot, plan, elastic, rerun, convert)


class Parser(argparse.ArgumentParser):
    """Reports wrong arguments as the program does."""

    def error(self, message: str) -> NoReturn:
        """Ends the program."""
        self.exit(WRONG_INPUT, f"mdsim: {message}\n{self.format_usage()}")


def parser() -> Parser:
    """The parser of all commands."""
    found = Parser(prog="mdsim", description="commands of mdsim that are written in Python")
    commands = found.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_to(commands)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns the exit code."""
    words = parser().parse_args(arguments)
    try:
        words.run(words)
    except (FileNotFoundError, NotADirectoryError, ValueError, LookupError) as error:
        return _say(error, WRONG_INPUT)
    except PhysicsError as error:
        return _say(error, PHYSICS_FAULT)
    except (OSError, MemoryError, ImportError) as error:
        return _say(error, MACHINE_FAULT)
    return SUCCESS


def _say(error: BaseException, code: int) -> int:
    words = error.args[0] if isinstance(error, KeyError) and error.args else str(error)
    print(f"mdsim: {words or type(error).__name__}", file=sys.stderr)
    return code
