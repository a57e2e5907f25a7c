# SPDX-License-Identifier: BSD-3-Clause
"""Line plots as SVG, by hand: no library is needed to make them or to look at them."""

from __future__ import annotations

import math
from collections.abc import Sequence

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 520, 360, 70, 34, 16, 48
COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd")

Points = Sequence[tuple[float, float]]
Curve = tuple[str, Points, str]
"""name, points and style (line or marks)"""


class Axis:
    """Maps numbers to a stretch of the page."""

    def __init__(self, values: list[float], low_end: float, high_end: float, logarithmic: bool) -> None:
        self.logarithmic = logarithmic
        scaled = [self.scaled(v) for v in values]
        self.low, self.high = min(scaled), max(scaled)
        margin = 0.05 * (self.high - self.low)
        self.low -= margin
        self.high += margin
        self.ends = (low_end, high_end)

    def scaled(self, value: float) -> float:
        """The number, or its logarithm."""
        return math.log10(value) if self.logarithmic else value

    def place(self, value: float) -> float:
        """Where a number stands on the page."""
        part = (self.scaled(value) - self.low) / (self.high - self.low)
        return self.ends[0] + part * (self.ends[1] - self.ends[0])

    def ticks(self) -> list[float]:
        """The numbers to write at the axis."""
        if self.logarithmic:
            decades = range(math.floor(self.low), math.ceil(self.high) + 1)
            ticks = [m * 10.0**d for d in decades for m in (1, 2, 5)]
            return [t for t in ticks if self.low <= math.log10(t) <= self.high]
        step = 10 ** math.floor(math.log10(self.high - self.low))
        step *= 0.5 if (self.high - self.low) / step > 2.5 else 0.2
        first = math.ceil(self.low / step)
        return [i * step for i in range(first, math.floor(self.high / step) + 1)]


def plot(title: str, x_label: str, y_label: str, curves: list[Curve], logarithmic: bool = False) -> str:
    """The text of an SVG; a curve is (label, points, "line" or "marks").

    The legend stands where there is nothing else: rising curves leave the upper left free,
    others the upper right.
    """
    points = [p for _, curve, _ in curves for p in curve]
    x = Axis([p[0] for p in points], LEFT, WIDTH - RIGHT, logarithmic)
    y = Axis([p[1] for p in points], HEIGHT - BOTTOM, TOP, logarithmic)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<rect x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" height="{HEIGHT - TOP - BOTTOM}" '
        'fill="none" stroke="black"/>',
        text(WIDTH / 2, 20, title, "middle"),
        text(WIDTH / 2, HEIGHT - 10, x_label, "middle"),
        f'<text transform="translate(16 {HEIGHT / 2}) rotate(-90)" text-anchor="middle">{y_label}</text>',
    ]
    for t in x.ticks():
        parts += [
            line(x.place(t), HEIGHT - BOTTOM, x.place(t), HEIGHT - BOTTOM - 5),
            text(x.place(t), HEIGHT - BOTTOM + 16, f"{t:.3g}", "middle"),
        ]
    for t in y.ticks():
        parts += [line(LEFT, y.place(t), LEFT + 5, y.place(t)), text(LEFT - 6, y.place(t) + 4, f"{t:.3g}", "end")]
    for i, (label, curve, style) in enumerate(curves):
        parts += drawn(curve, style, COLOURS[i % len(COLOURS)], x, y)
        parts.append(legend(label, i, curves[0][1]))
    return "\n".join(parts + ["</svg>", ""])


def legend(label: str, i: int, curve: Points) -> str:
    """The name of the curve with this number, where its first one leaves room."""
    rising = curve[-1][1] > max(p[1] for p in curve) / 2
    x, anchor = (LEFT + 14, "start") if rising else (WIDTH - RIGHT - 14, "end")
    return (
        f'<text x="{x}" y="{TOP + 18 + 16 * i}" text-anchor="{anchor}" '
        f'fill="{COLOURS[i % len(COLOURS)]}">{label}</text>'
    )


def drawn(curve: Points, style: str, colour: str, x: Axis, y: Axis) -> list[str]:
    """A curve as a line or as marks."""
    places = [(x.place(a), y.place(b)) for a, b in curve]
    if style == "marks":
        return [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3.5" fill="none" stroke="{colour}"/>' for a, b in places]
    path = " ".join(f"{a:.1f},{b:.1f}" for a, b in places)
    return [f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>']


def line(x1: float, y1: float, x2: float, y2: float) -> str:
    """A black line."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="black"/>'


def text(x: float, y: float, words: str, anchor: str) -> str:
    """Words at a place."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>'
