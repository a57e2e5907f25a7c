# SPDX-License-Identifier: BSD-3-Clause
"""A run that is watched: its numbers are those of its files, only GET is answered, and whoever asks badly, slowly or
often does it no harm."""

import contextlib
import os
import random
import re
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

import pytest

import cases
import needed
import processes
from calls import call, liquid
from mdsim_tools.outputs import progress, thermo
from mdsim_tools.program import ENVIRONMENT_ERROR, FINISHED, INPUT_ERROR, STOPPED
from restarts import LONG, expect_words
from watched import eventually, free_port, nvml_environment, watched

pytestmark = pytest.mark.usefixtures("metrics_server")


@pytest.fixture
def endless(program):
    """An input whose stage never comes to its end."""
    return program.write("endless.toml", liquid(cases.stage("nve", LONG)))


@pytest.fixture
def short(program):
    """An input of some seconds, of which all is compared."""
    return program.write("short.toml", liquid(cases.stage("nve", 12000)))


def as_written(folder):
    return (Path(folder) / "thermo.csv").read_bytes()


def test_the_numbers_are_those_of_the_files(program, endless):
    with watched(program, endless, settings={"run.wall_time": 8}) as run:
        first = run.scrape_with("mdsim_steps_total", "mdsim_temperature", "mdsim_energy_drift_ratio")
        before = progress(run.folder)
        scrape = run.scrape_with("mdsim_steps_per_second")
        time.sleep(1.5)
        after = progress(run.folder)
        table = thermo(run.folder)
        assert first.value("mdsim_steps_total") <= before["step"] + before["steps_per_second"] * 3
        assert before["step"] <= scrape.value("mdsim_steps_total") <= after["step"]
        assert scrape.value("mdsim_target_steps") == after["total_steps"] == LONG
        assert scrape.value("mdsim_running") == 1 and scrape.value("mdsim_atoms") == 500
        assert scrape.value("mdsim_temperature") in [pytest.approx(one, rel=1e-5) for one in table["temperature"]]
        energies = [pytest.approx(one, rel=1e-7) for one in table["conserved_energy"]]
        assert scrape.value("mdsim_conserved_energy") in energies
        assert 0 <= scrape.value("mdsim_energy_drift_ratio") < 0.01
        per_day = scrape.value("mdsim_steps_per_second") * 0.005 * 86400
        assert scrape.value("mdsim_simulated_time_per_day") == pytest.approx(per_day, rel=1e-6)
        assert scrape.value("mdsim_rebuild_interval_steps") == pytest.approx(
            scrape.value("mdsim_rebuild_steps_total") / scrape.value("mdsim_rebuilds_total")
        )
        assert scrape.value("mdsim_process_resident_bytes") > scrape.value("mdsim_atoms_memory_bytes") > 500 * 16
        assert abs(scrape.value("mdsim_report_timestamp_seconds") - time.time()) < 10
        assert not scrape.all("mdsim_imbalance_ratio"), "one rank is compared with nobody"
        assert run.end()[0] == STOPPED


SAME_NUMBERS = {
    "mdsim_steps_total": "step",
    "mdsim_target_steps": "total_steps",
    "mdsim_steps_per_second": "steps_per_second",
    "mdsim_simulated_time_per_day": "simulated_per_day.value",
    "mdsim_temperature": "temperature.value",
    "mdsim_conserved_energy": "conserved_energy.value",
    "mdsim_energy_drift_per_atom": "energy_drift.rate_per_atom",
    "mdsim_energy_drift_per_atom_error": "energy_drift.standard_error",
    "mdsim_energy_drift_ratio": "energy_drift.thermal_ratio",
    "mdsim_rebuilds_total": "rebuilds.count",
    "mdsim_rebuild_steps_total": "rebuilds.steps_between",
    "mdsim_rebuild_interval_steps": "rebuilds.interval",
    "mdsim_imbalance_ratio": "imbalance",
    "mdsim_checkpoint_step": "checkpoint.step",
    "mdsim_atoms_memory_bytes": "memory.atoms_bytes",
    "mdsim_process_resident_bytes": "memory.process_bytes",
    "mdsim_host_memory_free_bytes": "memory.host_free_bytes",
}
"""metrics of one sample, and where progress.json has them"""

SAME_OF_GPUS = {
    "mdsim_gpu_utilization_ratio": "utilization",
    "mdsim_gpu_memory_used_bytes": "memory_used_bytes",
    "mdsim_gpu_memory_bytes": "memory_bytes",
    "mdsim_gpu_power_watts": "power_watts",
    "mdsim_gpu_clock_hertz": "clock_hertz",
    "mdsim_gpu_temperature_celsius": "temperature_celsius",
}


def of_one_report(run):
    """What the port and progress.json say of the same moment."""
    names = ("mdsim_imbalance_ratio", "mdsim_energy_drift_ratio", "mdsim_checkpoint_step", "mdsim_gpu_power_watts")

    def look():
        scrape, said = run.scrape_with(*names), progress(run.folder)
        same = abs(scrape.value("mdsim_report_timestamp_seconds") - said["reported"]) < 1e-3
        return (scrape, said) if same else None

    return eventually(look)


def test_the_port_and_the_progress_file_say_the_same(program):
    path = program.write("ranks.toml", liquid(cases.stage("nve", LONG), system=cases.lattice((7, 7, 7))))
    settings = {"checkpoint.every": 200}
    with watched(program, path, ranks=2, env=nvml_environment(program), settings=settings) as run:
        scrape, said = of_one_report(run)

    def of_file(place):
        value = said
        for word in place.split("."):
            value = value[word]
        return value

    for name, place in SAME_NUMBERS.items():
        assert scrape.value(name) == pytest.approx(of_file(place), rel=1e-12), name
    waits = {int(labels["rank"]): value for labels, value in scrape.all("mdsim_rank_wait_seconds_total")}
    assert waits == {rank: pytest.approx(wait, rel=1e-12) for rank, wait in enumerate(said["rank_waits"])}
    assert len(waits) == len(said["gpus"]) == 2
    for name, key in SAME_OF_GPUS.items():
        served = {labels["uuid"]: value for labels, value in scrape.all(name)}
        assert served == {gpu["uuid"]: pytest.approx(gpu[key]) for gpu in said["gpus"] if gpu[key] is not None}, name


def test_each_rank_has_its_waits(program):
    settings = {"debug.slowed_rank": 1, "debug.slowdown": 3, "parallel.balance_threshold": 100}
    path = program.write("ranks.toml", liquid(cases.stage("nve", LONG), system=cases.lattice((7, 7, 7))))
    with watched(program, path, ranks=2, settings=settings) as run:
        scrape = run.scrape_with("mdsim_rank_wait_seconds_total")
        waits = {labels["rank"]: value for labels, value in scrape.all("mdsim_rank_wait_seconds_total")}
        assert set(waits) == {"0", "1"} and scrape.value("mdsim_ranks") == 2
        assert waits["0"] > 3 * waits["1"], f"rank 1 is slowed down, so rank 0 waits: {waits}"
        assert scrape.value("mdsim_imbalance_ratio") > 1.1


def test_a_run_that_hangs_still_answers_and_is_seen_to_stand_still(program):
    path = program.write("ranks.toml", liquid(cases.stage("nve", LONG), system=cases.lattice((7, 7, 7))))
    with watched(program, path, ranks=2) as run:
        run.scrape_with("mdsim_steps_per_second")
        other = processes.ranks_of(run.process, program.path)[1]
        processes.send(signal.SIGSTOP, [other])
        try:
            time.sleep(2)  # what was told before is out of date by now
            first = run.scrape()
            time.sleep(3)
            second = run.scrape()
        finally:
            processes.send(signal.SIGCONT, [other])
        for name in ("mdsim_steps_total", "mdsim_report_timestamp_seconds"):
            assert first.value(name) == second.value(name), name
        assert second.value("mdsim_running") == 1
        eventually(lambda: run.scrape().value("mdsim_steps_total") > second.value("mdsim_steps_total"))


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "BREW"])
def test_nothing_but_get_is_answered(program, endless, method):
    with watched(program, endless) as run:
        body = "" if method == "HEAD" else "steps=0"
        answer = run.send(f"{method} /metrics HTTP/1.1\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
        assert re.match(r"HTTP/1\.[01] (405|400|501) ", answer), answer
        assert "mdsim_" not in answer
        assert run.send(b"GET /metrics HTTP/1.0\r\n\r\n").startswith("HTTP/1.")


def test_nothing_but_metrics_is_there(program, endless):
    with watched(program, endless) as run:
        for path in ("/", "/metrics/../../../etc/passwd", "/mdsim.log", "/%2e%2e/%2e%2e/etc/passwd"):
            answer = run.send(f"GET {path} HTTP/1.0\r\n\r\n".encode())
            assert re.match(r"HTTP/1\.[01] (404|400) ", answer), answer


BAD_REQUESTS = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)),
    bytes(1000),
    b"\xff" * 100000,
    b"GET " + b"a" * 100000 + b" HTTP/1.1\r\n\r\n",
    b"GET /metrics HTTP/1.1\r\n" + b"X: y\r\n" * 10000 + b"\r\n",
    b"GET /metrics HTTP/9.9\r\n\r\n",
    b"GET /metrics\r\n\r\n",
    b"\r\n\r\n\r\n",
    b"GET /metrics HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    b"GET /metrics HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
    b"GET /metrics HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
    b"GET /metrics HTTP/1.1\r\nAccept-Encoding: " + b"gzip," * 1000 + b"\r\n\r\n",
    b"GET %n%n%s%s HTTP/1.1\r\n\r\n",
]


def drip(run, stop):
    """A client that never comes to the end of its request."""
    while not stop.is_set():
        with contextlib.suppress(OSError), run.connect() as connection:
            connection.sendall(b"GET /metrics HTTP/1.1\r\n")
            while not stop.wait(0.2):
                connection.sendall(b"X: y\r\n")


def test_bad_slow_and_many_clients_change_no_bit(program, short):
    call(program, short, "--output", program.folder("alone"))
    with watched(program, short) as run:
        stop = threading.Event()
        slow = [threading.Thread(target=drip, args=(run, stop)) for _ in range(3)]
        for one in slow:
            one.start()
        with contextlib.ExitStack() as stack:
            for _ in range(200):
                with contextlib.suppress(OSError):
                    stack.enter_context(socket.create_connection(("127.0.0.1", run.port), timeout=1))
            for request in BAD_REQUESTS:
                with contextlib.suppress(OSError):
                    stack.enter_context(run.connect()).sendall(request)
            code, words = run.end()
        stop.set()
        for one in slow:
            one.join()
        assert code == FINISHED, words
    assert as_written(run.folder) == as_written(program.folder("alone"))


def test_bad_requests_are_followed_by_good_answers(program, endless):
    with watched(program, endless) as run:
        for request in BAD_REQUESTS:
            answer = run.send(request)
            assert "mdsim_" not in answer or answer.startswith("HTTP/1.1 200"), f"{request[:50]}: {answer[:200]}"
        assert run.scrape_with("mdsim_steps_total").value("mdsim_running") == 1


GOOD_REQUEST = (
    b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nAccept: text/plain;version=0.0.4\r\nConnection: close\r\n\r\n"
)
PIECES = (
    b"\r\n",
    b"\r\n\r\n",
    b"\0",
    b"GET ",
    b" HTTP/1.1",
    b"Content-Length: 4294967296",
    b"%",
    b"\xff" * 300,
    b"/../",
    b":",
)


def spoilt(chance):
    """A request in which bytes changed, were lost, doubled, or gave place to words of the protocol."""
    request = bytearray(chance.choice([GOOD_REQUEST, GOOD_REQUEST, *BAD_REQUESTS])[:4000])
    for _ in range(chance.randint(1, 8)):
        place = chance.randrange(len(request) + 1)
        kind = chance.randrange(4)
        if kind == 0:
            request[place : place + 1] = bytes([chance.randrange(256)])
        elif kind == 1:
            del request[place : place + chance.randint(1, 40)]
        elif kind == 2:
            request[place:place] = request[max(0, place - 30) : place] * chance.randint(1, 20)
        else:
            request[place:place] = chance.choice(PIECES)
    return bytes(request)


def resident_bytes(process):
    with open(f"/proc/{process}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_spoilt_requests_do_no_harm(program, endless, soak):
    """Some hundred, or as many as fit into ten minutes: the run answers good requests afterwards, and has not grown."""
    chance = random.Random(9464)
    with watched(program, endless) as run:
        run.scrape_with("mdsim_steps_total")
        steps = run.scrape().value("mdsim_steps_total")
        rank = processes.ranks_of(run.process, program.path)[0]
        before = resident_bytes(rank)
        end, sent = time.time() + 600, 0
        while sent < 400 or (soak and time.time() < end):
            request = spoilt(chance)
            with contextlib.suppress(OSError), run.connect() as connection:
                connection.settimeout(0.2)
                connection.sendall(request)
                connection.shutdown(socket.SHUT_WR)
                connection.recv(100)
            sent += 1
            assert run.process.poll() is None, f"the run ended after request {sent}: {request!r}"
        print(f"{sent} spoilt requests")
        assert eventually(lambda: run.scrape().value("mdsim_steps_total") > steps)
        assert resident_bytes(rank) < before + 32e6


def test_a_slow_client_is_sent_away(program, endless):
    with watched(program, endless) as run:
        begin = time.time()
        with pytest.raises(OSError), run.connect() as connection:
            connection.sendall(b"GET /metrics HTTP/1.1\r\n")
            while time.time() < begin + 20:
                time.sleep(0.2)
                connection.sendall(b"X: y\r\n")
        assert time.time() < begin + 10


def test_many_connections_are_answered_in_turn(program, endless):
    with watched(program, endless) as run:
        run.scrape_with("mdsim_steps_total")
        answers = []
        askers = [
            threading.Thread(target=lambda: answers.append(run.send(b"GET /metrics HTTP/1.0\r\n\r\n")))
            for _ in range(200)
        ]
        for one in askers:
            one.start()
        for one in askers:
            one.join()
        assert sum("mdsim_steps_total{" in answer for answer in answers) == 200


def test_scraping_changes_no_bit(program, short):
    call(program, short, "--output", program.folder("alone"))
    with watched(program, short) as run:
        count = 0
        while run.process.poll() is None:
            with contextlib.suppress(OSError):
                run.scrape()
                count += 1
        code, words = run.end()
        assert code == FINISHED and count > 20, words
    assert as_written(run.folder) == as_written(program.folder("alone"))


@pytest.mark.parametrize(
    "address, words",
    [
        ("0.0.0.0:9464", "metrics.public = true"),
        ("192.0.2.1:9464", "metrics.public = true"),
        ("[::]:9464", "metrics.public = true"),
        ("127.0.0.1:70000", "0 to 65535"),
        ("127.0.0.1", "an address with a port"),
        ("example.org:9464", "allowed are numbers"),
    ],
)
def test_addresses_that_others_reach_or_that_are_none_are_refused(program, endless, address, words):
    code, _, err = program.call([endless, "--output", program.folder("out"), "--set", f'metrics.listen="{address}"'])
    assert code == INPUT_ERROR
    expect_words(err, "metrics.listen", words)
    assert not os.path.exists(program.folder("out"))


def test_only_the_address_that_is_named_is_open(program, endless):
    mine = next((one for one in addresses() if not one.startswith("127.")), None)
    if mine is None:
        pytest.skip("this machine has no address beside its loopback")
    with watched(program, endless) as run:
        with pytest.raises(OSError):
            socket.create_connection((mine, run.port), timeout=3)
    with watched(
        program, endless, folder="open", settings={"metrics.listen": "0.0.0.0:0", "metrics.public": True}
    ) as run:
        socket.create_connection((mine, run.port), timeout=3).close()


def addresses():
    """The IPv4 addresses of this machine."""
    try:
        found = subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=False).stdout.split()
    except FileNotFoundError:
        return []
    return [one for one in found if ":" not in one]


def test_a_port_that_is_taken_is_told_before_the_first_step(program, endless):
    with watched(program, endless) as run:
        for ranks in (1, 2):
            code, _, err = program.call(
                [endless, "--output", program.folder("other"), "--set", f"metrics.listen=127.0.0.1:{run.port}"], ranks
            )
            assert code == ENVIRONMENT_ERROR
            expect_words(err, "metrics.listen", str(run.port), "another program has this port")
            assert not os.path.exists(program.folder("other/thermo.csv"))


def test_a_run_that_is_resumed_may_be_watched_or_not(program, short):
    call(program, short, "--output", program.folder("out"), "--set", "stage.0.steps=6000")
    with watched(program, short, more=("--resume",)) as run:
        assert run.end()[0] == FINISHED
    call(program, short, "--output", program.folder("out"), "--resume", "--set", "stage.0.steps=12100")


def test_a_port_is_free_again_when_its_run_has_ended(program, short):
    port = free_port()
    for folder in ("first", "second"):
        with watched(program, short, folder, settings={"metrics.listen": f"127.0.0.1:{port}"}) as run:
            assert run.port == port
            run.scrape()
            assert run.end()[0] == FINISHED


def test_gpus_are_told_by_the_library_of_their_driver(program, endless):
    with watched(program, endless, env=nvml_environment(program)) as run:
        scrape = run.scrape_with("mdsim_gpu_power_watts")
        assert scrape.value("mdsim_gpu_utilization_ratio") == 0.75
        assert scrape.value("mdsim_gpu_power_watts") == pytest.approx(345.678)
        heat = {labels["gpu"]: value for labels, value in scrape.all("mdsim_gpu_temperature_celsius")}
        assert heat == {"0": 61, "1": 62}
        assert scrape.label("mdsim_gpu_clock_hertz", "rank") == "", "the run computes on processors"
    with watched(program, endless, "other", env={**nvml_environment(program), "MDSIM_NVML_WITHOUT_DRIVER": "1"}) as run:
        assert not run.scrape_with("mdsim_steps_total").all("mdsim_gpu_power_watts")


def test_what_is_served_passes_the_linter_of_prometheus(program, endless):
    with watched(program, endless, env=nvml_environment(program)) as run:
        text = run.scrape_with("mdsim_steps_per_second").text
    needed.program("promtool", "prometheus")
    done = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
