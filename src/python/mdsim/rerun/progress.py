# SPDX-License-Identifier: BSD-3-Clause
"""How far a rerun is."""

from __future__ import annotations

import time
from collections.abc import Callable

Say = Callable[[str], None]

SILENCE = 5.0
"""between two words about it [s]"""


class Progress:
    """Says from time to time how far it is."""

    def __init__(self, total: int, say: Say) -> None:
        self._total = total
        self._say = say
        self._done = 0
        self._begin = self._said = time.monotonic()

    @property
    def seconds(self) -> float:
        """Since it was begun."""
        return time.monotonic() - self._begin

    def count(self) -> None:
        """Another frame is done."""
        self._done += 1
        now = time.monotonic()
        if now - self._said < SILENCE or self._done == self._total:
            return
        self._said = now
        rate = self._done / self.seconds
        left = (self._total - self._done) / rate
        self._say(f"{self._done:,} of {self._total:,} frames, {rate:.3g} frames/s, {_duration(left)} left")


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s" if minutes else f"{rest} s"
