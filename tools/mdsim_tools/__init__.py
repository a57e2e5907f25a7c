# SPDX-License-Identifier: BSD-3-Clause
"""What the scripts of tools/, tests/system and validation share: starting mdsim, reading its files, statistics."""
