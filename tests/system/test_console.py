# SPDX-License-Identifier: BSD-3-Clause
"""The line of progress on terminals of any width, and the words about short runs and slanted boxes."""

import fcntl
import os
import re
import struct
import subprocess
import termios
import threading
import time

import pytest

import cases
import processes
import runs
from calls import call, liquid
from exported import slanted
from mdsim_tools.program import STOPPED
from restarts import LONG

pytestmark = pytest.mark.skipif(not processes.has_terminals(), reason="no pseudo terminals here")
SETTINGS = ("--set", "run.wall_time=2.5")


class Terminal:
    """A pseudo terminal with what a program writes to it."""

    def __init__(self, columns):
        self.ours, self.theirs = os.openpty()
        self.resize(columns)
        self.shown = b""

    def resize(self, columns):
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def read(self):
        while True:
            try:
                piece = os.read(self.ours, 4096)
            except OSError:
                return
            self.shown += piece
            if not piece:
                return

    def run(self, program, arguments, meanwhile=lambda: None):
        """Runs to the end; returns the exit code and the lines of progress, each as it was shown."""
        process = subprocess.Popen(
            program.command(arguments),
            cwd=program.scratch,
            env=runs.environment(),
            stdin=subprocess.DEVNULL,
            stdout=self.theirs,
            stderr=self.theirs,
        )
        reader = threading.Thread(target=self.read)
        reader.start()
        meanwhile()
        code = process.wait(timeout=120)
        os.close(self.theirs)
        reader.join()
        os.close(self.ours)
        pieces = self.shown.decode().split("\r\x1b[K")[1:]
        lines = [re.split(r"[\r\n]", piece)[0] for piece in pieces]
        return code, [line for line in lines if " steps/s" in line or "step " in line]


def long_input(program):
    return program.write("long.toml", liquid(cases.stage("nve", LONG, name='"equilibration of the liquid"')))


@pytest.mark.parametrize(
    "columns, has, lacks",
    [
        (20, ["step "], ["left", "steps/s"]),
        (40, ["step ", "left "], ["atom-steps/s"]),
        (80, ["equilibration of the liquid step ", "left "], ["atom-steps/s"]),
        (115, ["equilibration", "left ", " steps/s", "T "], ["atom-steps/s"]),
        (200, ["equilibration", "left ", " steps/s", "T ", "E ", "/day", "atom-steps/s"], []),
    ],
)
def test_the_line_fits_its_terminal(program, columns, has, lacks):
    code, lines = Terminal(columns).run(program, [long_input(program), "--output", program.folder("out"), *SETTINGS])
    assert code == STOPPED and len(lines) > 2
    assert max(map(len, lines)) < columns
    assert all(word in line for word in has for line in lines[1:])
    assert not any(word in line for word in lacks for line in lines)


def test_the_line_follows_a_terminal_that_is_resized(program):
    terminal = Terminal(200)

    def resize():
        processes.wait_for(program.folder("out/thermo.csv"))
        time.sleep(1.2)
        terminal.resize(50)

    code, lines = terminal.run(
        program, [long_input(program), "--output", program.folder("out"), "--set", "run.wall_time=4"], resize
    )
    assert code == STOPPED
    assert len(lines[0]) > 115 and len(lines[-1]) < 50


def test_a_terminal_without_a_width_is_taken_for_one_of_80_columns(program):
    code, lines = Terminal(0).run(program, [long_input(program), "--output", program.folder("out"), *SETTINGS])
    assert code == STOPPED and 60 < max(map(len, lines)) < 80


def test_a_short_run_tells_its_time(program):
    out, _ = call(program, program.write("short.toml", liquid(cases.stage("nve", 5))))
    seconds = re.search(r"finished at step 5 after (\S+) s:", out).group(1)
    assert 0 < float(seconds) < 10 and "." in seconds


def test_a_slanted_box_is_told_by_its_heights(program):
    out, _ = call(
        program, program.write("slanted.toml", slanted(stages=cases.stage("nve", 0))), "--output", program.folder("a")
    )
    assert re.search(r"^box \S+ x \S+ x 6.5 \(heights\), ", out, re.M)
    out, _ = call(
        program, program.write("straight.toml", liquid(cases.stage("nve", 0))), "--output", program.folder("b")
    )
    assert "(heights)" not in out
