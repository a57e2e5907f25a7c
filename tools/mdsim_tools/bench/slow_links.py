# SPDX-License-Identifier: BSD-3-Clause
"""What packed positions gain or cost between hosts, by the rate of the wire between them."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser, Namespace
from functools import partial

from mdsim_tools.bench import report, running
from mdsim_tools.bench.turns import CHECKPOINT_PHASE, Case, Figures, Measure, finish, row, take_turns, work_folder
from mdsim_tools.bench.wire import Wire, wire_of
from mdsim_tools.outputs import summary

CHOICES = ("never", "always", "auto")
TRIED_STEPS = 60
"""of the run that says how many steps take as long as is asked for"""


def measure(args: Namespace) -> Figures:
    """The liquid on two hosts with a rank each; positions are packed never, always, or where that was found to pay."""
    rows = []
    with work_folder(args) as folder:
        for atoms in args.atoms:
            case = Case(args, folder, atoms)
            case.melt()
            for rate in args.rates:
                with wire_of(rate, folder) as wire:
                    rows += wire_rows(args, case, wire, rate)
    return finish(args, rows, hosts="two network namespaces of one machine, shaped by tc", rates=args.rates)


def wire_rows(args: Namespace, case: Case, wire: Wire, rate: str) -> list[Figures]:
    """One number of atoms over one wire."""
    steps = args.steps or max(TRIED_STEPS, round(args.seconds * run(case, wire, TRIED_STEPS, "never")["speed"]))
    report.say(f"{case.atoms} atoms, {rate}, {steps} steps")
    variants: dict[str, Measure] = {f"{rate}, {c}": partial(run, case, wire, steps, c) for c in CHOICES}
    seen = take_turns(variants, args.repeat)
    rows = [row(name, case.atoms, steps, len(wire.hosts), 1, figures) for name, figures in seen.items()]
    for r in rows:
        r["ratio_to_unpacked"] = r["steps_per_second"] / rows[0]["steps_per_second"]
    return rows


def run(case: Case, wire: Wire, steps: int, choice: str) -> Figures:
    """A run over the wire; its speed, and what travelled of the positions."""
    text = case.input_text(case.variant(), steps) + f'\n[parallel]\ncompress = "{choice}"\n'
    (case.folder / "wire.toml").write_text(text)
    output = case.folder / "wire.out"
    shutil.rmtree(output, ignore_errors=True)
    wire.run([str(case.mdsim), "wire.toml", "--quiet"])
    found = summary(output)
    figures = running.summary_figures(found)
    figures["speed"] = steps / (figures["loop_seconds"] - figures["phases"].get(CHECKPOINT_PHASE, 0))
    exchange = found["exchange"]
    figures["packed"] = exchange["packed"]
    figures["sent_share"] = exchange["halo_bytes_sent"] / exchange["halo_bytes_unpacked"]
    figures["measured_bandwidth"] = exchange.get("measured_bandwidth")
    return figures


def add_arguments(parser: ArgumentParser) -> None:
    """Those of this measurement alone."""
    parser.add_argument("--rates", nargs="+", default=["100mbit", "1gbit"], help="of the wire (100mbit 1gbit)")
    parser.add_argument(
        "--seconds", type=float, default=8.0, help="that a run takes without packing, where --steps is left out (8)"
    )
