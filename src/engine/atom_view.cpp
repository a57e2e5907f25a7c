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
            AtomRecord<P>& r = all.emplace_back();
            r.site = p.reference[i];
            load_columns(p, i, r);
            r.moved = difference(p.site[i].position(), p.reference[i].position());
        }
    }
    MDSIM_ENSURE(all.size() == atoms.cells->owned_atoms);
    return all;
}

template std::vector<AtomRecord<MixedPrecision>> records_of(const AtomView<MixedPrecision>&);
template std::vector<AtomRecord<DoublePrecision>> records_of(const AtomView<DoublePrecision>&);

} // namespace mdsim
