// SPDX-License-Identifier: BSD-3-Clause
#include "engine/scan_atoms.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "core/fraction.hpp"
#include "core/parallel.hpp"

namespace mdsim {

namespace {

/// Counts the faces of the box that an atom crossed since the last rebuild; few atoms do.
template <class P> void update_image(Particles<P, Host>& particles, LocalIndex i) {
    const Site<P>& from = particles.reference[i];
    const Site<P>& to = particles.site[i];
    const Vec3<std::int32_t> crossed{crossing(from.x, to.x), crossing(from.y, to.y),
                                     crossing(from.z, to.z)};
    if (crossed != Vec3<std::int32_t>{0, 0, 0}) particles.image[i] = particles.image[i] + crossed;
}

} // namespace

template <class P>
std::vector<LocalIndex> scan_atoms(const LocalCells& cells, const BrickCells& brick,
                                   Particles<P, Host>& particles,
                                   std::span<std::uint32_t> cell_of) {
    MDSIM_EXPECT(cell_of.size() == cells.atoms && particles.size() == cells.atoms);
    std::vector<std::vector<LocalIndex>> left(most_threads());
    parallel_for(cells.cells.size(), [&](std::size_t c, std::size_t thread) {
        const LocalCell& cell = cells.cells[c];
        for (LocalIndex i = cell.first; i < cell.first + cell.count; ++i) {
            cell_of[i] = BrickCells::elsewhere;
            if (!cell.owned) continue;
            update_image(particles, i);
            cell_of[i] = brick.of(particles.site[i]);
            if (cell_of[i] == BrickCells::elsewhere) left[thread].push_back(i);
        }
    });
    std::vector<LocalIndex> all;
    for (const std::vector<LocalIndex>& part : left)
        all.insert(all.end(), part.begin(), part.end());
    std::sort(all.begin(), all.end());
    return all;
}

template std::vector<LocalIndex> scan_atoms(const LocalCells&, const BrickCells&,
                                            Particles<MixedPrecision, Host>&,
                                            std::span<std::uint32_t>);
template std::vector<LocalIndex> scan_atoms(const LocalCells&, const BrickCells&,
                                            Particles<DoublePrecision, Host>&,
                                            std::span<std::uint32_t>);

} // namespace mdsim
