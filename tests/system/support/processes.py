# SPDX-License-Identifier: BSD-3-Clause
"""Processes that a test started, and file systems that it fills."""

import glob
import os
import pty
import shutil
import signal
import subprocess
import time


def processes_of(pid):
    """A process and all that descend from it."""
    children = {}
    for entry in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(entry, encoding="utf-8", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(entry.split("/")[2]))
    found = [pid]
    for parent in found:
        found += children.get(parent, [])
    return found


def runs_program(pid, program):
    try:
        return os.readlink(f"/proc/{pid}/exe") == os.path.realpath(program)
    except OSError:
        return False


def ranks_of(process, program):
    """The processes among those of a run that run the program itself, in the order in which they were started."""
    ranks = sorted(pid for pid in processes_of(process.pid) if runs_program(pid, program))
    assert ranks, "the run ended too soon"
    return ranks


def send(number, pids):
    """A signal for those that still live."""
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass


def hang(process, program, rank, seconds):
    """Stops one rank of a run as if it hung; returns exit code and words of the run, which must end by itself in
    this time."""
    ranks = ranks_of(process, program)
    send(signal.SIGSTOP, [ranks[rank]])
    try:
        out, err = process.communicate(timeout=seconds)
    finally:
        if process.poll() is None:
            kill_all(process)
        send(signal.SIGKILL, [pid for pid in ranks if runs_program(pid, program)])
    return process.returncode, (out + err).decode(errors="replace")


def suspend(process, program, seconds):
    """Stops all ranks of a run, and lets them go on after a time."""
    ranks = ranks_of(process, program)
    try:
        send(signal.SIGSTOP, ranks)
        time.sleep(seconds)
    finally:
        send(signal.SIGCONT, ranks)


def kill_all(process):
    """SIGKILL for a run and all its ranks; returns when they are gone."""
    send(signal.SIGKILL, reversed(processes_of(process.pid)))
    process.communicate()


def written_at(path):
    """When a file was written that may be replaced by another; None where there is none."""
    try:
        return os.stat(path).st_mtime_ns
    except FileNotFoundError:
        return None


def wait_for(path, seconds=120, process=None, earlier=None):
    """Returns when a file is there that is not of the time `earlier`, which the process may be about to write."""
    end = time.time() + seconds
    while written_at(path) in (None, earlier):
        if time.time() > end or (process is not None and process.poll() is not None):
            raise TimeoutError(f"{path} did not appear" + (" anew" if earlier else ""))
        time.sleep(0.01)


def mounted_tmpfs(folder, kilobytes):
    """A small file system of its own, if this user may mount one."""
    os.makedirs(folder, exist_ok=True)
    done = (
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", folder],
            stderr=subprocess.DEVNULL,
            check=False,
        )
        if shutil.which("mount")
        else None
    )
    return folder if done is not None and done.returncode == 0 else None


def has_terminals():
    """Whether there are pseudo terminals here: not where /dev/pts is not mounted, as in a bare chroot."""
    try:
        for end in os.openpty():
            os.close(end)
        return True
    except OSError:
        return False


def on_terminal(command, halt=None):
    """What a command that ends by itself writes to a terminal; `halt` may be (after, seconds): it is stopped
    meanwhile."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(command[0], command)
    if halt is not None:
        time.sleep(halt[0])
        os.kill(pid, signal.SIGSTOP)
        time.sleep(halt[1])
        os.kill(pid, signal.SIGCONT)
    shown = b""
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # how a terminal ends
            piece = b""
        if not piece:
            break
        shown += piece
    os.waitpid(pid, 0)
    os.close(terminal)
    return shown.decode(errors="replace")
