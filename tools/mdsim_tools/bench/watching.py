# SPDX-License-Identifier: BSD-3-Clause
"""What it costs to watch a run, and to lead it from Python."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
import urllib.request
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from mdsim_tools.bench import report, running
from mdsim_tools.bench.turns import Case, Figures, Measure, finish, row, steps_of, take_turns, work_folder

SCRIPT = Path(__file__).resolve().parent / "led_run.py"
LOOKS = {"python": "nothing", "python, callback": "callback", "python, positions": "positions"}


def measure(args: Namespace) -> Figures:
    """The liquid alone, with its metrics scraped, and led from Python with a callback that looks at it or not."""
    rows = []
    with work_folder(args) as folder:
        for atoms in args.atoms:
            case = Case(args, folder, atoms)
            case.melt()
            steps = steps_of(args, case.atoms)
            report.say(f"{case.atoms} atoms, {steps} steps")
            seen = take_turns(variants(args, case, steps), args.repeat)
            new = [row(name, case.atoms, steps, 1, case.variant().threads, figures) for name, figures in seen.items()]
            add_costs(new)
            rows += new
    return finish(args, rows, callback_every=args.every, scraped_every_seconds=args.scrape_every)


def variants(args: Namespace, case: Case, steps: int) -> dict[str, Measure]:
    """The program, and the same run led by a script."""
    found: dict[str, Measure] = {
        "program": partial(case.measure, steps),
        "program, scraped": partial(scraped, args, case, steps),
    }
    found.update({name: partial(led, args, case, steps, look) for name, look in LOOKS.items()})
    return found


def add_costs(rows: list[Figures]) -> None:
    """That of metrics against the program without, that of a callback against the script without."""
    speed = {r["name"]: r["steps_per_second"] for r in rows}
    for r in rows:
        beside = "python" if "," in r["name"] and r["name"].startswith("python") else "program"
        r["cost"] = speed[beside] / r["steps_per_second"] - 1


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@contextlib.contextmanager
def scraper(port: int, every: float) -> Iterator[list[int]]:
    """Asks for the metrics as Prometheus does, until left; gives the sizes of the answers."""
    over = threading.Event()
    sizes: list[int] = []

    def ask() -> None:
        while not over.wait(every):
            with contextlib.suppress(OSError):
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
                    sizes.append(len(answer.read()))

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield sizes
    finally:
        over.set()
        thread.join()


def scraped(args: Namespace, case: Case, steps: int) -> Figures:
    """A run that serves its metrics to one that asks."""
    port = free_port()
    with scraper(port, args.scrape_every) as sizes:
        figures = case.measure(steps, more_text=f'\n[metrics]\nlisten = "127.0.0.1:{port}"\n')
    if not sizes:
        raise running.BenchError("no scrape was answered: measure more --steps, or build with prometheus-cpp")
    return figures


def led(args: Namespace, case: Case, steps: int, look: str) -> Figures:
    """A run that a script leads, in memory; timed by the script."""
    text = case.input_text(case.variant(), steps)
    (case.folder / "led.toml").write_text(text)
    environment = {**os.environ, "PYTHONPATH": str(running.package_of(case.mdsim))}
    words = [args.python, str(SCRIPT), "led.toml", look, str(args.every)]
    found = subprocess.run(words, cwd=case.folder, env=environment, capture_output=True, text=True, check=False)
    if found.returncode != 0:
        raise running.BenchError(f"{' '.join(words)} failed:\n{found.stderr[-2000:]}")
    answer = json.loads(found.stdout.splitlines()[-1])
    return {"speed": answer["steps"] / answer["seconds"], "device": answer["device"]}


def add_arguments(parser: ArgumentParser) -> None:
    """Those of this measurement alone."""
    parser.add_argument("--every", type=int, default=1000, help="steps between callbacks (1000)")
    parser.add_argument("--scrape-every", type=float, default=1.0, help="seconds between scrapes (1)")
    parser.add_argument("--python", default=sys.executable, help="interpreter that has NumPy (that of tools/bench)")
