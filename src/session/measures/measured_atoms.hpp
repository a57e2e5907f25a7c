// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/any_simulation.hpp"
#include "session/measures/measure.hpp"
#include "session/run_context.hpp"

namespace mdsim {

/// The measures of a run, looked at once a step however many outputs want them.
///
/// All ranks learn where all atoms are, exactly and in the order of their ids, and each measures
/// its block of ids. So results do not depend on ranks, threads or devices; the places of all atoms
/// must fit into the memory of each rank.
template <class P> class MeasuredAtoms {
  public:
    /// Both outlive this. Collective.
    MeasuredAtoms(const RunContext& run, AnySimulation<P>& simulation);

    const std::vector<std::unique_ptr<Measure>>& measures() const { return measures_; }

    /// The measure as it is at the step at which the simulation stands. Collective.
    const Measure& look(const std::string& name);

  private:
    void gather_places();

    const RunContext* run_;
    AnySimulation<P>* simulation_;
    std::vector<std::unique_ptr<Measure>> measures_;
    std::vector<TypeId> types_; ///< of all atoms, where a measure asks
    std::optional<NeighborSearch> search_;
    Step step_ = -1;               ///< of the search
    std::set<std::string> looked_; ///< the measures that have seen it
};

} // namespace mdsim
