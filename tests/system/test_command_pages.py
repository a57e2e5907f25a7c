# SPDX-License-Identifier: BSD-3-Clause
"""The man page and the completions that tools/command-pages makes from what the program says of itself."""

import json
import os
import pty
import re
import select
import subprocess
import time

import pytest

import needed
from mdsim_tools.interpreters import ROOT


@pytest.fixture(scope="module")
def pages(program_path, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    subprocess.run([ROOT / "tools/command-pages", program_path, folder], check=True)
    return folder


@pytest.fixture(scope="module")
def described(program_path):
    return json.loads(subprocess.check_output([program_path, "--describe", "commands"]))


CHECKERS = {"groff": "groff-base", "man": "man-db", "mandoc": "mandoc"}
"""Programs and the packages that bring them."""


def checked_by(command, page):
    needed.program(command[0], CHECKERS[command[0]])
    env = {**os.environ, "LC_ALL": "C.UTF-8"}
    done = subprocess.run([*command, page], capture_output=True, text=True, check=False, env=env)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["groff", "-man", "-ww", "-z", "-b"],
        ["man", "--warnings", "--local-file", "--encoding=UTF-8", "--troff-device=utf8", "-Z"],
        ["mandoc", "-T", "lint", "-W", "warning"],
    ],
    ids=lambda command: command[0],
)
def test_no_checker_complains_of_the_man_page(pages, command):
    code, out, err = checked_by(command, pages / "mdsim.1")
    complaints = err + (out if command[0] == "mandoc" else "")
    assert code == 0 and not complaints, complaints


def test_a_checker_does_complain_of_a_spoilt_page(pages):
    spoilt = pages / "spoilt.1"
    spoilt.write_text((pages / "mdsim.1").read_text() + ".nosuchmacro\n")
    _, _, err = checked_by(["groff", "-man", "-ww", "-z", "-b"], spoilt)
    assert "nosuchmacro" in err


def test_the_man_page_names_all_commands_options_and_sections(pages, described):
    code, out, err = checked_by(["man", "--local-file"], pages / "mdsim.1")
    assert code == 0, err
    shown = re.sub(r".\x08", "", out)
    for command in [described, *described["commands"]]:
        names = [name for option in command["options"] for name in option["names"] if name.startswith("-")]
        for name in [command["name"], *names]:
            assert re.search(rf"(^|[^-\w]){re.escape(name)}\b", shown), f"{name} of {command['name']} is missing"
    for key in described["keys"]:
        assert not key["is_table"] or f"[{key['name']}]" in shown, f"[{key['name']}] is missing"
    assert re.search(r"5 +Stopped after a checkpoint", shown)


COMPLETE = r"""
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
COMPREPLY=()
_mdsim
[ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\n' "${COMPREPLY[@]}"
"""


def offered(pages, *words, cwd=None):
    """What bash is offered for the last word, with words as it splits them."""
    done = subprocess.run(
        ["bash", "--norc", "-c", COMPLETE, "bash", pages / "mdsim.bash", "mdsim", *words],
        cwd=cwd or pages,
        capture_output=True,
        text=True,
        check=True,
    )
    assert not done.stderr, done.stderr
    return sorted(done.stdout.splitlines())


@pytest.mark.parametrize(
    "words, expected",
    [
        (["val"], ["validate"]),
        (["--dr"], ["--dry-run"]),
        (["--resu"], ["--resume", "--resume=auto"]),
        (["validate", "--d"], ["--data", "--device"]),
        (["validate", "--device", ""], ["auto", "cpu", "cuda"]),
        (["validate", "--device", "c"], ["cpu", "cuda"]),
        (["supervise", "--se"], ["--set"]),
        (["watch", "--"], ["--every", "--help", "--once"]),
        (["supervise", "--ranks"], ["--ranks", "--ranks-command"]),
        (["--set", "run.pre"], ["run.precision="]),
        (["--set", "run.precision", "="], ["double", "mixed"]),
        (["--set", "run.precision", "=", "d"], ["double"]),
        (["--set", "stage.produce.ste"], ["stage.produce.steps="]),
        (["--set", "stage.3.time"], ["stage.3.time_step="]),
        (["--set", "stage.produce.ensemble", "=", "nv"], ["nve"]),
        (["--set", "stage.0.rdf", "="], ["false", "true"]),
        (["in.toml", "--set", "run.seed", "=", "2", "--set", "neighbor.sk"], ["neighbor.skin="]),
        (["supervise", "in.toml", "--set", "run.devi"], ["run.device="]),
        (["--describe", "neighbor.ski"], ["neighbor.skin"]),
        (["--describe", "born"], ["born_mayer_huggins"]),
        (["--describe", "schem"], ["schema"]),
        (["--nonsense"], []),
    ],
    ids=" ".join,
)
def test_bash_is_offered(pages, words, expected):
    assert offered(pages, *words) == expected


def test_bash_is_offered_every_key_that_can_be_set(pages, described):
    tables = [key["name"] for key in described["keys"] if key["is_table"]]
    keys = {key["name"] for key in described["keys"]} - set(tables)
    found = {re.sub(r"\.0(?=\.)", "", word.rstrip("=")) for word in offered(pages, "--set", "")}
    assert found == keys


def test_bash_is_offered_files_of_the_right_kind(pages, tmp_path):
    for name in ("liquid.toml", "liquid.csv"):
        (tmp_path / name).touch()
    (tmp_path / "liquid.out").mkdir()
    assert offered(pages, "liq", cwd=tmp_path) == ["liquid.out", "liquid.toml"]
    assert offered(pages, "check", "liq", cwd=tmp_path) == ["liquid.out"]
    assert offered(pages, "watch", "liq", cwd=tmp_path) == ["liquid.out"]
    assert offered(pages, "export", "liq", cwd=tmp_path) == ["liquid.csv", "liquid.out", "liquid.toml"]
    assert offered(pages, "--output", "liq", cwd=tmp_path) == ["liquid.out"]
    assert offered(pages, "liquid.toml", "ex", cwd=tmp_path) == [], "a command after the input"


def terminal_of(shell, folder, keys, wanted, seconds=20):
    """What an interactive shell shows after some keys, up to the words that are wanted."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.environ.update(PS1="> ", TERM="dumb", HISTFILE="/dev/null", INPUTRC="/dev/null")
        os.execvp(shell[0], shell)
    os.write(terminal, keys.encode())
    shown, end = "", time.time() + seconds
    while wanted not in shown and time.time() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            shown += os.read(terminal, 4096).decode(errors="replace")
    os.close(terminal)
    os.waitpid(child, 0)
    return shown


@pytest.mark.parametrize(
    "keys, wanted",
    [
        ("mdsim --set run.prec\tmix\t#", "mdsim --set run.precision=mixed #"),
        ("mdsim valid\t--dev\tcud\t#", "mdsim validate --device cuda #"),
    ],
)
def test_the_tabulator_completes_in_a_shell(pages, keys, wanted):
    bash = ["bash", "--norc", "--noprofile", "-i"]
    shown = terminal_of(bash, pages, f"source {pages}/mdsim.bash\n{keys}", wanted)
    assert wanted in shown, shown


@pytest.mark.parametrize(
    "keys, wanted",
    [
        ("mdsim validate --device cu\t\n", "<validate --device cuda>"),
        ("mdsim --set run.precis\tdouble\n", "<--set run.precision=double>"),
        ("mdsim doct\t\n", "<doctor>"),
        ("mdsim supervise --look\t3\n", "<supervise --look-every 3>"),
    ],
)
def test_the_tabulator_completes_in_zsh(pages, keys, wanted):
    needed.program("zsh")
    start = f'fpath=({pages} $fpath); autoload -U compinit && compinit -u -d {pages}/dump; mdsim() {{ print "<$*>" }}\n'
    shown = terminal_of(["zsh", "-f", "-i"], pages, start + keys, wanted)
    assert wanted in shown, shown


def test_fish_is_offered(pages):
    needed.program("fish")
    script = f"source {pages}/mdsim.fish; complete -C 'mdsim --set run.precis'; complete -C 'mdsim validate --dev'"
    shown = subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, text=True, check=True).stdout
    assert "run.precision=" in shown and "--device" in shown, shown
