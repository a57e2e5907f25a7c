# SPDX-License-Identifier: BSD-3-Clause
"""Runs that a script leads: the bits of the program, arrays in and out, exceptions in place of exits."""

import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from program_runs import assert_same_run, run_program, write_input

import mdsim
import needed

WORDS = "import sys, json, mdsim, numpy as np\n"


def test_a_run_in_pieces_has_the_bits_of_the_program(program, liquid, tmp_path):
    path = write_input(liquid, tmp_path)
    run_program(program, path, tmp_path / "program.out")
    seen = []
    with mdsim.Simulation(path, output=tmp_path / "script.out") as simulation:
        assert (simulation.step, simulation.last_step, simulation.finished) == (0, 150, False)
        simulation.run(37)
        assert simulation.step == 37
        assert simulation.stage["name"] == "heat"
        simulation.run(callback=lambda s: seen.append((s.step, s.thermo["temperature"])), every=25)
        assert simulation.finished and simulation.step == 150
        positions = simulation.positions
    assert [step for step, _ in seen] == [50, 75, 100, 125, 150]
    assert_same_run(program, tmp_path / "program.out", tmp_path / "script.out")
    memory = mdsim.Simulation(liquid).run()
    assert np.array_equal(memory.positions, positions)


def test_thermo_is_that_of_the_table(liquid, tmp_path):
    results = mdsim.run(liquid, tmp_path / "run.out")
    simulation = mdsim.Simulation(liquid)
    table = results.thermo_arrays()
    for row, step in enumerate(table["step"]):
        simulation.run(int(step) - simulation.step)
        for name in ("temperature", "potential_energy", "kinetic_energy", "total_energy", "pressure"):
            assert simulation.thermo[name] == pytest.approx(table[name][row], rel=1e-9), (name, step)
    assert simulation.time == pytest.approx(150 * 0.004)


def test_energies_that_are_asked_for_late_are_those_of_the_step(liquid):
    """Also where the end of a stage, whose energies are known, was passed on the way; and the bits stay."""
    plain, asked = mdsim.Simulation(liquid), mdsim.Simulation(liquid)
    first_stage = plain.stages[0]["steps"]
    plain.run(first_stage + 25)
    asked.run(first_stage)
    at_end = asked.thermo
    asked.run(25)
    forces = asked.forces
    assert asked.thermo == plain.thermo != at_end
    assert np.array_equal(asked.forces, forces) and np.array_equal(plain.forces, forces)
    assert np.array_equal(asked.run(30).positions, plain.run(30).positions)


def test_two_atoms_attract_as_the_formula_says(liquid):
    distance = 1.3
    atoms = mdsim.Atoms([[1, 1, 1], [1 + distance, 1, 1]], ["A", "A"], [9, 9, 9], (True, True, False))
    liquid.pop("velocity")
    liquid["run"]["precision"] = "double"
    liquid["pair"]["truncation"] = "shift"
    simulation = mdsim.Simulation(liquid, atoms=atoms)
    energy = 4 * (distance**-12 - distance**-6) - 4 * (2.5**-12 - 2.5**-6)
    force = 24 * (2 * distance**-13 - distance**-7)
    assert simulation.thermo["potential_energy"] == pytest.approx(energy, rel=1e-12)
    assert np.allclose(simulation.forces, [[-force, 0, 0], [force, 0, 0]], rtol=1e-12, atol=1e-12)
    assert np.allclose(simulation.positions, atoms.positions, atol=1e-12)
    assert simulation.periodic == (True, True, False)
    assert simulation.step == 0


def test_atoms_go_out_and_come_in_again(liquid):
    first = mdsim.Simulation(liquid).run(60)
    atoms = first.atoms
    liquid["stage"] = liquid["stage"][1:]
    liquid.pop("velocity")
    second = mdsim.Simulation(liquid, atoms=atoms)
    assert np.array_equal(second.positions, first.positions)
    assert np.array_equal(second.velocities, first.velocities)
    assert np.array_equal(second.images, first.images)
    assert second.species == first.species
    assert second.thermo["total_energy"] == pytest.approx(first.thermo["total_energy"], rel=1e-6)
    second.run(20)
    assert not np.array_equal(second.positions, first.positions)
    moved = second.unwrapped - first.unwrapped
    assert np.abs(moved).max() < 1.0


def test_a_start_from_arrays_can_be_repeated_by_the_program(program, liquid, tmp_path):
    atoms = mdsim.Simulation(liquid).run(30).atoms
    liquid.pop("velocity")
    results = mdsim.run(liquid, tmp_path / "a.out", atoms=atoms)
    assert (tmp_path / f"a.start-{atoms.digest()}.h5md").exists()
    run_program(program, results.folder / "input.toml", tmp_path / "b.out")
    assert_same_run(program, tmp_path / "a.out", tmp_path / "b.out")


def test_a_refused_start_leaves_the_one_that_is_there(program, liquid, tmp_path):
    """Another start has another file, which is gone where the run is refused; a resume takes no other atoms."""
    atoms = mdsim.Simulation(liquid).run(30).atoms
    liquid.pop("velocity")
    first = mdsim.Simulation(liquid, atoms=atoms, output=tmp_path / "a.out")
    first.run(10)
    moved = mdsim.Atoms(atoms.positions + 0.1, atoms.species, atoms.cell)
    with pytest.raises(mdsim.InputError, match="another run writes"):
        mdsim.Simulation(liquid, atoms=moved, output=tmp_path / "a.out")
    first.close()
    with pytest.raises(mdsim.InputError, match="the checkpoint was made with"):
        mdsim.Simulation(liquid, atoms=moved, output=tmp_path / "a.out", resume=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.out", f"a.start-{atoms.digest()}.h5md"]


def test_velocities_that_the_input_replaces_are_told(liquid):
    atoms = mdsim.Simulation(liquid).run(5).atoms
    with pytest.warns(UserWarning, match="those of `atoms` are lost"):
        mdsim.Simulation(liquid, atoms=atoms)


def test_atoms_know_their_units(liquid):
    atoms = mdsim.Simulation(liquid).atoms
    assert atoms.units == "lj"
    with pytest.raises(ValueError, match="in the units of lj, and the input is in those of metal"):
        mdsim.Simulation({**liquid, "units": {"system": "metal"}}, atoms=atoms)
    with pytest.raises(ValueError, match="may be metal, real, nano"):
        atoms.to_ase()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"cell": [8.0, float("nan"), 8.0]}, "cell: some numbers are not finite"),
        ({"cell": [[8, 0, 0], [0, 8, 0], [0, 0, -8]]}, "right-handed"),
        ({"positions": np.empty((0, 3)), "species": []}, "there is no atom"),
        ({"species": "A"}, "a name for each atom"),
        ({"periodic": (True, False)}, "one or three of True and False"),
        ({"images": [[0.5, 0, 0]]}, "images: must be whole numbers"),
        ({"units": "SI"}, "units: must be one of lj"),
    ],
)
def test_atoms_that_cannot_be_are_refused(change, words):
    with pytest.raises(ValueError, match=words):
        mdsim.Atoms(**{"positions": [[1.0, 1.0, 1.0]], "species": ["A"], "cell": [8.0, 8.0, 8.0], **change})


def test_arrays_of_atoms_are_copies():
    positions = np.ones((1, 3))
    atoms = mdsim.Atoms(positions, ["A"], [8.0, 8.0, 8.0])
    atoms.positions += 1
    assert (positions == 1).all()
    assert repr(atoms) == "<mdsim.Atoms: 1 A, rectangular box 8, 8, 8>"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"atoms": np.zeros((3, 3))}, "must be mdsim.Atoms, found ndarray"),
        ({"overrides": ["stage.0.steps=5"]}, "overrides must be tables"),
    ],
)
def test_wrong_arguments_are_answered_in_words(liquid, wrong, words):
    with pytest.raises(TypeError, match=words):
        mdsim.Simulation(liquid, **wrong)


def test_each_number_of_thermo_has_its_unit(liquid):
    simulation = mdsim.Simulation(liquid)
    assert simulation.thermo_units == dict.fromkeys(simulation.thermo, "")


def test_steps_are_whole_numbers(liquid):
    with pytest.raises(TypeError, match="steps: must be a whole number, found 10.0"):
        mdsim.Simulation(liquid).run(10.0)


def test_atoms_of_ase_keep_lengths_and_speeds():
    ase = needed.module("ase")
    from ase.build import bulk
    from ase.md.velocitydistribution import MaxwellBoltzmannDistribution

    crystal = bulk("Cu", cubic=True) * (3, 3, 3)
    MaxwellBoltzmannDistribution(crystal, temperature_K=300, rng=np.random.default_rng(1))
    tables = {
        "units": {"system": "metal"},
        "run": {"threads": 1, "device": "cpu"},
        "species": [{"name": "Cu", "mass": 63.546}],
        "pair": {
            "cutoff": 5.0,
            "potential": [{"species": ["Cu", "Cu"], "type": "lennard_jones", "epsilon": 0.4, "sigma": 2.3}],
        },
        "stage": [{"name": "nve", "ensemble": "nve", "time_step": 0.001, "steps": 5}],
    }
    for units, factor in (("metal", 1.0), ("nano", 10.0)):
        atoms = mdsim.Atoms.from_ase(crystal, units)
        assert np.allclose(atoms.positions * factor, crystal.positions)
        back = atoms.to_ase(units)
        assert np.allclose(back.get_velocities(), crystal.get_velocities())
        assert back.get_kinetic_energy() == pytest.approx(crystal.get_kinetic_energy())
    simulation = mdsim.Simulation(tables, atoms=mdsim.Atoms.from_ase(crystal))
    assert simulation.thermo["kinetic_energy"] == pytest.approx(crystal.get_kinetic_energy(), rel=1e-6)
    assert simulation.units["energy"] == "eV"
    assert isinstance(simulation.atoms.to_ase(), ase.Atoms)


def test_several_simulations_do_not_disturb_each_other(liquid):
    alone = mdsim.Simulation(liquid).run().positions
    other = {**liquid, "run": {**liquid["run"], "seed": 8, "threads": 2, "precision": "double"}}
    a, b = mdsim.Simulation(liquid), mdsim.Simulation(other)
    while not (a.finished and b.finished):
        a.run(40)
        b.run(55)
        if a.step == a.last_step:
            a.run()
            b.run()
    assert np.array_equal(a.positions, alone)
    assert not np.array_equal(a.positions, b.positions)


def test_faults_are_exceptions(liquid, tmp_path):
    with pytest.raises(mdsim.InputError, match="cutof"):
        mdsim.Simulation({**liquid, "pair": {**liquid["pair"], "cutof": 3}})
    with pytest.raises(mdsim.InputError) as caught:
        mdsim.Simulation(liquid, overrides={"stage.0.time_step": -1, "stage.1.steps": "many"})
    assert "time_step" in str(caught.value) and "steps" in str(caught.value)
    with pytest.raises(FileNotFoundError):
        mdsim.Simulation(tmp_path / "nowhere.toml")
    with pytest.raises(ValueError, match="output"):
        mdsim.Simulation(liquid, resume=True)
    mdsim.run(liquid, tmp_path / "run.out")
    with pytest.raises(ValueError, match="species"):
        mdsim.Atoms([[0, 0, 0]], ["A", "B"], [1, 1, 1])
    with pytest.raises(ValueError, match="positions"):
        mdsim.Atoms([0, 0, 0], ["A"], [1, 1, 1])


def test_a_run_that_fails_is_lost_and_says_why(liquid, tmp_path):
    simulation = mdsim.Simulation(liquid, output=tmp_path / "run.out", overrides={"stage.1.time_step": 0.05})
    with pytest.raises(mdsim.PhysicsError) as caught:
        simulation.run()
    assert "step" in str(caught.value)
    with pytest.raises(mdsim.PhysicsError, match="failed"):
        _ = simulation.positions
    with pytest.raises(mdsim.PhysicsError, match="failed"):
        simulation.run()
    assert simulation.failed and repr(simulation) == "<mdsim.Simulation that failed behind step 0>"
    assert mdsim.open(tmp_path / "run.out").progress.state == "failed"
    assert mdsim.Simulation(liquid).run(5).step == 5


@pytest.mark.parametrize(("answer", "end"), [(np.True_, 20), (np.False_, 60), (1, 60), (None, 60)])
def test_true_alone_stops_a_run_also_that_of_numpy(liquid, answer, end):
    liquid["stage"] = liquid["stage"][:1]
    assert mdsim.Simulation(liquid).run(callback=lambda _: answer, every=20).step == end


def test_a_callback_may_stop_the_run_or_fail(liquid):
    simulation = mdsim.Simulation(liquid)
    simulation.run(callback=lambda s: s.step >= 40, every=20)
    assert simulation.step == 40 and not simulation.finished

    def fail(_):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        simulation.run(callback=fail, every=50)
    assert simulation.step == 50
    simulation.run()
    assert np.array_equal(simulation.positions, mdsim.Simulation(liquid).run().positions)


def test_a_run_that_was_left_is_resumed_with_the_same_bits(program, liquid, tmp_path):
    path = write_input(liquid, tmp_path)
    run_program(program, path, tmp_path / "whole.out")
    with mdsim.Simulation(path, output=tmp_path / "parts.out") as simulation:
        simulation.run(73)
    assert simulation.closed and simulation.step == 73
    progress = mdsim.open(tmp_path / "parts.out").progress
    assert (progress.state, progress.step) == ("stopped", 73)
    with pytest.raises(ValueError, match="closed"):
        _ = simulation.positions
    with mdsim.Simulation(path, output=tmp_path / "parts.out", resume=True) as simulation:
        assert simulation.step == 73
        simulation.run()
    assert_same_run(program, tmp_path / "whole.out", tmp_path / "parts.out")


def test_ctrl_c_stops_between_two_steps_and_the_run_goes_on(liquid, in_process, tmp_path):
    tables = {**liquid, "stage": [{**liquid["stage"][1], "steps": 100_000}]}
    script = WORDS + (
        f"tables = {tables!r}\n"
        "import os, signal, threading\n"
        "simulation = mdsim.Simulation(tables, output='run.out')\n"
        "threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "try:\n    simulation.run()\n    sys.exit('was not interrupted')\n"
        "except KeyboardInterrupt:\n    at = simulation.step\n"
        "assert 0 < at < 100_000, at\n"
        "from pathlib import Path\n"
        "simulation.run(10)\nassert simulation.step == at + 10\n"
        "simulation.close()\n"
        "assert signal.getsignal(signal.SIGINT) is signal.default_int_handler\n"
        "print(mdsim.open('run.out').progress.step - at)\n"
    )
    done = in_process(script)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.split() == ["10"]


def test_sigterm_ends_a_run_behind_a_checkpoint(liquid, tmp_path):
    tables = {**liquid, "stage": [{**liquid["stage"][1], "steps": 100_000}]}
    script = tmp_path / "script.py"
    script.write_text(WORDS + f"mdsim.run({tables!r}, 'run.out')\n")
    process = subprocess.Popen([sys.executable, str(script)], cwd=tmp_path)
    deadline = time.monotonic() + 60
    while not (tmp_path / "run.out/thermo.csv").exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(0.5)
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=60) == 5
    progress = mdsim.open(tmp_path / "run.out").progress
    assert progress.state == "stopped" and 0 < progress.step < 100_000


@pytest.mark.parametrize("output", ["run.out", None])
def test_a_limit_of_time_is_an_exception(liquid, tmp_path, output):
    tables = {**liquid, "run": {**liquid["run"], "wall_time": 0.5}, "stage": [{**liquid["stage"][1], "steps": 10**6}]}
    simulation = mdsim.Simulation(tables, output=output and tmp_path / output)
    with pytest.raises(mdsim.Stopped, match="wall_time"):
        simulation.run()
    assert simulation.closed


@pytest.mark.parametrize("ranks", [2, 3])
def test_ranks_share_a_run_and_all_see_all_atoms(ranks, liquid, in_process, tmp_path):
    script = WORDS + (
        f"tables = {liquid!r}\n"
        "simulation = mdsim.Simulation(tables)\n"
        "simulation.run(callback=lambda s: s.thermo, every=50)\n"
        "again = mdsim.Simulation(tables, atoms=simulation.atoms)\n"
        "assert np.array_equal(again.positions, simulation.positions)\n"
        "from mdsim import _core\n"
        "np.save(f'positions{_core.rank()}.npy', simulation.positions)\n"
        "np.save(f'forces{_core.rank()}.npy', simulation.forces)\n"
        "assert _core.size() == " + str(ranks) + "\n"
        "try:\n    mdsim.Simulation({**tables, 'nonsense': {}})\n    sys.exit('not refused')\n"
        "except mdsim.InputError as error:\n    assert 'nonsense' in str(error)\n"
    )
    done = in_process(script, ranks)
    assert done.returncode == 0, done.stdout + done.stderr
    alone = mdsim.Simulation(liquid).run()
    for rank in range(ranks):
        assert np.array_equal(np.load(tmp_path / f"positions{rank}.npy"), alone.positions)
        assert np.array_equal(np.load(tmp_path / f"forces{rank}.npy"), alone.forces)


def test_a_minimization_ends_where_its_stage_does(liquid):
    """A stop that lies among the steps which are not needed is at the end of the stage, before the next one."""
    stages = [
        {
            "ensemble": "minimize",
            "steps": 3000,
            "time_step": 0.005,
            "minimize": {"force_tolerance": 1e-3, "temperature_after": 0.5},
        },
        {"ensemble": "nve", "steps": 50, "time_step": 0.005},
    ]
    text = {**liquid, "stage": stages}
    text["system"] = {"lattice": {**text["system"]["lattice"], "displacement": 0.1}}
    text.pop("velocity", None)
    with mdsim.Simulation(text) as simulation:
        simulation.run(1000)
        assert simulation.step == 3000 and not simulation.finished
        assert np.abs(simulation.velocities).max() == 0
        assert np.abs(simulation.forces).max() < 1e-3
        simulation.run(10)
        assert simulation.step == 3010 and np.abs(simulation.velocities).max() > 0.1
    stages[0]["steps"] = 5
    with mdsim.Simulation(text) as simulation, pytest.warns(UserWarning, match="did not come to its end"):
        simulation.run(6)
