# SPDX-License-Identifier: BSD-3-Clause
"""What a test needs beside the program under test. Where it is missing, the test is skipped; it fails where
MDSIM_REQUIRE_TESTS asks for it (tests/support/README.md)."""

import importlib
import os
import shutil

import pytest

from mdsim_tools.skips import VARIABLE, required


def skip_without(package, reason):
    """Ends a test that cannot be made for want of a package."""
    __tracebackhide__ = True
    if required(package):
        pytest.fail(f"{reason}; {VARIABLE} asks for {package}", pytrace=False)
    pytest.skip(reason, allow_module_level=True)


def module(name, reason=None):
    """The module of this name."""
    __tracebackhide__ = True
    try:
        return importlib.import_module(name)
    except ImportError as failure:
        return skip_without(name.partition(".")[0], reason or f"could not import {name}: {failure}")


def program(name, package=None):
    """Where a program lies; `package` is what brings it, of the same name if none is given."""
    __tracebackhide__ = True
    found = shutil.which(name, path=os.environ.get("PATH", os.defpath) + ":/usr/sbin:/sbin")
    return found or skip_without(package or name, f"there is no {name} here (package {package or name})")
