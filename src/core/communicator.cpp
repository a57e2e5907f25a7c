// SPDX-License-Identifier: BSD-3-Clause
#include "core/communicator.hpp"

#include <cstdlib>
#include <exception>
#include <utility>

#include "core/contract.hpp"
#include "core/mpi_calls.hpp"

namespace mdsim {

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
    if (size_ == 1) return;
    meet_in("MPI_Ibarrier", [this](MPI_Request* request) { return MPI_Ibarrier(comm_, request); });
}

void Communicator::abort(int code) const noexcept {
    MPI_Abort(comm_, code);
    std::abort();
}

void Communicator::broadcast(std::span<std::byte> bytes, Rank root) const {
    MDSIM_EXPECT(has_rank(root));
    if (size_ == 1) return;
    by_pieces(bytes.size(), piece_bytes_, [&](std::size_t offset, int count) {
        meet_in("MPI_Ibcast", [&](MPI_Request* request) {
            return MPI_Ibcast(bytes.data() + offset, count, MPI_BYTE, root, comm_, request);
        });
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
    MDSIM_EXPECT(has_rank(root));
    const std::int64_t size = static_cast<std::int64_t>(bytes.size());
    std::vector<std::int64_t> sizes(rank_ == root ? static_cast<std::size_t>(size_) : 0);
    meet_in("MPI_Igather", [&](MPI_Request* request) {
        return MPI_Igather(&size, 1, MPI_INT64_T, sizes.data(), 1, MPI_INT64_T, root, comm_,
                           request);
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
    meet_in("MPI_Ialltoall", [&](MPI_Request* request) {
        return MPI_Ialltoall(values.data(), 1, MPI_INT64_T, answer.data(), 1, MPI_INT64_T, comm_,
                             request);
    });
    return answer;
}

} // namespace mdsim
