// SPDX-License-Identifier: BSD-3-Clause
#include "core/communicator.hpp"

#include <cstdlib>
#include <exception>
#include <type_traits>
#include <utility>

#include "core/error.hpp"
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

template <class T> void reduce(std::span<T> values, MPI_Op op, std::size_t limit, MPI_Comm comm) {
    by_pieces(values.size(), limit, [&](std::size_t offset, int count) {
        wait_in("MPI_Allreduce", [&] {
            return MPI_Allreduce(MPI_IN_PLACE, values.data() + offset, count, datatype<T>(), op,
                                 comm);
        });
    });
}

} // namespace

Communicator::Communicator(MPI_Comm comm, bool owned) : comm_(comm), owned_(owned) {
    check_mpi(MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    check_mpi(MPI_Comm_rank(comm_, &rank_), "MPI_Comm_rank");
    check_mpi(MPI_Comm_size(comm_, &size_), "MPI_Comm_size");
}

Communicator Communicator::world() { return Communicator(MPI_COMM_WORLD, false); }

Communicator Communicator::self() { return Communicator(MPI_COMM_SELF, false); }

Communicator Communicator::duplicate() const {
    MPI_Comm copy = MPI_COMM_NULL;
    wait_in("MPI_Comm_dup", [&] { return MPI_Comm_dup(comm_, &copy); });
    return Communicator(copy, true);
}

Communicator Communicator::split(int colour) const {
    MPI_Comm part = MPI_COMM_NULL;
    wait_in("MPI_Comm_split", [&] { return MPI_Comm_split(comm_, colour, rank_, &part); });
    return Communicator(part, true);
}

Communicator::~Communicator() {
    if (std::uncaught_exceptions() > 0) return; // freeing may wait for ranks that do not come
    int over = 0;
    if (owned_ && MPI_Finalized(&over) == MPI_SUCCESS && over == 0) MPI_Comm_free(&comm_);
}

Communicator::Communicator(Communicator&& other) noexcept
    : comm_(other.comm_), owned_(std::exchange(other.owned_, false)), rank_(other.rank_),
      size_(other.size_), piece_bytes_(other.piece_bytes_) {}

Communicator& Communicator::operator=(Communicator&& other) noexcept {
    std::swap(comm_, other.comm_);
    std::swap(owned_, other.owned_);
    std::swap(rank_, other.rank_);
    std::swap(size_, other.size_);
    std::swap(piece_bytes_, other.piece_bytes_);
    return *this;
}

NodePlace Communicator::node() const {
    const Communicator node = on_node();
    return {node.rank(), node.size()};
}

Communicator Communicator::on_node() const {
    MPI_Comm shared = MPI_COMM_NULL;
    wait_in("MPI_Comm_split_type", [&] {
        return MPI_Comm_split_type(comm_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &shared);
    });
    return Communicator(shared, true);
}

void Communicator::barrier() const {
    wait_in("MPI_Barrier", [this] { return MPI_Barrier(comm_); });
}

void Communicator::abort(int code) const noexcept {
    MPI_Abort(comm_, code);
    std::abort();
}

template <class T> void Communicator::sum(std::span<T> values) const {
    reduce(values, MPI_SUM, piece_bytes_ / sizeof(T), comm_);
}

template <class T> void Communicator::bitwise_or(std::span<T> values) const {
    reduce(values, MPI_BOR, piece_bytes_ / sizeof(T), comm_);
}

template <class T> void Communicator::max(std::span<T> values) const {
    reduce(values, MPI_MAX, piece_bytes_ / sizeof(T), comm_);
}

template <class T> void Communicator::min(std::span<T> values) const {
    reduce(values, MPI_MIN, piece_bytes_ / sizeof(T), comm_);
}

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

void Communicator::broadcast(std::span<std::byte> bytes, Rank root) const {
    by_pieces(bytes.size(), piece_bytes_, [&](std::size_t offset, int count) {
        wait_in("MPI_Bcast",
                [&] { return MPI_Bcast(bytes.data() + offset, count, MPI_BYTE, root, comm_); });
    });
}

std::string Communicator::broadcast(const std::string& text, Rank root) const {
    std::uint64_t size = text.size();
    broadcast(std::as_writable_bytes(std::span(&size, 1)), root);
    std::string copy = text;
    copy.resize(static_cast<std::size_t>(size));
    broadcast(std::as_writable_bytes(std::span(copy.data(), copy.size())), root);
    return copy;
}

std::vector<std::vector<std::byte>> Communicator::gather(std::span<const std::byte> bytes,
                                                         Rank root) const {
    const std::int64_t size = static_cast<std::int64_t>(bytes.size());
    std::vector<std::int64_t> sizes(rank_ == root ? static_cast<std::size_t>(size_) : 0);
    wait_in("MPI_Gather", [&] {
        return MPI_Gather(&size, 1, MPI_INT64_T, sizes.data(), 1, MPI_INT64_T, root, comm_);
    });
    std::vector<std::vector<std::byte>> all(sizes.size());
    std::vector<Incoming> in;
    for (std::size_t r = 0; r < all.size(); ++r) {
        all[r].resize(static_cast<std::size_t>(sizes[r]));
        in.push_back({static_cast<Rank>(r), all[r]});
    }
    const Outgoing out{root, bytes};
    exchange({&out, 1}, in);
    return all;
}

std::vector<std::int64_t> Communicator::all_to_all(std::span<const std::int64_t> values) const {
    MDSIM_REQUIRE(values.size() == static_cast<std::size_t>(size_));
    std::vector<std::int64_t> answer(values.size());
    wait_in("MPI_Alltoall", [&] {
        return MPI_Alltoall(values.data(), 1, MPI_INT64_T, answer.data(), 1, MPI_INT64_T, comm_);
    });
    return answer;
}

} // namespace mdsim
