# SPDX-License-Identifier: BSD-3-Clause
"""Hosts of a network of their own: each a network namespace with an address, a name, processes and an sshd of its own.
They share kernel, cores and files with this machine."""

import contextlib
import glob
import os
import re
import shlex
import subprocess
import sys
import time

import pytest

import needed
import runs
from hosts import HOSTS_RUN, Hosts

NETWORK = "10.211.55."

# Becomes the first process of a host, whose end ends all others. Files of the machine are replaced for the host alone.
BOOT = r"""set -euo pipefail
name=$1 folder=$2
shift 2
mount --make-rprivate /
mount -t proc proc /proc
hostname "$name"
mount --bind "$folder/hosts" /etc/hosts
mount --bind "$folder/ssh_config" /etc/ssh/ssh_config
mkdir -p /run/sshd
mount -t tmpfs -o mode=0755 tmpfs /run/sshd
exec SSHD -D -e -f "$folder/sshd_config" -h "$folder/$name.key" "$@" 2>>"$folder/$name.log"
"""

SSHD_CONFIG = """Port 22
ListenAddress 0.0.0.0
UsePAM no
StrictModes no
PermitRootLogin yes
PasswordAuthentication no
KbdInteractiveAuthentication no
PidFile none
AuthorizedKeysFile {folder}/user.key.pub
"""

SSH_CONFIG = """Host *
  IdentityFile {folder}/user.key
  IdentitiesOnly yes
  StrictHostKeyChecking no
  UserKnownHostsFile {folder}/known_hosts
  LogLevel ERROR
"""


def call(*words):
    """What a command of the machine prints; skips the test where it cannot be had."""
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    except OSError as failure:
        pytest.skip(f"no network of hosts can be made here: {failure}")
    if done.returncode != 0:
        pytest.skip(f"no network of hosts can be made here: {shlex.join(words)}: {done.stderr.strip()}")
    return done.stdout


class Host:
    """One of them, which is there until it is closed."""

    def __init__(self, name, number, folder):
        self.name = name
        self.address = f"{NETWORK}{number}"
        self.namespace = f"mdsim{os.getpid()}{name}"
        self.link = f"m{os.getpid() % 100000}{name[-1]}"
        sshd = needed.program("sshd", "openssh-server")
        call("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", os.path.join(folder, f"{name}.key"))
        call("ip", "netns", "add", self.namespace)
        self._inside("ip", "link", "set", "lo", "up")
        self.boot = ["bash", "-c", BOOT.replace("SSHD", sshd), "boot", name, folder]
        self.process = None

    def start(self, *options):
        """Once it has its address, with options of its sshd."""
        unshared = ["unshare", "--uts", "--mount", "--pid", "--fork", "--kill-child", *self.boot, *options]
        self.process = subprocess.Popen(
            ["ip", "netns", "exec", self.namespace, *unshared], stdin=subprocess.DEVNULL, start_new_session=True
        )

    def _inside(self, *words):
        return call("ip", "netns", "exec", self.namespace, *words)

    def read(self, path):
        """A file as it is there."""
        return self._inside("cat", path)

    def give_address(self):
        self._inside("ip", "address", "add", f"{self.address}/24", "dev", self.link)
        self._inside("ip", "link", "set", self.link, "up")

    def cut_off(self):
        """Takes its network away: it falls silent, and nobody is told."""
        self._inside("ip", "link", "set", self.link, "down")

    def join_again(self):
        self._inside("ip", "link", "set", self.link, "up")

    def shape(self, rate):
        """What it sends leaves at this rate, as "100mbit"; None: as fast as ever."""
        if rate is None:
            self._inside("tc", "qdisc", "del", "dev", self.link, "root")
        else:
            bucket = ("burst", "64kb", "latency", "500ms")
            self._inside("tc", "qdisc", "replace", "dev", self.link, "root", "tbf", "rate", rate, *bucket)

    def first_process(self):
        """As this machine numbers it."""
        for path in glob.glob("/proc/[0-9]*/status"):
            try:
                with open(path, encoding="utf-8") as file:
                    text = file.read()
            except OSError:
                continue
            own = re.search(r"^NSpid:\s+(\d+)\s+1$", text, re.MULTILINE)
            if own and self._is_below(int(own.group(1))):
                return int(own.group(1))
        raise AssertionError(f"{self.name} is not there")

    def _is_below(self, pid):
        while pid > 1:
            if pid == self.process.pid:
                return True
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
                pid = int(file.read().rpartition(")")[2].split()[1])
        return False

    def command_inside(self, words):
        """What starts a command there."""
        return ["nsenter", f"--target={self.first_process()}", "--all", f"--wdns={os.getcwd()}", *words]

    def close(self):
        """All of its processes end, too."""
        if self.process is not None:
            self.process.kill()  # and with it, by --kill-child, the first process
            self.process.wait()
        subprocess.run(["ip", "netns", "delete", self.namespace], capture_output=True, check=False)


NOTICING_SILENCE = {
    f"OMPI_MCA_oob_tcp_keepalive_{name}": value for name, value in (("time", "10"), ("intvl", "5"), ("probes", "4"))
}
"""as in hosts-run"""


class NetworkHosts(Hosts):
    """Two hosts with a wire between them; commands are started on the first. With the numbers of two GPUs, each sees
    one of them, and runs have one rank on each."""

    def __init__(self, program, gpus=()):
        self.program, self.gpus = program, list(gpus)
        self.folder = program.folder("network")
        self.temporary = program.folder("tmp")
        for folder in (self.folder, self.temporary):
            os.makedirs(folder)
        self.hosts = {}
        self._write_files()
        try:
            for number, name in enumerate(("neta", "netb"), 1):
                self.hosts[name] = Host(name, number, self.folder)
            self._connect()
        except BaseException:
            self.close()
            raise

    def _write_files(self):
        call("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", os.path.join(self.folder, "user.key"))
        self._write("sshd_config", SSHD_CONFIG.format(folder=self.folder))
        self._write("ssh_config", SSH_CONFIG.format(folder=self.folder))
        self._write("hosts", f"127.0.0.1 localhost\n{NETWORK}1 neta\n{NETWORK}2 netb\n")

    def _write(self, name, text):
        self.program.write(os.path.join(self.folder, name), text)

    def _connect(self):
        a, b = self.hosts.values()
        call(
            *("ip", "link", "add", a.link, "netns", a.namespace),
            *("type", "veth", "peer", "name", b.link, "netns", b.namespace),
        )
        for k, host in enumerate((a, b)):
            host.give_address()
            host.start(*(["-o", f"SetEnv=CUDA_VISIBLE_DEVICES={self.gpus[k]}"] if self.gpus else []))
        end = time.time() + 20
        while not all(self._answers(host) for host in (a, b)):
            if time.time() > end:
                pytest.skip(f"no network of hosts can be made here: no sshd answers: {self._logs()}")
            time.sleep(0.2)

    @contextlib.contextmanager
    def shaped(self, rate):
        """With a wire of this rate between the hosts."""
        for host in self.hosts.values():
            host.shape(rate)
        try:
            yield
        finally:
            for host in self.hosts.values():
                host.shape(None)

    def _answers(self, host):
        try:
            words = self.hosts["neta"].command_inside(["ssh", "-o", "ConnectTimeout=2", host.address, "hostname"])
        except AssertionError:
            return False
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        return done.stdout.strip() == host.name

    def _logs(self):
        return " ".join(open(path, encoding="utf-8").read() for path in glob.glob(os.path.join(self.folder, "*.log")))

    def close(self):
        for host in self.hosts.values():
            host.close()

    def environment(self):
        """TCP on the wire between the hosts, shared memory on each."""
        return runs.environment(
            {
                "TMPDIR": self.temporary,
                "MDSIM": self.program.path,
                "OMPI_MCA_plm": "rsh",
                "OMPI_MCA_pml": "ob1",
                "OMPI_MCA_btl": "self,vader,tcp",
                "OMPI_MCA_btl_tcp_if_include": f"{NETWORK}0/24",
                "OMPI_MCA_oob_tcp_if_include": f"{NETWORK}0/24",
                "OMPI_MCA_btl_vader_backing_directory": self.temporary,
                "OMPI_MCA_orte_tmpdir_base": self.temporary,
            }
        )

    def start(self, command, **changed):
        """On the first host."""
        inside = self.hosts["neta"].command_inside(command)
        if self.gpus:
            changed = {"CUDA_VISIBLE_DEVICES": self.gpus[0], **NOTICING_SILENCE, **changed}
        return super().start(inside, **changed)

    def sent_bytes(self, name):
        """What the wire of a host has carried away."""
        host = self.hosts[name]
        return int(host.read(f"/sys/class/net/{host.link}/statistics/tx_bytes"))

    def processes(self, host=None):
        """Those of a host, or of both, without those that make it one."""
        found = []
        wanted = [self.hosts[host]] if host else list(self.hosts.values())
        spaces = {}
        for one in wanted:
            first = one.first_process()
            spaces[os.readlink(f"/proc/{first}/ns/pid")] = first
        for path in glob.glob("/proc/[0-9]*"):
            try:
                first = spaces.get(os.readlink(path + "/ns/pid"))
                with open(path + "/cmdline", encoding="utf-8", errors="replace") as file:
                    words = file.read()
            except OSError:
                continue
            pid = int(os.path.basename(path))
            if first is not None and pid != first and words and not words.startswith("sshd:"):
                found.append(pid)
        return sorted(found)

    def run_command(self, places, path, folder, *arguments):
        """On places as in neta:2,netb:1. Not by hosts-run on GPUs: it shows all hosts the same ones."""
        if not self.gpus:
            return [HOSTS_RUN, places, "cpu", path, "--output", folder, *arguments]
        start = ["mpirun", "--allow-run-as-root", "--host", places, "-n", "2", "--map-by", "slot", "--bind-to", "none"]
        return [*start, self.program.path, path, "--output", folder, "--set", "run.device=cuda", *arguments]


def network_hosts(program_path, tmp_path_factory, gpus_of=lambda program: []):
    """Hosts neta and netb, with the GPUs that `gpus_of(program)` finds; skips the test where they cannot be had."""
    if os.geteuid() != 0:
        pytest.skip("no network of hosts can be made here: only root may")
    if not sys.platform.startswith("linux"):
        pytest.skip("no network of hosts can be made here: this is not Linux")
    if "Open MPI" not in subprocess.getoutput("mpirun --version"):
        pytest.skip("the mpirun here is not that of Open MPI")
    for name, package in (("sshd", "openssh-server"), ("ssh-keygen", "openssh-server"), ("ip", "iproute2")):
        needed.program(name, package)
    program = runs.Program(str(program_path), os.path.realpath(tmp_path_factory.mktemp("network")))
    return NetworkHosts(program, gpus_of(program))
