# SPDX-License-Identifier: BSD-3-Clause
"""What tests may not be skipped for, and which were skipped all the same."""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

VARIABLE = "MDSIM_REQUIRE_TESTS"
"""names the packages, and modules of Python, without which a test fails; the word all names every one"""

Skips = dict[str, Counter[str]]
"""reasons of each test of ctest, and how many of its cases had them"""

BEGIN = re.compile(r"^\d+/\d+ Test: (.+)$")
OF_PYTEST = re.compile(r"^SKIPPED \[(\d+)\] .*?:\d+: (.+)$")
OF_OTHERS = re.compile(r"^(?:mdsim: )?skipped: (.+)$")


def required(package: str) -> bool:
    """Whether tests may not go without a package of the distribution, or a module of Python."""
    words = os.environ.get(VARIABLE, "").split()
    return package in words or "all" in words


def skips_in(log: Path) -> Skips:
    """Those that ctest has logged, by what pytest and our scripts say of them."""
    found: Skips = {}
    test = ""
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        if begin := BEGIN.match(line):
            test = begin[1]
        elif skip := OF_PYTEST.match(line):
            found.setdefault(test, Counter())[skip[2]] += int(skip[1])
        elif skip := OF_OTHERS.match(line):
            found.setdefault(test, Counter())[skip[1]] += 1
    return found


def text_of(skips: Skips) -> str:
    """A line for each reason of each test."""
    if not skips:
        return "no test was skipped"
    lines = [f"skipped, in {len(skips)} tests of ctest:"]
    for test in sorted(skips):
        for reason, count in skips[test].items():
            lines.append(f"  {test}: {reason}" + (f" ({count} cases)" if count > 1 else ""))
    return "\n".join(lines)
