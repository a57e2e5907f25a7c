# SPDX-License-Identifier: BSD-3-Clause
"""Names for the types of arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from typing_extensions import TypeAlias

Reals: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.int32]
