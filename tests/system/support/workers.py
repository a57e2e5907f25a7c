# SPDX-License-Identifier: BSD-3-Clause
"""Many independent trials on all cores, or as many at a time as MDSIM_TEST_WORKERS says."""

import multiprocessing
import os

_work = None


def _call(number):
    trial, items = _work
    return trial(items[number], number)


def most():
    """How many trials there may be at a time."""
    return int(os.environ.get("MDSIM_TEST_WORKERS") or os.cpu_count())


def for_each(trial, items, at_once=None):
    """Calls `trial(item, number)` for each item, at most `at_once` at a time; the results, in the order of items.

    `number` is different for each call, for names of folders. What a trial changes in memory is lost. The first
    that fails ends it."""
    global _work
    _work = trial, list(items)  # processes that are forked below find it here
    with multiprocessing.get_context("fork").Pool(min(at_once or most(), most())) as pool:
        return list(pool.imap(_call, range(len(_work[1]))))
