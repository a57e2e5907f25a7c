# SPDX-License-Identifier: BSD-3-Clause
"""tools/bundle-deps packs what a node without a network needs, each with its licence."""

import subprocess
import tarfile

import pytest

from mdsim_tools.interpreters import ROOT

HEADERS = ("toml++/toml.h", "CLI/CLI.hpp", "fmt/format.h", "spdlog/spdlog.h", "nlohmann/json.hpp")


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    """The names in the archive, and what the tool has said."""
    folder = tmp_path_factory.mktemp("deps")
    done = subprocess.run([ROOT / "tools/bundle-deps", folder], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    with tarfile.open(folder / "deps.tar.gz") as archive:
        return set(archive.getnames()), done.stdout + done.stderr


def test_headers_come_with_their_licences(packed):
    names, _ = packed
    for header in HEADERS:
        assert f"include/{header}" in names
    assert len([name for name in names if name.startswith("licenses/")]) >= len(HEADERS)


@pytest.mark.parametrize(
    ("what", "files"),
    (
        ("prometheus-cpp", ("include/prometheus/exposer.h", "lib/libprometheus-cpp-pull.so")),
        ("nanobind", ("nanobind/cmake/nanobind-config.cmake", "licenses/nanobind")),
        ("tomli_w", ("python/tomli_w/__init__.py", "licenses/tomli_w")),
    ),
)
def test_what_is_not_packed_is_named(packed, what, files):
    """Of libraries that a build can do without."""
    names, said = packed
    missing = [name for name in files if name not in names]
    assert (not missing) != (f"not packed: {what}" in said), f"{what}: {missing}; {said}"


def test_no_caches_of_python_are_packed(packed):
    assert not [name for name in packed[0] if "__pycache__" in name]
