# SPDX-License-Identifier: BSD-3-Clause
"""How a run stands: `view` reads the files of the run, `text` puts it in lines, `screen` paints a terminal."""
