#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The program without the GPU backend calls nothing of CUDA and says what it is. Usage: without_cuda.sh PROGRAM
set -euo pipefail
program=$1
called=$(nm -D --undefined-only "$program" | grep ' cuda' || true)
if [ -n "$called" ]; then
    echo "src/cpu/no_device.cpp lacks what kernels/ define; these come from CUDA:"
    echo "$called"
    exit 1
fi
"$program" doctor | grep '^GPU'
"$program" doctor | grep -q '^GPU *none'
