# SPDX-License-Identifier: BSD-3-Clause
"""The same input gives the same bits on any number of ranks and threads, in any layout, with any
SIMD width and output cadence. `--soak` runs every case in every way, `-k CASE` one of them."""

import collections
import shutil

import pytest

import cases
import runs
import tally


class Variant:
    """Another way to run the same case."""

    def __init__(self, ranks, settings=None, threads=1, simd=None, frames=False):
        self.ranks = ranks
        self.settings = dict(settings or {})
        self.threads = threads
        self.simd = simd
        self.frames = frames

    @property
    def redraws(self):
        return bool(self.settings.get("debug.redraw_bricks"))

    @property
    def balances(self):
        return "parallel.balance_threshold" in self.settings

    @property
    def slows(self):
        return "debug.slowed_rank" in self.settings

    def environment(self):
        env = {"OMP_NUM_THREADS": str(self.threads)}
        if self.simd:
            env["MDSIM_SIMD"] = self.simd
        return env

    def __str__(self):
        words = [f"{self.ranks} ranks"]
        words += [f"{key.split('.')[-1]}={value}" for key, value in self.settings.items()]
        words += [f"{self.threads} threads"] if self.threads > 1 else []
        return ", ".join(words + ([self.simd] if self.simd else []))


def layout(name):
    return {"parallel.layout": name}


def redraw(seed):
    return {"debug.redraw_bricks": True, "debug.redraw_seed": seed}


FEW_RANKS = [Variant(3, layout("planes")), Variant(4, layout("bisection")), Variant(6, redraw(1))]
RANKS = [Variant(2, layout("grid")), Variant(6, layout("grid")), Variant(8, layout("bisection")), Variant(8, redraw(2))]
MORE_RANKS = [
    Variant(2, redraw(3)),
    Variant(3, redraw(4)),
    Variant(4, layout("planes")),
    Variant(4, redraw(5)),
    Variant(5, layout("bisection")),
    Variant(6, layout("bisection")),
    Variant(7, redraw(6)),
    Variant(8, layout("grid")),
]
THREADS = [Variant(1, threads=2), Variant(3, redraw(7), threads=2)]
BALANCE = [
    Variant(ranks, {"parallel.balance_threshold": 1, "parallel.layout": kind, "parallel.weight": weight})
    for ranks, kind, weight in (
        (2, "bisection", "cost"),
        (4, "planes", "cost"),
        (6, "bisection", "atoms"),
        (8, "auto", "cost"),
    )
] + [Variant(3, {"parallel.balance_threshold": 1, "debug.slowed_rank": 1, "debug.slowdown": 3})]
CADENCE = [
    Variant(1, {"thermo.every": 25, "trajectory.every": 7, "checkpoint.every": 33}),
    Variant(4, {"thermo.every": 10, "trajectory.every": 20, "checkpoint.every": 130, **redraw(8)}, frames=True),
    Variant(2, {"thermo.every": 1, "trajectory.every": 0, "checkpoint.every": 101}),
]


def simd_variants():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        flags = file.read()
    levels = ["baseline"] + [level for level, flag in (("avx2", " avx2 "), ("avx512", " avx512bw ")) if flag in flags]
    return [Variant(1, simd=level) for level in levels]


def variants_of(case, number, full):
    """All ways, or a sample: of those that the kinds of a case add up to, each case takes every other one and the next
    case the rest, so that all are taken by half of the cases."""
    chosen = list(FEW_RANKS)
    kinds = {"ranks": RANKS, "threads": THREADS, "balance": BALANCE, "cadence": CADENCE, "simd": simd_variants()}
    for kind, variants in kinds.items():
        if full or kind in case.kinds:
            chosen += variants
    if full:
        return chosen + MORE_RANKS
    return chosen[number % 2 :: 2] if case.kinds else chosen


def check_occurred(case, variant, summary):
    """What must have happened for the comparison to mean anything."""
    if summary["rebuilds"]["count"] < case.rebuilds:
        return f"only {summary['rebuilds']['count']} rebuilds, too few to prove anything"
    if variant.ranks == 1:
        return None
    exchange = summary["exchange"]
    # Random bricks may in the end leave all atoms to one rank.
    wanted = ["halo_messages"] + ([] if variant.redraws else ["halo_atoms", "boundary_tiles"])
    # Where bricks follow measured times and the load stays, it is by chance that atoms change ranks; where no rank is
    # slow, that bricks change.
    wanted += [] if variant.balances and not case.moves_load else ["migrated_atoms"]
    wanted += ["repartitions"] if variant.redraws or (variant.slows and case.moves_load) else []
    wanted += ["empty_ranks"] if case.empty_ranks and not variant.redraws and variant.ranks > 2 else []
    missing = [name for name in wanted if exchange[name] <= 0]
    return f"no {', '.join(missing)}: the test proves nothing" if missing else None


def compare(case, reference, folder, variant):
    """What differs from the reference run, in words, or None."""
    name = runs.first_difference(reference["state"], runs.final_state(folder))
    header, lines, _ = runs.thermo_text(folder)
    if header != reference["header"]:
        return "thermo.csv has another header"
    common = sorted(set(lines) & set(reference["lines"]))
    for step in common:
        if lines[step] != reference["lines"][step]:
            return f"thermo.csv differs at step {step}:\n    {reference['lines'][step]}\n    {lines[step]}"
    if len(common) < min(len(lines), len(reference["lines"])):
        return "thermo.csv lacks steps"
    if name:
        return f"the final checkpoint differs in {name}"
    if variant.frames:
        expected = dict(reference["frames"])
        for step, content in runs.frames(folder):
            if step in expected and runs.first_difference(expected[step], content):
                return f"frame of step {step} differs in {runs.first_difference(expected[step], content)}"
    return check_occurred(case, variant, runs.summary(folder))


def run_variant(program, case, path, variant, folder):
    arguments = [path, "--output", folder, "--quiet", "--overwrite"] + runs.set_arguments(variant.settings)
    code, out, err = program.call(arguments, variant.ranks, variant.environment())
    return None if code == 0 else f"exit code {code}: {(out + err).strip()[-1500:]}"


def expect_equal_runs(program, case, variants, outcomes):
    """Runs a case on one rank and in other ways; all that differ are named."""
    path = case.write(program)
    first = program.folder("reference")
    failure = run_variant(program, case, path, Variant(1), first)
    assert not failure, f"1 rank: {failure}"
    header, lines, _ = runs.thermo_text(first)
    reference = {"state": runs.final_state(first), "header": header, "lines": lines, "frames": runs.frames(first)}
    failures = []
    for variant in variants:
        folder = program.folder("variant")
        shutil.rmtree(folder, ignore_errors=True)
        failure = run_variant(program, case, path, variant, folder) or compare(case, reference, folder, variant)
        outcomes["lost" if failure else "identical"] += 1
        if failure:
            failures.append(f"{variant}: {failure}")
    assert not failures, "\n".join(failures)


@pytest.fixture(scope="module")
def outcomes():
    """How the runs of all cases ended, which is told in the end."""
    found = collections.Counter()
    yield found
    what = "layouts, threads, SIMD widths and cadences against one rank"
    tally.tell(what, {"identical": found["identical"]}, found["lost"])


ALL_CASES = list(cases.all_cases())


@pytest.mark.parametrize(("number", "case"), enumerate(ALL_CASES), ids=[case.name for case in ALL_CASES])
def test_the_same_bits_in_every_way(program, number, case, soak, outcomes):
    expect_equal_runs(program, case, variants_of(case, number, soak), outcomes)
