#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Builds the tests labelled sanitized by a preset with sanitizers and runs them; other than by the
# preset alone, headers are precompiled, which takes half the time. Usage: sanitized_units.sh PRESET
set -euo pipefail
preset=$1
# shellcheck source=../../tools/lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../tools/lib/common.sh"
# shellcheck source=../../tools/lib/build.sh
source "$root/tools/lib/build.sh"

cd "$root"
read -r -a options <<<"${MDSIM_CMAKE_OPTIONS:-}"
cmake --preset "$preset" -DMDSIM_TESTS=ON -DMDSIM_PCH=AUTO "${options[@]}" >/dev/null
cmake --build "build-$preset" --parallel "$(build_jobs)" --target sanitized_tests

run_units() {
    ctest --test-dir "build-$preset" -j "$(nproc)" --output-on-failure --no-tests=error -L '^sanitized$' "$@"
}

# True if each test that failed did so because the search for leaks crashed. It does so once in some
# hundred runs, behind tests that passed: LeakSanitizer reads memory of threads that are about to end
# (google/sanitizers, issue 1353).
only_leak_search_crashed() {
    local failed crashed
    failed=$(grep -c '\*\*\*' "$1") || true
    crashed=$(grep -c 'LeakSanitizer has encountered a fatal error' "$1") || true
    ((failed > 0 && failed == crashed))
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! run_units | tee "$log"; then
    only_leak_search_crashed "$log" || exit 1
    echo "sanitized_units.sh: the search for leaks crashed in these tests: they run once more"
    run_units --rerun-failed
fi
