// SPDX-License-Identifier: BSD-3-Clause
#include "engine/flip_atoms.hpp"

#include <utility>

#include "core/contract.hpp"
#include "core/parallel.hpp"
#include "ops/atom_columns.hpp"

namespace mdsim {

template <class P>
void flip_atoms(const LatticeFlip& flip, const LocalCells& cells, Particles<P, Host>& particles) {
    MDSIM_EXPECT(particles.size() == cells.atoms);
    AtomArrays<P> now{pointers_to<P, Host>(std::as_const(particles)), particles.site.data(),
                      particles.reference.data(), nullptr, nullptr};
    parallel_for(cells.cells.size(), [&](std::size_t c, std::size_t) {
        const LocalCell& cell = cells.cells[c];
        for (LocalIndex i = cell.first; cell.owned && i < cell.first + cell.count; ++i) {
            Site<P>& site = particles.site[i];
            const auto to =
                flipped<typename P::Fraction>(flip, {site.position(), column::Image{}(now, i)});
            site.move_to(to.fraction);
            particles.reference[i] = site;
            particles.image[i] = to.image;
        }
    });
}

template void flip_atoms(const LatticeFlip&, const LocalCells&, Particles<MixedPrecision, Host>&);
template void flip_atoms(const LatticeFlip&, const LocalCells&, Particles<DoublePrecision, Host>&);

} // namespace mdsim
