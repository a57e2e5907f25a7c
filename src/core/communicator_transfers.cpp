// SPDX-License-Identifier: BSD-3-Clause
// Messages from rank to rank.

#include "core/communicator.hpp"
#include "core/mpi_calls.hpp"

namespace mdsim {

Requests::~Requests() {
    for (MPI_Request& request : pending_) {
        if (request == MPI_REQUEST_NULL) continue;
        MPI_Cancel(&request);
        MPI_Request_free(&request);
    }
}

void Requests::wait() {
    if (pending_.empty()) return;
    await("exchange of messages", pending_);
    clear();
}

bool Requests::poll() {
    if (pending_.empty()) return true;
    const bool done = complete("exchange of messages", pending_);
    if (done) clear();
    return done;
}

void Requests::clear() {
    pending_.clear();
    peers_.clear();
}

void Communicator::start(std::span<const Outgoing> out, std::span<const Incoming> in,
                         Requests& requests, int tag) const {
    auto next = [&requests](Rank peer) {
        requests.peers_.push_back(peer);
        return &requests.pending_.emplace_back(MPI_REQUEST_NULL);
    };
    for (const Incoming& message : in)
        by_pieces(message.bytes.size(), piece_bytes_, [&](std::size_t offset, int count) {
            check_mpi(MPI_Irecv(message.bytes.data() + offset, count, MPI_BYTE, message.peer, tag,
                                comm_, next(message.peer)),
                      "MPI_Irecv");
        });
    for (const Outgoing& message : out)
        by_pieces(message.bytes.size(), piece_bytes_, [&](std::size_t offset, int count) {
            check_mpi(MPI_Isend(message.bytes.data() + offset, count, MPI_BYTE, message.peer, tag,
                                comm_, next(message.peer)),
                      "MPI_Isend");
        });
}

void Communicator::exchange(std::span<const Outgoing> out, std::span<const Incoming> in,
                            int tag) const {
    Requests requests;
    start(out, in, requests, tag);
    requests.wait();
}

} // namespace mdsim
