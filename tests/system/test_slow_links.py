# SPDX-License-Identifier: BSD-3-Clause
"""Positions are packed on their way to another host where the wire is slow: the same bits in three fifths of the bytes.

The hosts are network namespaces with a wire of a given rate between them (`support/network.py`). With -s the test
prints how fast runs were; no speed makes it fail, as other work may slow them down.
"""

import pytest

import cases
import runs
from host_runs import expect_same, liquid
from mdsim_tools.program import FINISHED, INPUT_ERROR
from network import network_hosts
from restarts import expect_words

PLACES = "neta:1,netb:1"


@pytest.fixture(scope="module")
def hosts(program_path, tmp_path_factory):
    found = network_hosts(program_path, tmp_path_factory)
    yield found
    found.close()


def run(hosts, path, rate, choice, *arguments):
    """The summary of a run over a wire of this rate, and its folder."""
    folder = hosts.program.folder(f"{rate}-{choice}")
    asked = ("--set", f"parallel.compress={choice}", *arguments)
    with hosts.shaped(rate):
        words = hosts.run(PLACES, path, folder, *asked)
    found = runs.summary(folder)
    exchange = found["exchange"]
    share = exchange["halo_bytes_sent"] / exchange["halo_bytes_unpacked"]
    print(f"{rate} {choice}: {found['steps_per_second']:.1f} steps/s, {100 * share:.1f} % of the bytes")
    return folder, found, words


@pytest.mark.parametrize("precision", ["mixed", "double"])
def test_a_slow_wire_carries_less(hosts, precision):
    path = hosts.program.write(f"{precision}.toml", liquid(cases.stage("nve", 200), (14, 14, 14)))
    arguments = ("--set", f"run.precision={precision}", "--overwrite")
    plain, without, _ = run(hosts, path, "100mbit", "never", *arguments)
    assert without["exchange"]["halo_bytes_sent"] == without["exchange"]["halo_bytes_unpacked"]
    packed, found, words = run(hosts, path, "100mbit", "auto", *arguments)
    expect_words(words, "positions travel packed to other hosts: a rank sends")
    assert found["exchange"]["packed"]
    assert found["exchange"]["halo_bytes_sent"] <= 0.6 * found["exchange"]["halo_bytes_unpacked"]
    assert 1e6 < found["exchange"]["measured_bandwidth"] < 13e6
    expect_same(plain, packed, "packed positions")


def test_a_wire_of_another_rate_is_measured(hosts):
    path = hosts.program.write("gigabit.toml", liquid(cases.stage("nve", 200), (14, 14, 14)))
    plain, without, _ = run(hosts, path, "1gbit", "never")
    packed, found, words = run(hosts, path, "1gbit", "auto")
    expect_words(words, "to other hosts: a rank sends")
    assert 10e6 < found["exchange"]["measured_bandwidth"] < 130e6
    expect_same(plain, packed, "a wire of 1 Gb/s")


def test_ranks_of_one_host_pack_where_that_is_asked_for(program):
    path = program.write("one_host.toml", liquid(cases.stage("nve", 150)))
    folders = {}
    for choice in ("never", "auto", "always"):
        folders[choice] = program.folder(choice)
        chosen = ["--set", f"parallel.compress={choice}"]
        code, out, err = program.call([path, "--output", folders[choice], *chosen], ranks=2)
        assert code == FINISHED, out + err
        exchange = runs.summary(folders[choice])["exchange"]
        assert exchange["packed"] == (choice == "always")
        assert (exchange["halo_bytes_sent"] < 0.6 * exchange["halo_bytes_unpacked"]) == (choice == "always")
    expect_same(folders["never"], folders["always"], "packed positions")


def test_another_choice_is_an_error(program):
    path = program.write("error.toml", liquid(cases.stage("nve", 150)))
    code, _, err = program.call([path, "--set", "parallel.compress=sometimes"])
    assert code == INPUT_ERROR
    expect_words(err, "parallel.compress", "auto", "always", "never")
