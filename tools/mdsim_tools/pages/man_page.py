# SPDX-License-Identifier: BSD-3-Clause
"""The man page mdsim(1), as roff with the macros of man(7)."""

from __future__ import annotations

import os
import re
import time

from mdsim_tools.pages.commands import Command, Option, Program

ENVIRONMENT = [
    ("OMP_NUM_THREADS", "threads of each rank, where run.threads is 0; the cores shared among the ranks if unset"),
    ("MDSIM_SIMD", "a narrower SIMD level than the widest that the processor offers"),
    ("MDSIM_PYTHON", "the Python that has the package mdsim, for report and plot; python3 if unset"),
]

EXAMPLES = [
    ("Run an input, then make the run longer:", "mdsim liquid.toml"),
    ("", "mdsim liquid.toml --resume --set stage.produce.steps=20000"),
    ("Show what four ranks would do and need:", "mpirun -n 4 mdsim liquid.toml --dry-run"),
    ("Explain a section of the input, or a key:", "mdsim --describe pair.potential"),
]


def man_page(program: Program) -> str:
    """The whole page."""
    command = program.command
    purpose = command.help.partition(": ")[2]
    lines = [
        '.\\" Written by tools/command-pages from what the program says of itself.',
        f'.TH MDSIM 1 "{date()}" "mdsim {program.version}" "User Commands"',
        ".SH NAME",
        f"mdsim \\- {text(purpose)}",
        ".SH SYNOPSIS",
        *synopsis("mdsim", command),
        *(line for one in command.commands for line in [".br", *synopsis(f"mdsim {one.name}", one)]),
        ".SH DESCRIPTION",
        "Reads an input file in TOML, runs its stages one after the other, and writes trajectory,",
        "thermodynamic quantities and checkpoints to a folder.",
        "Under",
        ".BR mpirun (1)",
        "it runs on several ranks.",
        ".SH OPTIONS",
        *options(command.options),
        ".SH COMMANDS",
        *(line for one in command.commands for line in section(one)),
        ".SH INPUT",
        "These are the sections of an input.",
        ".B mdsim \\-\\-describe",
        ".I KEY",
        "explains each with its keys, defaults and units.",
        *(line for key in program.keys if key.is_table for line in item(bold(f"[{key.name}]"), key.help)),
        ".SH EXIT STATUS",
        *(line for code, meaning in exit_codes(command.footer) for line in item(bold(code), meaning)),
        ".SH ENVIRONMENT",
        *(line for name, meaning in ENVIRONMENT for line in item(bold(name), meaning)),
        ".SH EXAMPLES",
        *[line for said, example in EXAMPLES for line in shown(said, example)][1:],
        ".SH SEE ALSO",
        ".BR mpirun (1)",
    ]
    return "\n".join(lines) + "\n"


def date() -> str:
    """Today, or what SOURCE_DATE_EPOCH says, so that two builds may have the same page."""
    return time.strftime("%Y-%m-%d", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))))


def text(words: str) -> str:
    """Words as roff takes them: no backslash, dash, dot or quote is taken for anything else."""
    words = words.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga").replace("^", "\\(ha")
    words = words.replace("~", "\\(ti").replace("'", "\\(aq")
    return "\\&" + words if words.startswith(".") else words


def bold(words: str) -> str:
    """In bold type."""
    return f"\\fB{text(words)}\\fR"


def italic(words: str) -> str:
    """In italic type, which stands for a word to be chosen."""
    return f"\\fI{text(words)}\\fR"


def item(tag: str, help_text: str) -> list[str]:
    """A paragraph under a tag."""
    return [".TP", tag, text(sentence(help_text))]


def sentence(words: str) -> str:
    """With a capital letter and a full stop, where it begins with a word and not with a name from the program."""
    begins_with_name = re.match(r"[A-Za-z]*[_.=0-9<-]", words)
    words = words if begins_with_name else words[:1].upper() + words[1:]
    return words if words.endswith(".") else words + "."


def shown(said: str, example: str) -> list[str]:
    """A line of a terminal, with what it does."""
    return [*([".PP", text(said)] if said else []), ".PP", ".RS 4", ".EX", text(example), ".EE", ".RE"]


def synopsis(name: str, command: Command) -> list[str]:
    """How the command is called."""
    operands = [f"[{italic(one.value)}]" if not one.is_required else italic(one.value) for one in command.operands]
    words = [f"[{italic('OPTION')}]...", *operands] if command.operands or not command.leaves_words else [text("...")]
    return [bold(name), *words]


def options(rows: list[Option]) -> list[str]:
    """A paragraph for each option."""
    return [line for one in rows for line in item(tag_of(one), one.help)]


def tag_of(option: Option) -> str:
    """Its names and what it takes."""
    names = ", ".join(bold(name) for name in option.names)
    value = "|".join(option.words) or option.value
    return f"{names} {italic(value)}" if value else names


def section(command: Command) -> list[str]:
    """The part of a command: what it does, its operands and options."""
    rows = [*command.operands, *(one for one in command.options if one.long_name != "--help")]
    lines = [f".SS {bold('mdsim ' + command.name)}", text(sentence(command.help))]
    for one in rows:
        lines += item(italic(one.value) if one.is_operand else tag_of(one), one.help)
    if command.leaves_words:
        lines += [bold(f"mdsim {command.name} --help"), "shows its options."]
    return lines


def exit_codes(footer: str) -> list[tuple[str, str]]:
    """Codes and meanings from the words below the program's own help."""
    words = " ".join(footer.split()).removeprefix("exit codes: ")
    found = re.findall(r"(\d) (.*?)(?:, (?=\d )|$)", words)
    if len(found) < 2:
        raise ValueError(f"no exit codes in the help of the program: {footer}")
    return [(code, meaning) for code, meaning in found]
