# SPDX-License-Identifier: BSD-3-Clause
"""Leads the run of an input from Python and prints how long its steps took, as JSON.

Usage: led_run.py INPUT nothing|callback|positions EVERY"""

import json
import sys
import time

import mdsim


def main() -> None:
    """The callback looks at nothing, or at all positions."""
    path, look, every = sys.argv[1:]
    simulation = mdsim.Simulation(path)
    looks = {"nothing": None, "callback": lambda run: None, "positions": lambda run: run.positions.sum() == 0}
    callback = looks[look]
    begin = time.perf_counter()
    simulation.run(callback=callback, every=int(every) if callback else None)
    seconds = time.perf_counter() - begin
    print(json.dumps({"steps": simulation.step, "seconds": seconds, "device": simulation.processor}))


if __name__ == "__main__":
    main()
