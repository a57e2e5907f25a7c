#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# container_in_root.sh PROGRAM: does in a root file system what a container image does, which is to call
# tools/containers/install; there the program must do an example with the bits of PROGRAM, and a worker must
# answer by ssh. Takes as long as a build. Exit status 77 where this cannot be tried.
set -euo pipefail
# shellcheck source=root.sh
source "$(dirname "${BASH_SOURCE[0]}")/root.sh"
program=$1
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
in_own_namespace "$@"
make_root

# The source as a clone has it, with what is not committed yet.
mkdir "$root_fs/src"
(cd "$source_dir" && git ls-files -z --cached --others --exclude-standard |
    xargs -0 -r cp --parents -t "$root_fs/src" 2>/dev/null) || true
inside env MDSIM_CUDA=OFF /src/tools/containers/install --in-image >"$root_fs/log" 2>&1 || { tail -n 30 "$root_fs/log"; exit 1; }
rm -rf "$root_fs/src"
for tool in g++ cmake ninja; do
    ! inside sh -c "command -v $tool" || { echo "the image still has $tool"; exit 1; }
done
echo "the image has $(du -sm --one-file-system "$root_fs" | cut -f1) MB"

inside mdsim validate >"$root_fs/tmp/validate" || { cat "$root_fs/tmp/validate"; exit 1; }
do_example "$program"

# As the MPI operator does it: keys at .ssh, sshd as a user; mpirun enters by ssh.
inside su mdsim -c 'cd && mkdir -m 700 .ssh && ssh-keygen -q -t rsa -N "" -f .ssh/id_rsa &&
    cp .ssh/id_rsa.pub .ssh/authorized_keys && /usr/sbin/sshd -f ~/.sshd_config'
trap 'kill "$(cat "$root_fs/home/mdsim/sshd.pid")"; end_root' EXIT
inside su mdsim -c 'ssh localhost mdsim --version' | grep '^mdsim '
echo "the image was made, ran, and answers by ssh"
