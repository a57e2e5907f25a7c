// SPDX-License-Identifier: BSD-3-Clause
#include "core/block_sums.hpp"

#include "core/error.hpp"

namespace mdsim {

void BlockSums::add(std::span<const double> sample) {
    MDSIM_EXPECT(sample.size() == quantities_);
    for (std::size_t q = 0; q < quantities_; ++q) open_[q] += sample[q];
    if (++in_open_ < length_) return;
    closed_.insert(closed_.end(), open_.begin(), open_.end());
    open_.assign(quantities_, 0.0);
    in_open_ = 0;
    if (blocks() == most_blocks) join_pairs();
}

void BlockSums::join_pairs() {
    for (std::size_t b = 0; b < blocks() / 2; ++b)
        for (std::size_t q = 0; q < quantities_; ++q)
            closed_[b * quantities_ + q] =
                closed_[2 * b * quantities_ + q] + closed_[(2 * b + 1) * quantities_ + q];
    closed_.resize(closed_.size() / 2);
    length_ *= 2;
}

std::vector<double> BlockSums::totals() const {
    std::vector<double> sums = open_;
    for (std::size_t b = 0; b < blocks(); ++b)
        for (std::size_t q = 0; q < quantities_; ++q) sums[q] += closed_[b * quantities_ + q];
    return sums;
}

std::vector<double> BlockSums::numbers() const {
    std::vector<double> numbers{static_cast<double>(length_), static_cast<double>(in_open_)};
    numbers.insert(numbers.end(), open_.begin(), open_.end());
    numbers.insert(numbers.end(), closed_.begin(), closed_.end());
    return numbers;
}

BlockSums BlockSums::from(std::size_t quantities, const std::vector<double>& numbers) {
    constexpr double longest = 0x1p53;
    BlockSums sums(quantities);
    const std::size_t head = 2 + quantities;
    const auto whole = [&](std::size_t i, double low, double high) {
        return numbers[i] >= low && numbers[i] <= high && numbers[i] == std::floor(numbers[i]);
    };
    const bool valid = numbers.size() >= head && (numbers.size() - head) % quantities == 0 &&
                       numbers.size() - head < most_blocks * quantities && whole(0, 1, longest) &&
                       whole(1, 0, numbers[0] - 1);
    if (!valid) throw InputError("checkpoint", "numbers of an average are damaged");
    sums.length_ = static_cast<std::int64_t>(numbers[0]);
    sums.in_open_ = static_cast<std::int64_t>(numbers[1]);
    const auto first = numbers.begin() + 2;
    const auto closed = first + static_cast<std::ptrdiff_t>(quantities);
    sums.open_.assign(first, closed);
    sums.closed_.assign(closed, numbers.end());
    return sums;
}

} // namespace mdsim
