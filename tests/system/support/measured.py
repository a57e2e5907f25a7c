# SPDX-License-Identifier: BSD-3-Clause
"""Calls of the program whose time and memory are measured, and bounded."""

import concurrent.futures
import os
import signal
import subprocess
import tempfile
import threading

import runs
import workers

MEMORY = 300
"""MiB that a call may take which refuses its input, or reads a small file"""
SECONDS = 20
"""that it may take on a busy machine"""


class Result:
    """How a call ended."""

    def __init__(self, code, output, error, memory):
        self.code, self.output, self.error = code, output, error
        self.memory = memory
        """the most that was resident [MiB]"""


def measured(program, *arguments, seconds=SECONDS):
    """Runs to the end, or fails where that takes too long; the signal that ended it is a negative code."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as error:
        process = subprocess.Popen(
            program.command(arguments),
            cwd=program.scratch,
            env=runs.environment(),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=error,
        )
        guard = threading.Timer(seconds, os.kill, (process.pid, signal.SIGKILL))
        guard.start()
        _, status, usage = os.wait4(process.pid, 0)
        guard.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for file in (output, error):
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
    assert process.returncode != -signal.SIGKILL, f"{arguments} did not end in {seconds} s"
    return Result(process.returncode, *texts, usage.ru_maxrss / 1024)


def all_measured(program, calls):
    """The results of several calls, which run at once, or as many of them as `workers` allows."""
    with concurrent.futures.ThreadPoolExecutor(min(len(calls), workers.most())) as pool:
        return list(pool.map(lambda arguments: measured(program, *arguments), calls))


def refused(program, *arguments, words=()):
    """The words of a call that must refuse its input: at once, in little memory, and in these words."""
    result = measured(program, *arguments)
    told = f"{' '.join(arguments)}: {result.code}: {result.output}{result.error}"[-1500:]
    assert result.code == 2, told
    assert result.memory < MEMORY, f"{result.memory} MiB: {told}"
    for word in words:
        assert word in result.error, f"'{word}' is not told: {told}"
    return result.error
