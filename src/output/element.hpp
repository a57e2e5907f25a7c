// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "core/contract.hpp"
#include "core/matrix3.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// The number types that a file may hold.
enum class ElementType { int32, int64, float32, float64 };

/// The size of one number [bytes].
constexpr std::size_t size_of(ElementType type) {
    return type == ElementType::int32 || type == ElementType::float32 ? 4 : 8;
}

/// The ElementType of a C++ type, known at compile time.
template <class T> constexpr ElementType element_type() {
    static_assert(std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::int64_t> ||
                  std::is_same_v<T, float> || std::is_same_v<T, double>);
    if constexpr (std::is_same_v<T, std::int32_t>)
        return ElementType::int32;
    else if constexpr (std::is_same_v<T, std::int64_t>)
        return ElementType::int64;
    else if constexpr (std::is_same_v<T, float>)
        return ElementType::float32;
    else
        return ElementType::float64;
}

/// A rank's share of a per-atom array: the rows of its block of ids, in id order. Borrowed.
struct BlockArray {
    ElementType type = ElementType::float64;
    int columns = 1; ///< numbers in a row: 1, 3, or 9 of a matrix
    std::span<const std::byte> bytes;

    std::size_t row_size() const { return size_of(type) * static_cast<std::size_t>(columns); }
    std::int64_t rows() const {
        MDSIM_EXPECT(columns > 0 && bytes.size() % row_size() == 0);
        return static_cast<std::int64_t>(bytes.size() / row_size());
    }
};

/// Views one number an atom as a BlockArray.
template <class T> BlockArray block_array(std::span<const T> values) {
    return {element_type<T>(), 1, std::as_bytes(values)};
}

/// Views one triple an atom as a BlockArray.
template <class T> BlockArray block_array(std::span<const Vec3<T>> values) {
    static_assert(sizeof(Vec3<T>) == 3 * sizeof(T));
    return {element_type<T>(), 3, std::as_bytes(values)};
}

/// Views one matrix an atom as a BlockArray.
template <class T> BlockArray block_array(std::span<const Matrix3<T>> values) {
    static_assert(sizeof(Matrix3<T>) == 9 * sizeof(T));
    return {element_type<T>(), 9, std::as_bytes(values)};
}

} // namespace mdsim
