// SPDX-License-Identifier: BSD-3-Clause
#include "core/agreement.hpp"

#include <nlohmann/json.hpp>

namespace mdsim {

namespace {

std::string packed(const std::vector<Diagnostic>& errors) {
    nlohmann::json list = nlohmann::json::array();
    for (const Diagnostic& found : errors) list.push_back({found.where, found.message});
    return list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<Diagnostic> unpacked(const std::string& text) {
    std::vector<Diagnostic> errors;
    for (const auto& entry : nlohmann::json::parse(text))
        errors.push_back({entry[0].get<std::string>(), entry[1].get<std::string>()});
    return errors;
}

} // namespace

void agree_on(const Communicator& comm, const std::function<void()>& work) {
    std::vector<Diagnostic> errors;
    try {
        work();
    } catch (const InputError& error) {
        errors = error.errors();
    }
    const Rank first = comm.min_of(errors.empty() ? comm.size() : comm.rank());
    if (first < comm.size()) throw InputError(unpacked(comm.broadcast(packed(errors), first)));
}

void do_on_root(const Communicator& comm, const std::function<void()>& work) {
    std::string failure;
    agree_on(comm, [&] {
        if (!comm.is_root()) return;
        try {
            work();
        } catch (const EnvironmentError& error) {
            failure = error.what();
        }
    });
    failure = comm.broadcast(failure);
    if (!failure.empty()) throw OrderlyEnvironmentError(failure);
}

} // namespace mdsim
