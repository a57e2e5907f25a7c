# SPDX-License-Identifier: BSD-3-Clause
"""Figures as SVG inside the page, in its colours, so that they follow light and dark mode."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from html import escape
from typing import Any, Callable

from mdsim.report.packages import need
from mdsim.report.thinning import thin_lines
from mdsim.report.words import error_words

WIDTH, HEIGHT = 4.8, 3.0
"""[inches]"""

INK, SOFT = "#010101", "#808080"
SERIES = ("#0b63a5", "#b3420e", "#1b7a43", "#7a3fa0", "#8a6100", "#b02a63", "#00727a", "#5a5a5a")
"""of the curves; the page has other ones for dark mode"""

COLOURS = {INK: "currentColor", SOFT: "var(--soft)", **{c: f"var(--series-{k})" for k, c in enumerate(SERIES)}}


@dataclass(frozen=True)
class Figure:
    """A figure; where it could not be drawn, `svg` is empty and `alt` says why."""

    svg: Any
    alt: str
    caption: str


def figure(name: str, draw: Callable[[Any], object], alt: str, caption: str) -> Figure:
    """What `draw` draws on axes. `name` is another one for each figure of the page."""
    try:
        text = _svg(name, draw)
    except Exception as error:  # the page goes on without the figure
        return Figure("", f"could not be drawn: {error_words(error)}", caption)
    return Figure(need("markupsafe").Markup(_fit_to_page(text, name, alt)), alt, caption)


def _svg(name: str, draw: Callable[[Any], object]) -> str:
    content = io.StringIO()
    with need("matplotlib").rc_context(_settings(name)):
        made = need("matplotlib.figure").Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
        axes = made.add_subplot()
        axes.grid(True, linewidth=0.3, color=SOFT, alpha=0.5)
        axes.spines[["top", "right"]].set_visible(False)
        draw(axes)
        thin_lines(axes)
        made.savefig(content, format="svg", transparent=True, dpi=150)
    return content.getvalue()


def _settings(name: str) -> dict[str, Any]:
    cycler = need("cycler").cycler
    inks = ("text.color", "axes.edgecolor", "axes.labelcolor", "axes.titlecolor", "xtick.color", "ytick.color")
    return {
        "svg.fonttype": "none",
        "svg.hashsalt": name,
        "font.size": 10,
        "lines.linewidth": 1.1,
        "legend.frameon": False,
        "legend.fontsize": 9,
        "axes.formatter.use_mathtext": True,
        "axes.formatter.limits": (-4, 6),
        "axes.prop_cycle": cycler(linestyle=["-", "--", ":"]) * cycler(color=SERIES),
        **dict.fromkeys(inks, INK),
    }


def _fit_to_page(svg: str, name: str, alt: str) -> str:
    """Without head and metadata, as wide as its place, with the colours of the page and ids of its own."""
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    svg = re.sub(r'(?<= id=")', f"{name}-", svg)
    svg = re.sub(r"(?<=url\(#)", f"{name}-", svg)
    svg = re.sub(r'(?<=href="#)', f"{name}-", svg)
    svg = re.sub(r"#[0-9a-f]{6}\b", lambda found: COLOURS.get(found[0], found[0]), svg)
    head, body = svg.split(">", 1)
    box = re.search(r'viewBox="[^"]*"', head)
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'<svg {names} {box[0] if box else ""} role="img" aria-label="{escape(alt)}">{body}'
