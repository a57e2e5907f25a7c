# SPDX-License-Identifier: BSD-3-Clause
"""A page about a run is well formed, needs nothing but itself, and shows the numbers that are in the files."""

import csv
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest
from noble_gases import ARGON, ARGON_PAIRS, KRYPTON, KRYPTON_PAIRS
from report_page import Page

import needed

np = needed.module("numpy")
h5py = needed.module("h5py")
for package in ("jinja2", "matplotlib"):
    needed.module(package)

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "src/python"))

import mdsim.report  # noqa: E402
from mdsim.report.citation import AUTHORS, TITLE  # noqa: E402
from mdsim.report.references import references_of  # noqa: E402
from mdsim.report.run_input import samples_until, time_at  # noqa: E402
from mdsim.report.thinning import thin  # noqa: E402
from mdsim.report.words import estimate, number, seconds, size, unit_words  # noqa: E402
from mdsim.results import open_run  # noqa: E402

PROGRAM = pathlib.Path(os.environ.get("MDSIM", ROOT / "build/mdsim")).resolve()
PACKAGES = pathlib.Path(mdsim.report.__file__).resolve().parents[2]
PATIENCE = 120  # [s]
FRAMES, ROWS, STEPS = 11, 25, 240

INPUT = (
    """# <b>argon & krypton</b>
[units]
system = "metal"

[system.lattice]
type = "fcc"
constant = 5.6
cells = [4, 4, 4]
species = ["Ar", "Ar", "Kr", "Kr"]

"""
    + ARGON
    + """
"""
    + KRYPTON
    + """
[run]
threads = 1
device = "cpu"

[pair]
cutoff = 8.0
mixing = "arithmetic"

"""
    + ARGON_PAIRS
    + """
"""
    + KRYPTON_PAIRS
    + """
[velocity]
temperature = 200

[[stage]]
name = "warm"
ensemble = "langevin"
temperature = 150
friction = 1.0
steps = 40
time_step = 0.002
trajectory_every = 0

[[stage]]
name = "produce"
ensemble = "nve"
steps = 200
time_step = 0.002

[thermo]
every = 10

[trajectory]
every = 20

[checkpoint]
every = 100

[rdf]
every = 20
range = 8.0

[msd]
every = 5
window = 10

[vacf]
every = 5
window = 10

[viscosity]
every = 5
window = 10

[conductivity]
every = 5
window = 10

[profile]
every = 20
layers = 6

[structure_factor]
every = 20
largest_wave_number = 2.0
bins = 10

[coordination]
every = 40
cutoff = 5.0

[cna]
every = 40
"""
)

SECTIONS = [
    "state",
    "warnings",
    "averages",
    "drift",
    "thermo",
    "observables",
    "plan",
    "machine",
    "phases",
    "input",
    "repeat",
    "cite",
]


def command(*words, code=0, cwd=None, python=()):
    """Runs a command of the package; returns what it said."""
    environment = {**os.environ, "PYTHONPATH": str(PACKAGES)}
    done = subprocess.run(
        [sys.executable, *(python or ("-m", "mdsim")), *map(str, words)],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == code, done.stderr
    return done


def page_of(folder):
    return Page(mdsim.report.render(open_run(folder)))


def start(folder, *options, text=INPUT):
    if not PROGRAM.exists():
        pytest.skip(f"no program at {PROGRAM}")
    folder.mkdir(exist_ok=True)
    (folder / "pair.toml").write_text(text)
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    return subprocess.Popen(
        [PROGRAM, "pair.toml", "--quiet", *options], cwd=folder, env=environment, stderr=subprocess.PIPE, text=True
    )


def wait(process, code=0):
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == code, said


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    folder = tmp_path_factory.mktemp("finished")
    wait(start(folder))
    return folder / "pair.out"


@pytest.fixture(scope="module")
def written(finished):
    """The file that the command writes."""
    command("report", finished, cwd=finished.parent)
    return finished.parent / "pair.out.html"


@pytest.fixture(scope="module")
def page(written):
    return Page(written.read_text(encoding="utf-8"))


@pytest.fixture
def copy(finished, tmp_path):
    return pathlib.Path(shutil.copytree(finished, tmp_path / "copy.out"))


def check_structure(page):
    """What holds of every page."""
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert [attributes["id"] for attributes in page.all("section")] == SECTIONS
    for tag, attributes in page.tags:
        for key in ("href", "xlink:href", "src"):
            target = attributes.get(key)
            if target is None or target.startswith("data:"):
                continue
            if target.startswith("#"):
                assert target[1:] in ids
            else:
                assert tag == "a" and target.startswith("https://doi.org/")
        for target in re.findall(r"url\(([^)]*)\)", str(attributes)):
            assert target.startswith("#") and target[1:] in ids
        assert not [key for key in attributes if key.startswith("on")]
        assert "aria-labelledby" not in attributes or attributes["aria-labelledby"] in ids
    assert not {"script", "iframe", "object", "embed", "img"} & {tag for tag, _ in page.tags}
    assert all(attributes.get("aria-label") for attributes in page.all("svg"))
    assert all(attributes.get("scope") in ("row", "col") for attributes in page.all("th"))
    assert len(page.all("caption")) == len(page.all("table"))


def test_page_is_well_formed_and_self_contained(page, written):
    check_structure(page)
    assert page.all("html") == [{"lang": "en"}]
    assert {"name": "viewport", "content": "width=device-width, initial-scale=1"} in page.all("meta")
    style = written.read_text(encoding="utf-8").split("<style>")[1].split("</style>")[0]
    assert "@import" not in style and "url(" not in style
    assert "prefers-color-scheme: dark" in style and "@media print" in style
    assert "missing" not in " ".join(page.texts[section] for section in SECTIONS if section != "input")


def test_state_is_that_of_the_files(page, finished):
    progress = json.loads((finished / "progress.json").read_text())
    summary = json.loads((finished / "summary.json").read_text())
    text = page.text("state")
    assert "finished" in text and f"{STEPS} of {STEPS} (100.0 %)" in text
    assert "Simulated time 0.48 ps" in text and "Atoms 256" in text
    assert f"Wall time {seconds(progress['wall_seconds'])}" in text
    assert f"Speed {number(summary['steps_per_second'], 4)} steps/s" in text


def shown_number(text):
    """The numbers that a text like `(2.8 ± 4.3) × 10⁻⁶` stands for, and half a digit of each."""
    text = text.replace("−", "-").replace("\N{NO-BREAK SPACE}", " ")
    power = 0
    if "×" in text:
        exponent = text.split("10")[-1].split()[0].translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
        text, power = text.split("×")[0], int(exponent)
    words = re.findall(r"-?\d+(?:\.\d+)?", text)
    return [(float(word) * 10.0**power, 0.51 * 10.0 ** (power - len(word.partition(".")[2]))) for word in words]


def agree(text, *values):
    shown = shown_number(text)
    assert len(shown) == len(values), text
    for (found, accuracy), value in zip(shown, values):
        assert abs(found - value) <= accuracy, (text, values)


def test_averages_are_those_of_the_file(page, finished):
    (rows,) = page.tables["averages"].values()
    heads = [head.split(" (")[0] for head in rows[0]]
    assert heads == ["Quantity", "warm", "produce"]
    shown = {(heads[k], row[0].split(" [")[0]): row[k] for row in rows[1:] for k in (1, 2)}
    with open(finished / "averages.csv") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == len(shown) == 12
    for line in lines:
        cell = shown[line["stage"], line["column"].replace("_", " ")]
        agree(cell.rstrip(" *"), float(line["mean"]), float(line["standard_error"]))
        assert cell.endswith("*") == (line["converged"] == "no")


def test_drift_is_that_of_the_summary(page, finished):
    drift = json.loads((finished / "summary.json").read_text())["energy_drift"]
    text = page.text("drift")
    found = re.search(rf"drifted by (.*?) {drift['energy_unit']} per atom and {drift['time_unit']}: ", text)
    agree(found[1], drift["rate_per_atom"], drift["standard_error"])
    assert f"through {drift['samples']} samples" in text
    significant = abs(drift["rate_per_atom"]) > 3 * drift["standard_error"]
    assert ("a real drift" in text) == significant


def test_thermo_shows_each_column_and_its_range(page, finished):
    with open(finished / "thermo.csv") as file:
        heads, *lines = list(csv.reader(file))
    numbers = np.array(lines, dtype=float)
    text = page.text("thermo")
    assert f"{ROWS} rows." in text
    for place, head in enumerate(heads[2:], start=2):
        column, unit = head.rstrip("]").split(" [")
        values = numbers[:, place]
        words = f"from {number(values.min())} to {number(values.max())} {unit}, in the end {number(values[-1])}"
        assert words in text, column
        assert any(column.replace("_", " ") in attributes["aria-label"] for attributes in page.all("svg"))


def test_observables_are_those_of_the_files(page, finished):
    tables, run = page.tables["observables"], open_run(finished)
    peaks = {row[0]: row[1:] for row in tables["Highest peak of each curve"][1:]}
    assert set(peaks) == {"all", "Ar-Ar", "Ar-Kr", "Kr-Kr"}
    rdf = run.observables.rdf
    agree(" ".join(peaks["Ar-Kr"]), rdf.r[rdf["g_Ar_Kr"].argmax()], rdf["g_Ar_Kr"].max())
    for kind, way in (("msd", "Einstein"), ("vacf", "Green and Kubo")):
        rows = {row[0]: row[1] for row in tables[f"Self-diffusion by {way}"][1:]}
        assert set(rows) == {"all", "Ar", "Kr"}
        with h5py.File(finished / f"{kind}.h5") as file:
            agree(rows["Kr"].rsplit(" Å")[0].split("\N{NO-BREAK SPACE}")[0], *file[f"{kind}/diffusion_Kr"][()])
    (row,) = tables["Viscosity"][1:]
    with h5py.File(finished / "viscosity.h5") as file:
        agree(row[1].split("bar")[0], *file["viscosity/estimate"][()])
    (row,) = tables["Conductivity"][1:]
    with h5py.File(finished / "conductivity.h5") as file:
        agree(row[1].split("eV")[0], *file["conductivity/estimate"][()])
    with open(finished / "cna.csv") as file:
        last = list(csv.DictReader(file))[-1]
    assert f"fcc {last['fcc']}" in page.text("observables") or f"{last['fcc']} " in page.text("observables")


def test_plan_counts_what_is_there(page, finished):
    tables = page.tables["plan"]
    assert [row[2:4] for row in tables["Stages"][1:]] == [["40", "40"], ["200", "200"]]
    rows = {row[0]: row[1:] for row in tables["Output"][1:]}
    with h5py.File(finished / "trajectory.h5md") as file:
        frames = str(len(file["particles/system/position/value"]))
    assert rows["frames"] == [frames] * 3
    assert rows["rows of thermo"] == [str(ROWS)] * 3
    assert rows["rows of cna"] == rows["rows of coordination"] == ["7"] * 3
    assert rows["checkpoints"][-1] == str((finished / "mdsim.log").read_text().count("Z checkpoint of step"))
    disk = dict(tables["Disk"][1:])
    assert disk["thermo.csv"] == size((finished / "thermo.csv").stat().st_size)
    assert disk["all together"] == size(sum(path.stat().st_size for path in finished.iterdir()))


def test_machine_and_phases_are_those_of_the_summary(page, finished):
    summary = json.loads((finished / "summary.json").read_text())
    part = summary["parts"][0]
    (row,) = page.tables["machine"]["Starts of the program"][1:]
    assert row[0] == f"0 to {STEPS}" and row[2:5] == [part["host"], part["device"], "1 × 1"]
    assert row[5:] == [f"{part['version']} ({part['commit']})", part["build"]]
    (phases,) = page.tables["phases"].values()
    times = {name: time for name, time in summary["phase_seconds"].items() if time > 0}
    assert [row[0] for row in phases[1:]] == list(times)
    for row in phases[1:]:
        assert row[1] == seconds(times[row[0]])
        agree(row[2].split()[0], 100 * times[row[0]] / sum(summary["phase_seconds"].values()))


def test_input_is_shown_as_it_was_written(page, finished):
    assert INPUT in page.texts["input"]
    assert (finished / "input.toml").read_text() in page.texts["input"]


def test_repeat_gives_the_commands(page, finished):
    part = json.loads((finished / "summary.json").read_text())["parts"][0]
    assert part["command"] in page.text("repeat") and part["commit"] in page.text("repeat")
    assert "mdsim pair.out/input.toml --output pair.out.again --set run.device=cpu" in page.text("repeat")


def test_commands_to_repeat_give_the_same_bits(page, finished, tmp_path):
    shutil.copytree(finished, tmp_path / "pair.out")
    lines = [line for line in page.texts["repeat"].splitlines() if line.startswith("mdsim ") and "again" in line]
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    for line in lines:
        done = subprocess.run(
            [PROGRAM, *line.split()[1:]],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert len(lines) == 2 and "the same bits" in done.stdout


def test_methods_of_the_run_are_cited(page):
    text = page.text("cite")
    for words in ("Jones", "Leimkuhler", "Swope", "Flyvbjerg", "Honeycutt", "Stukowski", "Salmon", "Lorentz"):
        assert words in text
    assert "Tersoff" not in text and "Bussi" not in text


def test_mdsim_is_cited_as_its_citation_file_says():
    text = (ROOT / "CITATION.cff").read_text()
    assert f'title: "{TITLE}"' in text and f"- name: {AUTHORS}" in text and "license: BSD-3-Clause" in text


def test_references_know_all_potentials_and_ensembles_with_a_source():
    schema = json.loads((ROOT / "docs/input.schema.json").read_text())
    text = json.dumps(schema)
    for kind in ("morse", "mie", "zbl", "gupta", "adp", "tersoff", "stillinger_weber"):
        assert f'"{kind}"' in text
        assert references_of({"many_body": [{"type": kind}]})
    for ensemble in ("nve", "langevin", "nose_hoover", "velocity_rescaling"):
        assert f'"{ensemble}"' in text
        assert references_of({"stage": [{"ensemble": ensemble}]})


def test_what_files_hold_is_text_and_no_markup(copy):
    evil = '</pre></section><script>alert(1)</script><img src="http://x.invalid/" onerror="alert(2)">'
    (copy / "input.original.toml").write_text(evil + INPUT)
    with open(copy / "mdsim.log", "a") as log:
        log.write(f"2026-01-01T00:00:00Z warning: {evil}\n")
    averages = (copy / "averages.csv").read_text().replace("produce", "<script>x</script>$a$b$")
    (copy / "averages.csv").write_text(averages)
    progress = json.loads((copy / "progress.json").read_text())
    (copy / "progress.json").write_text(json.dumps({**progress, "state": "failed", "message": evil}))
    rdf = (copy / "rdf.csv").read_text().replace("g_Ar_Kr", "g_<script>_$x^{$")
    (copy / "rdf.csv").write_text(rdf)
    thermo = (copy / "thermo.csv").read_text().replace("pressure [bar]", "</svg><script>y</script> [</svg>]")
    (copy / "thermo.csv").write_text(thermo)
    page = page_of(copy)
    check_structure(page)
    assert evil in page.texts["input"] and evil in page.texts["warnings"] and evil in page.texts["state"]
    assert "<script>x</script>" in page.texts["averages"]


@pytest.mark.parametrize(
    "name",
    [
        "summary.json",
        "mdsim.log",
        "input.toml",
        "input.original.toml",
        "averages.csv",
        "thermo.*",
        "trajectory.h5md",
        "rdf.csv",
        "msd.h5",
        "progress.json",
    ],
)
@pytest.mark.parametrize("content", [None, b"", b"\xff{]<"], ids=["gone", "empty", "garbage"])
def test_other_sections_stay_where_a_file_is_missing_or_damaged(copy, name, content, monkeypatch):
    monkeypatch.setattr("mdsim.report.figures._svg", lambda name, draw: "<svg></svg>")  # to save time
    for path in list(copy.glob(name)):
        path.unlink() if content is None else path.write_bytes(content)
    page = page_of(copy)
    check_structure(page)
    missing = [section for section in SECTIONS if "This section is missing: " in page.texts[section]]
    assert len(missing) <= (5 if name == "progress.json" else 3), missing


def test_run_that_goes_on_and_one_that_was_killed(tmp_path):
    process = start(tmp_path, "--set", "stage.produce.steps=1000000")
    folder = tmp_path / "pair.out"
    try:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if (folder / "thermo.csv").exists() and len((folder / "thermo.csv").read_text().splitlines()) > 20:
                break
            time.sleep(0.1)
        page = page_of(folder)
        check_structure(page)
        assert "running" in page.text("state") and "Time left" in page.text("state")
        due, there = (int(cell.replace(",", "")) for cell in page.tables["plan"]["Output"][2][2:])
        assert there >= due - 1 and there >= 20
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate()
    page = page_of(folder)
    check_structure(page)
    assert "killed" in page.text("state") and "--resume" in page.text("state")
    wait(start(tmp_path, "--resume", "--set", "stage.produce.steps=1000000", "--set", "run.wall_time=1"), code=5)
    page = page_of(folder)
    assert "stopped" in page.text("state") and "made in 2 starts" in page.text("plan")
    assert len(page.tables["machine"]["Starts of the program"]) == 3


def test_run_without_thermo_and_frames(tmp_path):
    wait(start(tmp_path, "--set", "thermo.every=0", "--set", "trajectory.every=0"))
    page = page_of(tmp_path / "pair.out")
    check_structure(page)
    assert "thermo.every is 0 in the input" in page.text("thermo")
    rows = {row[0]: row[1:] for row in page.tables["plan"]["Output"][1:]}
    assert rows["frames"] == rows["rows of thermo"] == ["0", "0", "0"]


def test_page_renders_in_chromium_without_complaints(written, tmp_path):
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        needed.skip_without("chromium", "there is no Chromium here (package chromium)")
    words = [
        browser,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--enable-logging=stderr",
        "--dump-dom",
        f"--user-data-dir={tmp_path}",
        written.as_uri(),
    ]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    assert "CONSOLE" not in done.stderr, done.stderr
    for section in SECTIONS:
        assert f'<section id="{section}"' in done.stdout


def test_plot_lists_and_draws(finished, tmp_path):
    names = command("plot", finished, "--list").stdout.split()
    assert names[:2] == ["temperature", "potential_energy"] and names[-1] == "coordination"
    command("plot", finished, "temperature", cwd=tmp_path)
    assert (tmp_path / "pair.out.temperature.png").read_bytes().startswith(b"\x89PNG")
    command("plot", finished, "rdf", "msd", "-o", tmp_path / "two.svg")
    text = (tmp_path / "two.svg").read_text()
    assert text.count('id="axes_') == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["report", "nowhere.out"], "nowhere.out is not there"),
        (["report", "."], "holds no run of mdsim"),
        (["report", "OUT", "-o", "page.txt"], "does not end in .html"),
        (["report", "OUT", "-o", "no/such/page.html"], "there is no folder"),
        (["plot", "OUT"], "name what to draw: temperature"),
        (["plot", "OUT", "temprature"], "there is no 'temprature'"),
        (["plot", "OUT", "rdf", "-o", "picture.tiff"], "should end in one of: png, svg, pdf"),
        (["sketch", "OUT"], "invalid choice"),
    ],
)
def test_wrong_arguments_end_with_the_code_of_wrong_input(finished, tmp_path, words, said):
    words = [str(finished) if word == "OUT" else word for word in words]
    done = command(*words, code=2, cwd=tmp_path)
    assert done.stderr.startswith("mdsim: ") and said in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("package", ["jinja2", "matplotlib"])
def test_missing_package_is_named_with_the_line_that_installs_it(finished, tmp_path, package):
    script = f"import sys; sys.modules[{package!r}] = None; from mdsim.commands import main; sys.exit(main())"
    done = command("report", finished, code=4, cwd=tmp_path, python=("-c", script))
    assert done.stderr.startswith(f"mdsim: {package}, ") and "pip install jinja2 matplotlib h5py" in done.stderr


def test_thinning_keeps_peaks_and_ends():
    rng = np.random.default_rng(1)
    values = rng.normal(size=1_000_003)
    values[777_777], values[3], values[500_000:500_100] = 50, -60, np.nan
    places = thin(values)
    assert len(places) < 2000 and (np.diff(places) > 0).all()
    assert {0, 3, 777_777, len(values) - 1} <= set(places)
    assert list(thin(values[:100])) == list(range(100))


def test_planned_samples_are_those_that_a_count_finds():
    stages = [
        {"steps": 45, "time_step": 0.5},
        {"steps": 30, "x_every": 4, "time_step": 1.0},
        {"steps": 25, "x_every": 0, "time_step": 2.0},
        {"steps": 10, "time_step": 1.0},
    ]
    for every in (0, 1, 5, 15, 200):
        for last in (0, 7, 45, 46, 80, 110):
            begin, count = -1, 0
            for stage, end in zip(stages, (45, 75, 100, 110)):
                here = stage.get("x_every", every)
                count += sum(1 for step in range(begin + 1, min(end, last) + 1) if here and step % here == 0)
                begin = end
            assert samples_until(stages, "x_every", every, last) == count
    assert time_at(stages, 50) == 27.5 and time_at(stages, 1000) == 112.5


def test_numbers_are_shown_as_people_write_them():
    assert estimate(92.96892, 0.1812, "K") == "92.97 ± 0.18\N{NO-BREAK SPACE}K"
    assert estimate(2.768562e-06, 4.2766e-06) == "(2.8 ± 4.3) × 10⁻⁶"
    assert estimate(-22614.16, 3.7) == "−22614.2 ± 3.7"
    assert estimate(1.5, float("nan")) == "1.5" and estimate(99.97, 0.0998) == "99.97 ± 0.10"
    assert estimate(3e9, 2e7) == "(3.000 ± 0.020) × 10⁹"
    assert number(1.5e-7) == "1.5 × 10⁻⁷" and number(float("nan")) == "unknown"
    assert seconds(0.4213) == "0.421 s" and seconds(3599.9) == "1 h 0 min" and seconds(185) == "3 min 5 s"
    assert size(1023) == "1023 bytes" and size(1.65 * 2**20) == "1.65 MiB"
    assert unit_words("kJ mol-1 Angstrom-2") == "kJ mol⁻¹ Å⁻²"
