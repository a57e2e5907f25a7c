# SPDX-License-Identifier: BSD-3-Clause
"""Runs the program and reads what it leaves behind; for the tests beside this folder."""

import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
BUSY_CORES = re.compile(r"^mdsim: note: run\.threads: other programs .*\n", re.MULTILINE)
"""What other programs do on this machine is told of runs, and is nothing that a test expects."""
CHECKPOINT = "checkpoint.h5"


def require_h5py():
    """Makes h5py importable, if need be by starting again with the system's interpreter."""
    try:
        import h5py  # noqa: F401
    except ImportError:
        system = "/usr/bin/python3"
        has = (
            os.path.exists(system)
            and subprocess.run([system, "-c", "import h5py"], stderr=subprocess.DEVNULL, check=False).returncode == 0
        )
        if os.environ.get("MDSIM_TEST_REEXEC") or not has:
            print("skipped: no Python with h5py (package python3-h5py)")
            sys.exit(SKIPPED)
        os.environ["MDSIM_TEST_REEXEC"] = "1"
        os.execv(system, [system] + sys.argv)


def environment(extra=None):
    """The environment of a run: one thread, and more ranks than cores allowed."""
    env = dict(os.environ)
    env.update(
        {
            "OMP_NUM_THREADS": "1",
            "OMP_WAIT_POLICY": "passive",
            "OMPI_ALLOW_RUN_AS_ROOT": "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "OMPI_MCA_rmaps_base_oversubscribe": "1",
            "OMPI_MCA_mpi_yield_when_idle": "1",
            "OMPI_MCA_btl_base_warn_component_unused": "0",
            "OMPI_MCA_hwloc_base_binding_policy": "none",
            "ASAN_OPTIONS": env.get("ASAN_OPTIONS", "detect_leaks=0"),
        }
    )
    env.pop("MDSIM_SIMD", None)
    env.update(extra or {})
    return env


class Program:
    """The program under test, started in a scratch folder."""

    def __init__(self, path, scratch):
        self.path = os.path.abspath(path)
        self.scratch = scratch
        self.launcher = shutil.which(os.environ.get("MPIEXEC", "mpirun"))
        if self.launcher is None:
            print("skipped: no mpirun")
            sys.exit(SKIPPED)

    def command(self, arguments, ranks=1):
        launch = [self.launcher, "-n", str(ranks)] if ranks > 1 else []
        return launch + [self.path] + list(arguments)

    def call(self, arguments, ranks=1, env=None, timeout=300, cwd=None):
        """Runs to the end, in the scratch folder or in `cwd`; returns exit code, standard output and error."""
        done = subprocess.run(
            self.command(arguments, ranks),
            cwd=cwd or self.scratch,
            env=environment(env),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=timeout,
            check=False,
        )
        words = done.stderr.decode(errors="replace")
        return done.returncode, done.stdout.decode(errors="replace"), BUSY_CORES.sub("", words)

    def start(self, arguments, ranks=1, env=None, **more):
        """Starts and returns at once; the process leads a session of its own."""
        return subprocess.Popen(
            self.command(arguments, ranks),
            cwd=self.scratch,
            env=environment(env),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            **more,
        )

    def write(self, name, text):
        """Writes a file of the scratch folder; returns its path."""
        path = os.path.join(self.scratch, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def folder(self, name):
        return os.path.join(self.scratch, name)


def set_arguments(settings):
    """Command-line arguments that replace keys of the input."""
    arguments = []
    for key, value in settings.items():
        if isinstance(value, bool):
            value = str(value).lower()
        arguments += ["--set", f"{key}={value}"]
    return arguments


def datasets(path, group):
    """All datasets of a group of an HDF5 file, by name, as bytes."""
    import h5py

    found = {}
    with h5py.File(path, "r") as file:

        def keep(name, item):
            if isinstance(item, h5py.Dataset):
                found[f"{group}/{name}"] = item[()].tobytes()

        file[group].visititems(keep)
    return found


def final_state(folder):
    """What a run's newest checkpoint says of atoms and of where the run stands."""
    path = os.path.join(folder, CHECKPOINT)
    state = datasets(path, "atoms")
    values = datasets(path, "values")
    for name in ("position", "position_numbers", "edges", "origin", "output_rdf_counts"):
        state[f"values/{name}"] = values[f"values/{name}"]
    return state


def last_step(folder):
    """The step of a run's newest checkpoint."""
    return int.from_bytes(datasets(os.path.join(folder, CHECKPOINT), "values")["values/position"][8:16], "little")


def thermo(folder):
    """The lines of thermo.csv by step, as they stand in the file; and the header."""
    with open(os.path.join(folder, "thermo.csv"), encoding="utf-8") as file:
        header, *lines = file.read().splitlines()
    return header, {int(line.split(",")[0]): line for line in lines}, [int(line.split(",")[0]) for line in lines]


def frames(folder):
    """The frames of trajectory.h5md: a list of (step, {dataset: bytes})."""
    import h5py

    with h5py.File(os.path.join(folder, "trajectory.h5md"), "r") as file:
        found = []
        groups = []

        def keep(name, item):
            if isinstance(item, h5py.Dataset) and name.endswith("/value") and item.name:
                groups.append(item.parent)

        file.visititems(keep)
        steps = list(file["particles/system/position/step"][()])
        for k, step in enumerate(steps):
            content = {}
            for element in groups:
                if list(element["step"][()]) != steps:
                    raise AssertionError(f"{element.name} has other steps than the positions")
                content[element.name] = element["value"][k].tobytes()
            found.append((int(step), content))
    return found


def summary(folder):
    with open(os.path.join(folder, "summary.json"), encoding="utf-8") as file:
        return json.load(file)


def first_difference(expected, found):
    """The name of the first dataset that differs, or None."""
    for name in sorted(set(expected) | set(found)):
        if expected.get(name) != found.get(name):
            return name
    return None


def damage(path, where):
    """Cuts a file off, or flips a bit at a part of its length."""
    with open(path, "r+b") as file:
        file.seek(0, os.SEEK_END)
        size = file.tell()
        if where == "truncated":
            file.truncate(size * 2 // 3)
            return
        file.seek(int(size * where))
        byte = file.read(1)
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte[0] ^ 0x10]))


def run_tests(names, program, failure_type):
    """Calls all functions test_*, or those that `--only WORD` chooses, and returns how many failed."""
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
    failures = 0
    for name, test in sorted(names.items()):
        if not name.startswith("test_") or only not in name:
            continue
        try:
            test(program)
            print(f"{name[5:]:<18} passed", flush=True)
        except failure_type as failure:
            failures += 1
            print(f"{name[5:]:<18} FAILED: {failure}", flush=True)
    return failures


def run_on_sample(names, make_sample, failure_type):
    """The tests of a script that all look at one sample, which `make_sample(program)` makes. Returns an exit status."""
    require_h5py()
    scratch = tempfile.mkdtemp(prefix="mdsim-sample-")
    try:
        program = Program(sys.argv[1], scratch)
        sample = make_sample(program)
        tests = {
            name: functools.partial(test, sample=sample) for name, test in names.items() if name.startswith("test_")
        }
        return 1 if run_tests(tests, program, failure_type) else 0
    finally:
        shutil.rmtree(scratch)


def run_on_gpus(names, failure_type, least=1):
    """The tests of a script on GPUs; `program.gpus` tells how many there are. Returns an exit status: skipped where there are fewer
    than `least` that the program can use."""
    require_h5py()
    scratch = tempfile.mkdtemp(prefix="mdsim-gpu-")
    try:
        program = Program(sys.argv[1], scratch)
        doctor = program.call(["doctor"])[1]
        program.gpus = len(re.findall(r"sm_\d+", doctor))
        if program.gpus < least or "no kernels for it" in doctor:
            print(f"skipped: fewer than {least} GPUs that this program can use")
            return SKIPPED
        return 1 if run_tests(names, program, failure_type) else 0
    finally:
        shutil.rmtree(scratch)
