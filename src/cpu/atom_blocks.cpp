// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/atom_blocks.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "core/fraction.hpp"
#include "core/parallel.hpp"

namespace mdsim {

template <class P>
void AtomBlocks::enclose(std::size_t block, const Site<P>* site, std::uint32_t count) {
    MDSIM_EXPECT(count > 0 && count <= block_atoms && block < count_);
    using Bits = std::make_unsigned_t<typename P::Fraction>;
    constexpr float unit = sizeof(Bits) == 4 ? 0x1p-32f : 0x1p-64f;
    Vec3<Bits> low{~Bits{0}, ~Bits{0}, ~Bits{0}};
    Vec3<Bits> high{0, 0, 0};
    for (std::uint32_t i = 0; i < count; ++i) {
        const Vec3<Bits> u{static_cast<Bits>(site[i].x), static_cast<Bits>(site[i].y),
                           static_cast<Bits>(site[i].z)};
        low = {std::min(low.x, u.x), std::min(low.y, u.y), std::min(low.z, u.z)};
        high = {std::max(high.x, u.x), std::max(high.y, u.y), std::max(high.z, u.z)};
    }
    for (int d = 0; d < 3; ++d) {
        low_[static_cast<std::size_t>(d)][block] = unit * static_cast<float>(low[d]);
        high_[static_cast<std::size_t>(d)][block] = unit * static_cast<float>(high[d]);
    }
}

template <class P> void AtomBlocks::rebuild(const LocalCells& cells, const Site<P>* site) {
    first_.resize(cells.cells.size());
    std::size_t total = 0;
    for (std::size_t c = 0; c < first_.size(); ++c) {
        first_[c] = total;
        total += (cells.cells[c].count + block_atoms - 1) / block_atoms;
    }
    count_ = total;
    for (std::size_t d = 0; d < 3; ++d) {
        low_[d].resize(total + scan_padding);
        high_[d].resize(total + scan_padding);
    }
    parallel_for(first_.size(), [&](std::size_t c, std::size_t) {
        const LocalCell& cell = cells.cells[c];
        std::size_t block = first_[c];
        for (std::uint32_t i = 0; i < cell.count; i += block_atoms)
            enclose<P>(block++, site + cell.first + i, std::min(block_atoms, cell.count - i));
    });
}

template void AtomBlocks::rebuild(const LocalCells&, const Site<MixedPrecision>*);
template void AtomBlocks::rebuild(const LocalCells&, const Site<DoublePrecision>*);

} // namespace mdsim
