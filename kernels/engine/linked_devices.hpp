// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "core/contract.hpp"
#include "kernels/decomposition/couple_ranks.hpp"
#include "kernels/p2p/all_reduce.hpp"
#include "kernels/transport/choose_packing.hpp"
#include "kernels/transport/choose_transport.hpp"

namespace mdsim {

/// The devices of several ranks and what carries between them, for the life of a system.
class LinkedDevices {
  public:
    /// Collective. Throws as choose_transport() does.
    LinkedDevices(const Communicator& comm, const TransportRequest& request,
                  std::chrono::nanoseconds longest_wait)
        : links_(comm), chosen_(choose_transport(links_, request, longest_wait)),
          packing_(choose_packing(links_, chosen_.transport.get(), request)) {
        if (chosen_.transport == nullptr) direct_ = std::make_unique<Direct>(links_, longest_wait);
    }

    const PeerLinks& links() const { return links_; }
    /// For pairs without a direct link; null where all have one.
    Transport* transport() const { return chosen_.transport.get(); }
    /// Between which ranks the transport is to carry positions packed.
    const ChosenPacking& packing() const { return packing_; }
    /// What speaks against NCCL where it was not taken.
    const std::string& why_staged() const { return chosen_.why_staged; }
    /// Whether hosts lead the steps, as some pair has no direct link.
    bool led_by_hosts() const { return direct_ == nullptr; }

    /// Of devices that lead the steps themselves.
    AllReduce& all_reduce() const { return direct().all_reduce; }
    const SumsExchange& sums_exchange() const { return direct().sums_exchange; }

  private:
    struct Direct {
        Direct(const PeerLinks& links, std::chrono::nanoseconds longest_wait)
            : all_reduce(links, longest_wait), sums_exchange(links) {}

        AllReduce all_reduce;
        SumsExchange sums_exchange;
    };

    Direct& direct() const {
        MDSIM_REQUIRE(direct_ != nullptr);
        return *direct_;
    }

    PeerLinks links_;
    ChosenTransport chosen_;
    ChosenPacking packing_;
    std::unique_ptr<Direct> direct_;
};

} // namespace mdsim
