#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# pip_install.sh PYTHON PROGRAM: installs the package as users do, into an environment of its own, and does
# a run with it, whose bits must be those of PROGRAM. Exit status 77 without a network.
set -euo pipefail
python=$1 program=$2
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$python" -m venv "$scratch/venv"
pip=("$scratch/venv/bin/pip" --disable-pip-version-check --timeout 20)
if ! "${pip[@]}" --quiet download --no-deps -d "$scratch/wheels" scikit-build-core; then
    echo "skipped: scikit-build-core cannot be downloaded"
    exit 77
fi
"${pip[@]}" install --quiet -Cbuild-dir="$scratch/build" "$root"

cat >"$scratch/script.py" <<'END'
import sys
import mdsim

FEW = {"stage.0.steps": 50, "stage.1.steps": 0, "thermo.every": 10}
results = mdsim.run(sys.argv[1], output="package.out", overrides=FEW)
assert results.finished, results
END
cd "$scratch"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
"$scratch/venv/bin/python" script.py "$root/inputs/lj_liquid.toml"
"$program" "$root/inputs/lj_liquid.toml" --output program.out --set stage.0.steps=50 --set stage.1.steps=0 \
    --set thermo.every=10 --quiet
"$program" compare package.out program.out
# The program comes along.
"$scratch/venv/bin/mdsim" --version
