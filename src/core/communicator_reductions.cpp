// SPDX-License-Identifier: BSD-3-Clause
// Reductions without order.
#include <type_traits>

#include "core/communicator.hpp"
#include "core/contract.hpp"
#include "core/mpi_calls.hpp"

namespace mdsim {

namespace {

template <class T> MPI_Datatype datatype() {
    if constexpr (std::is_same_v<T, std::int32_t>)
        return MPI_INT32_T;
    else if constexpr (std::is_same_v<T, std::uint32_t>)
        return MPI_UINT32_T;
    else if constexpr (std::is_same_v<T, std::int64_t>)
        return MPI_INT64_T;
    else if constexpr (std::is_same_v<T, std::uint64_t>)
        return MPI_UINT64_T;
    else if constexpr (std::is_same_v<T, float>)
        return MPI_FLOAT;
    else
        return MPI_DOUBLE;
}

} // namespace

template <class T> void Communicator::reduce(std::span<T> values, MPI_Op op) const {
    if (size_ == 1) return;
    by_pieces(values.size(), piece_bytes_ / sizeof(T), [&](std::size_t offset, int count) {
        meet_in("MPI_Iallreduce", [&](MPI_Request* request) {
            return MPI_Iallreduce(MPI_IN_PLACE, values.data() + offset, count, datatype<T>(), op,
                                  comm_, request);
        });
    });
}

template <class T> void Communicator::sum(std::span<T> values) const { reduce(values, MPI_SUM); }

template <class T> void Communicator::bitwise_or(std::span<T> values) const {
    reduce(values, MPI_BOR);
}

template <class T> void Communicator::max(std::span<T> values) const { reduce(values, MPI_MAX); }

template <class T> void Communicator::min(std::span<T> values) const { reduce(values, MPI_MIN); }

template void Communicator::sum(std::span<std::int32_t>) const;
template void Communicator::sum(std::span<std::uint32_t>) const;
template void Communicator::sum(std::span<std::int64_t>) const;
template void Communicator::sum(std::span<std::uint64_t>) const;
template void Communicator::bitwise_or(std::span<std::int32_t>) const;
template void Communicator::bitwise_or(std::span<std::uint32_t>) const;
template void Communicator::bitwise_or(std::span<std::int64_t>) const;
template void Communicator::bitwise_or(std::span<std::uint64_t>) const;
template void Communicator::max(std::span<std::int32_t>) const;
template void Communicator::max(std::span<std::uint32_t>) const;
template void Communicator::max(std::span<std::int64_t>) const;
template void Communicator::max(std::span<std::uint64_t>) const;
template void Communicator::max(std::span<float>) const;
template void Communicator::max(std::span<double>) const;
template void Communicator::min(std::span<std::int32_t>) const;
template void Communicator::min(std::span<std::uint32_t>) const;
template void Communicator::min(std::span<std::int64_t>) const;
template void Communicator::min(std::span<std::uint64_t>) const;
template void Communicator::min(std::span<float>) const;
template void Communicator::min(std::span<double>) const;

void Communicator::sum_wide(std::span<std::uint64_t> words) const {
    MDSIM_REQUIRE(words.size() % 2 == 0);
    // Each word is summed as two halves, which up to 2^32 ranks cannot overflow; then carries move
    // up.
    std::vector<std::uint64_t> halves(2 * words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        halves[2 * i] = words[i] & 0xffffffffu;
        halves[2 * i + 1] = words[i] >> 32;
    }
    sum(std::span<std::uint64_t>(halves));
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i % 2 == 0) carry = 0;
        const std::uint64_t low = halves[2 * i] + carry;
        const std::uint64_t high = halves[2 * i + 1] + (low >> 32);
        words[i] = (low & 0xffffffffu) | (high << 32);
        carry = high >> 32;
    }
}

} // namespace mdsim
