# SPDX-License-Identifier: BSD-3-Clause
"""The line in which a harness tells how its trials ended; `tools/test --soak` collects them."""

MARK = "tally: "


def tell(what, outcomes, lost=0):
    """Prints how many trials there were, how many ended in which way, and how many lost something."""
    words = ", ".join(f"{count} {name}" for name, count in sorted(outcomes.items()))
    print(f"{MARK}{what}: {sum(outcomes.values()) + lost} tried: {words or 'nothing'}; lost: {lost}", flush=True)
