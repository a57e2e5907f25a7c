// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/device_array.hpp"

#include <nanobind/ndarray.h>

namespace nb = nanobind;

namespace mdsim::python {

namespace {

/// A capsule of DLPack; the memory lives as long as any of them, or of what was made of them.
nb::object capsule_of(const DeviceValues& values) {
    auto* kept = new std::shared_ptr<void>(values.memory);
    const nb::capsule owner(
        kept, [](void* p) noexcept { delete static_cast<std::shared_ptr<void>*>(p); });
    const std::size_t shape[2] = {values.count, 3};
    return nb::cast(nb::ndarray<double, nb::device::cuda>(kept->get(), 2, shape, owner, nullptr,
                                                          nb::dtype<double>(),
                                                          nb::device::cuda::value, values.device));
}

} // namespace

void bind_device_array(nb::module_& m) {
    nb::class_<DeviceValues>(m, "DeviceArray")
        // The values were there before the array was: no stream needs to wait for them.
        .def("__dlpack__",
             [](const DeviceValues& values, const nb::kwargs&) { return capsule_of(values); })
        .def("__dlpack_device__",
             [](const DeviceValues& values) {
                 return nb::make_tuple(nb::device::cuda::value, values.device);
             })
        .def_prop_ro("shape",
                     [](const DeviceValues& values) { return nb::make_tuple(values.count, 3); });
}

} // namespace mdsim::python
