// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/transport/choose_transport.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "kernels/transport/nccl_transport.hpp"
#include "kernels/transport/staged_transport.hpp"

namespace mdsim {

namespace {

constexpr const char* key = "parallel.transport";
/// For NCCL to begin with: it looks at networks and may wait for one that does not answer.
constexpr std::chrono::seconds first_wait{60};

/// What speaks against NCCL before it is tried; empty where nothing does.
std::string against_nccl(const PeerLinks& links) {
    if (!has_nccl())
        return "this program was built without NCCL (CMake found no nccl.h and libnccl)";
    for (Rank a = 0; a < links.size(); ++a)
        for (Rank b = 0; b < a; ++b)
            if (links.on_one_device(a, b))
                return fmt::format("NCCL takes one rank a GPU, and ranks {} and {} share {}", b, a,
                                   links.place(a).text());
    return {};
}

/// Null where NCCL does not work; then `why` says why not.
std::unique_ptr<Transport> try_nccl(const PeerLinks& links, std::chrono::nanoseconds limit,
                                    std::string& why) {
    why = against_nccl(links);
    if (!why.empty()) return nullptr;
    try {
        return make_nccl_transport(links, first_wait, limit);
    } catch (const EnvironmentError& error) { // of all ranks alike
        cudaGetLastError();                   // what NCCL ran into must not be reported of a kernel
        why = error.what();
        return nullptr;
    }
}

} // namespace

ChosenTransport choose_transport(PeerLinks& links, const TransportRequest& request,
                                 std::chrono::nanoseconds limit) {
    ChosenTransport chosen;
    const TransportChoice choice = request.choice;
    const bool may_be_direct =
        choice == TransportChoice::direct || choice == TransportChoice::automatic;
    links.keep_direct(
        [&](Rank a, Rank b) { return may_be_direct && request.together(a, b, links.size()); });
    if (choice == TransportChoice::direct) links.require_all();
    if (links.all_direct()) return chosen;
    if (choice != TransportChoice::staged)
        chosen.transport = try_nccl(links, limit, chosen.why_staged);
    if (choice == TransportChoice::nccl && chosen.transport == nullptr)
        throw InputError(key, "\"nccl\" cannot be had: " + chosen.why_staged +
                                  "; \"auto\" takes what works");
    if (chosen.transport == nullptr)
        chosen.transport = std::make_unique<StagedTransport>(links.ranks(), limit);
    return chosen;
}

Carrier carrier_between(const PeerLinks& links, const Transport* transport, Rank a, Rank b) {
    MDSIM_EXPECT(transport != nullptr || links.direct(a, b));
    return transport == nullptr || links.direct(a, b) ? Carrier::direct : transport->carrier();
}

CarrierCounts count_carriers(const PeerLinks& links, const Transport* transport) {
    CarrierCounts counts;
    for (Rank a = 0; a < links.size(); ++a)
        for (Rank b = 0; b < a; ++b) {
            const Carrier carrier = carrier_between(links, transport, a, b);
            ++(carrier == Carrier::direct ? counts.direct
               : carrier == Carrier::nccl ? counts.nccl
                                          : counts.staged);
        }
    return counts;
}

} // namespace mdsim
