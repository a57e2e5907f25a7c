#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Builds the unit tests by a preset with sanitizers and runs them; other than by the preset alone,
# headers are precompiled, which takes half the time. Usage: sanitized_units.sh PRESET
set -euo pipefail
preset=$1
# shellcheck source=../../tools/lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../tools/lib/common.sh"
# shellcheck source=../../tools/lib/build.sh
source "$root/tools/lib/build.sh"

cd "$root"
read -r -a options <<<"${MDSIM_CMAKE_OPTIONS:-}"
cmake --preset "$preset" -DMDSIM_TESTS=ON -DMDSIM_PCH=AUTO "${options[@]}" >/dev/null
cmake --build "build-$preset" --parallel "$(build_jobs)" --target unit_tests
ctest --test-dir "build-$preset" -j "$(nproc)" --output-on-failure --no-tests=error -L '^unit$'
