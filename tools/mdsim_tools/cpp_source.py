# SPDX-License-Identifier: BSD-3-Clause
"""C++ and CUDA sources as text: without comments and literals, and the functions in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_BLANKED = re.compile(
    r"//[^\n]*"
    r"|/\*.*?\*/"
    r'|R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'",
    re.DOTALL,
)
_DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
_WORD = re.compile(r"[~\w]+")
_ATTRIBUTE = re.compile(r"\b(?:__launch_bounds__|__attribute__|alignas|decltype)\s*\((?:[^()]|\([^()]*\))*\)")
_INITIALISER = re.compile(r"\)\s*(?:noexcept\s*)?:(?!:).*", re.DOTALL)
_LABELS = re.compile(r"^\s*(?:(?:public|private|protected)\s*:(?!:)\s*)*")
_NOT_FUNCTIONS = {"if", "for", "while", "switch", "catch", "return", "namespace", "enum", "requires"}


class Function(NamedTuple):
    """A function with a body."""

    name: str
    line: int
    """on which its declaration begins"""
    lines: int
    """from there to its closing brace"""


def _only_newlines(match: re.Match[str]) -> str:
    """What takes the place of a comment or literal: nothing, on as many lines."""
    text = match.group()
    return "\n" * text.count("\n") if text.startswith(("/", "#")) else '""' + "\n" * text.count("\n")


def bare(text: str) -> str:
    """Without comments, and without what is in literals; all else stays on its line."""
    return _BLANKED.sub(_only_newlines, text)


def code_lines(text: str) -> int:
    """Lines that hold more than blanks and comments."""
    return sum(bool(line.strip()) for line in bare(text).splitlines())


def name_of(head: str) -> str | None:
    """The function whose body follows this text, if it is one."""
    depth, first = 0, -1
    for k, sign in enumerate(head):
        if sign == "(":
            if depth == 0 and first < 0 and _WORD.search(head[:k]):
                first = k
            depth += 1
        elif sign == ")":
            depth -= 1
        elif sign == "=" and depth == 0 and not re.search(r"operator\s*[=!<>+*/-]*$", head[:k]):
            return None  # of a variable, or an alias
    if first < 0 or depth != 0:
        return None
    words = _WORD.findall(head[:first])
    if not words or words[0] in _NOT_FUNCTIONS or words[-1] in _NOT_FUNCTIONS - {"requires"}:
        return None
    return str(words[-1])


def _heads(code: str) -> Iterator[tuple[int, str]]:
    """The places of braces that are not in parentheses, and the text since the statement before."""
    start = 0
    depth = 0
    for match in re.finditer(r"[{};()]", code):
        sign = match.group()
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign in "()" or depth > 0:
            continue
        if sign in "{}":
            yield match.start(), code[start : match.start()]
        start = match.end()


def functions(text: str) -> list[Function]:
    """All functions with a body, by matching braces. Lambdas count to the function around them."""
    code = _DIRECTIVE.sub(_only_newlines, bare(text))
    found: list[Function] = []
    open_braces: list[tuple[str, int] | None] = []
    constructor: tuple[str, int] | None = None
    for place, head in _heads(code):
        if code[place] == "}":
            if not open_braces:
                return found  # braces that only a preprocessor could match
            begun = open_braces.pop()
            if begun and begun[0]:
                line = code.count("\n", 0, begun[1]) + 1
                found.append(Function(begun[0], line, code.count("\n", 0, place) + 2 - line))
            continue
        name = None if any(open_braces) else name_of(_plain(head))
        this = (name, place - len(_LABELS.sub("", head))) if name else None
        if constructor and (not head.strip() or head.strip().startswith(",")):
            this = constructor
        if _initialises(head, constructor is not None):
            constructor = this
            open_braces.append(None)
        else:
            constructor = None
            open_braces.append(this)
    return found


def _initialises(head: str, goes_on: bool) -> bool:
    """Whether a brace behind this text holds the value of a member, before the body of a constructor."""
    begins = _INITIALISER.search(head) or (goes_on and head.strip().startswith(","))
    return bool(begins and re.search(r"[\w>]\s*$", head))


def _plain(head: str) -> str:
    """A declaration without access words, templates and what initialises members."""
    head = _ATTRIBUTE.sub(" ", re.sub(r"\b(public|private|protected)\s*:(?!:)", " ", head))
    head = re.sub(r"^\s*template\s*<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>", " ", head)
    return _INITIALISER.sub(")", head)
