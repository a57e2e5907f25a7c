# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# A small root file system of this machine's distribution, by debootstrap, from the mirror that apt uses
# here. MDSIM_ROOTS names the folder for it; the default is that for temporary files.

# shellcheck source=../../tools/lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../tools/lib/common.sh"

skip() {
    say "skipped: $*"
    exit 77
}

# All of what mounts there goes with the process: the script starts itself anew in a namespace of its own.
in_own_namespace() {
    [ "$(id -u)" -eq 0 ] || skip "only root may enter another root file system"
    command -v debootstrap >/dev/null || skip_without debootstrap "debootstrap was not found (package debootstrap)"
    [ -n "${MDSIM_IN_NAMESPACE:-}" ] || {
        unshare --mount true 2>/dev/null || skip "no mount namespaces here"
        MDSIM_IN_NAMESPACE=1 exec unshare --mount --propagation private "$0" "$@"
    }
}

# Sets site, suite and distribution to those of the first mirror of this distribution that apt knows here.
choose_mirror() {
    local release
    # shellcheck source=/dev/null
    release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
    # shellcheck disable=SC2016 # words of apt's own
    read -r site suite < <(apt-get indextargets --format '$(SITE) $(RELEASE)' 'Created-By: Packages' 2>/dev/null |
        awk -v release="$release" '$2 == release { print; exit }') || true
    [ -n "${suite:-}" ] || skip "apt names no mirror of this distribution"
}

# make_root : sets `root_fs` to the folder of a new root file system, which goes at the end of this script.
make_root() {
    scratch=$(mktemp -d -p "${MDSIM_ROOTS:-${TMPDIR:-/tmp}}" mdsim-root.XXXXXX)
    root_fs=$scratch/root
    trap end_root EXIT
    choose_mirror
    debootstrap --variant=minbase "$suite" "$root_fs" "$site" >"$scratch/log" 2>&1 || {
        tail -n 5 "$scratch/log"
        skip "debootstrap failed: no network?"
    }
    # The same sources of packages as here: dependencies were found with them.
    cp -rL /etc/apt/sources.list* "$root_fs/etc/apt/" 2>/dev/null || true
    keep_sources_of_distribution "$root_fs/etc/apt"
    cp -L /etc/resolv.conf "$root_fs/etc/resolv.conf" 2>/dev/null || true
    cp -L /etc/hosts "$root_fs/etc/hosts" 2>/dev/null || true
    mount -t proc proc "$root_fs/proc"
    mount -t sysfs -o ro sysfs "$root_fs/sys"
    mount --rbind /dev "$root_fs/dev"
    inside apt-get -q update >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
}

end_root() {
    umount -R "$root_fs"/proc "$root_fs"/dev "$root_fs"/sys 2>/dev/null || true
    rm -rf --one-file-system "$scratch"
}

# Sources that others have added need keys that the new root lacks.
keep_sources_of_distribution() {
    local file
    for file in "$1"/sources.list "$1"/sources.list.d/*; do
        case $file in
        */sources.list | */debian.sources | */ubuntu.sources) ;;
        *) rm -f "$file" ;;
        esac
    done
}

# inside COMMAND... : runs it in the root file system, with the environment of a fresh login.
inside() {
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
        OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1 ${http_proxy:+http_proxy="$http_proxy"} \
        ${https_proxy:+https_proxy="$https_proxy"} chroot "$root_fs" "$@" </dev/null
}

# do_example PROGRAM : a short example in the root file system gives the bits of the program here, alone
# and on two ranks.
do_example() {
    local program=$1 few=(--quiet --set stage.equilibrate.steps=60 --set stage.produce.steps=40 --set thermo.every=10)
    local prefix=/usr example
    [ -e "$root_fs$prefix/share/mdsim" ] || prefix=/usr/local
    example=$prefix/share/mdsim/inputs/lj_liquid.toml
    inside mdsim "$example" --output /tmp/one "${few[@]}"
    inside mpirun -n 2 mdsim "$example" --output /tmp/two "${few[@]}"
    "$program" "$root_fs$example" --output "$root_fs/tmp/here" "${few[@]}"
    inside mdsim compare /tmp/one /tmp/here
    inside mdsim compare /tmp/two /tmp/here
}
