# SPDX-License-Identifier: BSD-3-Clause
"""`mdsim watch` shows what the files of a run hold, in a terminal until the run ends, elsewhere once."""

import contextlib
import fcntl
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time

import pytest
from noble_gases import ARGON, ARGON_PAIRS

import needed

np = needed.module("numpy")

import mdsim  # noqa: E402
from mdsim.results import open_run  # noqa: E402
from mdsim.watch.drift import conserves, slope_and_error  # noqa: E402
from mdsim.watch.screen import fitting  # noqa: E402
from mdsim.watch.standing import STALLED  # noqa: E402
from mdsim.watch.text import lines_of  # noqa: E402
from mdsim.watch.view import look  # noqa: E402

PACKAGES = pathlib.Path(mdsim.__file__).resolve().parents[1]
PATIENCE = 60  # [s]
LONG = 100_000_000  # steps
COLUMNS, ROWS = 44, 16

INPUT = (
    """
[units]
system = "metal"

[run]
threads = 1
device = "cpu"

[system.lattice]
type = "fcc"
constant = 5.6
cells = [4, 4, 4]
species = ["Ar"]

"""
    + ARGON
    + """
[pair]
cutoff = 8.0
truncation = "shift"

"""
    + ARGON_PAIRS
    + """
[velocity]
temperature = 100

[[stage]]
name = "warm"
ensemble = "langevin"
temperature = 80
friction = 1.0
steps = 40
time_step = 0.002

[[stage]]
name = "produce"
ensemble = "nve"
steps = 400
time_step = 0.002

[thermo]
every = 4

[trajectory]
every = 0
"""
)

ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": str(PACKAGES),
    "TERM": "xterm",
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
}


def run_command(program, folder, *options):
    """The call that runs INPUT beside the output folder."""
    given = folder.with_suffix(".toml")
    given.write_text(INPUT, encoding="utf-8")
    return [str(program), str(given), "--output", str(folder), "--quiet", *options]


@pytest.fixture(scope="module")
def finished(program, tmp_path_factory):
    """The folder of a finished run, not to be changed."""
    folder = tmp_path_factory.mktemp("finished") / "short.out"
    subprocess.run(run_command(program, folder), env=ENVIRONMENT, check=True, timeout=PATIENCE)
    return folder


@pytest.fixture
def copied(finished, tmp_path):
    """A copy of a finished run, to be changed."""
    return pathlib.Path(shutil.copytree(finished, tmp_path / "copied.out"))


@pytest.fixture
def going(program, tmp_path):
    """A run that goes on for hours, as process and folder."""
    folder = tmp_path / "long.out"
    words = run_command(program, folder, "--set", f"stage.produce.steps={LONG}", "--set", "checkpoint.every=1000")
    with subprocess.Popen(words, env=ENVIRONMENT) as process:
        try:
            wait_for(lambda: has_begun(folder), process)
            yield process, folder
        finally:
            process.kill()


def has_begun(folder):
    """Whether a run has done steps."""
    return (folder / "progress.json").exists() and open_run(folder).progress.step > 0


def wait_for(condition, process):
    """Waits until the condition holds of a run that goes on."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert process.poll() is None, "the run ended too early"
        assert time.monotonic() < end, "the run does not come so far"
        time.sleep(0.02)


def watch(*words, code=0):
    """What the command writes to a pipe, or says where it fails."""
    done = subprocess.run(
        [sys.executable, "-m", "mdsim", "watch", *map(str, words)],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == code, done.stderr
    return done.stdout if code == 0 else done.stderr


def facts(text):
    """The lines of names and values as a dict."""
    found = (re.match(r"  (\S.{0,16}\S) {2,}(\S.*)", line) for line in text.splitlines())
    return {match[1]: match[2] for match in found if match}


# What it shows


def test_a_finished_run_is_shown_once_with_the_numbers_of_its_files(finished):
    text, summary = watch(finished), json.loads((finished / "summary.json").read_text())
    shown = facts(text)
    assert text.startswith(f"{finished}: finished\n[{'#' * 50}] 100.0 %\n") and "\x1b" not in text
    assert shown["step"] == "440 of 440" and shown["stage"] == "produce"
    steps, per_day = re.fullmatch(r"([\d,.]+) steps/s, ([\d.e+]+) ns/day", shown["rate"]).groups()
    assert float(steps.replace(",", "")) == pytest.approx(summary["steps_per_second"], rel=1e-3)
    assert float(per_day) == pytest.approx(summary["steps_per_second"] * 86400 * 0.002e-3, rel=1e-3)
    drift = summary["energy_drift"]
    rate, error = f"{drift['rate_per_atom']:.2e}", f"{drift['standard_error']:.1e}"
    assert shown["energy drift"] == f"{rate} +- {error} eV per atom and ns"
    assert shown["last checkpoint"].startswith("step 440, ") and shown["last news"].endswith(" ago")
    assert shown["memory"].endswith(f"{summary['bytes_per_atom']:.0f} bytes an atom")
    rebuilds = summary["rebuilds"]
    mean = rebuilds["steps_between"] / rebuilds["count"] if rebuilds["count"] else 0
    assert shown["list rebuilds"] == (f"{rebuilds['count']}, every {mean:.3g} steps" if mean else "none")
    assert "time left" not in shown


def test_the_newest_thermo_row_is_shown_with_units(finished):
    titles, *_, last = (finished / "thermo.csv").read_text().splitlines()
    text = watch(finished, "--once")
    assert "\nthermo at step 440\n" in text
    shown = facts(text)
    for title, cell in list(zip(titles.split(","), last.split(",")))[1:]:
        name, _, unit = title.partition(" [")
        value, *units = shown[name.replace("_", " ")].split()
        assert float(value) == pytest.approx(float(cell), rel=1e-6) and units == unit.rstrip("]").split()


def test_a_run_that_goes_on_hangs_and_is_stopped(going):
    process, folder = going
    text = watch(folder)
    shown = facts(text)
    assert text.startswith(f"{folder}: running\n[") and shown["step"].endswith(" of 100,000,040")
    assert shown["stage"] == "produce" and "time left" in shown and "ns/day" in shown["rate"]
    wait_for(lambda: {"energy drift", "list rebuilds", "memory"} <= facts(watch(folder)).keys(), process)
    shown = facts(watch(folder))
    assert re.fullmatch(r"[\d.]+ MiB in the process of rank 0, [\d.]+ KiB of them for atoms and lists", shown["memory"])
    assert re.fullmatch(r"[\d.]+ [MGT]iB on the host of rank 0", shown["free memory"])

    process.send_signal(signal.SIGSTOP)
    time.sleep(0.1)
    now = time.time()
    os.utime(folder / "progress.json", (now - STALLED - 130, now - STALLED - 130))
    text = watch(folder)
    assert text.startswith(f"{folder}: stalled\nNothing came for 3 min 1") and "or it hangs" in text
    process.send_signal(signal.SIGCONT)

    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 5
    text = watch(folder)
    assert text.startswith(f"{folder}: stopped at a checkpoint\na signal asked the run to stop\n")
    assert "`mdsim INPUT --resume` goes on" in text and "time left" not in facts(text)


def test_a_killed_run_is_said_to_be_dead(going):
    process, folder = going
    wait_for(lambda: open_run(folder).progress.checkpoint_step is not None, process)
    wait_for(lambda: open_run(folder).progress.readings.process_bytes is not None, process)
    process.kill()
    process.wait(PATIENCE)
    text = watch(folder)
    assert text.startswith(f"{folder}: ended without a last word\nIt was killed, or its machine went down.")
    assert "--resume" in text and "energy drift" in facts(text) and "memory" in facts(text)


def test_a_failed_run_says_why(copied):
    change(copied, state="failed", message="in step 7 atom 3 moved too far")
    assert watch(copied).startswith(f"{copied}: failed\nin step 7 atom 3 moved too far\n[")


def test_of_a_process_on_another_host_only_the_age_is_known(copied):
    change(copied, state="running", step=220, fraction=0.5)
    (copied / ".mdsim-lock").write_text("process 1 on no-such-host\n")
    text = watch(copied)
    assert text.startswith(f"{copied}: running\nIts process cannot be seen from this host")
    assert f"\n[{'#' * 25}{' ' * 25}] 50.0 %\n" in text


READINGS = {
    "energy_drift": {
        "rate_per_atom": 1.25e-3,
        "standard_error": 2e-4,
        "energy_unit": "eV",
        "time_unit": "ns",
        "thermal_ratio": 1e-4,
    },
    "rebuilds": {"count": 1200, "steps_between": 15000, "interval": 12.5},
    "imbalance": 1.25,
    "rank_waits": [0.5, 4.0, 0.0],
    "memory": {"atoms_bytes": 3 * 2**20, "process_bytes": 40 * 2**20, "host_free_bytes": 6 * 2**30},
    "gpus": [
        {
            "number": 1,
            "name": "NVIDIA H200",
            "uuid": "GPU-1",
            "ranks": [0, 2],
            "utilization": 0.98,
            "memory_used_bytes": 3 * 2**30,
            "memory_bytes": 140 * 2**30,
            "power_watts": 645.6,
            "clock_hertz": 1.98e9,
            "temperature_celsius": 61,
        },
        {
            "number": 2,
            "name": "NVIDIA H200 MIG",
            "uuid": "GPU-2",
            "ranks": [1],
            "utilization": None,
            "memory_used_bytes": None,
            "memory_bytes": 70 * 2**30,
            "power_watts": None,
            "clock_hertz": None,
            "temperature_celsius": 40,
        },
        {
            "number": 3,
            "name": "NVIDIA H200",
            "uuid": "GPU-3",
            "ranks": [],
            "utilization": 0.5,
            "memory_used_bytes": 2**30,
            "memory_bytes": 140 * 2**30,
            "power_watts": 300,
            "clock_hertz": 1e9,
            "temperature_celsius": 50,
        },
    ],
}
"""what progress.json may say of a run of three ranks on two GPUs of a host that has more"""


def test_what_a_run_says_of_its_work_and_its_machine_is_shown(copied):
    change(copied, **READINGS, state="failed", message="in step 7 atom 3 moved too far")
    shown = facts(watch(copied))
    assert shown["energy drift"] == "1.25e-03 +- 2.0e-04 eV per atom and ns"
    assert shown["list rebuilds"] == "1,200, every 12.5 steps"
    assert shown["memory"] == "40 MiB in the process of rank 0, 3 MiB of them for atoms and lists"
    assert "free memory" not in shown, "the run has ended"
    assert shown["imbalance"] == "1.25 times the mean on the slowest of 3 ranks"
    assert shown["waits of ranks"] == "4 s of rank 1, the longest; 1.5 s on average"
    assert shown["GPU 1"] == "NVIDIA H200, ranks 0, 2: 98 % busy, 3 GiB of 140 GiB, 646 W, 1.98 GHz, 61 °C"
    assert shown["GPU 2"] == "NVIDIA H200 MIG, rank 1: 40 °C"
    assert "GPU 3" not in shown, "no rank of the run computes on it"


def test_a_run_that_has_finished_shows_its_summary_and_what_that_does_not_hold(copied):
    change(copied, **READINGS)
    shown, summary = facts(watch(copied)), json.loads((copied / "summary.json").read_text())
    assert shown["list rebuilds"] != "1,200, every 12.5 steps" and "in all processes at most" in shown["memory"]
    assert shown["energy drift"].startswith(f"{summary['energy_drift']['rate_per_atom']:.2e} ")
    assert shown["waits of ranks"].startswith("4 s of rank 1") and "98 % busy" in shown["GPU 1"]


def test_the_rest_is_shown_of_a_run_whose_program_said_less(copied):
    path = copied / "progress.json"
    said = json.loads(path.read_text())
    early = ("state", "stage", "step", "total_steps", "fraction", "steps_per_second", "checkpoint")
    path.write_text(json.dumps({name: said[name] for name in early}))
    shown = facts(watch(copied))
    assert shown["step"] == "440 of 440" and "in all processes at most" in shown["memory"]
    (copied / "summary.json").unlink()
    shown = facts(watch(copied))
    assert "energy drift" in shown, "by the thermo rows"
    assert not {"memory", "list rebuilds", "imbalance", "waits of ranks"} & shown.keys()


@pytest.mark.parametrize(
    "values", [{"memory": [1]}, {"gpus": {}}, {"gpus": [{}]}, {"rank_waits": ["a"]}, {"energy_drift": {"rate": 1}}]
)
def test_readings_that_no_run_writes_are_called_damaged(copied, values):
    change(copied, **values)
    assert "progress.json is damaged" in watch(copied, code=2)


def change(folder, **values):
    """Changes what progress.json says."""
    content = json.loads((folder / "progress.json").read_text())
    (folder / "progress.json").write_text(json.dumps({**content, **values}))


def test_a_folder_that_is_locked_while_its_run_has_ended_is_looked_at_further(copied):
    old = time.time() - 100
    os.utime(copied / "progress.json", (old, old))
    assert look(open_run(copied)).standing.has_ended
    with open(copied / ".mdsim-lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        standing = look(open_run(copied)).standing
        assert not standing.has_ended and "another part" in standing.remarks[-1]
        (copied / "progress.json").touch()
        assert look(open_run(copied)).standing.has_ended, "it was closing its files"


@pytest.mark.parametrize("name", ["thermo.*", "input.toml", "mdsim.log", "summary.json"])
@pytest.mark.parametrize("content", [None, b"", b"\xff{]<"], ids=["gone", "empty", "garbage"])
def test_the_rest_is_shown_where_a_file_is_missing_or_damaged(copied, name, content):
    for path in list(copied.glob(name)):
        path.unlink() if content is None else path.write_bytes(content)
    lines = lines_of(look(open_run(copied)))
    assert lines[0].endswith("finished") and any("440 of 440" in line for line in lines)
    if name == "thermo.*":
        assert any(line.startswith("no thermo values") for line in lines)


def test_nothing_in_a_file_steers_the_terminal(copied):
    change(copied, stage="\x1b[2J\x07produce", state="failed", message="a\x1b]0;b\x07\r\nc")
    with open(copied / "mdsim.log", "a") as log:
        log.writelines(f"2026-01-31T12:00:00Z warning: number {k} \x1b[8m\n" for k in range(9))
    text = "\n".join(lines_of(look(open_run(copied))))
    assert "?[2J?produce" in text and "a?]0;b???c" in text
    assert "number 8 ?[8m" in text and "number 3 " not in text and "warnings, the last 5 of " in text
    assert all(character.isprintable() or character == "\n" for character in text)


def test_lines_fit_a_narrow_terminal_and_nothing_is_lost(finished):
    view = look(open_run(finished))
    words = re.sub(r"\[[# ]+\]", "", " ".join(lines_of(view))).split()
    for width in (80, 40, 24):
        lines = lines_of(view, width)
        assert max(map(len, lines)) <= width
        found = re.sub(r"\[[# ]+\]", "", " ".join(lines))
        assert "".join(found.split()) == "".join(words)
    assert fitting(["a", "b", "c"], 3) == ["a", "b", "c"]
    assert fitting(["a", "b", "c", "d"], 3) == ["a", "b", "... 2 more lines"]


def test_no_package_of_pages_and_plots_is_needed(finished):
    missing = ["h5py", "jinja2", "matplotlib", "pandas", "ase"]
    script = f"import sys; sys.modules.update(dict.fromkeys({missing})); from mdsim.commands import main; main()"
    words = [sys.executable, "-c", script, "watch", str(finished)]
    done = subprocess.run(words, env=ENVIRONMENT, capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert "440 of 440" in done.stdout and "thermo at step 440" in done.stdout


# The energy drift


def test_the_drift_is_the_line_that_the_program_lays(program, tmp_path):
    folder = tmp_path / "one.out"
    text = INPUT.partition("[[stage]]")[0] + "[[stage]]" + INPUT.split("[[stage]]")[2]
    (tmp_path / "one.toml").write_text(text)
    words = [str(program), str(tmp_path / "one.toml"), "--output", str(folder), "--quiet"]
    subprocess.run(words, env=ENVIRONMENT, check=True, timeout=PATIENCE)
    thermo, drift = open_run(folder).thermo_arrays(), json.loads((folder / "summary.json").read_text())["energy_drift"]
    assert len(thermo["step"]) == drift["samples"] > 64
    rate, error = slope_and_error(thermo["time"] * 1e-3, thermo["conserved_energy"] / 256)
    assert rate == pytest.approx(drift["rate_per_atom"], rel=1e-6)
    assert error == pytest.approx(drift["standard_error"], rel=1e-6)


@pytest.mark.parametrize(
    ("stage", "expected"),
    [
        ({"ensemble": "nve"}, True),
        ({"ensemble": "langevin"}, False),
        ({"ensemble": "minimize"}, False),
        ({"ensemble": "nose_hoover", "temperature_end": 2.0}, False),
        ({"ensemble": "nve", "deform": [{"component": "xy"}]}, False),
        ({"ensemble": "nose_hoover", "barostat": {"type": "mtk"}}, True),
        ({"ensemble": "nose_hoover", "barostat": {"type": "mtk", "pressure_end": 1.0}}, False),
        ({"ensemble": "nve", "barostat": {"type": "berendsen"}}, False),
    ],
)
def test_stages_that_conserve_no_energy_have_no_drift(stage, expected):
    assert conserves(stage) == expected


# Wrong arguments


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere.out"], "nowhere.out is not there: give the output folder of a run"),
        (["EMPTY"], "holds no run of mdsim: none of progress.json"),
        (["INPUT"], "is a file: give the output folder of the run, such as"),
        (["OUT", "--every", "0"], "found '0'; a number of seconds from 0.1"),
        (["OUT", "--every", "nan"], "found 'nan'"),
        ([], "OUT"),
    ],
)
def test_wrong_arguments_end_with_the_code_of_wrong_input(finished, tmp_path, words, said):
    places = {"OUT": finished, "EMPTY": tmp_path, "INPUT": finished.with_suffix(".toml")}
    refused = watch(*(places.get(word, word) for word in words), code=2)
    assert refused.startswith("mdsim: ") and said in refused


def test_a_damaged_progress_file_is_named(copied):
    (copied / "progress.json").write_text("{")
    assert "progress.json is damaged" in watch(copied, code=2)


# In a terminal


class Terminal:
    """The command in a pseudo-terminal, and all that it has written there."""

    def __init__(self, *words, kind="xterm"):
        size = struct.pack("HHHH", ROWS, COLUMNS, 0, 0)
        self.text = ""
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, size)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "mdsim", "watch", *map(str, words)],
            env={**ENVIRONMENT, "TERM": kind},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            preexec_fn=lambda: (os.setsid(), fcntl.ioctl(0, termios.TIOCSCTTY, 0)),
        )
        os.close(theirs)

    def read_until(self, condition):
        """Reads on until the condition holds of the text, or the command has closed the terminal."""
        end = time.monotonic() + PATIENCE
        while not condition(self.text) and time.monotonic() < end:
            if not select.select([self._ours], [], [], 0.1)[0]:
                continue
            try:
                self.text += os.read(self._ours, 65536).decode()
            except OSError:  # its other end is closed
                break
        return self.text

    def press(self, keys):
        os.write(self._ours, keys)

    def code(self):
        """Reads all that comes, and waits for the exit code."""
        self.read_until(lambda text: False)
        return self._process.wait(PATIENCE)

    def pictures(self):
        """The lines of each painting."""
        plain = [re.sub(r"\x1b\[[KJ]", "", part) for part in self.text.split("\x1b[H")[1:]]
        return [part.splitlines() for part in plain]

    def close(self):
        self._process.kill()
        self._process.wait()
        os.close(self._ours)


def in_terminal(*words, **options):
    return contextlib.closing(Terminal(*words, **options))


def test_a_terminal_is_painted_until_the_run_ends(going):
    process, folder = going
    with in_terminal(folder, "--every", 0.2) as terminal:
        terminal.read_until(lambda text: text.count("\x1b[H") >= 3)
        process.send_signal(signal.SIGTERM)
        assert terminal.code() == 0
        pictures = terminal.pictures()
    first, *_, last = [" ".join(" ".join(lines).split()) for lines in pictures]
    assert ": running [" in first and ": stopped at a checkpoint a signal asked the run to stop" in last
    for lines in pictures:
        assert len(lines) < ROWS and max(map(len, lines)) < COLUMNS
        assert re.fullmatch(r"\.\.\. \d+ more lines", lines[-1])
    assert set(re.findall(r"\x1b[^A-Za-z]*[A-Za-z]", terminal.text)) == {"\x1b[H", "\x1b[K", "\x1b[J"}


def test_ctrl_c_ends_the_watching_and_not_the_run(going):
    process, folder = going
    with in_terminal(folder) as terminal:
        terminal.read_until(lambda text: text.endswith("\x1b[J"))
        terminal.press(b"\x03")
        assert terminal.code() == 130
        assert "Traceback" not in terminal.text
    assert process.poll() is None


@pytest.mark.parametrize("words", [["--once"], []], ids=["once", "dumb"])
def test_a_terminal_gets_one_plain_report(finished, words):
    with in_terminal(finished, *words, kind="xterm" if words else "dumb") as terminal:
        assert terminal.code() == 0
        assert "\x1b" not in terminal.text and terminal.text.count("440 of 440") == 1


def test_a_run_that_has_ended_is_painted_once(finished):
    with in_terminal(finished, "--every", 1000) as terminal:
        assert terminal.code() == 0
        assert len(terminal.pictures()) == 1 and terminal.text.startswith("\r\n" * ROWS)
