// SPDX-License-Identifier: BSD-3-Clause
#include "core/error.hpp"

#include <utility>

namespace mdsim {

namespace {

std::string joined(const std::vector<Fault>& faults) {
    std::string text;
    for (const Fault& fault : faults) {
        if (!text.empty()) text += '\n';
        if (!fault.where.empty()) text += fault.where + ": ";
        text += fault.message;
    }
    return text;
}

} // namespace

InputError::InputError(std::vector<Fault> faults)
    : std::runtime_error(joined(faults)), faults_(std::move(faults)) {}

InputError::InputError(std::string where, std::string message)
    : InputError(std::vector<Fault>{{std::move(where), std::move(message)}}) {}

void broken_contract(const char* condition, const char* file, int line) {
    throw ContractError(std::string("broken contract: ") + condition + " (" + file + ":" +
                        std::to_string(line) + "); this is a defect of mdsim, please report it");
}

} // namespace mdsim
