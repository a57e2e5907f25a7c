# SPDX-License-Identifier: BSD-3-Clause
"""Elastic constants at rest, from the stress of boxes that are strained a little and whose atoms are relaxed."""
