// SPDX-License-Identifier: BSD-3-Clause
#include "core/agreement.hpp"

#include <nlohmann/json.hpp>

namespace mdsim {

namespace {

std::string packed(const std::vector<Fault>& faults) {
    nlohmann::json list = nlohmann::json::array();
    for (const Fault& fault : faults) list.push_back({fault.where, fault.message});
    return list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<Fault> unpacked(const std::string& text) {
    std::vector<Fault> faults;
    for (const auto& entry : nlohmann::json::parse(text))
        faults.push_back({entry[0].get<std::string>(), entry[1].get<std::string>()});
    return faults;
}

} // namespace

void agree_on(const Communicator& comm, const std::function<void()>& work) {
    std::vector<Fault> faults;
    try {
        work();
    } catch (const InputError& error) {
        faults = error.faults();
    }
    const Rank first = comm.min_of(faults.empty() ? comm.size() : comm.rank());
    if (first < comm.size()) throw InputError(unpacked(comm.broadcast(packed(faults), first)));
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
