# SPDX-License-Identifier: BSD-3-Clause
"""Vectors of atoms where they are computed: on a GPU by DLPack, without a way through the host."""

import ctypes
import ctypes.util

import numpy as np
import pytest

import mdsim
import needed

NAMES = ("positions", "unwrapped", "velocities", "forces")
CUDA = 2
"""kDLCUDA of DLPack"""


class Tensor(ctypes.Structure):
    """DLTensor of DLPack."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("dimensions", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


def tensor_in(capsule):
    find = ctypes.pythonapi.PyCapsule_GetPointer
    find.restype, find.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    return Tensor.from_address(find(capsule, b"dltensor"))


class Attributes(ctypes.Structure):
    """cudaPointerAttributes"""

    _fields_ = (
        ("type", ctypes.c_int),
        ("device", ctypes.c_int),
        ("device_pointer", ctypes.c_void_p),
        ("host_pointer", ctypes.c_void_p),
        ("reserved", ctypes.c_long * 8),
    )


def runtime():
    """The runtime of CUDA."""
    return ctypes.CDLL(ctypes.util.find_library("cudart") or "libcudart.so")


def copied(array):
    """What a library of GPUs would see, copied to the host."""
    capsule = array.__dlpack__(stream=None)
    tensor = tensor_in(capsule)
    assert array.__dlpack_device__() == (CUDA, tensor.device_id) == (tensor.device_type, tensor.device_id)
    assert (tensor.dimensions, tensor.code, tensor.bits, tensor.lanes, tensor.byte_offset) == (2, 2, 64, 1, 0)
    shape = tuple(tensor.shape[:2])
    assert shape == array.shape
    numbers = np.empty(shape)
    copy = runtime().cudaMemcpy
    copy.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    to_host = 2
    assert copy(numbers.ctypes.data, tensor.data, numbers.nbytes, to_host) == 0
    return numbers


def test_processors_give_arrays_of_numpy(liquid):
    simulation = mdsim.Simulation(liquid).run(20)
    assert simulation.block == (0, len(simulation.positions))
    for name in NAMES:
        array = np.from_dlpack(simulation.on_device(name))
        assert np.array_equal(array, getattr(simulation, name)), name


def test_other_names_are_errors(liquid):
    simulation = mdsim.Simulation(liquid)
    with pytest.raises(ValueError, match='"masses" are no vectors of atoms'):
        simulation.on_device("masses")
    simulation.close()
    with pytest.raises(ValueError, match="closed"):
        simulation.on_device("positions")


def test_a_gpu_gives_its_memory(on_gpu):
    simulation = mdsim.Simulation(on_gpu).run(20)
    for name in NAMES:
        assert np.array_equal(copied(simulation.on_device(name)), getattr(simulation, name)), name


def test_what_a_gpu_gives_lies_on_the_gpu_alone(on_gpu):
    simulation = mdsim.Simulation(on_gpu).run(20)
    ask = runtime().cudaPointerGetAttributes
    ask.argtypes = (ctypes.POINTER(Attributes), ctypes.c_void_p)
    of_device = 2
    for name in NAMES:
        array = simulation.on_device(name)
        capsule = array.__dlpack__()
        tensor, found = tensor_in(capsule), Attributes()
        assert ask(ctypes.byref(found), tensor.data) == 0, name
        assert (found.type, found.device, found.host_pointer) == (of_device, tensor.device_id, None), name


def test_memory_of_a_gpu_keeps_its_values(on_gpu):
    simulation = mdsim.Simulation(on_gpu).run(20)
    before = simulation.positions
    array = simulation.on_device("positions")
    simulation.run(20)
    assert not np.array_equal(simulation.positions, before)
    assert np.array_equal(copied(array), before)
    simulation.close()
    assert np.array_equal(copied(array), before)


def test_pytorch_takes_it_up(on_gpu):
    torch = needed.module("torch")
    simulation = mdsim.Simulation(on_gpu).run(20)
    array = simulation.on_device("velocities")
    capsule = array.__dlpack__()
    velocities = torch.from_dlpack(array)
    assert velocities.is_cuda and velocities.dtype == torch.float64
    assert velocities.data_ptr() == tensor_in(capsule).data, "the values were copied"
    assert np.array_equal(velocities.cpu().numpy(), simulation.velocities)
