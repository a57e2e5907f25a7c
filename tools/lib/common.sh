# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Shared by the scripts of tools/: where we are, how progress and failures are told.

# shellcheck disable=SC2034 # used by the scripts that source this file
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

say() { printf 'mdsim: %s\n' "$*" >&2; }

have() { command -v "$1" >/dev/null 2>&1; }

# skip_without PACKAGE WORDS... : ends a check that cannot be made for want of a package, with 77 (skipped),
# or with 1 where MDSIM_REQUIRE_TESTS asks for the package.
skip_without() {
    local package=$1
    shift
    case " ${MDSIM_REQUIRE_TESTS:-} " in
    *" $package "* | *" all "*) say "$*; MDSIM_REQUIRE_TESTS asks for $package"; exit 1 ;;
    esac
    say "skipped: $*"
    exit 77
}

# logged STAGE LOG COMMAND... : one line while it runs, one when done; the end of the log on failure.
logged() {
    local stage=$1 log=$2 start=$SECONDS
    shift 2
    mkdir -p "$(dirname "$log")"
    printf 'mdsim: %s ... ' "$stage" >&2
    if "$@" >"$log" 2>&1; then
        printf 'done (%d s)\n' $((SECONDS - start)) >&2
        return 0
    fi
    printf 'FAILED\n' >&2
    explain_failure "$log"
    return 1
}

explain_failure() {
    grep -nE '(error|Error|ERROR|E):|undefined reference|Error at' "$1" | cut -c1-200 |
        head -n 10 >&2 || true
    printf -- '---- last lines of %s ----\n' "$1" >&2
    tail -n 20 "$1" | cut -c1-300 >&2
}
