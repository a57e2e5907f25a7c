// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/buffer.hpp"
#include "core/communicator.hpp"
#include "engine/atom_table.hpp"

namespace mdsim::python {

/// The blocks of all ranks, one behind the other, on each of them; collective.
template <class T>
std::vector<T> joined(const T* block, std::size_t count, const Communicator& comm) {
    if (comm.size() == 1) return {block, block + count};
    const auto parts = comm.gather(std::as_bytes(std::span(block, count)));
    const auto total = comm.sum_of(static_cast<std::int64_t>(count));
    std::vector<T> whole(static_cast<std::size_t>(total));
    const std::span<std::byte> bytes = std::as_writable_bytes(std::span(whole));
    std::size_t at = 0;
    for (const auto& part : parts) {
        std::copy(part.begin(), part.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
        at += part.size();
    }
    comm.broadcast(bytes);
    return whole;
}

/// What a column says of all atoms in the order of their ids, on every rank; collective.
template <class P, class Column>
std::vector<ColumnValue<P, Column>> whole_column(AtomTable<P>& table, const Column& column,
                                                 const Communicator& comm) {
    Buffer<ColumnValue<P, Column>, Host> block;
    table.fill(column, block);
    return joined(block.data(), block.size(), comm);
}

} // namespace mdsim::python
