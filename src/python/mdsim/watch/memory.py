# SPDX-License-Identifier: BSD-3-Clause
"""The memory of a process that writes a run, where it is on this host."""

from __future__ import annotations

import os
import re
import socket
from pathlib import Path

_HOLDER = re.compile(r"process (\d+) on (.*)")
_RESIDENT = re.compile(r"^VmRSS:\s*(\d+) kB", re.MULTILINE)


def resident_bytes(folder: Path) -> int | None:
    """The resident memory of the process that has locked the folder; None where that cannot be seen."""
    lock = folder / ".mdsim-lock"
    try:
        holder = _HOLDER.match(lock.read_text(encoding="utf-8", errors="replace"))
        if holder is None or holder[2].strip() != socket.gethostname():
            return None
        process = Path("/proc", holder[1])
        if not any(os.path.samefile(file, lock) for file in (process / "fd").iterdir()):
            return None  # another process, as in a container, has the number here
        found = _RESIDENT.search((process / "status").read_text(encoding="utf-8"))
    except OSError:
        return None
    return int(found[1]) * 1024 if found else None
