# SPDX-License-Identifier: BSD-3-Clause
"""`python -m mdsim report OUT` and the other commands of the package."""

from __future__ import annotations

import sys

from mdsim.commands import main

if __name__ == "__main__":
    sys.exit(main())
