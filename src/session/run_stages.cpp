// SPDX-License-Identifier: BSD-3-Clause
#include "session/run_stages.hpp"

#include "core/contract.hpp"

namespace mdsim {

template <class P>
bool run_stages(const std::vector<StageSettings>& stages, AnySimulation<P>& simulation,
                Observer& observer, const StageCalls& calls) {
    for (;;) {
        MDSIM_EXPECT(simulation.progress().stage < stages.size());
        const StageSettings& stage = stages[simulation.progress().stage];
        calls.before(stage);
        if (!simulation.run(stage, observer)) return false;
        calls.after(stage);
        if (simulation.progress().stage + 1 == stages.size()) return true;
        if (calls.stays()) return false;
        simulation.next_stage(stage);
    }
}

template bool run_stages(const std::vector<StageSettings>&, AnySimulation<MixedPrecision>&,
                         Observer&, const StageCalls&);
template bool run_stages(const std::vector<StageSettings>&, AnySimulation<DoublePrecision>&,
                         Observer&, const StageCalls&);

} // namespace mdsim
