# SPDX-License-Identifier: BSD-3-Clause
"""The sections of a page: `content(run)` of each module gives what the template of that section shows."""
