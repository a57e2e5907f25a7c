# SPDX-License-Identifier: BSD-3-Clause
"""The program that is validated, and where it computes."""

from __future__ import annotations

from pathlib import Path

from mdsim_tools import program
from mdsim_tools.program import AnyPath, Environment, Settings


class Mdsim(program.Program):
    """The program, with the number of ranks and the device to run it on, in the environment of the user."""

    def __init__(self, path: AnyPath, ranks: int = 1, device: str = "cpu") -> None:
        super().__init__(path, ".")
        self.ranks = ranks
        self.device = device

    def environment(self, extra: Environment = None) -> dict[str, str]:
        """What the user has set comes first."""
        return program.user_environment(extra)

    def device_name(self) -> str:
        """What the program calls the device that it would use."""
        if self.device == "cpu":
            return "CPU"
        line = next((x for x in self.doctor().splitlines() if x.startswith("GPU ")), "GPU unknown")
        return line[4:].strip()

    def compute(self, toml: Path, output: Path, precision: str, settings: Settings | None = None) -> Path:
        """Runs an input with some keys replaced; returns the output folder."""
        keys = {"run.precision": precision, "run.device": self.device, **(settings or {})}
        self.run(toml, output, "--overwrite", ranks=self.ranks, settings=keys)
        return output
