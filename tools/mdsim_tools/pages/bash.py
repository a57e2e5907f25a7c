# SPDX-License-Identifier: BSD-3-Clause
"""The completion for bash: tables of this program in front of the functions of completion.bash."""

from __future__ import annotations

import shlex
from pathlib import Path

from mdsim_tools.pages.commands import Option, Program


def bash_completion(program: Program) -> str:
    """The whole file."""
    functions = (Path(__file__).with_name("completion.bash")).read_text(encoding="utf-8")
    head, mark, tail = functions.partition("# TABLES\n")
    if not mark:
        raise ValueError("completion.bash has no place for the tables")
    return head + "\n".join(tables(program)) + "\n" + tail


def tables(program: Program) -> list[str]:
    """Functions that answer for one word what may follow."""
    commands = list(program.all_commands())
    options = {name: [word for one in command.options for word in names_of(one)] for name, command in commands}
    values = {
        f"{name} {word}": [value_of(one)]
        for name, command in commands
        for one in command.options
        if one.value
        for word in one.names
    }
    operands = {name: [value_of(one) for one in command.operands] for name, command in commands}
    keys = program.settable_keys()
    return [
        *table("_mdsim_options", options),
        *table("_mdsim_values", values),
        *table("_mdsim_operands", operands),
        *table("_mdsim_key_words", {key: words for key, words in keys.items() if words}),
        *array("_mdsim_commands", [name for name, _ in commands if name]),
        *array("_mdsim_keys", list(keys)),
        *array("_mdsim_described", program.described_words()),
    ]


def names_of(option: Option) -> list[str]:
    """Its names, and with what may stand behind the sign "="."""
    return [*option.names, *(f"{option.long_name}={word}" for word in option.attached)]


def value_of(option: Option) -> str:
    """The kind of its value, or the words that are allowed, separated by bars."""
    return "|".join(option.words) or option.value


def table(name: str, rows: dict[str, list[str]]) -> list[str]:
    """A function that prints the words of a row."""
    lines = [f"    {pattern(key)}) echo {shlex.quote(' '.join(words))} ;;" for key, words in rows.items()]
    return [f"{name}() {{", "    case $1 in", *lines, "    esac", "}", ""]


def pattern(key: str) -> str:
    """A word for `case`; the star of a list stands for any number or name."""
    return "*".join(shlex.quote(part) for part in key.split("*"))


def array(name: str, words: list[str]) -> list[str]:
    """An array of the shell."""
    return [f"{name}=(", *(f"    {shlex.quote(word)}" for word in words), ")", ""]
