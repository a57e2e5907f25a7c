# SPDX-License-Identifier: BSD-3-Clause
"""Files that commands write."""

from __future__ import annotations

import os
from pathlib import Path


def named_after(folder: str, ending: str) -> str:
    """The name of a file about a run, in the current folder: `lj_liquid.out.html`."""
    return f"{Path(folder).resolve().name}.{ending}"


def replace(target: Path, content: bytes) -> None:
    """Writes a file as a whole, or leaves what was there, and says its name."""
    if not target.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {target.parent} to write {target.name} to")
    draft = target.with_name(f"{target.name}.{os.getpid()}.tmp")
    try:
        draft.write_bytes(content)
        os.replace(draft, target)
    except FileNotFoundError as error:  # of the machine here, as the folder is there
        raise OSError(f"{target} cannot be written: {error}") from error
    finally:
        draft.unlink(missing_ok=True)
    print(target)
