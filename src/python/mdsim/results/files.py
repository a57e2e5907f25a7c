# SPDX-License-Identifier: BSD-3-Clause
"""Opens the files of a run, and says in words what is wrong with them."""

from __future__ import annotations

import importlib
import json
import time
from pathlib import Path
from typing import Any

TRIES, PAUSE = 20, 0.05
"""how often, and after how many seconds, a file is tried again that a run was writing to"""

SETTLED = 0.2
"""a file that has not changed for so many seconds looks other after the next change"""

Signature = tuple[int, int, int]
"""changes whenever a file does"""


def need(module: str, purpose: str) -> Any:
    """A package that only this purpose needs; raises ImportError with the line that installs it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.split(".")[0]
        words = f"{purpose} needs {package}, which cannot be imported ({error}): python -m pip install {package}"
        raise ImportError(words) from error


def signature(path: Path) -> Signature | None:
    """The inode, the size and the time of the last change of a file.

    None where it has changed a moment ago: it may change again within the same tick of the clock, and look the same.
    """
    status = path.stat()
    if time.time() - status.st_mtime < SETTLED:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def damaged(path: Path, what: str) -> ValueError:
    """The exception for a file whose content is not what mdsim writes."""
    return ValueError(f"{path} is damaged: {what}. `mdsim check {path.parent}` says which files are good")


def missing(path: Path, why: str) -> FileNotFoundError:
    """The exception for a file that is not there."""
    return FileNotFoundError(f"{path} is not there: {why}")


def read_text(path: Path, why: str) -> str:
    """The text of a file; `why` says why it may not be there."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        raise missing(path, why) from None


def read_json(path: Path, why: str) -> dict[str, Any]:
    """A JSON object; `why` says why the file may not be there."""
    text = read_text(path, why)
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise damaged(path, f"no JSON ({error})") from error
    if not isinstance(found, dict):
        raise damaged(path, "no JSON object")
    return found


def open_hdf5(path: Path, why: str) -> Any:
    """An HDF5 file as an h5py.File for reading, without a lock, so that a run may go on writing to it.

    While a run writes a row, its file may not open for a moment; it is then tried again.
    """
    h5py = need("h5py", f"reading {path.name}")
    for left in reversed(range(TRIES)):
        try:
            return _open_unlocked(h5py, path)
        except FileNotFoundError:
            raise missing(path, why) from None
        except PermissionError:
            raise
        except (OSError, RuntimeError) as error:
            if left == 0:
                raise unreadable(path, error) from error
        time.sleep(PAUSE)
    raise AssertionError("the last try returns or raises")


def unreadable(path: Path, error: Exception) -> ValueError:
    """The exception for an HDF5 file that cannot be read, also some time later."""
    advice = "If the run was killed, it may be half written, and `mdsim INPUT --resume` repairs it"
    return ValueError(
        f"{path} is damaged or incomplete: {error}. {advice}. `mdsim check {path.parent}` says which files are good"
    )


def _open_unlocked(h5py: Any, path: Path) -> Any:
    try:
        return h5py.File(path, "r", locking=False)
    except (TypeError, ValueError):  # h5py before 3.5, or HDF5 that knows no such choice
        return h5py.File(path, "r")
    except OSError as error:
        if "locking flag" not in str(error):
            raise
        return h5py.File(path, "r")  # this process has opened it with a lock already


def text_of(value: Any) -> str:
    """A text of HDF5, which h5py gives as bytes or str."""
    return value.decode("utf-8", errors="replace") if isinstance(value, bytes) else str(value)


def unit_of(dataset: Any) -> str:
    """The attribute `unit` of a dataset; empty where there is none."""
    return text_of(dataset.attrs.get("unit", ""))
