# SPDX-License-Identifier: BSD-3-Clause
"""A supervised run goes on on the GPUs that are present at each start, and has the bits of one that stayed on one."""

import random
import signal
import time

import pytest

from supervised import Supervised, assert_same_end, is_running, text_of, undisturbed


@pytest.fixture
def interruptions(soak):
    return 50 if soak else 5


@pytest.fixture
def text(interruptions):
    return text_of(60_000 * interruptions, "cuda", cells=20).replace("every = 400", "every = 60000")


def interrupt(run, interruptions, offers, start_with):
    """Interrupts each part, and starts the next one with another of the offers, each a list of ranks to be; until a
    part is left alone. Gives the ranks that were seen."""
    random.seed(interruptions)
    seen, offer = [], []
    while True:
        offer = random.choice([other for other in offers if other != offer])
        start_with(offer)
        run.wait_until(lambda: is_running(run))
        assert not run.ended(), f"over behind parts on {seen} ranks:\n{run.log()}"
        if len(seen) == interruptions:
            break
        seen.append(run.ranks_of_last_part())
        assert seen[-1] == len(offer), f"{offer} was offered, and the run has {seen[-1]} ranks"
        time.sleep(random.uniform(0.05, 0.6))
        run.process.send_signal(signal.SIGTERM)
        assert run.process.wait(timeout=150) == 5, run.log()
    assert run.process.wait(timeout=900) == 0, run.log()
    print(f"tried: {len(seen)} interruptions of a run on {seen} ranks")


def test_gpus_come_and_go(program_path, gpu_count, interruptions, text, tmp_path):
    if gpu_count < 2:
        pytest.skip("fewer than 2 GPUs that this program can use")
    run = Supervised(program_path, tmp_path, text, counts_gpus=True)
    offers = [[gpu] for gpu in range(gpu_count)] + [list(range(gpu_count))]

    def start_with(gpus):
        run.start(env={"CUDA_VISIBLE_DEVICES": ",".join(map(str, gpus))})

    interrupt(run, interruptions, offers, start_with)
    assert_same_end(program_path, undisturbed(program_path, tmp_path, text), run.output)
