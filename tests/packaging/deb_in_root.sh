#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# deb_in_root.sh BUILD PROGRAM: makes the Debian package of a build, checks it with lintian, and installs
# it by apt in a root file system that has nothing else; there it must do an example with the bits of
# PROGRAM, and come and go without a trace. Exit status 77 where this cannot be tried.
set -euo pipefail
# shellcheck source=root.sh
source "$(dirname "${BASH_SOURCE[0]}")/root.sh"
build=$1 program=$2
command -v dpkg-shlibdeps >/dev/null || skip_without dpkg-dev "dpkg-shlibdeps was not found (package dpkg-dev)"
in_own_namespace "$@"

packages=$(mktemp -d)
(cd "$build" && cpack -G DEB -B "$packages" -D "CPACK_PACKAGE_CONTACT=Somebody <somebody@debian.org>") >/dev/null
deb=$(echo "$packages"/*.deb)

if have lintian; then
    lintian --allow-root --fail-on error "$deb"
else # the rest can be tested
    (skip_without lintian "the rules of lintian, which was not found (package lintian)") || [ $? -eq 77 ]
fi

make_root
cp "$deb" "$root_fs/tmp/mdsim.deb"
rm -rf "$packages"
inside apt-get -q -y install /tmp/mdsim.deb >/dev/null # its dependencies come along, and what it recommends
inside mdsim --version
inside mdsim validate >"$root_fs/tmp/validate" || { cat "$root_fs/tmp/validate"; exit 1; }
do_example "$program"

# What the package brings beside the program is found where its readers look.
gzip -t "$root_fs/usr/share/man/man1/mdsim.1.gz"
inside bash -c '. /usr/share/bash-completion/completions/mdsim && complete -p mdsim' | grep -q _mdsim
grep -q 'BSD 3-Clause' "$root_fs/usr/share/doc/mdsim/copyright"

inside apt-get -q -y purge mdsim >/dev/null
left=$(cd "$root_fs" && find usr etc var/lib/dpkg -name '*mdsim*' -print -quit)
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }
echo "the package was installed, ran, and was removed"
