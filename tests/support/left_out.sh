#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# left_out.sh PACKAGE WORDS: stands for tests of what could not be built for want of a package.
set -euo pipefail
# shellcheck source=../../tools/lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../tools/lib/common.sh"
skip_without "$@"
