# SPDX-License-Identifier: BSD-3-Clause
"""The command line of the program and its input keys, as it prints them itself."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

FOLDERS = "FOLDER"
"""a value that is a folder"""
FILES = ("FILE", "INPUT")
"""values that are files"""


@dataclass(frozen=True)
class Option:
    """An option, or an operand, which has no dashes."""

    names: list[str]
    help: str
    value: str
    """what it takes, as KEY=VALUE; empty for a flag"""
    words: list[str]
    """the values that are allowed; empty where all are"""
    is_operand: bool
    is_required: bool

    @property
    def long_name(self) -> str:
        """The name that stands for all of them."""
        return self.names[-1]

    @property
    def attached(self) -> list[str]:
        """What may follow the name behind a sign "=", where the help says so: --resume=auto."""
        return re.findall(re.escape(self.long_name) + r"=([a-z]+)", self.help)


@dataclass(frozen=True)
class Command:
    """The program, or one of its commands."""

    name: str
    help: str
    footer: str
    options: list[Option]
    operands: list[Option]
    commands: list[Command] = field(default_factory=list)
    leaves_words: bool = False
    """whether its options are known only to the Python package"""


@dataclass(frozen=True)
class Key:
    """A key of the input, or a table."""

    name: str
    help: str
    words: list[str]
    alternatives: list[str]
    is_table: bool
    is_list: bool


@dataclass(frozen=True)
class Program:
    """All that pages tell of the program."""

    version: str
    command: Command
    keys: list[Key]

    def all_commands(self) -> Iterator[tuple[str, Command]]:
        """The program itself under the name "", and its commands."""
        yield "", self.command
        for command in self.command.commands:
            yield command.name, command

    def settable_keys(self) -> dict[str, list[str]]:
        """The keys that --set takes and their allowed words; `*` stands for the number or name in a list."""
        lists = [key.name for key in self.keys if key.is_list]
        found: dict[str, list[str]] = {}
        for key in self.keys:
            if not key.is_table:
                found.setdefault(starred(key.name, lists), []).extend(key.words)
        return found

    def described_words(self) -> list[str]:
        """What --describe explains: keys, sections and what choices bring."""
        names = [key.name for key in self.keys]
        names += [word for key in self.keys for word in key.alternatives]
        return list(dict.fromkeys([*names, "manual", "schema", "commands"]))


def starred(name: str, lists: list[str]) -> str:
    """stage.steps as stage.*.steps where `stage` is a list of tables."""
    parts = name.split(".")
    result: list[str] = []
    for depth, part in enumerate(parts, 1):
        result.append(part)
        if depth < len(parts) and ".".join(parts[:depth]) in lists:
            result.append("*")
    return ".".join(result)


def of_program(path: str) -> Program:
    """Asks the program at this path."""
    described = json.loads(output_of(path, "--describe", "commands"))
    version = output_of(path, "--version").split()[1]
    keys = [Key(**row) for row in described["keys"]]
    command = read_command(described)
    for one in described["commands"]:
        passed = [option for option in command.options if option.long_name in one.get("passed_options", [])]
        next(known for known in command.commands if known.name == one["name"]).options.extend(passed)
    return Program(version, command, keys)


def output_of(*words: str) -> str:
    """What a command prints; it must end with 0."""
    return subprocess.run(words, stdout=subprocess.PIPE, check=True, text=True).stdout


def read_command(row: dict[str, Any]) -> Command:
    """A command with its options and its own commands."""
    options = [read_option(one) for one in row["options"]]
    return Command(
        row["name"],
        row["help"],
        row["footer"],
        [option for option in options if not option.is_operand],
        [option for option in options if option.is_operand],
        [read_command(one) for one in row["commands"]],
        leaves_words=not options,
    )


def read_option(row: dict[str, Any]) -> Option:
    """An option; what its value is called stands before the first colon, allowed words in braces."""
    value, _, rest = row["value"].partition(":")
    words = re.fullmatch(r"\{(.*)\}", rest)
    return Option(
        row["names"], row["help"], value, words[1].split(",") if words else [], row["is_operand"], row["is_required"]
    )
