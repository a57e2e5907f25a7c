// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

#include "core/communicator.hpp"

namespace mdsim {

/// The bytes of all ranks one after the other; every rank gives as many.
std::vector<std::byte> gather_on_all(const Communicator& ranks, std::span<const std::byte> bytes);

/// The values of all ranks in the order of the ranks; every rank gives as many.
template <class T>
std::vector<T> gather_on_all(const Communicator& ranks, const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::vector<std::byte> bytes = gather_on_all(ranks, std::as_bytes(std::span(values)));
    std::vector<T> all(bytes.size() / sizeof(T));
    if (!all.empty()) std::memcpy(all.data(), bytes.data(), bytes.size());
    return all;
}

/// One value of each rank.
template <class T> std::vector<T> gather_on_all(const Communicator& ranks, const T& value) {
    return gather_on_all(ranks, std::vector<T>{value});
}

/// Does what may fail on one rank alone. An EnvironmentError of any rank is thrown on all of them,
/// with the number of the first that failed, so that none waits for another. Collective, and a
/// barrier.
void on_all_ranks(const Communicator& ranks, const std::function<void()>& act);

} // namespace mdsim
