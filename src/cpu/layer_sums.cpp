// SPDX-License-Identifier: BSD-3-Clause
#include "ops/layer_sums.hpp"

#include "core/contract.hpp"
#include "cpu/reduce_runs.hpp"

namespace mdsim {

template <class P>
LayerSums layer_sums(const Particles<P, Host>& particles, const LocalCells& cells,
                     const std::vector<double>& mass, const Layers& layers) {
    MDSIM_EXPECT(particles.velocity.size() == cells.atoms && layers.count > 0);
    MDSIM_EXPECT(layers.axis >= 0 && layers.axis < 3);
    LayerSums sums(layers, mass.size());
    sums.merge(reduce_runs<LayerSums>(cells, [&](const AtomRun& run, LayerSums& part) {
        if (part.motion.empty()) part = LayerSums(layers, mass.size());
        for (std::size_t i = run.first; i < run.first + run.count; ++i) {
            const Site<P>& site = particles.site[i];
            const auto type = static_cast<std::size_t>(site.type);
            const auto& v = particles.velocity[i];
            part.add(
                layer_of(site, layers), type, mass[type],
                {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)});
        }
    }));
    return sums;
}

template LayerSums layer_sums(const Particles<MixedPrecision, Host>&, const LocalCells&,
                              const std::vector<double>&, const Layers&);
template LayerSums layer_sums(const Particles<DoublePrecision, Host>&, const LocalCells&,
                              const std::vector<double>&, const Layers&);

} // namespace mdsim
