// SPDX-License-Identifier: BSD-3-Clause
#include "output/numbers_of.hpp"

#include <fmt/format.h>

#include <cstring>

#include "core/contract.hpp"
#include "core/error.hpp"

namespace mdsim::h5 {

namespace {

template <class T> double value_at(const std::vector<std::byte>& bytes, std::size_t i) {
    T value{};
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    return static_cast<double>(value);
}

ElementType type_in(const File& file, const Handle& dataset, const std::string& path) {
    const Handle type(check(H5Dget_type(dataset.id()), "H5Dget_type", file.path()), H5Tclose);
    for (const ElementType known :
         {ElementType::int32, ElementType::int64, ElementType::float32, ElementType::float64})
        if (H5Tequal(type.id(), file_type(known)) > 0) return known;
    throw InputError(file.path(), path + " holds no numbers that can be compared");
}

} // namespace

double Numbers::at(std::size_t i) const {
    MDSIM_EXPECT(i < count());
    switch (type) {
    case ElementType::int32:
        return value_at<std::int32_t>(bytes, i);
    case ElementType::int64:
        return value_at<std::int64_t>(bytes, i);
    case ElementType::float32:
        return value_at<float>(bytes, i);
    case ElementType::float64:
        break;
    }
    return value_at<double>(bytes, i);
}

bool Numbers::has_bits_of(const Numbers& other, std::size_t i) const {
    MDSIM_EXPECT(type == other.type && i < count() && i < other.count());
    const std::size_t size = size_of(type);
    return std::memcmp(bytes.data() + i * size, other.bytes.data() + i * size, size) == 0;
}

Numbers numbers_of(const UntrustedFile& from, const std::string& path,
                   std::optional<std::int64_t> row) {
    const Lock lock;
    const UntrustedDataset found = from.dataset(path);
    const File& file = from.file();
    const Handle& dataset = found.handle;
    Numbers numbers{type_in(file, dataset, path), found.layout.extent, {}};
    if (row && (numbers.shape.empty() || static_cast<hsize_t>(*row) >= numbers.shape[0]))
        throw InputError(file.path(), fmt::format("{} has no row {}", path, *row));
    std::vector<hsize_t> start(numbers.shape.size(), 0);
    std::vector<hsize_t> count = numbers.shape;
    if (row) {
        start.at(0) = static_cast<hsize_t>(*row);
        count.at(0) = 1;
        numbers.shape.erase(numbers.shape.begin());
    }
    from.expect_readable(path, found, start, count);
    std::size_t bytes = size_of(numbers.type);
    for (const hsize_t n : count) bytes *= n;
    numbers.bytes.resize(bytes);
    const Handle space(check(H5Dget_space(dataset.id()), "H5Dget_space", file.path()), H5Sclose);
    if (!count.empty())
        check(H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, start.data(), nullptr, count.data(),
                                  nullptr),
              "H5Sselect_hyperslab", file.path());
    const Handle memory(
        check(H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr),
              "H5Screate_simple", file.path()),
        H5Sclose);
    if (bytes > 0)
        check(H5Dread(dataset.id(), native_type(numbers.type), memory.id(), space.id(), H5P_DEFAULT,
                      numbers.bytes.data()),
              "H5Dread", file.path() + ": " + path);
    return numbers;
}

} // namespace mdsim::h5
