# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Configuring and building in build/. Needs common.sh and packages.sh. MDSIM_CMAKE_OPTIONS may hold
# further options for CMake, e.g. "-DMDSIM_HDF5=SERIAL".

build_dir=$root/build

# prepare tests|program AUTO|CHECK|ON [CMAKE OPTION...] : packages and configuration, nothing if both
# stand. The second is MDSIM_CUDA: a GPU backend that was asked for once (ON) stays.
prepare() {
    local purpose=$1 cuda=$2 extra=() tool
    shift 2
    read -r -a extra <<<"${MDSIM_CMAKE_OPTIONS:-}"
    ensure_packages "$purpose" || exit 3
    choose_compiler || { say "no C++ compiler of GCC 12 or newer"; list_packages "$purpose"; }
    for tool in cmake ninja; do
        have "$tool" || { say "$tool was not found"; list_packages "$purpose"; }
    done
    # The same base comes first for both purposes, so that tools/run takes over what tools/test made.
    local base wanted made
    made=$(cat "$build_dir/.configured" 2>/dev/null || true)
    [[ "$cuda" != AUTO || "$made" != *"|MDSIM_CUDA=ON|"* ]] || cuda=ON
    base=$(printf '%s|' "${CXX:-c++}" "$root" "${extra[*]}" "MDSIM_CUDA=$cuda")
    wanted=$base
    [ $# -eq 0 ] || wanted+=$(printf '%s|' "$@")
    if [ "$(cached MDSIM_CUDA)$(cached MDSIM_GPU_SEEN)" = AUTO ] && gpu_seen; then made=''; fi
    if [[ "$made" == "$wanted"* && -e "$build_dir/build.ninja" ]]; then
        say "configuration: up to date"
        return 0
    fi
    [[ "$made" == "$base"* ]] || forget_configuration
    if ! logged "configuration" "$build_dir/configure.log" \
        cmake -S "$root" -B "$build_dir" -G Ninja "-DMDSIM_CUDA=$cuda" "$@" "${extra[@]}"; then
        grep -q 'libraries were not found' "$build_dir/configure.log" && list_packages "$purpose"
        exit 1
    fi
    grep -E '^-- (CUDA|HDF5|Catch2)' "$build_dir/configure.log" | sed 's/^-- /mdsim:   /' >&2 || true
    echo "$wanted" >"$build_dir/.configured"
}

# cached NAME : what CMake remembers of a variable, empty if nothing.
cached() { sed -n "s/^$1:[A-Z]*=//p" "$build_dir/CMakeCache.txt" 2>/dev/null || true; }

# The same question as mdsim_look_for_gpu of cmake/ asks.
gpu_seen() {
    compgen -G '/dev/nvidia[0-9]*' >/dev/null || { nvidia-smi -L 2>/dev/null | grep -q '^GPU '; }
}

# CMake remembers options, compiler and place; the objects stay, Ninja knows which are still good.
forget_configuration() { rm -rf "$build_dir"/CMakeCache.txt "$build_dir"/CMakeFiles/[0-9]*; }

# As many jobs as cores, fewer where memory is short: a large file takes the compiler about 1.5 GB.
build_jobs() {
    local cores memory
    cores=$(nproc)
    memory=$(awk '/MemAvailable/ { print int($2 / 1500000) }' /proc/meminfo 2>/dev/null || echo 1)
    [ "$memory" -ge 1 ] || memory=1
    echo $((cores < memory ? cores : memory))
}

# build TARGET...
build() {
    logged "build" "$build_dir/build.log" \
        cmake --build "$build_dir" --parallel "$(build_jobs)" --target "$@" || exit 1
    # Said where the program is new, not at every call.
    if [ -n "$(cached MDSIM_WHY_NO_CUDA)" ] && grep -q 'executable mdsim$' "$build_dir/build.log"; then
        say "this build has no GPU backend ($(cached MDSIM_WHY_NO_CUDA)): tools/run --cuda adds it"
    fi
}
