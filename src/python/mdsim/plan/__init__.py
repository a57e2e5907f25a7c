# SPDX-License-Identifier: BSD-3-Clause
"""What a run will take: time, energy, money, disk, on several numbers of ranks."""
