# SPDX-License-Identifier: BSD-3-Clause
"""Runs that serve metrics, and what asks them: by hand, and the distribution's Prometheus."""

import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import pytest

import needed
import processes
from mdsim_tools.program import set_arguments

SAMPLE = re.compile(r"^(?P<name>\w+)(?:\{(?P<labels>.*)\})? (?P<value>\S+)$")
LABEL = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"')
ANNOUNCED = re.compile(r"metrics at (http://(\S+):(\d+)/metrics)")


def eventually(look, seconds=60, pause=0.1):
    """What `look` returns, once that is true."""
    end = time.time() + seconds
    while time.time() < end:
        found = look()
        if found:
            return found
        time.sleep(pause)
    raise TimeoutError(f"nothing within {seconds} s")


class Scrape:
    """What a run told at one time."""

    def __init__(self, text):
        self.text = text
        self.samples = []
        for line in text.splitlines():
            if not line.startswith("#"):
                found = SAMPLE.match(line)
                assert found, f"no sample: {line}"
                self.samples.append((found["name"], dict(LABEL.findall(found["labels"] or "")), float(found["value"])))

    def all(self, name):
        return [(labels, value) for one, labels, value in self.samples if one == name]

    def value(self, name):
        found = self.all(name)
        assert len(found) == 1, f"{name}: {found}"
        return found[0][1]

    def label(self, name, label):
        return self.all(name)[0][0][label]


class Watched:
    """A run that goes on and serves metrics at a port that was free."""

    def __init__(self, process, folder, url, port):
        self.process, self.folder, self.url, self.port = process, folder, url, port

    def scrape(self):
        with urllib.request.urlopen(self.url, timeout=30) as answer:
            return Scrape(answer.read().decode())

    def scrape_with(self, *names):
        """The first scrape that has all these metrics."""

        def look():
            found = self.scrape()
            return found if all(found.all(name) for name in names) else None

        return eventually(look)

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=10)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def send(self, data):
        """What comes back for these bytes until the server closes; nothing where it closes at once."""
        answer = b""
        with contextlib.suppress(ConnectionError), self.connect() as connection:
            connection.sendall(data)
            while piece := connection.recv(4096):
                answer += piece
        return answer.decode(errors="replace")

    def end(self):
        """Ends by itself; returns exit code and words."""
        out, err = self.process.communicate(timeout=240)
        return self.process.returncode, (out + err).decode(errors="replace")


def announcements(folder):
    """Where the runs of a folder said that their metrics were, by its log: (URL, host, port)."""
    with contextlib.suppress(FileNotFoundError), open(os.path.join(folder, "mdsim.log"), encoding="utf-8") as log:
        return ANNOUNCED.findall(log.read())
    return []


@contextlib.contextmanager
def watched(program, path, folder="out", ranks=1, env=None, settings=None, more=()):
    """A run whose metrics are served, which is ended behind this."""
    keys = {"metrics.listen": "127.0.0.1:0", **(settings or {})}
    folder = program.folder(folder)
    before = len(announcements(folder))
    process = program.start([path, "--output", folder, *more, *set_arguments(keys)], ranks, env)

    def announced():
        if process.poll() is not None:
            raise AssertionError(f"the run ended: {process.communicate()}")
        return announcements(folder)[before:]

    try:
        url, _, port = eventually(announced)[-1]
        yield Watched(process, folder, url, int(port))
    finally:
        if process.poll() is None:
            processes.kill_all(process)


def nvml_environment(program):
    """Lets the program find the stand-in of the tests in place of NVIDIA's library."""
    standin = Path(program.path).parent / "tests/libmdsim_nvml_standin.so"
    if not standin.exists():
        pytest.skip(f"there is no {standin}: build the tests")
    os.makedirs(program.folder("nvml"), exist_ok=True)
    shutil.copy(standin, program.folder("nvml/libnvidia-ml.so.1"))
    path = os.environ.get("LD_LIBRARY_PATH")
    return {"LD_LIBRARY_PATH": program.folder("nvml") + (f":{path}" if path else "")}


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Prometheus:
    """The distribution's Prometheus, which scrapes one run each half second."""

    def __init__(self, folder, target):
        for name in ("prometheus", "promtool"):
            needed.program(name, "prometheus")
        os.makedirs(folder)
        self.folder, self.port = folder, free_port()
        config = os.path.join(folder, "prometheus.yml")
        with open(config, "w", encoding="utf-8") as file:
            file.write(
                "global: {scrape_interval: 500ms, scrape_timeout: 500ms}\n"
                f"scrape_configs: [{{job_name: mdsim, static_configs: [{{targets: ['127.0.0.1:{target}']}}]}}]\n"
            )
        self.log = open(os.path.join(folder, "log"), "wb")
        self.process = subprocess.Popen(
            [
                "prometheus",
                f"--config.file={config}",
                f"--storage.tsdb.path={folder}/data",
                f"--web.listen-address=127.0.0.1:{self.port}",
            ],
            stdout=self.log,
            stderr=self.log,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=60)
        self.log.close()

    def query(self, expression):
        """The samples that an expression has now, as (labels, value)."""
        url = f"http://127.0.0.1:{self.port}/api/v1/query?" + urllib.parse.urlencode({"query": expression})
        try:
            with urllib.request.urlopen(url, timeout=30) as answer:
                found = json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code == 503:  # it is not ready yet
                return []
            raise AssertionError(f"{expression}: {error.read().decode()}") from error
        except OSError:  # it has only just been started
            assert self.process.poll() is None, f"prometheus ended, see {self.folder}/log"
            return []
        return [(one["metric"], float(one["value"][1])) for one in found["data"]["result"]]
