// SPDX-License-Identifier: BSD-3-Clause
#include "core/error.hpp"

#include <utility>

#include "core/contract.hpp"

namespace mdsim {

namespace {

std::string joined(const std::vector<Diagnostic>& errors) {
    std::string text;
    for (const Diagnostic& error : errors) {
        if (!text.empty()) text += '\n';
        if (!error.where.empty()) text += error.where + ": ";
        text += error.message;
    }
    return text;
}

} // namespace

InputError::InputError(std::vector<Diagnostic> errors)
    : std::runtime_error(joined(errors)), errors_(std::move(errors)) {}

InputError::InputError(std::string where, std::string message)
    : InputError(std::vector<Diagnostic>{{std::move(where), std::move(message)}}) {}

void broken_contract(const char* condition, const char* file, int line) {
    throw ContractError(std::string("broken contract: ") + condition + " (" + file + ":" +
                        std::to_string(line) + "); this is a defect of mdsim, please report it");
}

} // namespace mdsim
