// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "physics/pair/force_field.hpp"

namespace mdsim::test {

/// All errors of a specification in one text.
inline std::string errors_of(const ForceFieldSpec& spec) {
    std::string text;
    for (const Diagnostic& error : ForceField::errors(spec))
        text += error.where + ": " + error.message + "\n";
    return text;
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace mdsim::test
