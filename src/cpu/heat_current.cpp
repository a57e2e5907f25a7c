// SPDX-License-Identifier: BSD-3-Clause
#include "ops/heat_current.hpp"

#include "core/contract.hpp"
#include "cpu/reduce_runs.hpp"

namespace mdsim {

template <class P>
HeatCurrent heat_current(const Particles<P, Host>& particles, const LocalCells& cells,
                         const std::vector<double>& mass) {
    MDSIM_EXPECT(particles.velocity.size() == cells.atoms);
    MDSIM_EXPECT(particles.share.size() >= cells.atoms); // they have been found
    return reduce_runs<HeatCurrent>(cells, [&](const AtomRun& run, HeatCurrent& part) {
        for (std::size_t i = run.first; i < run.first + run.count; ++i) {
            const auto& v = particles.velocity[i];
            part.add(heat_terms<P>(
                mass[static_cast<std::size_t>(particles.site[i].type)],
                {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)},
                particles.share[i]));
        }
    });
}

template HeatCurrent heat_current(const Particles<MixedPrecision, Host>&, const LocalCells&,
                                  const std::vector<double>&);
template HeatCurrent heat_current(const Particles<DoublePrecision, Host>&, const LocalCells&,
                                  const std::vector<double>&);

} // namespace mdsim
