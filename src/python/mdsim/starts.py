# SPDX-License-Identifier: BSD-3-Clause
"""Runs that begin with atoms which a script has at hand."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mdsim import _core
from mdsim.atoms import Atoms
from mdsim.errors import InputError, MachineError
from mdsim.inputs import InputText, sections_of, with_start

Lead = Callable[[InputText], _core.Run]


def expect_atoms(atoms: Any, text: InputText) -> None:
    """They are atoms in the units of the input, which leaves to them what they say of themselves."""
    if hasattr(atoms, "get_chemical_symbols"):
        raise TypeError("atoms: those of ASE are taken as mdsim.Atoms.from_ase(atoms, units)")
    if not isinstance(atoms, Atoms):
        raise TypeError(f"atoms: must be mdsim.Atoms, found {type(atoms).__name__}")
    sections = sections_of(text)
    system = sections.get("units", {}).get("system")
    if atoms.units and system and atoms.units != system:
        raise ValueError(f"atoms: they are in the units of {atoms.units}, and the input is in those of {system}")
    if _core.rank() != 0:
        return
    if atoms.velocities is not None and "velocity" in sections:
        warnings.warn(
            "the section [velocity] of the input draws new velocities, and those of `atoms` are lost; leave it out to "
            "keep them",
            stacklevel=3,
        )
    periodic = sections.get("box", {}).get("periodic")
    if periodic is not None and tuple(periodic) != atoms.periodic:
        warnings.warn(f"box.periodic of the input, {periodic}, takes the place of that of `atoms`", stacklevel=3)


def lead_from(atoms: Atoms, text: InputText, folder: Path | None, lead: Lead) -> _core.Run:
    """With a folder the atoms stay beside it, as a start that the program can take up: others have another name."""
    if folder is not None:
        path = folder.with_name(f"{folder.name.removesuffix('.out')}.start-{atoms.digest()}.h5md").absolute()
        return _lead_with(atoms, text, path, lead, keep=True)
    with tempfile.TemporaryDirectory(prefix="mdsim-") as scratch:
        path = Path(_core.root_text(scratch)) / "start.h5md"
        return _lead_with(atoms, text, path, lead, keep=False)


def _lead_with(atoms: Atoms, text: InputText, path: Path, lead: Lead, *, keep: bool) -> _core.Run:
    """Leads a run that starts from a file; where it is refused, the file is gone again, unless it was there before."""
    made = _write_start(atoms, path)
    try:
        return lead(with_start(text, path, atoms.names))
    except BaseException as error:
        if made and keep:
            path.unlink(missing_ok=True)
        if isinstance(error, InputError) and str(path) in str(error):
            raise InputError(str(error).replace(str(path), "atoms")) from None
        raise


def _write_start(atoms: Atoms, path: Path) -> bool:
    """Whether this rank has made the file; the others wait for it."""
    made, failure = _core.rank() == 0 and not path.exists(), ""
    if made:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_name(path.name + ".part")
            atoms.write(part)
            part.replace(path)  # whole, or not there
        except OSError as error:
            failure = f"{path}: {error.strerror or error}"
    failure = _core.root_text(failure)
    if failure:
        raise MachineError(failure)
    return made
