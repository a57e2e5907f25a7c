// SPDX-License-Identifier: BSD-3-Clause
#include "output/numbers_of.hpp"

#include <algorithm>
#include <cstring>

#include "core/error.hpp"
#include "output/hdf5_objects.hpp"

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
    throw EnvironmentError(file.path() + ": " + path + " holds no numbers that can be compared");
}

herr_t keep_dataset(hid_t group, const char* name, const H5L_info_t*, void* names) {
    const hid_t object = H5Oopen(group, name, H5P_DEFAULT);
    if (object < 0) return 0; // a soft link that leads nowhere
    if (H5Iget_type(object) == H5I_DATASET)
        static_cast<std::vector<std::string>*>(names)->emplace_back(name);
    H5Oclose(object);
    return 0;
}

} // namespace

double Numbers::at(std::size_t i) const {
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
    const std::size_t size = size_of(type);
    return std::memcmp(bytes.data() + i * size, other.bytes.data() + i * size, size) == 0;
}

Numbers numbers_of(const File& file, const std::string& path, std::optional<std::int64_t> row) {
    const Lock lock;
    const Handle dataset = open_dataset(file, path);
    Numbers numbers{type_in(file, dataset, path), shape_of(file, dataset.id()), {}};
    std::vector<hsize_t> start(numbers.shape.size(), 0);
    std::vector<hsize_t> count = numbers.shape;
    if (row) {
        start.at(0) = static_cast<hsize_t>(*row);
        count.at(0) = 1;
        numbers.shape.erase(numbers.shape.begin());
    }
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

std::vector<std::string> datasets_below(const File& file, const std::string& group) {
    const Lock lock;
    std::vector<std::string> names;
    if (!exists(file, group)) return names;
    const Handle opened(
        check(H5Gopen2(file.id(), group.c_str(), H5P_DEFAULT), "H5Gopen2", file.path()), H5Gclose);
    check(H5Lvisit(opened.id(), H5_INDEX_NAME, H5_ITER_INC, keep_dataset, &names), "H5Lvisit",
          file.path());
    for (std::string& name : names) name = group + "/" + name;
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace mdsim::h5
