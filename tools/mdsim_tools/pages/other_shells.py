# SPDX-License-Identifier: BSD-3-Clause
"""The completions for zsh and fish."""

from __future__ import annotations

from mdsim_tools.pages.commands import FILES, FOLDERS, Command, Option, Program

HEAD = "# Completion of mdsim(1), by tools/command-pages from what the program says of itself."


ZSH_FIRST = """
_mdsim_first() {
    _alternative \\
        'commands:command:{_describe command _mdsim_commands}' \\
        'inputs:input:_files -g "*.toml"'
}
"""

ZSH_MAIN = """
_mdsim() {
    local command=${words[2]}
    if (( CURRENT > 2 )) && (( $+functions[_mdsim_of_$command] )); then
        shift words
        ((CURRENT--))
        _mdsim_of_$command
    else
        _mdsim_of_program
    fi
}

_mdsim "$@"
"""


def zsh_completion(program: Program) -> str:
    """The file _mdsim of a folder in fpath. Keys are completed by their names as --describe has them."""
    lines = ["#compdef mdsim", HEAD]
    lines += zsh_array("_mdsim_described", program.described_words())
    lines += zsh_array("_mdsim_keys", [key.replace("*", "0") for key in program.settable_keys()])
    lines += zsh_array("_mdsim_commands", [zsh_described(one) for one in program.command.commands])
    lines += ZSH_FIRST.splitlines()
    for name, command in program.all_commands():
        lines += ["", f"_mdsim_of_{name or 'program'}() {{", "    _arguments -s \\"]
        lines += [f"        {word} \\" for one in command.options for word in zsh_option(one)]
        lines += zsh_operands(command) if name else ["        '1: :_mdsim_first' \\"]
        lines += ["        '*: :_default'", "}"]
    return "\n".join(lines) + "\n" + ZSH_MAIN


def zsh_array(name: str, words: list[str]) -> list[str]:
    """An array of the shell, after an empty line."""
    return ["", f"{name}=(", *(f"    {quoted(word)}" for word in words), ")"]


def zsh_described(command: Command) -> str:
    """name:help, as _describe wants it."""
    return f"{command.name}:{command.help.replace(':', ' -')}"


def zsh_option(option: Option) -> list[str]:
    """The words by which _arguments knows an option, one for each of its names."""
    repeated = "*" if option.value == "KEY=VALUE" else ""
    help_text = option.help.replace("[", "(").replace("]", ")").replace(":", " -")
    value = f":{option.value}:{zsh_action(option)}" if option.value else ""
    words = [f"{repeated}{name}[{help_text}]{value}" for name in option.names]
    words += [f"{option.long_name}={word}[{help_text}]" for word in option.attached]
    return [quoted(word) for word in words]


def zsh_action(option: Option) -> str:
    """How its value is completed."""
    if option.words:
        return f"({' '.join(option.words)})"
    if option.value == "KEY=VALUE":
        return "compadd -S= -a _mdsim_keys"
    if option.value == "KEY":
        return "compadd -a _mdsim_described"
    if option.value == FOLDERS:
        return "_files -/"
    return "_files" if option.value in FILES else " "


def zsh_operands(command: Command) -> list[str]:
    """Operands, files or folders."""
    return [f"        '{k}:{one.value}:{zsh_action(one)}' \\" for k, one in enumerate(command.operands, 1)]


def fish_completion(program: Program) -> str:
    """The file mdsim.fish."""
    names = " ".join(one.name for one in program.command.commands)
    lines = [HEAD, "", f"set -l commands {names}"]
    for one in program.command.commands:
        lines.append(f"complete -c mdsim -n '__fish_is_first_arg' -a {one.name} -d {quoted(one.help)}")
    for name, command in program.all_commands():
        seen = f'"__fish_seen_subcommand_from {name}"' if name else '"not __fish_seen_subcommand_from $commands"'
        lines += [f"complete -c mdsim -n {seen} {fish_option(one, program)}" for one in command.options]
    return "\n".join(lines) + "\n"


def fish_option(option: Option, program: Program) -> str:
    """What `complete` is given for an option."""
    names = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names]
    return " ".join([*names, *fish_value(option, program), "-d", quoted(option.help)])


def fish_value(option: Option, program: Program) -> list[str]:
    """How the value of an option is completed."""
    words = option.words
    if option.value == "KEY":
        words = program.described_words()
    if option.value == "KEY=VALUE":
        words = [key.replace("*", "0") + "=" for key in program.settable_keys()]
    if words:
        return ["-x", "-a", quoted(" ".join(words))]
    if option.value == FOLDERS:
        return ["-x", "-a", "'(__fish_complete_directories)'"]
    return ["-r"] if option.value else []


def quoted(words: str) -> str:
    """A word in single quotes, for both shells."""
    return "'" + words.replace("'", "'\\''") + "'"
