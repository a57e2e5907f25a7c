// SPDX-License-Identifier: BSD-3-Clause
#include "engine/atom_view.hpp"

#include "core/fraction.hpp"

#include "core/contract.hpp"

namespace mdsim {

template <class P> std::vector<AtomRecord<P>> records_of(const AtomView<P>& atoms) {
    const Particles<P, Host>& p = *atoms.particles;
    std::vector<AtomRecord<P>> all;
    all.reserve(atoms.cells->owned_atoms);
    for (const LocalCell& cell : atoms.cells->cells) {
        for (LocalIndex i = cell.first; cell.owned && i < cell.first + cell.count; ++i) {
            const auto moved = difference(p.site[i].position(), p.reference[i].position());
            all.push_back({p.reference[i], p.velocity[i], p.id[i], p.image[i], moved});
        }
    }
    MDSIM_ENSURE(all.size() == atoms.cells->owned_atoms);
    return all;
}

template std::vector<AtomRecord<MixedPrecision>> records_of(const AtomView<MixedPrecision>&);
template std::vector<AtomRecord<DoublePrecision>> records_of(const AtomView<DoublePrecision>&);

} // namespace mdsim
