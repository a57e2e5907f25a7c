# SPDX-License-Identifier: BSD-3-Clause
"""Runs that a script leads have the bits of the program where they are computed: on processors and on a GPU."""

import numpy as np
import pytest
from program_runs import assert_same_run, run_program, write_input

import mdsim


@pytest.fixture(params=["cpu", "cuda"])
def tables(request, liquid):
    """The liquid for one of the devices; skips the test where there is no GPU."""
    return liquid if request.param == "cpu" else request.getfixturevalue("on_gpu")


def test_a_led_run_has_the_bits_of_the_program(program, tables, tmp_path):
    path = write_input(tables, tmp_path)
    run_program(program, path, tmp_path / "program.out")
    with mdsim.Simulation(path, output=tmp_path / "script.out") as simulation:
        for steps in (1, 36, 60):
            simulation.run(steps)
        simulation.run()
    assert_same_run(program, tmp_path / "program.out", tmp_path / "script.out")
    parts = [mdsim.open(tmp_path / name).summary for name in ("program.out", "script.out")]
    assert parts[0]["device"] == parts[1]["device"]
    assert (parts[0]["device"] == "cpu") == (tables["run"]["device"] == "cpu"), "it was computed elsewhere"


def test_a_run_that_was_left_goes_on_in_the_program(program, tables, tmp_path):
    path = write_input(tables, tmp_path)
    run_program(program, path, tmp_path / "whole.out")
    with mdsim.Simulation(path, output=tmp_path / "parts.out") as simulation:
        simulation.run(73)
    run_program(program, path, tmp_path / "parts.out", "--resume")
    assert_same_run(program, tmp_path / "whole.out", tmp_path / "parts.out")


def test_simulations_that_take_turns_have_the_bits_of_each_alone(tables):
    others = [{}, {"run.seed": 8}, {"run.precision": "double"}, {"stage.0.temperature": 1.3}]
    alone = [mdsim.Simulation(tables, overrides=keys).run().positions for keys in others]
    together = [mdsim.Simulation(tables, overrides=keys) for keys in others]
    while not all(simulation.finished for simulation in together):
        for turn, simulation in enumerate(together):
            if not simulation.finished:
                simulation.run(17 + 8 * turn)
    for keys, simulation, positions in zip(others, together, alone):
        assert np.array_equal(simulation.positions, positions), f"{keys} has other bits beside others"
    assert not any(np.array_equal(alone[0], positions) for positions in alone[1:])


def test_a_simulation_outlives_others_of_its_process(tables):
    lasting = mdsim.Simulation(tables).run(50)
    for seed in range(3):
        with mdsim.Simulation(tables, overrides={"run.seed": seed}) as other:
            other.run(30)
    failing = mdsim.Simulation(tables, overrides={"stage.1.time_step": 0.05})
    with pytest.raises(mdsim.PhysicsError):
        failing.run()
    assert np.array_equal(lasting.run().positions, mdsim.Simulation(tables).run().positions)


def test_a_callback_sees_the_steps_and_changes_no_bit(tables, tmp_path):
    plain = mdsim.Simulation(tables, output=tmp_path / "plain.out").run()
    table = plain.results.thermo_arrays()
    temperatures = dict(zip(table["step"].tolist(), table["temperature"].tolist()))
    seen = []

    def look(simulation):
        seen.append(simulation.step)
        assert simulation.thermo["temperature"] == pytest.approx(temperatures[simulation.step], rel=1e-9)
        assert simulation.positions.shape == simulation.forces.shape == (500, 3)
        simulation.on_device("velocities")

    looked_at = mdsim.Simulation(tables).run(callback=look, every=30)
    assert seen == [30, 60, 90, 120, 150]
    assert np.array_equal(looked_at.positions, plain.positions)
    assert np.array_equal(looked_at.velocities, plain.velocities)


def test_a_callback_that_fails_leaves_a_simulation_that_goes_on(tables):
    def fail(_):
        raise KeyError("mine")

    simulation = mdsim.Simulation(tables)
    with pytest.raises(KeyError, match="mine"):
        simulation.run(callback=fail, every=40)
    assert simulation.step == 40
    simulation.run(callback=lambda s: s.step >= 80, every=20)
    assert simulation.step == 80
    assert np.array_equal(simulation.run().positions, mdsim.Simulation(tables).run().positions)
