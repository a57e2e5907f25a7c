#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Opens sample trajectories with h5py and MDAnalysis; skipped (77) where no Python has both.
set -euo pipefail
export PYTHONWARNINGS=ignore

program=$1
writer=$(dirname "$program")/tests/test_output
check=$(dirname "$0")/../../tools/check-h5md
if [[ ! -x $writer ]]; then
    echo "skipped: $writer is not built"
    exit 77
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
MDSIM_SAMPLE_FOLDER=$folder "$writer" "[.samples]"

for python in "${MDSIM_PYTHON:-python3}" /usr/bin/python3; do
    status=0
    "$python" "$check" "$folder"/*.h5md || status=$?
    if [[ $status -ne 77 ]]; then
        break
    fi
done
if [[ $status -ne 0 ]]; then
    exit "$status"
fi

# The check itself must be able to fail: a fixed edge matrix is what MDAnalysis cannot read.
"$python" - "$folder/nano.h5md" <<'PYTHON'
import sys
import h5py
with h5py.File(sys.argv[1], "r+") as file:
    del file["particles/system/box/edges/step"]
PYTHON
if "$python" "$check" "$folder/nano.h5md" > /dev/null; then
    echo "check-h5md did not notice a broken file"
    exit 1
fi
