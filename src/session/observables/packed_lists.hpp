// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/blocked_mean.hpp"
#include "core/error.hpp"

namespace mdsim {

/// Lists of numbers one after the other, each behind its length.
class PackedLists {
  public:
    PackedLists() = default;
    explicit PackedLists(std::vector<double> numbers) : numbers_(std::move(numbers)) {}

    void add(std::span<const double> list) {
        numbers_.push_back(static_cast<double>(list.size()));
        numbers_.insert(numbers_.end(), list.begin(), list.end());
    }

    /// The next list of at most `most` numbers; throws InputError where there is none.
    std::vector<double> take(std::size_t most) {
        const std::size_t left = numbers_.size() - at_;
        const double size = left > 0 ? numbers_[at_] : -1;
        if (!(size >= 0 && size <= static_cast<double>(most) && size < static_cast<double>(left)))
            throw InputError("checkpoint", "numbers of a correlation function are damaged");
        const auto begin = numbers_.begin() + static_cast<std::ptrdiff_t>(at_) + 1;
        at_ += 1 + static_cast<std::size_t>(size);
        return {begin, begin + static_cast<std::ptrdiff_t>(size)};
    }

    /// The next list, as long as that of a mean may be.
    std::vector<double> take_numbers_of_mean() {
        constexpr std::size_t most_numbers = 512;
        return take(most_numbers);
    }

    /// The next list as a mean.
    BlockedMean take_mean() { return BlockedMean::from(take_numbers_of_mean()); }

    const std::vector<double>& numbers() const { return numbers_; }

  private:
    std::vector<double> numbers_;
    std::size_t at_ = 0;
};

} // namespace mdsim
