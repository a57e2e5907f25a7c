# SPDX-License-Identifier: BSD-3-Clause
"""What --resume may change and what it refuses: keys that are not free, what files gave, stages that have started,
files of the run that are damaged."""

import os

import cases
import runs
from mdsim_tools.program import INPUT_ERROR
from restarts import DENSE_OUTPUT, SYSTEM, all_results, expect_same, input_of

EDGE = 9.0
ATOMS = [
    ("A" if (i + j + k) % 2 else "B", 0.5 + 1.5 * i, 0.5 + 1.5 * j, 0.5 + 1.5 * k)
    for i in range(6)
    for j in range(6)
    for k in range(6)
]
POTENTIALS = "".join(cases.potential(*pair, more="cutoff = 2.5") for pair in ("AA", "AB", "BB"))


def refused(bench, path, folder, words, sets=None, ranks=1):
    """The run does not go on, says these words, and leaves the checkpoint as it was."""
    kept = runs.final_state(folder)
    err = bench.run(path, folder, "--resume", code=INPUT_ERROR, sets=sets, ranks=ranks)
    assert all(word in err for word in words), f"one of {words} is missing in: {err}"
    assert runs.first_difference(kept, runs.final_state(folder)) is None, "the refused run changed the checkpoint"


def refused_by_both(bench, path, folder, words, more, ranks=1):
    """The run is refused with these words, and so is its dry run, which leaves the files as they are."""
    before = {name: os.stat(os.path.join(folder, name)).st_size for name in os.listdir(folder)}
    err = bench.run(path, folder, "--resume", "--dry-run", code=INPUT_ERROR, sets=more, ranks=ranks)
    assert all(word in err for word in words), f"one of {words} is missing in: {err}"
    after = {name: os.stat(os.path.join(folder, name)).st_size for name in os.listdir(folder)}
    assert before == after, f"the dry run changed {before} to {after}"
    refused(bench, path, folder, words, more, ranks)


def lammps_data(masses, atoms):
    """A data file of atom types 1 and 2, A and B of the atoms."""
    lines = ["data", "", f"{len(atoms)} atoms", "2 atom types", ""]
    lines += [f"0 {EDGE} {d}lo {d}hi" for d in "xyz"] + ["", "Masses", ""]
    lines += [f"{t + 1} {mass}" for t, mass in enumerate(masses)] + ["", "Atoms # atomic", ""]
    lines += [f"{i + 1} {'AB'.index(kind) + 1} {x} {y} {z}" for i, (kind, x, y, z) in enumerate(atoms)]
    return "\n".join(lines) + "\n"


def file_input(name, species, more=""):
    return (
        cases.LJ
        + cases.run(3)
        + cases.file_system(name).rstrip("\n")
        + more
        + "\n"
        + species
        + "\n[pair]\n"
        + POTENTIALS
        + cases.neighbor()
        + cases.hot(0.5)
        + cases.stage("nve", 40, 0.002)
        + DENSE_OUTPUT
    )


def table_input(name):
    """An input whose pair potential is the table of this name."""
    table = f'\n[pair]\ncutoff = 2.5\n\n[[pair.potential]]\nspecies = ["A", "A"]\ntype = "table"\nfile = "{name}"\n'
    return (
        cases.LJ
        + "".join((cases.run(3), SYSTEM[0], SYSTEM[1], table, *SYSTEM[3:], cases.stage("nve", 40)))
        + DENSE_OUTPUT
    )


def test_another_table_is_refused(bench):
    """Another table of the same name is refused; the same numbers, written in another way, are not."""
    path = bench.program.write("table.toml", table_input("t.table"))
    good = cases.soft_table(2.5)
    bench.program.write("t.table", good)
    more = {"stage.0.steps": "80"}
    bench.run(path, bench.fresh("whole"), sets=more)
    folder = bench.fresh("parts")
    bench.run(path, folder)
    lines = good.splitlines()
    last = lines[-1].split()
    bench.program.write("t.table", "\n".join(lines[:-1] + [f"{last[0]} {last[1]} 1e-9 {last[3]}"]) + "\n")
    refused(bench, path, folder, ("t.table", "not the one that the run began with", "checksum"), more, ranks=2)
    bench.program.write("t.table", good.replace("# r,", "# the same, r,").replace("0.600000000000", "0.6"))
    bench.run(path, folder, "--resume", sets=more, ranks=2)
    expect_same(all_results(bench.program.folder("whole")), folder)


def test_a_run_goes_on_from_its_own_input(bench):
    """A run goes on from the input in its own folder, also where all was moved; so it does from its first input,
    wherever the files lie."""
    place = bench.fresh("place")
    for folder in ("tables", "runs"):
        os.makedirs(os.path.join(place, folder))
    path = bench.program.write("place/runs/own.toml", table_input("../tables/t.table"))
    bench.program.write("place/tables/t.table", cases.soft_table(2.5))
    bench.run(path, bench.fresh("whole"), sets={"stage.0.steps": "80"})
    bench.run(path, os.path.join(place, "own.out"))
    moved = bench.fresh("moved")
    os.rename(place, moved)
    folder = os.path.join(moved, "own.out")
    bench.run(os.path.join(folder, "input.toml"), folder, "--resume", sets={"stage.0.steps": "60"}, ranks=2)
    bench.program.write("moved/t.table", cases.soft_table(2.5))
    path = bench.program.write("moved/own.toml", table_input("t.table"))
    bench.run(path, folder, "--resume", sets={"stage.0.steps": "80"})
    expect_same(all_results(bench.program.folder("whole")), folder)


def test_masses_of_a_file_are_those_of_the_checkpoint(bench):
    """Masses and numbers of atoms that a data file gives are those of the checkpoint."""
    path = bench.program.write("masses.toml", file_input("m.data", "", '\ntypes = ["A", "B"]'))
    bench.program.write("m.data", lammps_data((1, 2), ATOMS))
    folder = bench.fresh("parts")
    bench.run(path, folder, ranks=2)
    more = {"stage.0.steps": "80"}
    bench.program.write("m.data", lammps_data((1, 4), ATOMS))
    refused(bench, path, folder, ('species "B"', "mass = 4.0", "mass = 2.0"), more)
    other = [("A", *ATOMS[0][1:]) if i == 0 else atom for i, atom in enumerate(ATOMS)]
    bench.program.write("m.data", lammps_data((1, 2), other))
    refused(bench, path, folder, ('species "A"', f"{len(ATOMS) // 2} atoms"), more)
    bench.program.write("m.data", lammps_data((1, 2), ATOMS))
    bench.run(path, folder, "--resume", sets=more)


def test_open_faces_of_a_file_are_those_of_the_checkpoint(bench):
    """Whether the box repeats is no less a part of the system where a structure file says so."""
    path = bench.program.write("periodic.toml", file_input("p.xyz", cases.TWO_SPECIES))
    edges = (EDGE, EDGE, EDGE)
    bench.program.write("p.xyz", cases.extxyz(edges, ATOMS))
    folder = bench.fresh("parts")
    bench.run(path, folder)
    bench.program.write("p.xyz", cases.extxyz(edges, ATOMS, "T T F"))
    refused(bench, path, folder, ("box", "periodic", "[true, true, false]"), {"stage.0.steps": "80"})


def test_a_stage_keeps_its_time_step(bench):
    """A stage that has started keeps its time step, so time never runs backwards; a stage to come may have any."""
    path = bench.program.write("time.toml", input_of(cases.stage("nve", 100, 0.005), cases.stage("nve", 40, 0.004)))
    folder = bench.fresh("parts")
    bench.run(path, folder)
    for stage in (0, 1):
        refused(
            bench,
            path,
            folder,
            (f"stage.{stage}.time_step", "0.001", "another [[stage]]"),
            {f"stage.{stage}.time_step": "0.001", "stage.1.steps": "80"},
            ranks=1 + stage,
        )
    appended = input_of(cases.stage("nve", 100, 0.005), cases.stage("nve", 60, 0.004), cases.stage("nve", 30, 0.001))
    path = bench.program.write("appended.toml", appended)
    bench.run(path, folder, "--resume")
    bench.run(path, bench.fresh("whole"))
    expect_same(all_results(bench.program.folder("whole")), folder)


def region_input(thickness):
    """Atoms of a lattice that lie in a slab."""
    region = f'\n[[region]]\nname = "film"\ntype = "slab"\naxis = "z"\nthickness = {thickness}\n'
    film = cases.lattice((4, 4, 4), more='inside = ["film"]')
    return cases.LJ + cases.run(3) + region + film + "".join(SYSTEM[1:]) + cases.stage("nve", 40) + DENSE_OUTPUT


def test_a_region_stays(bench):
    """Regions made the atoms of the start: another one is refused, also where it would give as many."""
    path = bench.program.write("region.toml", region_input(4.0))
    folder = bench.fresh("parts")
    bench.run(path, folder)
    more = {"stage.0.steps": "80"}
    words = ("region.0.thickness: found 4.01, but the checkpoint was made with 4.0", "new run")
    refused_by_both(bench, path, folder, words, {**more, "region.0.thickness": "4.01"}, ranks=2)
    bench.run(path, folder, "--resume", sets=more)


def test_all_that_differs_is_told_at_once(bench):
    """Differences in any sections and in a stage that has started are reported together."""
    path = bench.program.write("all.toml", input_of(cases.stage("nve", 40)))
    folder = bench.fresh("parts")
    bench.run(path, folder)
    changes = {
        "run.seed": "4",
        "species.0.mass": "2.0",
        "neighbor.skin": "0.4",
        "rdf.bins": "50",
        "stage.0.time_step": "0.001",
        "run.author": '"another"',
    }
    refused_by_both(bench, path, folder, [f"{key}: " for key in changes] + ["input.toml"], changes)
    whole = input_of(cases.stage("nve", 40))
    path = bench.program.write("no_rdf.toml", whole.replace("[rdf]\nevery = 10\nrange = 2.5\n", ""))
    refused(bench, path, folder, ("rdf: found nothing, but the checkpoint was made with this part",))


def test_what_changes_no_bit_is_free(bench):
    """Layout, threads, debug and how often is written may change, and the run ends as if they had not."""
    path = bench.program.write("free.toml", input_of(cases.stage("nve", 40)))
    bench.run(path, bench.fresh("whole"), sets={"stage.0.steps": "80"})
    folder = bench.fresh("parts")
    bench.run(path, folder)
    free = {
        "run.threads": "2",
        "run.wall_time": "3600",
        "parallel.layout": '"bisection"',
        "parallel.longest_wait": "60",
        "debug.redraw_bricks": "true",
        "checkpoint.every": "0",
        "checkpoint.keep": "2",
        "stage.0.name": '"other"',
        "stage.0.steps": "80",
    }
    bench.run(path, folder, "--resume", sets=free, ranks=2)
    whole = all_results(bench.program.folder("whole"))
    del whole["tables"]["averages.csv"]  # it names stages
    expect_same(whole, folder)


def test_velocities_are_drawn_once(bench):
    """Velocities are drawn once: another [velocity] has no effect later, and is refused."""
    path = bench.program.write("velocity.toml", input_of(cases.stage("nve", 40)))
    folder = bench.fresh("parts")
    bench.run(path, folder)
    for key, value in (("temperature", "3.0"), ("remove_drift", "false")):
        refused(
            bench,
            path,
            folder,
            ("[velocity]", f"{key} = {value}", "[[stage]]"),
            {f"velocity.{key}": value, "stage.0.steps": "80"},
            ranks=2,
        )
    bench.run(path, folder, "--resume", sets={"stage.0.steps": "80"})


def test_steps_that_are_done_stay_done(bench):
    """Steps that are done stay done, those of stages past too; what comes later is free."""
    stages = (cases.stage("nve", 60), cases.langevin(60))
    path = bench.program.write("steps.toml", input_of(*stages))
    folder = bench.fresh("parts")
    bench.run(path, folder)
    refused(bench, path, folder, ("stage.0.steps", "found 50"), {"stage.0.steps": "50"})
    refused(bench, path, folder, ("stage.0.steps", "found 80"), {"stage.0.steps": "80"})
    refused(bench, path, folder, ("stage.1.steps", "found 59"), {"stage.1.steps": "59", "stage.0.steps": "60"})
    refused(
        bench,
        bench.program.write("fewer.toml", input_of(cases.stage("nve", 200))),
        folder,
        ("stage.1", "bring it back"),
    )
    bench.run(
        path, folder, "--resume", sets={"stage.1.steps": "90", "stage.1.name": "longer", "stage.1.thermo_every": "10"}
    )


def test_a_ramp_keeps_its_length_and_temperatures(bench):
    """A ramp that has started keeps its length and its temperatures; another stage goes on from it."""
    ramp = cases.langevin(80, temperature_end=2.0)
    path = bench.program.write("ramp.toml", input_of(ramp))
    folder = bench.fresh("parts")
    bench.run(path, folder)
    refused(bench, path, folder, ("stage.0.steps", "temperature_end", "another [[stage]]"), {"stage.0.steps": "160"})
    for key in ("temperature", "temperature_end"):
        refused(bench, path, folder, (f"stage.0.{key}:", "3.0"), {f"stage.0.{key}": "3.0"})
    flat = bench.program.write("flat.toml", input_of(cases.langevin(80)))
    bench.run(flat, bench.fresh("flat"))
    refused(
        bench,
        flat,
        bench.program.folder("flat"),
        ("temperature_end", "no temperature_end"),
        {"stage.0.temperature_end": "2.0", "stage.0.steps": "160"},
    )
    path = bench.program.write("on.toml", input_of(ramp, cases.langevin(40, temperature=2.0)))
    bench.run(path, folder, "--resume")
    bench.run(path, bench.fresh("whole"))
    expect_same(all_results(bench.program.folder("whole")), folder)


def test_a_stage_keeps_its_thermostat(bench):
    """A stage that has started keeps ensemble and thermostat, the length of its chain too."""
    path = bench.program.write("chain.toml", input_of(cases.nose_hoover(60)))
    folder = bench.fresh("parts")
    bench.run(path, folder)
    for key, value in (
        ("chain_length", "5"),
        ("relaxation_time", "0.4"),
        ("temperature", "1.5"),
        ("couple_every", "2"),
    ):
        refused(
            bench, path, folder, (f"stage.0.{key}", value), {f"stage.0.{key}": value, "stage.0.steps": "120"}, ranks=2
        )
    for k, other in enumerate((cases.stage("nve", 120), cases.velocity_rescaling(120))):
        path = bench.program.write(f"other{k}.toml", input_of(other))
        refused(bench, path, folder, ("stage.0.ensemble", "nve" if k == 0 else "velocity_rescaling"))


def test_a_stage_keeps_the_way_in_which_velocities_are_rescaled(bench):
    """A stage that has started keeps the settings of its rescaling, and does not become a chain."""
    path = bench.program.write("rescaling.toml", input_of(cases.velocity_rescaling(60)))
    folder = bench.fresh("parts")
    bench.run(path, folder)
    for key, value in (("relaxation_time", "0.4"), ("temperature", "1.5"), ("couple_every", "2")):
        refused(bench, path, folder, (f"stage.0.{key}", value), {f"stage.0.{key}": value, "stage.0.steps": "120"})
    other = bench.program.write("other.toml", input_of(cases.nose_hoover(120)))
    refused(bench, other, folder, ("stage.0.ensemble", "nose_hoover", "velocity_rescaling"), ranks=2)
    bench.run(path, folder, "--resume", sets={"stage.0.steps": "80", "stage.0.name": "longer"})


def test_a_file_that_was_cut_is_named(bench):
    """A file that the run goes on with and that was cut is named, with what can be done; without it the run goes on."""
    more = {"stage.0.steps": "80"}
    path = bench.program.write("cut.toml", input_of(cases.stage("nve", 40)))
    folder = bench.fresh("parts")
    bench.run(path, folder)
    for name in ("trajectory.h5md", "thermo.h5"):
        file = os.path.join(folder, name)
        with open(file, "rb") as whole:
            content = whole.read()
        runs.damage(file, "truncated")
        for ranks in (1, 2):
            refused_by_both(bench, path, folder, (name, "damaged", "--overwrite", "every"), more, ranks)
        with open(file, "wb") as whole:
            whole.write(content)
    bench.run(path, folder, "--resume", sets=more)
    runs.damage(os.path.join(folder, "trajectory.h5md"), "truncated")
    bench.run(path, folder, "--resume", sets={"stage.0.steps": "100", "trajectory.every": "0"})


def test_what_frames_and_rows_hold_stays(bench):
    """What frames and rows hold stays as it was, and the key that says otherwise is named; so does a dry run."""
    more = {"stage.0.steps": "80"}
    path = bench.program.write("settled.toml", input_of(cases.stage("nve", 40)))
    folder = bench.fresh("parts")
    bench.run(path, folder)
    for ranks, key, value in (
        (1, "trajectory.fields", '["position"]'),
        (2, "thermo.columns", '["pressure"]'),
        (1, "trajectory.precision", "5"),
        (1, "trajectory.strict_units", "true"),
    ):
        refused_by_both(bench, path, folder, (f"{key}: found {value}", "was made with"), {**more, key: value}, ranks)
    for ranks, name in ((1, "trajectory.h5md"), (2, "thermo.h5"), (1, "thermo.csv")):
        file = os.path.join(folder, name)
        os.rename(file, file + ".away")
        refused_by_both(bench, path, folder, (name, "is not there", "--overwrite"), more, ranks)
        os.rename(file + ".away", file)
    bench.run(
        path, folder, "--resume", "--dry-run", sets={**more, "trajectory.every": "0", "trajectory.precision": "5"}
    )
    bench.run(path, folder, "--resume", sets=more)
