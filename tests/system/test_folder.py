# SPDX-License-Identifier: BSD-3-Clause
"""What lies in the output folder: nothing is lost unless the user says so, and one run at a time writes there."""

import os
import shutil
import signal

import cases
import processes
import runs
from mdsim_tools.program import FINISHED, INPUT_ERROR, STOPPED
from restarts import LONG, all_results, expect_same, expect_words, input_of

NO_CHECKPOINT = """
[thermo]
every = 5
[trajectory]
every = 10
"""
LOCK = ".mdsim-lock"


def content(folder):
    """The files of a folder, and what is in them; a lock that a killed run left says nothing."""
    found = {}
    for name in sorted(set(os.listdir(folder)) - {LOCK}):
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = file.read()
    return found


def put(folder, name, text=""):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def call_in(bench, folder, *arguments):
    """Runs with another current folder; returns exit code and standard error."""
    code, _, err = bench.program.call([*arguments, "--quiet"], cwd=folder)
    return code, err


def expect_refused(bench, path, folder, *words, more=(), ranks=1, unlike=()):
    """A run is refused with these words and leaves the folder as it was."""
    before = content(folder)
    err = bench.run(path, folder, *more, ranks=ranks, code=INPUT_ERROR)
    expect_words(err, *words)
    assert not any(word in err for word in unlike), f"one of {unlike} is in: {err}"
    assert content(folder) == before, f"the refused run changed the folder: {sorted(before)}, {sorted(content(folder))}"


def killed(bench, path, folder, name):
    """A run that is killed once a file is there."""
    process = bench.program.start([path, "--output", folder, "--quiet"])
    processes.wait_for(os.path.join(folder, name), process=process)
    processes.kill_all(process)


def test_files_of_others_stay(bench):
    """Files that only begin like those of a run stay, whatever becomes of the run."""
    path = bench.program.write("short.toml", input_of(cases.stage("nve", 100)))
    folder = bench.fresh("foreign")
    names = (
        "checkpoint_notes.txt",
        "trajectory.h5md.bak",
        "thermo.csv_old",
        "checkpoint.h5.old",
        "checkpoint.01.h5",
        "checkpoint.a.h5",
        "input.toml~",
        "my.tmp",
        "thermo.undo",
    )
    for name in names:
        put(folder, name, name)
    for more in ((), ("--overwrite",), ("--resume",)):
        bench.run(path, folder, *more)
        assert all(content(folder).get(name) == name.encode() for name in names), (
            f"files are gone: {os.listdir(folder)}"
        )


def test_with_overwrite_nothing_of_the_earlier_run_stays(bench):
    """With --overwrite nothing of the earlier run stays, and what a run writes is known for what it is."""
    path = bench.program.write("short.toml", input_of(cases.stage("nve", 100)))
    folder = bench.fresh("nothing")
    bench.run(path, folder, sets={"checkpoint.keep": 3})
    assert "checkpoint.1.h5" in os.listdir(folder), f"no older checkpoint: {os.listdir(folder)}"
    assert LOCK not in os.listdir(folder), "a run that ended leaves its lock"
    for name in (
        "trajectory.h5md.undo",
        "thermo.h5.undo.tmp",
        "checkpoint.h5.tmp",
        "checkpoint.17.h5",
        "input.toml.tmp",
    ):
        put(folder, name, "old")
    nothing = bench.program.write(
        "nothing.toml",
        cases.LJ
        + "".join(
            (
                cases.run(3),
                cases.lattice((5, 5, 5)),
                cases.SPECIES,
                cases.pair(),
                cases.neighbor(),
                cases.stage("nve", 0),
                "\n[thermo]\nevery = 0\n[trajectory]\nevery = 0\n[checkpoint]\nkeep = 0\n",
            )
        ),
    )
    bench.run(nothing, folder, "--overwrite")
    assert sorted(os.listdir(folder)) == [
        "checkpoint.h5",
        "files.sums",
        "input.original.toml",
        "input.toml",
        "mdsim.log",
        "progress.json",
        "summary.json",
    ], f"something stayed: {sorted(os.listdir(folder))}"


def test_no_file_that_the_input_reads_is_replaced(bench):
    """No file that the input reads is replaced or moved away."""
    text = input_of(cases.stage("nve", 20))
    folder = bench.fresh("read")
    put(folder, "input.toml", text)
    before = content(folder)
    for more in ((), ("--overwrite",)):
        for arguments in (("input.toml", "--output", "."), (os.path.join(folder, "input.toml"), "--output", folder)):
            code, err = call_in(bench, folder, *arguments, *more)
            assert code == INPUT_ERROR, f"exit code {code}: {err}"
            expect_words(err, "input.toml", "would replace", "--output")
            assert content(folder) == before, "the refused run changed the folder"
    os.rename(os.path.join(folder, "input.toml"), os.path.join(folder, "mine.toml"))
    code, err = call_in(bench, folder, "mine.toml", "--output", ".")
    assert code == FINISHED, f"exit code {code}: {err}"
    mine = os.path.join(folder, "mine.toml")
    expect_refused(bench, mine, folder, "cannot be moved aside", "mine.toml", "--overwrite", unlike=("not finished",))
    bench.run(mine, folder, "--overwrite")
    assert content(folder)["mine.toml"] == text.encode(), "the input was replaced"


def test_no_structure_or_table_that_is_read_is_replaced(bench):
    """Neither is a structure or the table of a potential; a link counts as the file that it leads to."""
    start = bench.fresh("start")
    bench.run(bench.program.write("short.toml", input_of(cases.stage("nve", 20))), start)
    system = (cases.run(3), cases.SPECIES, cases.neighbor(), cases.stage("nve", 20))
    goes_on = bench.program.write(
        "goes_on.toml", cases.LJ + "".join((*system, cases.pair(), cases.file_system("start/trajectory.h5md")))
    )
    expect_refused(bench, goes_on, start, "trajectory.h5md", "would replace", more=("--overwrite",), ranks=2)
    expect_refused(bench, goes_on, start, "trajectory.h5md", "would replace")
    bench.run(goes_on, bench.fresh("elsewhere"))
    table = bench.fresh("table")
    put(table, "thermo.csv", cases.soft_table())
    os.symlink("table/thermo.csv", bench.program.folder("soft.table"))
    potential = (
        '\n[pair]\ncutoff = 1.9\n[[pair.potential]]\nspecies = ["A", "A"]\ntype = "table"\nfile = "soft.table"\n'
    )
    tabulated = bench.program.write(
        "tabulated.toml", cases.LJ + "".join((*system, potential, cases.lattice((5, 5, 5))))
    )
    expect_refused(bench, tabulated, table, "thermo.csv", "would replace", more=("--overwrite",))
    bench.run(tabulated, bench.fresh("elsewhere"))


def test_files_of_no_known_run_stay(bench):
    """Files with the names of a run's, of which no run says that they are its own."""
    path = bench.program.write("short.toml", input_of(cases.stage("nve", 20)))
    for name, text in (
        ("input.toml", "notes"),
        ("thermo.csv", "a,b\n1,2\n"),
        ("progress.json", '{"state": 5}'),
        ("progress.json", "[1, 2"),
        ("trajectory.h5md", ""),
    ):
        folder = bench.fresh("unknown")
        put(folder, name, text)
        for ranks in (1, 2):
            expect_refused(bench, path, folder, name, "--overwrite", "--output", unlike=("--resume",), ranks=ranks)
        bench.run(path, folder, "--overwrite")
    put(folder, "progress.json", '{"state": 5}')
    expect_refused(bench, path, folder, "not finished", "--resume", "--overwrite")


def test_results_of_a_run_that_was_killed_early_stay(bench):
    """Results of a run that was killed before its first checkpoint stay."""
    path = bench.program.write("long.toml", input_of(cases.stage("nve", LONG), output=NO_CHECKPOINT))
    folder = bench.fresh("killed")
    killed(bench, path, folder, "trajectory.h5md")
    expect_refused(bench, path, folder, "not finished", "no checkpoint", "--resume=auto", "--overwrite", "--output")
    err = bench.run(path, folder, "--resume", code=INPUT_ERROR)
    expect_words(err, "no checkpoint.h5")
    code, out, err = bench.program.call([path, "--output", folder, "--overwrite", "--set", "run.wall_time=0.2"])
    assert code == STOPPED, f"exit code {code}: {out + err}"
    expect_refused(bench, path, folder, "not finished", "--resume", "--overwrite", ranks=2)


def test_a_dry_run_says_what_would_be_refused(bench):
    """A dry run says what the run would be refused with, and changes nothing."""
    path = bench.program.write("short.toml", input_of(cases.stage("nve", 40)))
    folder = bench.fresh("looked_at")

    def dry(*more, code=FINISHED, ranks=1):
        found, out, err = bench.program.call([path, "--output", folder, "--dry-run", *more], ranks=ranks)
        assert found == code, f"exit code {found}, not {code}: {err}"
        expect_words(out, "disk", "free")
        return out + err

    dry("--resume", code=INPUT_ERROR)
    assert not os.path.exists(folder), "the dry run made the folder"
    bench.run(path, folder)
    before = content(folder)
    for ranks in (1, 2):
        dry(ranks=ranks)
        dry("--overwrite", ranks=ranks)
        dry("--resume", "--set", "stage.0.steps=80", ranks=ranks)
        expect_words(dry("--resume", "--set", "stage.0.steps=20", code=INPUT_ERROR, ranks=ranks), "found 20")
        expect_words(dry("--resume", "--set", "run.seed=9", code=INPUT_ERROR, ranks=ranks), "another run")
    assert content(folder) == before, "the dry run changed the folder"
    shutil.rmtree(folder)
    held = bench.program.start([path, "--output", folder, "--quiet", "--set", f"stage.0.steps={LONG}"])
    processes.wait_for(os.path.join(folder, "trajectory.h5md"), process=held)
    expect_words(dry(code=INPUT_ERROR), "another run writes to this folder", "process")
    processes.kill_all(held)
    expect_words(dry(code=INPUT_ERROR), "not finished", "--overwrite")
    dry("--overwrite")
    shutil.rmtree(folder)
    put(os.path.dirname(folder), os.path.basename(folder))
    expect_words(dry(code=4), "cannot")


def test_a_run_that_failed_before_its_first_step_is_replaced(bench):
    """A run that failed before its first step is replaced without a word; later, its results stay."""

    def atoms(distance):
        bench.program.write(
            "atoms.xyz",
            cases.extxyz(
                (12.0, 12.0, 12.0), [("A", 3.0, 3.0, 3.0), ("A", 3.0 + distance, 3.0, 3.0), ("A", 8.0, 8.0, 8.0)]
            ),
        )

    path = bench.program.write(
        "atoms.toml",
        cases.LJ
        + "".join(
            (
                cases.run(3),
                cases.file_system("atoms.xyz"),
                cases.SPECIES,
                cases.pair(),
                cases.neighbor(),
                cases.stage("nve", 20),
                NO_CHECKPOINT,
            )
        ),
    )
    folder = bench.fresh("failed")
    atoms(0.0)
    for _ in range(2):
        bench.run(path, folder, code=3)
    atoms(1.2)
    bench.run(path, folder)
    hot = bench.program.write(
        "hot.toml", input_of(cases.stage("nve", 1000, 0.05), output=NO_CHECKPOINT.replace("10", "1"))
    )
    folder = bench.fresh("hot")
    bench.run(hot, folder, code=3, sets={"velocity.temperature": 20, "thermo.every": 1})
    assert runs.progress(folder)["step"] > 0, "the run failed in its first step"
    expect_refused(bench, hot, folder, "not finished", "no checkpoint", "--overwrite", unlike=("--resume",))


def test_a_run_that_was_killed_before_its_first_row_is_replaced(bench):
    """A run that was killed before its first row is replaced without a word, and the lock that it left is no
    obstacle."""
    path = bench.program.write("short.toml", input_of(cases.stage("nve", 20)))
    folder = bench.fresh("begun")
    put(folder, "input.toml", "half")
    put(folder, "progress.json", '{"state": "running", "step": 0}')
    put(folder, "thermo.csv", "step,time\n")
    put(folder, LOCK, "process 1 on nowhere\n")
    assert not bench.run(path, folder), "something is told"


def test_a_second_run_of_a_folder_is_refused(bench):
    """A second run of a folder is told who writes there; the first one does not notice."""
    path = bench.program.write("long.toml", input_of(cases.stage("nve", LONG)))
    for ranks in (1, 2):
        folder = bench.fresh("two")
        process = bench.program.start([path, "--output", folder, "--quiet"], ranks)
        processes.wait_for(os.path.join(folder, "checkpoint.h5"), process=process)
        first = processes.ranks_of(process, bench.program.path)
        for more in ((), ("--resume",), ("--overwrite",)):
            for others in (1, 2):
                err = bench.run(path, folder, *more, ranks=others, code=INPUT_ERROR)
                expect_words(err, "another run", os.uname().nodename, "--output")
                assert any(f"process {pid} " in err for pid in first), f"none of {first} is named: {err}"
        os.kill(process.pid if ranks == 1 else first[0], signal.SIGTERM)
        _, err = process.communicate(timeout=120)
        assert process.returncode == STOPPED, f"exit code {process.returncode}: {err.decode(errors='replace')}"
        bench.run(path, folder, "--resume", code=STOPPED, sets={"run.wall_time": 0.2})
        assert LOCK not in os.listdir(folder), "a run that ended leaves its lock"


def test_the_lock_of_a_killed_run_is_no_obstacle(bench):
    """The lock of a run that was killed is no obstacle."""
    path = bench.program.write("long.toml", input_of(cases.stage("nve", LONG)))
    folder = bench.fresh("dead")
    killed(bench, path, folder, "checkpoint.h5")
    assert LOCK in os.listdir(folder), "a run has no lock"
    bench.run(path, folder, "--resume", code=STOPPED, sets={"run.wall_time": 0.2})


def test_runs_that_begin_together_keep_apart(bench):
    """Of runs that begin together in the folder of a finished one, each is refused or moves a whole run aside."""
    path = bench.program.write("short.toml", input_of(cases.stage("nve", 2000)))
    whole = bench.fresh("whole")
    bench.run(path, whole)
    expected = all_results(whole)
    for turn in range(2):
        folder = bench.fresh(f"many{turn}")
        shutil.copytree(whole, folder)
        started = [bench.program.start([path, "--output", folder, "--quiet"]) for _ in range(5)]
        words = [process.communicate(timeout=120)[1].decode(errors="replace") for process in started]
        codes = [process.returncode for process in started]
        finished = codes.count(FINISHED)
        assert finished > 0 and finished + codes.count(INPUT_ERROR) == len(codes), f"exit codes {codes}: {words}"
        for place in [folder] + [f"{folder}.{k + 1}" for k in range(finished)]:
            expect_same(expected, place)
            assert LOCK not in os.listdir(place), "a lock is left"
        assert not os.path.exists(f"{folder}.{finished + 1}"), "more folders than runs"


def test_the_current_folder_cannot_be_moved_aside(bench):
    """The current folder cannot be moved aside, nor one around it: told in these words, whatever it is called."""
    path = bench.program.write("short.toml", input_of(cases.stage("nve", 20)))
    folder = bench.fresh("current")
    os.makedirs(os.path.join(folder, "inner"))
    bench.run(path, folder)
    for place, name in ((folder, "."), (folder, folder), (os.path.join(folder, "inner"), "..")):
        code, err = call_in(bench, place, path, "--output", name)
        assert code == INPUT_ERROR, f"exit code {code}: {err}"
        expect_words(err, "cannot be moved aside", "current folder", "--overwrite", "--output")
        assert "not finished" not in err, f"told that the run has not finished: {err}"
    code, err = call_in(bench, folder, path, "--output", ".", "--overwrite")
    assert code == FINISHED, f"exit code {code}: {err}"


def test_resume_makes_no_folder_and_takes_its_input(bench):
    """--resume makes no folder, takes the folder's own input, and is not said with --overwrite."""
    path = bench.program.write("short.toml", input_of(cases.stage("nve", 20)))
    folder = bench.fresh("none")
    for ranks in (1, 2):
        expect_words(bench.run(path, folder, "--resume", ranks=ranks, code=INPUT_ERROR), "checkpoint.h5", "none")
        assert not os.path.exists(folder), "a folder was made"
    os.makedirs(folder)
    expect_refused(bench, path, folder, "checkpoint.h5", more=("--resume",))
    bench.run(path, folder)
    expect_refused(bench, path, folder, "--resume", "--overwrite", more=("--resume", "--overwrite"))
    bench.run(os.path.join(folder, "input.toml"), folder, "--resume", sets={"stage.0.steps": 40})
    assert max(runs.thermo_text(folder)[1]) == 40, "the run did not go on"
