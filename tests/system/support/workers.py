# SPDX-License-Identifier: BSD-3-Clause
"""Many independent trials on all cores."""

import multiprocessing
import os

_work = None


def _call(number):
    trial, items = _work
    return trial(items[number], number)


def for_each(trial, items, at_once=None):
    """Calls `trial(item, number)` for each item, `at_once` at a time, else one a core; the results, in the order of
    items.

    `number` is different for each call, for names of folders. What a trial changes in memory is lost. The first
    that fails ends it."""
    global _work
    _work = trial, list(items)  # processes that are forked below find it here
    with multiprocessing.get_context("fork").Pool(at_once or os.cpu_count()) as pool:
        return list(pool.imap(_call, range(len(_work[1]))))
