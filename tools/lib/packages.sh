# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# What mdsim needs from the distribution, and how to get it. Needs common.sh. apt is called only for
# what is missing. A package whose headers lie in third_party/ (tools/bundle-deps) is not needed.

build_packages=(g++ cmake ninja-build pkg-config openmpi-bin libopenmpi-dev libhdf5-openmpi-dev
    libtomlplusplus-dev:toml++/impl/version.h libcli11-dev:CLI/CLI.hpp libfmt-dev:fmt/format.h
    libspdlog-dev:spdlog/spdlog.h nlohmann-json3-dev:nlohmann/json.hpp)
# Installed along with these where the distribution has them; mdsim is built without them, too.
helpful_packages=(prometheus-cpp-dev)
test_packages=(catch2:catch2/catch.hpp python3)
# Tests that want these are skipped, and say so, where they cannot be had.
reader_packages=(python3-pytest python3-h5py python3-mdanalysis python3-ase python3-venv python3-dev
    prometheus-cpp-dev groff-base mandoc man-db)
# These are services that begin by themselves where there is systemd.
[ -d /run/systemd/system ] || reader_packages+=(prometheus openssh-server iproute2 slurm-wlm)
# What Python imports in build/venv; numpy, nbformat and yaml come along with others.
venv_modules=(pytest h5py numpy MDAnalysis ase ovito nanobind pandas matplotlib jinja2 tomli_w chemfiles nbclient
    nbformat ipykernel ruff mypy kubernetes_validate yaml physical_validation)
# What shows pages and completes commands; large, so only tools/test --full asks for it.
display_packages=(chromium fish zsh)
lint_packages=(clang-format-14 clang-tidy-14 libomp-14-dev shellcheck)
docs_packages=(doxygen python3-venv)
packaging_packages=(debootstrap dpkg-dev lintian)
aarch64_packages=(g++-aarch64-linux-gnu qemu-user)

# The compiler: $CXX, or the first of these that is GCC 12 or newer. Sets CXX and CC if c++ is not.
choose_compiler() {
    [ -z "${CXX:-}" ] || return 0
    local candidate
    for candidate in c++ g++ g++-13 g++-12; do
        if have "$candidate" && [ "$(compiler_major "$candidate")" -ge 12 ]; then
            case $candidate in
            c++) ;;
            *) export CXX=$candidate CC=${candidate/g++/gcc} ;;
            esac
            return 0
        fi
    done
    return 1
}

compiler_major() { "$1" -dumpversion 2>/dev/null | cut -d. -f1 | grep -E '^[0-9]+$' || echo 0; }

# packages_for tests|program : the names, one a line.
packages_for() {
    local entry entries=("${build_packages[@]}")
    [ "$1" != tests ] || entries+=("${test_packages[@]}")
    for entry in "${entries[@]}"; do
        case $entry in
        *:*) [ -e "$root/third_party/include/${entry#*:}" ] || echo "${entry%%:*}" ;;
        g++) if choose_compiler; then echo "${CXX:-g++}"; else newer_compiler; fi ;;
        *) echo "$entry" ;;
        esac
    done
}

# The compiler package to ask for: g++, or g++-12 where the distribution's own is older than that.
newer_compiler() {
    local major
    major=$(sed -nE 's/^ *Candidate: ([0-9]+:)?([0-9]+).*/\2/p' <<<"$(apt-cache policy g++ 2>/dev/null)")
    if [ "${major:-12}" -ge 12 ]; then echo g++; else echo g++-12; fi
}

# missing_of NAME... : those of the packages that dpkg does not know as installed.
missing_of() {
    local installed
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n${db:Status-Status} ${Provides}\n' \
        2>/dev/null | sed -n 's/^installed //p' | sed 's/ ([^)]*)//g; s/, /\n/g')
    printf '%s\n' "$@" | grep -vxF "$installed" || true
}

apt_get() {
    local sudo=()
    [ "$(id -u)" -eq 0 ] || sudo=(sudo)
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -q "$@" </dev/null
}

can_apt() {
    have apt-get && have dpkg-query || return 1
    [ "$(id -u)" -eq 0 ] && return 0
    have sudo && { sudo -n true 2>/dev/null || [ -t 0 ]; }
}

# ensure_packages tests|program : installs what is missing; 0 also where that is not possible, since
# the libraries may have come another way: the configuration decides.
ensure_packages() {
    have dpkg-query || { say "packages: no dpkg here, taking what is found"; return 0; }
    local wanted missing
    mapfile -t wanted < <(packages_for "$1")
    mapfile -t missing < <(missing_of "${wanted[@]}")
    [ "${#missing[@]}" -gt 0 ] || { say "packages: all there"; return 0; }
    if ! can_apt; then
        say "packages: missing ${missing[*]}; neither root nor sudo, taking what is found"
        return 0
    fi
    [ "$(id -u)" -eq 0 ] || sudo -v
    logged "packages: apt-get update" "$root/build/packages.log" apt_get update || return 1
    # Once more: which compiler package it is depends on what apt has just learnt.
    mapfile -t wanted < <(packages_for "$1")
    mapfile -t missing < <(missing_of "${wanted[@]}")
    refuse_unknown_packages "${missing[@]}" || return 1
    mapfile -t -O "${#missing[@]}" missing < <(offered_of "${helpful_packages[@]}")
    logged "packages: installing ${missing[*]}" "$root/build/packages.log" \
        apt_get install --no-install-recommends "${missing[@]}"
}

# ensure_optional readers|display|lint|docs|aarch64|packaging : as above for what can be done without; asked for once.
ensure_optional() {
    local stamp=$root/build/.asked-$1 missing name available=()
    case $1 in
    readers) local names=("${reader_packages[@]}") ;;
    display) local names=("${display_packages[@]}") ;;
    lint) local names=("${lint_packages[@]}") ;;
    docs) local names=("${docs_packages[@]}") ;;
    aarch64) local names=("${aarch64_packages[@]}") ;;
    packaging) local names=("${packaging_packages[@]}") ;;
    esac
    if [ -e "$stamp" ] || ! have dpkg-query; then return 0; fi
    mapfile -t missing < <(missing_of "${names[@]}")
    if [ "${#missing[@]}" -eq 0 ] || ! can_apt; then return 0; fi
    [ -n "$(find /var/lib/apt/lists -name '*Packages*' -print -quit 2>/dev/null)" ] ||
        logged "packages: apt-get update" "$root/build/packages.log" apt_get update || return 0
    for name in "${missing[@]}"; do
        if apt_offers "$name"; then available+=("$name"); else say "packages: no $name here"; fi
    done
    if [ "${#available[@]}" -gt 0 ]; then
        logged "packages: installing ${available[*]}" "$root/build/packages-optional.log" \
            apt_get install --no-install-recommends "${available[@]}" || say "packages: going on without"
    fi
    mkdir -p "$root/build" && touch "$stamp"
}

# What tests of readers want, OVITO, which no distribution has and which wants a newer NumPy, what the
# Python package is built and tested with, and the linters of Python.
ensure_readers() {
    ensure_optional readers
    ensure_environment venv "$(tr ' ' , <<<"${venv_modules[*]}")" pytest h5py MDAnalysis ase ovito nanobind \
        pandas matplotlib jinja2 tomli-w tomli chemfiles nbclient ipykernel ruff mypy kubernetes-validate \
        physical_validation
}

# What tools/docs wants.
ensure_docs() {
    ensure_optional docs
    ensure_environment venv-docs material 'mkdocs<2' 'mkdocs-material<10'
}

# ensure_environment NAME IMPORTS MODULE... : the Python environment build/NAME with the modules, unless
# it can import them already; asked for once, and done without where there is no network.
ensure_environment() {
    local name=$1 imports=$2 venv=$root/build/$1 stamp=$root/build/.asked-$1 log=$root/build/$1.log
    shift 2
    [ ! -e "$stamp" ] || return 0
    mkdir -p "$root/build" && touch "$stamp"
    ! "$venv/bin/python3" -c "import $imports" 2>/dev/null || return 0
    if ! python3 -m venv "$venv" >"$log" 2>&1; then
        rm -rf "$venv"
        say "$name: going on without (python3 -m venv failed, see $log)"
    elif ! logged "$name: installing $*" "$log" "$venv/bin/pip" install --quiet \
        --disable-pip-version-check --timeout 20 --retries 4 "$@"; then
        rm -rf "$venv"
        say "$name: going on without (no network?); remove $stamp to try again"
    fi
}

# required_for_tests : what no test of tools/test --full may go without, in one line: the packages for tests
# that the distribution has, and the modules of the Python environments.
required_for_tests() {
    local packages
    mapfile -t packages < <(packages_for tests)
    packages+=("${reader_packages[@]}" "${display_packages[@]}" "${lint_packages[@]}" "${docs_packages[@]}"
        "${packaging_packages[@]}" "${aarch64_packages[@]}")
    mapfile -t packages < <(offered_of "${packages[@]}")
    echo "${packages[*]}" "${venv_modules[*]}" mkdocs
}

# offered_of NAME... : those of the packages that the distribution has.
offered_of() {
    LC_ALL=C apt-cache policy "$@" 2>/dev/null |
        awk '/^[^ ]/ { name = $1; sub(/:$/, "", name) } / Candidate: [^(]/ { print name }'
}

apt_offers() { grep -q 'Candidate: [^(]' <<<"$(apt-cache policy "$1" 2>/dev/null)"; }

refuse_unknown_packages() {
    local name unknown=()
    for name in "$@"; do apt_offers "$name" || unknown+=("$name"); done
    [ "${#unknown[@]}" -gt 0 ] || return 0
    say "this distribution does not offer: ${unknown[*]}"
    say "On Ubuntu they may be in 'universe' (add-apt-repository universe); toml++ came after 22.04."
    say "Otherwise run tools/bundle-deps where they are (Debian 12, Ubuntu 24.04), bring deps.tar.gz"
    say "here, and unpack it:  mkdir -p third_party && tar -xzf deps.tar.gz -C third_party"
    return 1
}

# list_packages tests|program : what to ask an administrator for; exit status 3.
list_packages() {
    say "mdsim needs these (names of Debian and Ubuntu packages):"
    packages_for "$1" | sed 's/^/    /' >&2
    say "that is: a C++20 compiler (GCC 12 or newer), CMake 3.22, Ninja, MPI, HDF5 1.10, toml++ 3,"
    say "CLI11 2, fmt 8, spdlog, nlohmann-json; for the tests also Catch2 and Python 3."
    say "Header-only ones may come from tools/bundle-deps, unpacked into third_party/."
    exit 3
}
