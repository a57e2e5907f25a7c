#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The short selection of the validation; takes the Python that has h5py, to look at forces too.
set -euo pipefail

program=$1
run=$(dirname "$0")/../../validation/run
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

python=${MDSIM_PYTHON:-python3}
if ! "$python" -c "import h5py" 2> /dev/null && [[ -x /usr/bin/python3 ]]; then
    python=/usr/bin/python3
fi
"$python" "$run" --quick --mdsim "$program" --results "$results" > "$results/log" || {
    grep -v '^pass' "$results/log"
    exit 1
}
tail -n 1 "$results/log"

# The validation itself must be able to fail: a program that is not mdsim.
if "$python" "$run" --case lj13-cluster --mdsim /bin/true --results "$results" > /dev/null 2>&1; then
    echo "the validation passed without a program"
    exit 1
fi
