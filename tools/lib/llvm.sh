# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# The LLVM tools, version 14, and the files they look at. Needs common.sh.

llvm_tool() {
    local candidate
    for candidate in "$1-14" "$1" "/usr/lib/llvm-14/bin/$1"; do
        if have "$candidate" && [[ "$("$candidate" --version)" == *"version 14."* ]]; then
            echo "$candidate"
            return 0
        fi
    done
    return 1
}

# Our C++ and CUDA sources, relative to the repository.
our_sources() {
    (cd "$root" && find src kernels tests -type f -regex '.*\.\(cpp\|hpp\|cu\|cuh\)' 2>/dev/null |
        sort)
}
