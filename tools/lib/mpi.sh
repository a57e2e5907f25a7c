# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Starting ranks on one machine. Needs common.sh.

# launch_ranks N COMMAND... : replaces this process by mpirun. Ranks are not bound to cores, or the
# threads of a rank would share one; where there are more ranks than cores, a waiting rank yields.
launch_ranks() {
    local ranks=$1 cores flags=()
    shift
    cores=$(nproc)
    export OMP_NUM_THREADS=${OMP_NUM_THREADS:-$((cores > ranks ? cores / ranks : 1))}
    if [[ "$(mpirun --version 2>/dev/null)" == *"Open MPI"* ]]; then
        flags=(--bind-to none --mca btl_base_warn_component_unused 0)
        if [ "$ranks" -gt "$cores" ]; then
            flags+=(--oversubscribe --mca mpi_yield_when_idle 1)
        fi
        [ "$(id -u)" -ne 0 ] || flags+=(--allow-run-as-root)
    fi
    exec mpirun "${flags[@]}" -n "$ranks" "$@"
}
