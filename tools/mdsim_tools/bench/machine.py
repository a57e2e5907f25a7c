# SPDX-License-Identifier: BSD-3-Clause
"""What a figure was measured on: the machine, the program and the day."""

from __future__ import annotations

import datetime
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from mdsim_tools.interpreters import ROOT

LOAD_BEFORE = os.getloadavg()[0]  # of others: nothing of ours runs yet


def output_of(*command: str) -> str:
    """What a command prints, or nothing where it fails or is not there."""
    if shutil.which(command[0]) is None and not Path(command[0]).exists():
        return ""
    said = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    return said.stdout.strip() if said.returncode == 0 else ""


def processor() -> dict[str, str]:
    """What lscpu says of the processor; the name alone can hide the generation."""
    wanted = (
        "Model name",
        "CPU family",
        "Model",
        "Stepping",
        "CPU MHz",
        "CPU max MHz",
        "L1d cache",
        "L2 cache",
        "L3 cache",
        "Thread(s) per core",
        "Core(s) per socket",
        "Socket(s)",
    )
    found = {}
    for line in output_of("lscpu").splitlines():
        name, _, value = line.partition(":")
        if name.strip() in wanted:
            found[name.strip()] = value.strip()
    return found


def gpu() -> dict[str, str]:
    """What nvidia-smi says of the first GPU, while it works or just after."""
    wanted = ("name", "driver_version", "memory.total", "power.limit", "clocks.max.sm", "clocks.sm", "ecc.mode.current")
    said = output_of("nvidia-smi", f"--query-gpu={','.join(wanted)}", "--format=csv,noheader")
    return dict(zip(wanted, (word.strip() for word in said.splitlines()[0].split(",")))) if said else {}


def commit_of(mdsim: Path) -> str:
    """The commit of the source tree, or the one that the program was built from."""
    found = re.search(r"\(([0-9a-f]{7,40})", output_of(str(mdsim), "--version"))
    return output_of("git", "rev-parse", "--short=12", "HEAD") or (found.group(1) if found else "unknown")


def circumstances(mdsim: Path, lmp: str | None = None, device: str = "cpu") -> dict[str, Any]:
    """Everything that a reader of a figure must know beside it."""
    facts: dict[str, Any] = {
        "date": datetime.date.today().isoformat(),
        "commit": commit_of(mdsim),
        "changed": bool(output_of("git", "status", "--porcelain", "--untracked-files=no")),
        "mdsim": output_of(str(mdsim), "--version"),
        "command": " ".join(["tools/bench", *sys.argv[1:]]),
        "machine": {
            "processor": processor(),
            "cores": len(os.sched_getaffinity(0)),
            "load_before": LOAD_BEFORE,
            "system": platform.release(),
        },
    }
    if device == "cuda":
        facts["machine"]["gpu"] = gpu()
    if lmp:
        facts["lammps"] = output_of(lmp, "-h").splitlines()[0] if output_of(lmp, "-h") else lmp
    return facts
