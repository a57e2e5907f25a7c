# SPDX-License-Identifier: BSD-3-Clause
"""tools/containers: manifests against the published schemas of Kubernetes, as far as these can be had, and against what
the image has and the program takes. Images themselves are not made here (tests/packaging/container_in_root.sh)."""

import copy
import json
import re
import subprocess

import pytest

import needed

try:
    import jsonschema
except ImportError:  # comes with kubernetes_validate
    jsonschema = None

from mdsim_tools.interpreters import ROOT

CONTAINERS = ROOT / "tools/containers"
JOB, MPI_JOB = (CONTAINERS / "kubernetes" / name for name in ("job.yaml", "mpijob.yaml"))

# The resource of the MPI operator, written by hand after the definition that it publishes, which no package has. Pods
# are checked by the schema of Kubernetes.
WORKER = {
    "type": "object",
    "required": ["template"],
    "additionalProperties": False,
    "properties": {
        "replicas": {"type": "integer", "minimum": 1},
        "restartPolicy": {"enum": ["Never", "OnFailure"]},
        "template": {
            "type": "object",
            "required": ["spec"],
            "additionalProperties": False,
            "properties": {"spec": {"type": "object"}, "metadata": {"type": "object"}},
        },
    },
}
LAUNCHER = {**WORKER, "properties": {**WORKER["properties"], "replicas": {"const": 1}}}
MPI_JOB_SCHEMA = {
    "type": "object",
    "required": ["apiVersion", "kind", "metadata", "spec"],
    "additionalProperties": False,
    "properties": {
        "apiVersion": {"const": "kubeflow.org/v2beta1"},
        "kind": {"const": "MPIJob"},
        "metadata": {"type": "object", "required": ["name"]},
        "spec": {
            "type": "object",
            "required": ["mpiReplicaSpecs"],
            "additionalProperties": False,
            "properties": {
                "slotsPerWorker": {"type": "integer", "minimum": 1},
                "sshAuthMountPath": {"type": "string"},
                "mpiImplementation": {"enum": ["OpenMPI", "Intel", "MPICH"]},
                "runPolicy": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {
                        "cleanPodPolicy": {"enum": ["All", "Running", "None"]},
                        "ttlSecondsAfterFinished": {"type": "integer"},
                        "activeDeadlineSeconds": {"type": "integer", "minimum": 1},
                        "backoffLimit": {"type": "integer", "minimum": 0},
                        "suspend": {"type": "boolean"},
                    },
                },
                "mpiReplicaSpecs": {
                    "type": "object",
                    "required": ["Launcher", "Worker"],
                    "additionalProperties": False,
                    "properties": {"Launcher": LAUNCHER, "Worker": WORKER},
                },
            },
        },
    },
}


@pytest.fixture(scope="module")
def kubernetes():
    return needed.module("kubernetes_validate", "no schemas of Kubernetes (pip install kubernetes-validate)")


@pytest.fixture(scope="module")
def yaml():
    return needed.module("yaml", "no reader of YAML (package python3-yaml)")


def read(yaml, path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def check(kubernetes, manifest):
    """By the strict schema of the newest version that the package has, which knows no further keys."""
    kubernetes.validate(manifest, kubernetes.latest_version(), strict=True)


def check_mpi_job(kubernetes, manifest):
    jsonschema.validate(manifest, MPI_JOB_SCHEMA)
    for name, replicas in manifest["spec"]["mpiReplicaSpecs"].items():
        pod = {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {"name": name.lower()},
            "spec": replicas["template"]["spec"],
        }
        check(kubernetes, pod)


def test_the_job_keeps_the_schema_of_kubernetes(kubernetes, yaml):
    check(kubernetes, read(yaml, JOB))


def test_the_mpi_job_keeps_the_form_of_its_operator_and_its_pods_the_schema(kubernetes, yaml):
    check_mpi_job(kubernetes, read(yaml, MPI_JOB))


@pytest.mark.parametrize(
    "path, place, key, value",
    [
        (JOB, ["spec"], "backofLimit", 3),
        (JOB, ["spec"], "backoffLimit", "three"),
        (JOB, ["spec", "template", "spec", "containers", 0], "imagePulPolicy", "Always"),
        (MPI_JOB, ["spec"], "slotsPerNode", 3),
        (MPI_JOB, ["spec", "mpiReplicaSpecs", "Launcher"], "replicas", 2),
        (MPI_JOB, ["spec", "runPolicy"], "cleanPodPolicy", "Some"),
        (MPI_JOB, ["spec", "mpiReplicaSpecs", "Worker", "template", "spec", "containers", 0], "volumeMounts", {}),
    ],
)
def test_a_spoilt_manifest_is_refused(kubernetes, yaml, path, place, key, value):
    spoilt = copy.deepcopy(read(yaml, path))
    part = spoilt
    for step in place:
        part = part[step]
    part[key] = value
    refused = (kubernetes.ValidationError, jsonschema.ValidationError)
    with pytest.raises(refused):
        (check if path == JOB else check_mpi_job)(kubernetes, spoilt)


def pods(manifest):
    specs = manifest["spec"].get("mpiReplicaSpecs")
    templates = [one["template"] for one in specs.values()] if specs else [manifest["spec"]["template"]]
    return [template["spec"] for template in templates]


def containers(manifest):
    return [container for pod in pods(manifest) for container in pod["containers"]]


@pytest.mark.parametrize("path", [JOB, MPI_JOB], ids=["job", "mpijob"])
def test_the_program_takes_what_the_manifests_say(program, yaml, path):
    """Each call, with a --dry-run of an input in place of the one in the manifest, and its options one by one."""
    described = json.loads(program.call(["--describe", "commands"]).out)
    commands = {"": described, **{one["name"]: one for one in described["commands"]}}
    called = [one for one in containers(read(yaml, path)) if one["command"] == ["mdsim"]]
    assert called
    for words in (one["args"] for one in called):
        command = commands[words[0] if words[0] in commands else ""]
        known = {name for option in (*command["options"], *described["options"]) for name in option["names"]}
        options = {word.partition("=")[0] for word in words if word.startswith("--") and " " not in word}
        assert options <= known, f"{options - known} are no options of {command['name']}"
        keys = [words[k + 1].partition("=")[0] for k, word in enumerate(words) if word == "--set"]
        assert set(keys) <= {key["name"] for key in described["keys"]}


def test_manifests_and_image_agree(yaml):
    install = (CONTAINERS / "install").read_text(encoding="utf-8")
    version = re.search(r"project\(mdsim VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
    job, mpi_job = read(yaml, JOB), read(yaml, MPI_JOB)
    for container in containers(job) + containers(mpi_job):
        assert container["image"] == f"mdsim:{version}"
    assert "--uid 1000" in install and job["spec"]["template"]["spec"]["securityContext"]["runAsUser"] == 1000
    launcher, worker = containers(mpi_job)
    assert launcher["securityContext"] == worker["securityContext"] == {"runAsUser": 1000}
    assert f"{mpi_job['spec']['sshAuthMountPath']}/authorized_keys" in install
    assert f"Port {worker['readinessProbe']['tcpSocket']['port']}\n" in install
    assert worker["args"][-1] in install
    ranks = int(launcher["args"][launcher["args"].index("--ranks") + 1])
    assert ranks == mpi_job["spec"]["slotsPerWorker"] * mpi_job["spec"]["mpiReplicaSpecs"]["Worker"]["replicas"]


def test_images_are_made_by_one_script():
    lines = (CONTAINERS / "Dockerfile").read_text(encoding="utf-8").splitlines()
    steps = [line for line in lines if line.startswith(("RUN ", "COPY ", "ADD "))]
    assert len(steps) == 1 and steps[0].endswith("/src/tools/containers/install --in-image")
    post = re.search(r"%post\n((?: .*\n)+)", (CONTAINERS / "mdsim.def").read_text(encoding="utf-8"))[1].split("\n")
    assert [line.strip() for line in post if line] == ["/src/tools/containers/install --in-image", "rm -rf /src"]


def test_the_script_changes_nothing_without_being_asked():
    done = subprocess.run([CONTAINERS / "install"], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "usage: tools/containers/install --in-image" in done.stderr
