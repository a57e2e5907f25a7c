# SPDX-License-Identifier: BSD-3-Clause
"""Many independent trials on all cores."""

import multiprocessing
import os

_work = None


def _call(number):
    trial, items = _work
    return trial(items[number], number)


def for_each(trial, items):
    """Calls `trial(item, number)` for each item, in as many processes as there are cores; the results, in the order of items.

    `number` is different for each call, for names of folders. What a trial changes in memory is lost. The first that fails ends it."""
    global _work
    _work = trial, list(items)  # processes that are forked below find it here
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        return list(pool.imap(_call, range(len(_work[1]))))
