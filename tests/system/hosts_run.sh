#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# tools/hosts-run: what it would start, and what it refuses. Usage: hosts_run.sh PROGRAM
set -euo pipefail
script=$(dirname "${BASH_SOURCE[0]}")/../../tools/hosts-run
export MDSIM=$1 NCCL_SOCKET_IFNAME=eth7
failed=0

# expect STATUS WORDS ARGUMENT... : the script ends so, and says these words.
expect() {
    local status=0 wanted=$1 words=$2 said
    shift 2
    said=$("$script" "$@" 2>&1) || status=$?
    if [ "$status" -ne "$wanted" ] || [[ "$said" != *"$words"* ]]; then
        echo "hosts-run $*: status $status, expected $wanted with '$words', said:"
        echo "$said"
        failed=1
    fi
}

if [[ "$(mpirun --version 2>/dev/null)" == *"Open MPI"* ]]; then
    expect 0 '--host localhost:2\,n2:3 -n 5 ' --print localhost:2,n2:3 gpu in.toml
    expect 0 ' -x NCCL_SOCKET_IFNAME ' --print localhost:2 gpu in.toml
    OMP_NUM_THREADS=2 expect 0 ' -x OMP_NUM_THREADS ' --print localhost:2 cpu in.toml
fi
expect 0 ' in.toml --quiet --set run.device=cuda ' --print localhost:2 gpu in.toml --quiet
expect 0 ' --set run.device=cpu ' --print n1,n2 cpu in.toml
expect 2 'n1:none: how many ranks? Say it as in n1:4' n1:none cpu in.toml
expect 2 usage n1:2 tpu in.toml
expect 2 usage n1:2 cpu
expect 3 'no-such-host.invalid: cannot be reached' localhost:1,no-such-host.invalid:1 cpu in.toml
MDSIM=/bin/false expect 3 'does not run here: build it first' localhost:1 cpu in.toml
MDSIM=/no/such/folder/mdsim expect 3 'mdsim: /no/such/folder/mdsim does not run here' n1:1 cpu in.toml
exit "$failed"
