# SPDX-License-Identifier: BSD-3-Clause
"""What tools/bench measures, how it runs it, and how it tells it."""
