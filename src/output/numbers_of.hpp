// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "output/untrusted_file.hpp"

namespace mdsim::h5 {

/// The numbers of a dataset, or of one of its rows, as they are stored.
struct Numbers {
    ElementType type{};
    std::vector<hsize_t> shape; ///< without the rows where one row was read
    std::vector<std::byte> bytes;

    std::size_t count() const { return bytes.size() / size_of(type); }
    double at(std::size_t i) const;
    bool has_bits_of(const Numbers& other, std::size_t i) const;
};

/// Reads a whole dataset of numbers, or one row of it. Throws InputError where it holds anything
/// else, or is not to be read.
Numbers numbers_of(const UntrustedFile& file, const std::string& path,
                   std::optional<std::int64_t> row = std::nullopt);

} // namespace mdsim::h5
