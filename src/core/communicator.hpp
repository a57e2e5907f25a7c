// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/communicator_session.hpp"
#include "core/ids.hpp"

namespace mdsim {

/// Bytes for a peer; the sender keeps them unchanged until the transfer is complete.
struct Outgoing {
    Rank peer = 0;
    std::span<const std::byte> bytes;
};

/// The place for bytes from a peer; as many arrive as it holds. Of what is sent in one piece
/// (piece_bytes) fewer may arrive, where they say themselves where they end.
struct Incoming {
    Rank peer = 0;
    std::span<std::byte> bytes;
};

/// Transfers under way. Destroyed before they are complete, as after an error, it gives them up.
class Requests {
  public:
    Requests() = default;
    ~Requests();
    Requests(const Requests&) = delete;
    Requests& operator=(const Requests&) = delete;

    /// Makes room, so that no later transfer of this many messages allocates.
    void reserve(std::size_t messages) {
        pending_.reserve(messages);
        peers_.reserve(messages);
    }
    /// Returns when all are complete.
    void wait();
    /// Waits no longer than `limit`; returns a rank that is still waited for, if there is one.
    std::optional<Rank> wait_within(std::chrono::nanoseconds limit);
    /// Lets MPI make progress; returns whether all are complete.
    bool poll();
    bool empty() const { return pending_.empty(); }

  private:
    friend class Communicator;
    void clear();

    std::vector<MPI_Request> pending_;
    std::vector<Rank> peers_; ///< of each of them
};

/// A rank's place among the ranks that share its memory.
struct NodePlace {
    int rank = 0;
    int size = 1;
};

/// A group of ranks that talk to each other. Every call is checked; a failure is an
/// EnvironmentError.
///
/// Only order-free reductions are offered, so a result depends on the values, not on the ranks. All
/// functions but those about `rank`, `size`, `start` and `abort` are collective.
class Communicator {
  public:
    /// All ranks of the run; one rank where the program was started without a launcher.
    static Communicator world();
    /// This rank alone.
    static Communicator self();
    /// The same ranks with their own traffic.
    Communicator duplicate() const;
    /// The ranks that give the same colour, in the order of this communicator.
    Communicator split(int colour) const;

    ~Communicator();
    Communicator(Communicator&& other) noexcept;
    Communicator& operator=(Communicator&& other) noexcept;

    Rank rank() const { return rank_; }
    int size() const { return size_; }
    bool is_root() const { return rank_ == 0; }
    bool has_rank(Rank rank) const { return 0 <= rank && rank < size_; }
    NodePlace node() const;
    /// The ranks that share this rank's memory, in the order of this communicator.
    Communicator on_node() const;
    MPI_Comm native() const { return comm_; }

    void barrier() const;
    /// Ends all ranks at once with this exit code.
    [[noreturn]] void abort(int code) const noexcept;

    /// Element-wise over all ranks, in place; T is a 32- or 64-bit integer.
    template <class T> void sum(std::span<T> values) const;
    template <class T> void bitwise_or(std::span<T> values) const;
    /// Element-wise, in place; T is a 32- or 64-bit integer, float or double without NaN.
    template <class T> void max(std::span<T> values) const;
    template <class T> void min(std::span<T> values) const;
    /// Sums 128-bit integers in two's complement, modulo 2^128; each is two words, the low one
    /// first.
    void sum_wide(std::span<std::uint64_t> words) const;

    template <class T> T sum_of(T value) const { return sum(std::span<T>(&value, 1)), value; }
    template <class T> T max_of(T value) const { return max(std::span<T>(&value, 1)), value; }
    template <class T> T min_of(T value) const { return min(std::span<T>(&value, 1)), value; }

    /// Copies the root's bytes to all; every rank gives a span of the same size.
    void broadcast(std::span<std::byte> bytes, Rank root = 0) const;
    /// The root's text, on every rank.
    std::string broadcast(const std::string& text, Rank root = 0) const;
    /// The bytes of every rank, in rank order, on the root; nothing elsewhere.
    std::vector<std::vector<std::byte>> gather(std::span<const std::byte> bytes,
                                               Rank root = 0) const;
    /// Gives element r to rank r; element r of the answer came from rank r.
    std::vector<std::int64_t> all_to_all(std::span<const std::int64_t> values) const;

    /// Begins point-to-point transfers; both sides give the same sizes, in the same order for one
    /// tag.
    void start(std::span<const Outgoing> out, std::span<const Incoming> in, Requests& requests,
               int tag = 0) const;
    /// Point-to-point transfers with these peers only; returns when they are complete.
    void exchange(std::span<const Outgoing> out, std::span<const Incoming> in, int tag = 0) const;

    // For ranks that may have gone: a rank that stays away longer than `limit` is an
    // EnvironmentError, and this communicator must not be used again.

    /// As `bitwise_or`.
    void bitwise_or_within(std::span<std::uint64_t> values, std::chrono::nanoseconds limit) const;
    /// As `exchange`; the error names a rank that stayed away.
    void exchange_within(std::span<const Outgoing> out, std::span<const Incoming> in,
                         std::chrono::nanoseconds limit, int tag = 0) const;

    /// Messages are cut into pieces of at most this many bytes.
    std::size_t piece_bytes() const { return piece_bytes_; }
    /// Makes them smaller; for tests, as 1 GiB is the default.
    void limit_pieces(std::size_t bytes) { piece_bytes_ = bytes; }

  private:
    explicit Communicator(MPI_Comm comm, bool owned);
    template <class T> void reduce(std::span<T> values, MPI_Op op) const;

    MPI_Comm comm_ = MPI_COMM_NULL;
    bool owned_ = false;
    Rank rank_ = 0;
    int size_ = 1;
    std::size_t piece_bytes_ = std::size_t{1} << 30;
};

} // namespace mdsim
