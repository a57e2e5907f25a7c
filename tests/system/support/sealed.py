# SPDX-License-Identifier: BSD-3-Clause
"""Gives checkpoints that were changed the head and checksum of whole ones, as another program, an earlier version
or somebody who means harm could."""

import struct

HEAD = 512
"""bytes of a checkpoint before its HDF5 content"""
_MASK = 2**64 - 1
_FACTOR = 0x9E3779B97F4A7C15
_LANES = (0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89)


def _mix(lane, word):
    product = ((lane ^ word) * _FACTOR) & _MASK
    return product ^ (product >> 32)


def checksum(data):
    """That of src/output/checksum.hpp: four lanes of words, mixed with their length."""
    lanes = list(_LANES)
    words = data + bytes(-len(data) % 8)
    for i, word in enumerate(struct.unpack(f"<{len(words) // 8}Q", words)):
        lanes[i % 4] = _mix(lanes[i % 4], word)
    state = len(data)
    for lane in lanes:
        state = _mix(_mix(state, lane), 0)
    return state


def reseal(path):
    """Writes length and checksum of the file as it is into its head."""
    with open(path, "rb") as file:
        data = bytearray(file.read())
    lines = data[:HEAD].split(b"\n")
    numbers = int(lines[1].split()[1]), int(lines[2].split()[1]), len(data)

    def head(value):
        text = "mdsim checkpoint\nformat {}\nstep {}\nbytes {}\nchecksum {:016x}\n".format(*numbers, value)
        return text.encode().ljust(HEAD, b"\0")

    data[:HEAD] = head(0)
    data[:HEAD] = head(checksum(bytes(data)))
    with open(path, "wb") as file:
        file.write(data)


def change_checkpoint(path, change):
    """Lets `change` work on the open HDF5 file, and seals it again."""
    import h5py

    with h5py.File(path, "r+") as file:
        change(file)
    reseal(path)
