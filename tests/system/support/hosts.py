# SPDX-License-Identifier: BSD-3-Clause
"""Hosts that are pretended on this machine, each a UTS namespace with a name of its own, and what runs on them."""

import glob
import os
import re
import shlex
import signal
import subprocess
import time

import pytest

import processes
import runs
from gpus import usable_gpus
from mdsim_tools.program import FINISHED

HOSTS_RUN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "tools", "hosts-run")

SSH = r"""#!/usr/bin/env bash
# Stands for ssh: ssh [OPTION...] HOST COMMAND... runs COMMAND here, in a namespace whose name is HOST. As with ssh, the
# command has an environment of its own. The file hosts/HOST sets `settings` of it, and `places`: what a path is on
# that host.
set -euo pipefail
folder=$(dirname "${BASH_SOURCE[0]}")
while [[ "$1" == -* ]]; do
    [[ "$1" != -[bceilmopwBDEFIJLOQRSW] ]] || shift
    shift
done
host=$1
shift
[ -f "$folder/hosts/$host" ] || {
    echo "ssh: Could not resolve hostname $host: Name or service not known" >&2
    exit 255
}
settings=()
places=()
source "$folder/hosts/$host"
command=$*
for ((k = 0; k < ${#places[@]}; k += 2)); do command=${command//"${places[k]}"/"${places[k + 1]}"}; done
for name in LD_LIBRARY_PATH OPAL_PREFIX {A,L,T,UB}SAN_OPTIONS; do
    [ -z "${!name:-}" ] || settings+=("$name=${!name}")
done
exec env -i HOME="$HOME" PATH="$PATH" TMPDIR="$TMPDIR" PRETENDED_HOST="$host" NCCL_HOSTID="$host" "${settings[@]}" \
    UNSHARE bash -c 'hostname "$0" && exec bash -c "$1"' "$host" "$command"
"""


def unshare():
    """The command that enters a namespace, if this user may make one. Whether it does is seen before anything is
    given a name, which else would be the machine's."""
    command = ["unshare", "--uts"] if os.geteuid() == 0 else ["unshare", "-r", "--uts"]
    own = os.readlink("/proc/self/ns/uts")
    try:
        done = subprocess.run(
            [*command, "bash", "-c", f'[ "$(readlink /proc/self/ns/uts)" != "{own}" ] && hostname pretended'],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    except OSError as failure:
        pytest.skip(f"no hosts can be pretended here: {failure}")
    if done.returncode != 0:
        said = done.stdout.decode(errors="replace").strip() or "no effect"
        pytest.skip(f"no hosts can be pretended here: {shlex.join(command)}: {said}")
    return command


class Hosts:
    """Pretended hosts, and what runs on them; `gpus` are the numbers of those that they share out."""

    def __init__(self, program, gpus):
        self.program = program
        self.gpus = gpus
        self.folder = program.folder("pretended")
        self.temporary = program.folder("tmp")
        for folder in (os.path.join(self.folder, "hosts"), self.temporary):
            os.makedirs(folder)
        ssh = program.write(os.path.join(self.folder, "ssh"), SSH.replace("UNSHARE", shlex.join(unshare())))
        os.chmod(ssh, 0o755)

    def add(self, name, gpus=(), places=None):
        """A host that sees these GPUs, and has other things at some places."""
        words = shlex.join(word for place in (places or {}).items() for word in place)
        self.program.write(
            os.path.join(self.folder, "hosts", name),
            f"settings=(CUDA_VISIBLE_DEVICES={','.join(gpus)})\nplaces=({words})\n",
        )

    def share_out(self, each):
        """Two hosts with so many ranks and GPUs, as hosts-run wants them."""
        self.add("hosta", self.gpus[:each])
        self.add("hostb", self.gpus[each : 2 * each])
        return f"hosta:{each},hostb:{each}"

    def environment(self):
        """Ranks of two hosts have only TCP between them, by the network that each machine has, whatever a batch
        system says; what Open MPI leaves is in the scratch folder. The hosts set what GPUs are seen, which
        hosts-run would pass on to all."""
        env = runs.environment(
            {
                "PATH": self.folder + os.pathsep + os.environ["PATH"],
                "TMPDIR": self.temporary,
                "MDSIM": self.program.path,
                "OMPI_MCA_plm": "rsh",
                "OMPI_MCA_plm_rsh_agent": "ssh",
                "OMPI_MCA_pml": "ob1",
                "OMPI_MCA_btl": "self,vader,tcp",
                "OMPI_MCA_btl_tcp_if_include": "lo",
                "OMPI_MCA_oob_tcp_if_include": "lo",
                "OMPI_MCA_btl_vader_backing_directory": self.temporary,
            }
        )
        return {
            name: value
            for name, value in env.items()
            if not re.match("SLURM_|CUDA_VISIBLE_DEVICES$|NCCL_HOSTID$", name)
        }

    def start(self, command, **changed):
        """With other values of some variables, or without them."""
        env = {name: value for name, value in {**self.environment(), **changed}.items() if value is not None}
        return subprocess.Popen(
            command,
            cwd=self.program.scratch,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def end_of(self, process, seconds=300):
        """Exit code and words of what was started, which must end in this time and leave nothing."""
        try:
            words = process.communicate(timeout=seconds)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            raise AssertionError(f"no end within {seconds} s: {self.kill_all(process)[-1500:]}") from None
        except BaseException:
            self.kill_all(process)
            raise
        left = self.wait_for_end(10)
        processes.send(signal.SIGKILL, left)
        assert not left, f"processes {left} are left after: {words[-1500:]}"
        return process.returncode, words

    def wait_for_end(self, seconds):
        """What is left of all that was started, after this time at most."""
        end = time.time() + seconds
        while self.processes() and time.time() < end:
            time.sleep(0.05)
        return self.processes()

    def kill_all(self, process):
        """Ends what was started, and all else; returns what it said."""
        processes.send(signal.SIGKILL, self.processes())
        words = process.communicate()[0] or b""
        processes.send(signal.SIGKILL, self.wait_for_end(1))
        return words.decode(errors="replace")

    def call(self, command, **changed):
        return self.end_of(self.start(command, **changed))

    def run_command(self, places, path, folder, *arguments):
        """On places as in hosta:2,hostb:1."""
        return [HOSTS_RUN, places, "gpu" if self.gpus else "cpu", path, "--output", folder, *arguments]

    def run(self, places, path, folder, *arguments, code=FINISHED):
        found, words = self.call(self.run_command(places, path, folder, *arguments))
        assert found == code, f"exit code {found} instead of {code} on {places}, {arguments}: {words[-1500:]}"
        return words

    def run_alone(self, path, folder, *arguments, code=FINISHED):
        """One rank, on this machine as it is."""
        device = ("--set", "run.device=" + ("cuda" if self.gpus else "cpu"))
        found, out, err = self.program.call([path, "--output", folder, *device, *arguments])
        assert found == code, f"exit code {found} instead of {code} of one rank, {arguments}: {(out + err)[-1500:]}"
        return out + err

    def processes(self, host=None):
        """Those of a host, or all that were started for any; daemons of Open MPI leave the tree of those that
        started them."""
        word = f"PRETENDED_HOST={host}" if host else f"TMPDIR={self.temporary}"
        found = []
        for path in glob.glob("/proc/[0-9]*/environ"):
            try:
                with open(path, encoding="utf-8", errors="replace") as file:
                    if {word, f"TMPDIR={self.temporary}"} <= set(file.read().split("\0")):
                        found.append(int(path.split("/")[2]))
            except OSError:
                continue
        return sorted(found)

    def ranks(self, host):
        found = [pid for pid in self.processes(host) if processes.runs_program(pid, self.program.path)]
        assert found, f"no rank runs on {host}"
        return found


def two_hosts(program_path, tmp_path_factory, gpus_of=lambda program: []):
    """Hosts hosta and hostb, with the GPUs that `gpus_of(program)` finds; skips the test where they cannot be
    pretended."""
    program = runs.Program(str(program_path), os.path.realpath(tmp_path_factory.mktemp("hosts")))
    if "Open MPI" not in subprocess.getoutput("mpirun --version"):
        pytest.skip("the mpirun here is not that of Open MPI")
    hosts = Hosts(program, gpus_of(program))
    hosts.add("hosta")
    hosts.add("hostb")
    return hosts


def gpus_of(program):
    """The numbers of the GPUs that this process sees, for CUDA_VISIBLE_DEVICES."""
    count = usable_gpus(program)
    if count < 2:
        pytest.skip("fewer than 2 GPUs that this program can use")
    visible = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    return (visible.split(",") if visible else [str(k) for k in range(count)])[:count]


def without_nccl(words):
    """Whether it was this that the program said; it is told once more."""
    if "built without NCCL" not in words:
        return False
    print("not tested: NCCL, which this build is without")
    return True
