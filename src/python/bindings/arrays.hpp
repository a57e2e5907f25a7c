// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace mdsim::python {

/// A NumPy array that owns these numbers: of so many columns, of one dimension where there is one.
template <class T> nanobind::object array_of(std::vector<T> numbers, std::size_t columns = 1) {
    namespace nb = nanobind;
    auto* kept = new std::vector<T>(std::move(numbers));
    const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    const std::size_t shape[2] = {kept->size() / columns, columns};
    return nb::cast(nb::ndarray<nb::numpy, T>(kept->data(), columns == 1 ? 1 : 2, shape, owner));
}

} // namespace mdsim::python
