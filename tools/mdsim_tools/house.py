# SPDX-License-Identifier: BSD-3-Clause
"""Measures of the source: contracts, casts, lengths of functions and files, folders, type hints."""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from mdsim_tools.cpp_source import Function, bare, code_lines, functions
from mdsim_tools.interpreters import ROOT

SOURCE = {".cpp", ".hpp", ".cu", ".cuh"}
CONTRACT = re.compile(r"\bMDSIM_(?:EXPECT|ENSURE|REQUIRE|\w*ASSERT)\s*\(")
DEFINITION = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
CAST = re.compile(r"\bstatic_cast\s*<")
CONFIG_HEADER = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"(?:\w+/)*config\.hpp"', re.MULTILINE)
WHOLE_CONFIG = re.compile(r"\bconst\s+(?:\w+::)*Config\s*&")
METHOD = (
    "Code lines hold more than blanks and comments. A function reaches from the first line of its declaration to its "
    "closing brace, found by matching braces; lambdas count to the function around them. Contracts are MDSIM_EXPECT, "
    "MDSIM_ENSURE, MDSIM_REQUIRE and asserts of the device. src/ and kernels/ are measured, tests are not."
)


class Source(NamedTuple):
    """What is measured of a file."""

    name: str
    lines: int
    code: int
    contracts: int
    casts: int
    functions: list[Function]
    includes_config: bool
    takes_config: int

    @property
    def module(self) -> str:
        """src/NAME or kernels/NAME."""
        return "/".join(self.name.split("/")[:2]) if self.name.count("/") > 1 else self.name.split("/")[0]


def tracked(*folders: str) -> list[Path]:
    """The files of these folders that git knows, or all where this is no repository."""
    done = subprocess.run(
        ["git", "ls-files", "--", *folders], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False
    )
    if done.returncode == 0:
        return [ROOT / name for name in done.stdout.decode().splitlines() if (ROOT / name).is_file()]
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file())


def measured(path: Path) -> Source:
    """One C++ or CUDA file."""
    text = path.read_text(encoding="utf-8", errors="replace")
    code = DEFINITION.sub("", bare(text))
    return Source(
        name=path.relative_to(ROOT).as_posix(),
        lines=text.count("\n"),
        code=code_lines(text),
        contracts=len(CONTRACT.findall(code)),
        casts=len(CAST.findall(code)),
        functions=functions(text),
        includes_config=bool(CONFIG_HEADER.search(text)),
        takes_config=len(WHOLE_CONFIG.findall(code)),
    )


def percentiles(values: Sequence[int]) -> dict[str, int]:
    """The median, the value that one in ten exceeds, that one in a hundred exceeds, and the largest."""
    ordered = sorted(values) or [0]
    last = len(ordered) - 1
    parts = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}
    return {name: ordered[round(part * last)] for name, part in parts.items()}


def per_thousand(count: int, lines: int) -> float:
    """How many come on 1,000 lines."""
    return round(1000 * count / lines, 1) if lines else 0.0


def module_line(sources: list[Source]) -> dict[str, Any]:
    """The measures of some files together."""
    code = sum(s.code for s in sources)
    contracts, casts = sum(s.contracts for s in sources), sum(s.casts for s in sources)
    return {
        "files": len(sources),
        "code_lines": code,
        "contracts": contracts,
        "contracts_per_1000": per_thousand(contracts, code),
        "static_casts": casts,
        "static_casts_per_1000": per_thousand(casts, code),
        "function_lines": percentiles([f.lines for s in sources for f in s.functions]),
        "file_lines": percentiles([s.lines for s in sources]),
    }


def is_python(path: Path) -> bool:
    """By its name, or by its first line."""
    if path.suffix:
        return path.suffix == ".py"
    with open(path, "rb") as file:
        return b"python" in file.readline()


def hinted(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether it says of which type all its arguments are, and what it gives."""
    a = function.args
    arguments = [*a.posonlyargs, *a.args, *a.kwonlyargs, *(x for x in (a.vararg, a.kwarg) if x)]
    untyped = [x for x in arguments if x.annotation is None and x.arg not in ("self", "cls")]
    return not untyped and function.returns is not None


def python_measures() -> dict[str, Any]:
    """Type hints of tools and validation, and of the tests."""
    found: dict[str, Any] = {}
    for name, folders in (("tools and validation", ("tools", "validation")), ("tests", ("tests",))):
        paths = [path for path in tracked(*folders) if is_python(path)]
        nodes = [n for path in paths for n in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
        defined = [n for n in nodes if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))]
        found[name] = {"files": len(paths), "functions": len(defined), "hinted": sum(map(hinted, defined))}
    return found


def measure() -> dict[str, Any]:
    """All measures of this tree."""
    sources = [measured(path) for path in tracked("src", "kernels") if path.suffix in SOURCE]
    modules = sorted({s.module for s in sources})
    folders = Counter(str(Path(s.name).parent) for s in sources)
    longest = sorted(((f, s.name) for s in sources for f in s.functions), key=lambda x: -x[0].lines)
    return {
        "method": METHOD,
        "total": module_line(sources),
        "modules": {m: module_line([s for s in sources if s.module == m]) for m in modules},
        "longest_functions": [
            {"where": f"{name}:{f.line}", "name": f.name, "lines": f.lines} for f, name in longest[:10]
        ],
        "largest_files": {s.name: s.lines for s in sorted(sources, key=lambda s: -s.lines)[:10]},
        "whole_config": {
            "files_that_include_it": sum(s.includes_config for s in sources),
            "parameters_of_it": sum(s.takes_config for s in sources),
        },
        "files_per_folder": {**percentiles(list(folders.values())), "most": dict(folders.most_common(5))},
        "python": python_measures(),
    }


def line_of(name: str, found: dict[str, Any]) -> list[str]:
    """A line of the table."""
    function, file = found["function_lines"], found["file_lines"]
    return [
        name,
        str(found["files"]),
        f"{found['code_lines']:,}",
        f"{found['contracts_per_1000']:.1f}",
        f"{found['static_casts_per_1000']:.1f}",
        "/".join(str(function[p]) for p in ("p90", "p99", "max")),
        "/".join(str(file[p]) for p in ("p50", "p90", "max")),
    ]


def table(found: dict[str, Any]) -> str:
    """All measures for a reader."""
    heads = (
        "module",
        "files",
        "code lines",
        "contracts/1000",
        "casts/1000",
        "function p90/p99/max",
        "file p50/p90/max",
    )
    lines = [line_of(name, of_it) for name, of_it in [*found["modules"].items(), ("total", found["total"])]]
    lines.insert(0, list(heads))
    widths = [max(len(line[k]) for line in lines) for k in range(len(heads))]
    text = [
        "  ".join(cell.rjust(w) if k else cell.ljust(w) for k, (cell, w) in enumerate(zip(line, widths)))
        for line in lines
    ]
    config, folder = found["whole_config"], found["files_per_folder"]
    most = ", ".join(f"{name} {count}" for name, count in folder["most"].items())
    text += [
        "",
        f"the whole Config: {config['files_that_include_it']} files include it, "
        f"{config['parameters_of_it']} parameters take it",
        f"files per folder: p50/p90/max {folder['p50']}/{folder['p90']}/{folder['max']}; most: {most}",
    ]
    longest = found["longest_functions"][:3]
    text += [f"longest function: {f['name']} of {f['lines']} lines, {f['where']}" for f in longest]
    text += [
        f"Python of {name}: {p['hinted']} of {p['functions']} functions have type hints, in {p['files']} files"
        for name, p in found["python"].items()
    ]
    return "\n".join([*text, "", found["method"]])


def main(arguments: Sequence[str]) -> int:
    """Prints the measures."""
    parser = argparse.ArgumentParser(prog="tools/measure-house", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print all measures as JSON")
    options = parser.parse_args(arguments)
    found = measure()
    print(json.dumps(found, indent=1) if options.json else table(found))
    return 0
