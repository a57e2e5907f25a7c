# SPDX-License-Identifier: BSD-3-Clause
"""`mdsim plan INPUT`: measures an input for some seconds and forecasts the whole run."""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mdsim.commands.targets import replace
from mdsim.errors import InputError, MachineError
from mdsim.inputs import read_input, tables_of
from mdsim.plan.forecast import forecasts
from mdsim.plan.measurement import Measured, Request, forecast_lines, measure, progress, stages_of
from mdsim.plan.power import gpus_at_hand
from mdsim.plan.text import advice, table
from mdsim.program import find_program

USUAL_NUMBERS = "1,2,4,8"


def add_to(commands: Any) -> None:
    """Adds the command to the parser."""
    words = "measure an input for some seconds and forecast time, energy, money and disk of the whole run"
    parser = commands.add_parser("plan", help=words, description=words, allow_abbrev=False)
    parser.add_argument("input", metavar="INPUT.toml", type=Path, help="input file")
    numbers = parser.add_mutually_exclusive_group()
    numbers.add_argument("--gpus", metavar="1,2,4", help="numbers of GPUs, a rank for each")
    numbers.add_argument(
        "--ranks", metavar="1,2,4", help=f"numbers of ranks on what the input asks for ({USUAL_NUMBERS})"
    )
    parser.add_argument(
        "--price", metavar="3.5/h", help="of a GPU, or of a rank on processors; a unit may follow the number"
    )
    parser.add_argument("--seconds", type=float, default=5, help="of each measurement (5)")
    parser.add_argument("--repeat", type=int, default=2, help="measurements of each stage and number of ranks (2)")
    parser.add_argument(
        "--worth", type=float, default=0.5, help="of ideal speed that more ranks must bring to pay (0.5)"
    )
    parser.add_argument("--mpirun", default="mpirun", help="the launcher of several ranks, with its options (mpirun)")
    parser.add_argument("--threads", type=int, default=1, help="of each rank on processors (1)")
    parser.add_argument("--set", metavar="KEY=VALUE", action="append", default=[], help="replace a key of the input")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the plan there, too")
    parser.set_defaults(run=run)


def run(words: argparse.Namespace) -> None:
    """Prints the plan."""
    if not words.seconds > 0 or min(words.repeat, words.threads) < 1 or not 0 < words.worth <= 1:
        raise ValueError("--seconds must be positive, --repeat and --threads at least 1, --worth between 0 and 1")
    numbers = read_numbers(words.gpus or words.ranks or USUAL_NUMBERS)
    price, unit = read_price(words.price)
    on_gpus = wants_gpus(words)
    request = request_of(words, on_gpus)
    lines = forecast_lines(request)
    stages = stages_of(request)
    steps = [int(stage["steps"]) for stage in stages]
    if not any(steps):
        raise ValueError(f"{words.input}: no stage has a step, so there is nothing to plan")
    here = numbers_at_hand(numbers, on_gpus, words.threads)
    measured, failing = measure_all(request, here, stages, words.repeat)
    found = forecasts(measured, steps, [n for n in numbers if n not in failing], price)
    name = "GPUs" if measured[0].on_gpu else "ranks"
    print(f"{words.input}: {sum(steps):,} steps of {what_is_measured(measured[0])}")
    print(table(found, unit, name))
    print("\n".join(line for line in [advice(found, words.worth, name), *lines] if line))
    if words.json:
        content = {"input": str(words.input), "unit": unit, "layouts": [f.as_json() for f in found]}
        replace(words.json, (json.dumps(content, indent=1) + "\n").encode())


def request_of(words: argparse.Namespace, on_gpus: bool) -> Request:
    """What is to be measured; raises MachineError where there is no program."""
    overrides = list(words.set)
    if words.gpus:
        overrides.append("run.device=cuda")
    elif not on_gpus:
        overrides.append(f"run.threads={words.threads}")
    passed = tuple(word for key in overrides for word in ("--set", key))
    return Request(find_program("plan"), words.input, passed, tuple(shlex.split(words.mpirun)), words.seconds)


def what_is_measured(measured: Measured) -> str:
    """The atoms, and what computes them."""
    summary = measured.summary
    device = summary["device"] if measured.on_gpu else f"processors ({summary['simd']})"
    return f"{summary['atoms']:,} atoms, on {device}"


def read_numbers(text: str) -> list[int]:
    """`1,2,4`; raises ValueError."""
    try:
        numbers = sorted({int(word) for word in text.split(",")})
    except ValueError:
        numbers = []
    if not numbers or numbers[0] < 1:
        raise ValueError(f"found {text!r}: it must be numbers of ranks with commas between them, as 1,2,4")
    return numbers


def read_price(text: str | None) -> tuple[float | None, str]:
    """`3.5/h`, `3.5EUR/h`: the number and its unit; raises ValueError."""
    if text is None:
        return None, "money"
    found = re.fullmatch(r"\s*([0-9]*\.?[0-9]+)\s*([^\s/0-9]*)\s*/\s*h\s*", text)
    if not found:
        raise ValueError(f"--price: found {text!r}; it must be a number an hour, as 3.5/h or 3.5EUR/h")
    return float(found.group(1)), found.group(2) or "money"


def wants_gpus(words: argparse.Namespace) -> bool:
    """Whether the run would compute on GPUs, as far as that is known beforehand."""
    device = tables_of(read_input(words.input)).get("run", {}).get("device", "auto")
    for key in words.set:
        if key.startswith("run.device="):
            device = key.partition("=")[2].strip('"')
    return bool(words.gpus) or device == "cuda" or (device == "auto" and len(gpus_at_hand()) > 0)


def numbers_at_hand(numbers: Sequence[int], on_gpus: bool, threads: int) -> list[int]:
    """Those that can be measured here; one rank where none can."""
    there = len(gpus_at_hand()) if on_gpus else len(os.sched_getaffinity(0)) // threads
    return [n for n in numbers if n <= there] or [1]


def measure_all(
    request: Request, numbers: Sequence[int], stages: Sequence[dict[str, Any]], repeat: int
) -> tuple[list[Measured], list[int]]:
    """Every stage that has steps, in turns, so that all numbers of ranks see the same machine.

    Also returns the numbers on which the run fails, which is reported; raises what failed where all do.
    """
    found: list[Measured] = []
    failing: dict[int, MachineError | InputError] = {}
    with_steps = [stage for stage, settings in enumerate(stages) if settings["steps"] > 0]
    for turn in range(repeat):
        for ranks in [n for n in numbers if n not in failing]:
            progress(f"measuring on {ranks} rank{'s' if ranks > 1 else ''}, {turn + 1} of {repeat}")
            try:
                found += [measure(request, ranks, stage, stages) for stage in with_steps]
            except (MachineError, InputError) as error:
                failing[ranks] = error
                progress(f"{ranks} ranks are left out: {error}")
    found = [m for m in found if m.ranks not in failing]
    if not found:
        raise failing[min(failing)]
    return found, sorted(failing)
