#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Whether the kernels give the bits of this processor on an emulated 64-bit ARM processor too.
# Usage: compare_aarch64.sh KERNEL_BITS BUILD, the program built for this processor, and a folder.
set -euo pipefail
native=$1 build=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=../../tools/lib/common.sh
source "$here/../../tools/lib/common.sh"
# shellcheck source=../../tools/lib/build.sh
source "$here/../../tools/lib/build.sh"

compiler=aarch64-linux-gnu-g++
have "$compiler" || skip_without g++-aarch64-linux-gnu "no $compiler here (package g++-aarch64-linux-gnu)"
emulator=$(command -v qemu-aarch64 || command -v qemu-aarch64-static) ||
    skip_without qemu-user "no qemu-aarch64 here (package qemu-user)"

mkdir -p "$build"
cmake -S "$here" -B "$build" -G Ninja -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
    -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release -DMDSIM_WERROR=OFF \
    -DCMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG" \
    >"$build/configure.log"
cmake --build "$build" --parallel "$(build_jobs)"

libraries=$(dirname "$(dirname "$("$compiler" -print-file-name=libc.so.6)")")
export OMP_NUM_THREADS=1
"$native" >"$build/native"
faults=0
for level in baseline neon; do
    MDSIM_SIMD=$level "$emulator" -L "$libraries" "$build/kernel_bits" >"$build/$level"
    diff "$build/native" "$build/$level" || faults=1
done
[ "$faults" -eq 0 ] || { say "the bits on 64-bit ARM are others"; exit 1; }
say "$(wc -l <"$build/native") results have the same bits on this processor, and on 64-bit ARM with" \
    "the baseline and with NEON"
