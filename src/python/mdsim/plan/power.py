# SPDX-License-Identifier: BSD-3-Clause
"""The power that GPUs take, by nvidia-smi, which comes with their driver and asks NVML."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import threading
import time
from collections.abc import Sequence
from types import TracebackType

EVERY_MILLISECONDS = 100


def gpus_at_hand() -> list[str]:
    """The GPUs that a program started now would use, as nvidia-smi names them; none without the driver."""
    tool = shutil.which("nvidia-smi")
    if tool is None:
        return []
    found = subprocess.run(
        [tool, "--query-gpu=index", "--format=csv,noheader"], capture_output=True, text=True, check=False
    )
    there = found.stdout.split() if found.returncode == 0 else []
    chosen = os.environ.get("CUDA_VISIBLE_DEVICES")
    return there if chosen is None else [name.strip() for name in chosen.split(",") if name.strip()]


class PowerMeter:
    """Listens, while it is open, to the power of the GPUs on which so many ranks compute, the first ones at hand."""

    def __init__(self, ranks: int) -> None:
        self._gpus = gpus_at_hand()[:ranks]
        self._readings: list[tuple[float, float]] = []
        self._tool: subprocess.Popen[str] | None = None

    def __enter__(self) -> PowerMeter:
        if self._gpus:
            self._tool = subprocess.Popen(
                [
                    "nvidia-smi",
                    f"--id={','.join(self._gpus)}",
                    "--query-gpu=power.draw",
                    "--format=csv,noheader,nounits",
                    f"--loop-ms={EVERY_MILLISECONDS}",
                ],
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            self._listener = threading.Thread(target=self._listen, args=(self._tool,), daemon=True)
            self._listener.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._tool is not None:
            self._tool.terminate()
            self._tool.wait()
            self._listener.join(timeout=2)

    def mean(self, seconds: float) -> float | None:
        """Of all GPUs together, over the busiest window of so many seconds [W]; None where nothing is known."""
        return busiest_mean(self._readings, len(self._gpus), seconds)

    def _listen(self, tool: subprocess.Popen[str]) -> None:
        assert tool.stdout is not None
        for line in tool.stdout:
            with contextlib.suppress(ValueError):  # "[N/A]"
                self._readings.append((time.monotonic(), float(line)))


def busiest_mean(readings: Sequence[tuple[float, float]], gpus: int, seconds: float) -> float | None:
    """The largest mean power, times the number of GPUs, that any window of readings (time, power) has.

    A run takes less while it reads its system and writes its last checkpoint, which lie before and behind its steps.
    """
    best: float | None = None
    total, first = 0.0, 0
    for last, (now, power) in enumerate(readings):
        total += power
        while now - readings[first][0] > seconds:
            total -= readings[first][1]
            first += 1
        mean = gpus * total / (last - first + 1)
        full = now - readings[0][0] >= min(seconds, readings[-1][0] - readings[0][0])
        if full and (best is None or mean > best):
            best = mean
    return best
