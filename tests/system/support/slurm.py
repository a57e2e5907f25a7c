# SPDX-License-Identifier: BSD-3-Clause
"""A real Slurm on this machine: a controller and two nodes with keys, ports and folders of their own, each node a host
that is pretended by its name. Nothing of the machine's own Slurm is read or changed."""

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

import hosts
import needed
import processes

ROOT = Path(__file__).resolve().parents[3]
JOB = ROOT / "tools/slurm-job"
NODES = ("node1", "node2")
CORES = 2
"""of each node"""
ENDED = {"COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL", "DEADLINE", "OUT_OF_MEMORY"}

CONFIGURATION = """
ClusterName=mdsimtest
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
TmpFS={folder}/tmp-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/%n.log
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/affinity
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
KillWait=10
{nodes}
PartitionName=main Nodes={names} Default=YES MaxTime=INFINITE State=UP
"""


class Slurm:
    """Starts the daemons; ends them, and all jobs, at the end of a `with`."""

    def __init__(self, folder, program_path):
        self.folder = Path(folder)
        self.daemons = []
        self.program_path = program_path
        if os.geteuid() != 0:
            pytest.skip("the daemons of Slurm are started by root only")
        for name in ("munged", "slurmctld", "slurmd", "sbatch"):
            needed.program(name, "slurm-wlm")
        needed.program("mpirun", "openmpi-bin")
        self.unshare = hosts.unshare()

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self.daemons:
            self.call("scancel", "--full", "--signal=KILL", "--me", check=False)
            self.call("scancel", "--me", check=False)
            wait_until(lambda: not self.call("squeue", "--noheader", check=False).stdout, 20)
        for daemon in reversed(self.daemons):
            daemon.send_signal(signal.SIGTERM)
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        processes.send(signal.SIGKILL, self.processes())

    def processes(self):
        """All that was started, jobs too; they know this Slurm by its configuration."""
        word = f"SLURM_CONF={self.folder / 'slurm.conf'}".encode()
        found = []
        for path in Path("/proc").glob("[0-9]*/environ"):
            try:
                if word in path.read_bytes().split(b"\0"):
                    found.append(int(path.parent.name))
            except OSError:
                continue
        return found

    def start(self):
        """Munge, the controller, the nodes."""
        for name in ("munge", "state", *(f"{what}-{node}" for node in NODES for what in ("spool", "tmp"))):
            (self.folder / name).mkdir(mode=0o700)
        munge = self.folder / "munge"
        (munge / "key").write_bytes(os.urandom(1024))
        (munge / "key").chmod(0o600)
        (self.folder / "slurm.conf").write_text(self.configuration())
        files = [f"--{what}-file={munge}/{what}" for what in ("key", "pid", "log", "seed")]
        self.daemon("munged", "--foreground", "--force", f"--socket={munge}/socket", "--num-threads=2", *files)
        self.expect("munge", lambda: (munge / "socket").exists())
        self.daemon("slurmctld", "-D", "-f", self.folder / "slurm.conf")
        for node in NODES:
            start = f"hostname {node} && exec {which('slurmd')} -D -N {node} -f {self.folder}/slurm.conf"
            self.daemon(*self.unshare, "bash", "-c", start)
        self.expect(
            "its nodes", lambda: self.call("sinfo", "-h", "-t", "idle", "-o", "%D", check=False).stdout == "2\n"
        )

    def configuration(self):
        with_port = zip(NODES, self.ports[1:])
        nodes = [
            f"NodeName={node} NodeHostname={node} NodeAddr=127.0.0.1 Port={port} CPUs={CORES} RealMemory=1000"
            for node, port in with_port
        ]
        host = socket.gethostname().split(".")[0]
        return CONFIGURATION.format(
            host=host, ports=self.ports, folder=self.folder, nodes="\n".join(nodes), names=",".join(NODES)
        )

    @property
    def ports(self):
        """Three that nobody listens on, the same at each call."""
        if not hasattr(self, "_ports"):
            sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(1 + len(NODES))]
            self._ports = [one.getsockname()[1] for one in sockets]
            for one in sockets:
                one.close()
        return self._ports

    def daemon(self, name, *arguments):
        log = (self.folder / "daemons.log").open("a")
        command = [which(name) or name, *map(str, arguments)]
        self.daemons.append(
            subprocess.Popen(command, env=self.environment(), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        )

    def expect(self, what, is_there):
        """Waits for a part of Slurm; skips the test, with the last words of the daemons, where it does not come."""
        if not wait_until(is_there, 60):
            words = [log.read_text(errors="replace")[-400:] for log in sorted(self.folder.glob("*.log"))]
            pytest.skip(f"Slurm does not start here ({what} did not come): " + " ".join(words))

    def environment(self, extra=None):
        """What a user has at a cluster: nothing that lets Open MPI take more cores than there are. But a rank that
        waits gives its core away, as both nodes have the same cores."""
        env = {name: value for name, value in os.environ.items() if not name.startswith(("OMPI_MCA_", "SLURM_"))}
        env.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMP_WAIT_POLICY="passive")
        env.update(OMPI_MCA_mpi_yield_when_idle="1")
        env.update(SLURM_CONF=str(self.folder / "slurm.conf"), MDSIM=str(self.program_path))
        return {**env, **(extra or {})}

    def call(self, *words, check=True, env=None, cwd=None):
        done = subprocess.run(
            list(map(str, words)), env=self.environment(env), cwd=cwd, capture_output=True, text=True, check=False
        )
        assert not check or done.returncode == 0, f"{words}: {done.stdout} {done.stderr}"
        return done

    def submit(self, options, *arguments, cwd, env=None):
        """Hands tools/slurm-job to sbatch and returns the number of the job."""
        words = ("sbatch", "--parsable", *options, JOB, "cpu", *arguments)
        return self.call(*words, cwd=cwd, env=env).stdout.strip()

    def fields(self, job):
        """What scontrol shows of a job."""
        lines = self.call("scontrol", "--oneliner", "show", "job", job).stdout
        return dict(word.split("=", 1) for word in lines.splitlines()[0].split() if "=" in word)

    def state(self, job):
        return self.fields(job)["JobState"]

    def end_of(self, job, seconds=120):
        """How the job ended: its state and exit code. One that does not end is cancelled."""
        if not wait_until(lambda: self.state(job) in ENDED, seconds):
            fields = self.fields(job)
            self.call("scancel", job, check=False)
            raise AssertionError(f"job {job} does not end: {fields}")
        fields = self.fields(job)
        return fields["JobState"], int(fields["ExitCode"].split(":")[0])


def which(name):
    return shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")


def wait_until(is_so, seconds):
    """Whether it becomes so in this time."""
    end = time.time() + seconds
    while time.time() < end:
        if is_so():
            return True
        time.sleep(0.1)
    return is_so()
