// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "core/communicator.hpp"

namespace mdsim {

/// Carries rows of any fixed size to the ranks they are destined for; one plan serves many arrays.
///
/// Rows arrive ordered by the rank they come from, then as that rank held them. All functions that
/// move data are collective; the communicator must outlive the route.
class Route {
  public:
    /// `destination` names a rank for each row that this rank holds; its own rank is allowed.
    Route(const Communicator& comm, std::span<const Rank> destination);

    std::size_t leaving() const { return order_.size(); }
    std::size_t arriving() const { return arriving_; }
    /// Rows that go to, or come from, other ranks.
    std::int64_t sent() const { return static_cast<std::int64_t>(leaving()) - to_self_; }
    std::int64_t received() const { return static_cast<std::int64_t>(arriving()) - to_self_; }

    /// Carries rows of `row_bytes` bytes; `arrived` has room for `arriving()` rows.
    void carry(std::span<const std::byte> rows, std::size_t row_bytes,
               std::span<std::byte> arrived) const;

    /// The rows that arrive.
    template <class T> std::vector<T> carry(std::span<const T> rows) const {
        static_assert(std::is_trivially_copyable_v<T>);
        std::vector<T> arrived(arriving());
        carry(std::as_bytes(rows), sizeof(T), std::as_writable_bytes(std::span<T>(arrived)));
        return arrived;
    }

  private:
    struct Share {
        Rank peer;
        std::size_t first; ///< row in the ordered or arrived rows
        std::size_t count;
    };

    const Communicator* comm_;
    std::vector<std::size_t> order_; ///< rows ordered by destination
    std::vector<Share> out_;
    std::vector<Share> in_;
    std::size_t arriving_ = 0;
    std::int64_t to_self_ = 0;
};

} // namespace mdsim
