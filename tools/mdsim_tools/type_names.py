# SPDX-License-Identifier: BSD-3-Clause
"""Types that C++ and CUDA sources define, by their full names.

Two types of one name in one program break the one-definition rule. Neither the compiler nor the
linker says so: it keeps one of the functions that both types make of a template, such as
std::vector::push_back, and gives it to both.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from mdsim_tools.cpp_source import bare

_ATTRIBUTE = re.compile(r"\b(?:alignas|__align__)\s*\([^()]*(?:\([^()]*\)[^()]*)*\)")
_SCOPE = re.compile(
    r"\bnamespace\s*(?P<namespace>[\w:]*)\s*\{"
    r"|\b(?:struct|class|enum(?:\s+class)?)\s+(?P<type>\w+)\s*(?:final\s*)?(?::(?!:)[^;{}()]*)?\{"
    r"|\{|\}"
)


class Place(NamedTuple):
    """Where a type is defined."""

    file: str
    line: int


def types_of(text: str) -> Iterator[tuple[str, int]]:
    """Yields (full name, line) of each type in a namespace that has a name; not those within
    functions and other types, and not specialisations of templates."""
    code = _ATTRIBUTE.sub("", bare(text))
    scopes: list[str | None] = []  # the name of a namespace, "" without one, None for other braces
    for match in _SCOPE.finditer(code):
        namespace, name = match.group("namespace"), match.group("type")
        if namespace is not None:
            scopes.append(namespace)
        elif match.group() == "}":
            if scopes:
                scopes.pop()
        else:
            if name is not None and all(scopes):
                yield "::".join([*filter(None, scopes), name]), code.count("\n", 0, match.start()) + 1
            scopes.append(None)


def defined_twice(texts: Mapping[str, str]) -> dict[str, list[Place]]:
    """The types that several of these files, by name, define, each with its places."""
    places: defaultdict[str, list[Place]] = defaultdict(list)
    for file, text in texts.items():
        for name, line in types_of(text):
            places[name].append(Place(file, line))
    return {name: found for name, found in places.items() if len({p.file for p in found}) > 1}
