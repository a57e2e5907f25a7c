# SPDX-License-Identifier: BSD-3-Clause
"""What the validation runs, checks and reports."""
