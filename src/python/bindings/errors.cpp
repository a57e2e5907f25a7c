// SPDX-License-Identifier: BSD-3-Clause
#include "python/bindings/errors.hpp"

#include <fmt/format.h>
#include <nanobind/nanobind.h>

#include <exception>
#include <string>

#include "core/error.hpp"
#include "report/failure.hpp"

namespace mdsim::python {

namespace {

namespace nb = nanobind;

const char* exception_for(ExitCode code) {
    switch (code) {
    case ExitCode::input_error:
        return "InputError";
    case ExitCode::physics_error:
        return "PhysicsError";
    default:
        return "MachineError";
    }
}

void raise(const Failure& failure) {
    std::string text = failure.what;
    for (const std::string& remark : failure.remarks) text += "\n" + remark;
    const nb::object type = nb::module_::import_("mdsim.errors").attr(exception_for(failure.code));
    PyErr_SetString(type.ptr(), text.c_str());
}

bool is_ours(const std::exception& error) {
    return dynamic_cast<const InputError*>(&error) != nullptr ||
           dynamic_cast<const PhysicsError*>(&error) != nullptr ||
           dynamic_cast<const EnvironmentError*>(&error) != nullptr ||
           dynamic_cast<const RemarkedFailure*>(&error) != nullptr;
}

} // namespace

void translate_errors() {
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const std::exception& error) {
            if (!is_ours(error)) throw;
            raise(failure_of(error));
        }
    });
}

} // namespace mdsim::python
