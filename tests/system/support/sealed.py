# SPDX-License-Identifier: BSD-3-Clause
"""Changes checkpoints and seals them again, as another program, or an earlier version, might have written them."""

import struct

HEAD = 512
WORD = 2 ** 64 - 1
LANES = (0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89)


def mixed(lane, word):
    product = ((lane ^ word) * 0x9e3779b97f4a7c15) & WORD
    return product ^ (product >> 32)


def checksum(data):
    """That of src/output/checksum.hpp."""
    lanes = list(LANES)
    words = struct.unpack(f"<{(len(data) + 7) // 8}Q", data + bytes(-len(data) % 8))
    for i, word in enumerate(words):
        lanes[i % 4] = mixed(lanes[i % 4], word)
    total = len(data)
    for lane in lanes:
        total = mixed(mixed(total, lane), 0)
    return total


def head(form, step, size, value):
    text = f"mdsim checkpoint\nformat {form}\nstep {step}\nbytes {size}\nchecksum {value:016x}\n".encode()
    return text + bytes(HEAD - len(text))


def change_checkpoint(path, change):
    """Lets `change` work on the open HDF5 file, and makes size and checksum fit again."""
    import h5py
    with open(path, "rb") as file:
        words = [line.split() for line in file.read(HEAD).split(b"\n")]
    form, step = int(words[1][1]), int(words[2][1])
    with h5py.File(path, "r+") as file:
        change(file)
    with open(path, "rb") as file:
        body = file.read()[HEAD:]
    size = HEAD + len(body)
    value = checksum(head(form, step, size, 0) + body)
    with open(path, "wb") as file:
        file.write(head(form, step, size, value) + body)
