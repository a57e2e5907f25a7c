# SPDX-License-Identifier: BSD-3-Clause
"""The packages that only pages and pictures need."""

from __future__ import annotations

import importlib
from typing import Any


def need(module: str) -> Any:
    """A package that pages and pictures need; raises ImportError with the line that installs all of them."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.split(".")[0]
        raise ImportError(
            f"{package}, which reports and plots need, cannot be imported ({error}): "
            "python3 -m pip install jinja2 matplotlib h5py"
        ) from error
