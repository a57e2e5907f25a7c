# SPDX-License-Identifier: BSD-3-Clause
"""The man page and the completions of shells, made from what `mdsim --describe commands` prints."""
