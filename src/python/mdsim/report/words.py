# SPDX-License-Identifier: BSD-3-Clause
"""Numbers and units as a page shows them."""

from __future__ import annotations

import math
import re

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
NARROWEST, WIDEST = -3, 7
"""between these powers of ten numbers are written without one"""

CLOCK = ((86400, 3600, "d", "h"), (3600, 60, "h", "min"), (60, 1, "min", "s"))
"""lengths in seconds, and the smaller ones that are shown with them"""


def number(value: float | None, digits: int = 6) -> str:
    """A number with so many digits: `0.7079894`, `2.77 × 10⁻⁶`."""
    if value is None or not math.isfinite(value):
        return "unknown" if value is None or math.isnan(value) else ("∞" if value > 0 else "−∞")
    text = f"{value:.{digits}g}"
    if "e" in text:
        mantissa, power = text.split("e")
        text = f"{mantissa} × {power_of_ten(int(power))}"
    return text.replace("-", "−")


def power_of_ten(power: int) -> str:
    """`10⁻⁶`."""
    return "10" + str(power).translate(SUPERSCRIPTS)


def whole(value: float) -> str:
    """A whole number with commas: `10,000`."""
    return f"{int(value):,}"


def estimate(value: float, error: float, unit: str = "") -> str:
    """A number with its error, of which two digits are shown: `92.97 ± 0.18 K`, `(2.8 ± 4.3) × 10⁻⁶`."""
    if not (math.isfinite(value) and math.isfinite(error) and error > 0):
        return with_unit(number(value), unit)
    power = _power(max(abs(value), error))
    scaled = power < NARROWEST or power >= WIDEST
    shift = power if scaled else 0
    value, error = value / 10.0**shift, error / 10.0**shift
    decimals = max(0, 1 - _power(error))
    text = f"{value:.{decimals}f} ± {error:.{decimals}f}".replace("-", "−")
    return with_unit(f"({text}) × {power_of_ten(shift)}" if scaled else text, unit)


def _power(value: float) -> int:
    """The power of ten of a number above 0, as it is when it is rounded to two digits."""
    return int(f"{value:.1e}".split("e")[1])


def unit_words(unit: str) -> str:
    """`kJ mol⁻¹` for `kJ mol-1`."""
    shown = re.sub(r"(?<=[A-Za-z])-?\d+\b", lambda found: found[0].translate(SUPERSCRIPTS), unit)
    return shown.replace("Angstrom", "Å").replace("tau", "τ")


def with_unit(text: str, unit: str) -> str:
    """A number and its unit, which stay on one line."""
    return f"{text}\N{NO-BREAK SPACE}{unit_words(unit)}" if unit else text


def column_words(name: str) -> str:
    """`potential energy` for `potential_energy`."""
    return name.replace("_", " ")


def seconds(value: float | None) -> str:
    """A time of the clock: `0.42 s`, `3 min 5 s`, `2 h 10 min`, `4 d 3 h`."""
    if value is None or not math.isfinite(value):
        return "unknown"
    if value < 100:
        return f"{value:.3g} s"
    for length, smaller, unit, rest in CLOCK:
        steps = round(value / smaller)
        if steps * smaller >= length:
            return f"{steps * smaller // length} {unit} {steps % (length // smaller)} {rest}"
    raise AssertionError("100 s are more than a minute")


def size(count: float) -> str:
    """A number of bytes: `1.7 MiB`."""
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if count < 1024:
            return f"{count:.0f} {unit}" if unit == "bytes" else f"{count:.3g} {unit}"
        count /= 1024
    return f"{count:.4g} TiB"


def plural(count: int, word: str) -> str:
    """`1 frame`, `2 frames`."""
    return f"{whole(count)} {word}{'' if count == 1 else 's'}"


def error_words(error: BaseException) -> str:
    """What an exception says."""
    if isinstance(error, KeyError) and error.args:
        return f"{error.args[0]!r} is not there" if isinstance(error.args[0], str) else str(error.args[0])
    return str(error) or type(error).__name__
