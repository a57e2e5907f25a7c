// SPDX-License-Identifier: BSD-3-Clause
#include "engine/atom_sorter.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "core/parallel.hpp"
#include "ops/canonical_order.hpp"

namespace mdsim {

namespace {

/// Piece number k of `pieces` equal parts of the atoms.
std::span<const std::uint32_t> piece_of(std::span<const std::uint32_t> all, std::size_t k,
                                        std::size_t pieces) {
    const std::size_t first = all.size() * k / pieces;
    return all.subspan(first, all.size() * (k + 1) / pieces - first);
}

/// Copies the atoms of a cell, which begin at `source`.
struct CopyRun {
    LocalIndex source;
    const LocalCell& cell;
    template <class T> void operator()(const Buffer<T, Host>& from, Buffer<T, Host>& to) const {
        std::copy_n(from.data() + source, cell.count, to.data() + cell.first);
    }
};

} // namespace

template <class P>
void AtomSorter<P>::sort(const BrickCells& brick, std::span<const std::uint32_t> cell_of,
                         const Vec3<double>& heights, std::uint32_t tile_target,
                         Particles<P, Host>& particles) {
    MDSIM_EXPECT(cell_of.size() == particles.size() && tile_target > 0);
    count_cells(brick, cell_of);
    deal(cell_of);
    sort_cells<P>(order_.span(), runs_, particles.site.data(), particles.id.data(), heights,
                  tile_target);
    gather(particles);
}

/// The runs of all cells, and in `next_` where each piece of the atoms puts those of each cell.
template <class P>
void AtomSorter<P>::count_cells(const BrickCells& brick, std::span<const std::uint32_t> cell_of) {
    runs_ = brick.empty_runs();
    next_.resize(most_threads());
    parallel_for(next_.size(), [&](std::size_t k, std::size_t) {
        next_[k].assign(runs_.size(), 0);
        for (const std::uint32_t c : piece_of(cell_of, k, next_.size()))
            if (c != BrickCells::elsewhere) ++next_[k][c];
    });
    LocalIndex first = 0;
    for (std::size_t c = 0; c < runs_.size(); ++c) {
        runs_[c].first = first;
        for (std::vector<LocalIndex>& next : next_) {
            const LocalIndex count = next[c];
            next[c] = first;
            first += count;
        }
        runs_[c].count = first - runs_[c].first;
    }
    order_.resize_discard(first);
}

/// Puts the atoms into the runs of their cells.
template <class P> void AtomSorter<P>::deal(std::span<const std::uint32_t> cell_of) {
    parallel_for(next_.size(), [&](std::size_t k, std::size_t) {
        std::vector<LocalIndex>& next = next_[k];
        const auto piece = piece_of(cell_of, k, next_.size());
        auto atom = static_cast<LocalIndex>(piece.data() - cell_of.data());
        for (const std::uint32_t c : piece) {
            if (c != BrickCells::elsewhere) order_[next[c]++] = atom;
            ++atom;
        }
    });
}

template <class P> void AtomSorter<P>::gather(Particles<P, Host>& particles) {
    const std::size_t atoms = order_.size();
    sorted_.site.swap(particles.next);
    sorted_.velocity.swap(particles.force);
    sorted_.site.resize_discard(atoms);
    for_each_column([&](auto& column) { column.resize_discard(atoms); }, sorted_);
    const auto from = pointers_to<P, Host>(particles);
    const auto to = pointers_to<P, Host>(sorted_);
    parallel_for(runs_.size(), [&](std::size_t c, std::size_t) {
        for (LocalIndex k = runs_[c].first; k < runs_[c].first + runs_[c].count; ++k) {
            const LocalIndex i = order_[k];
            sorted_.site[k] = particles.site[i];
            for_each_column([&](auto* source, auto* target) { target[k] = source[i]; }, from, to);
        }
    });
}

template <class P>
void AtomSorter<P>::lay_out(const HaloAtoms<P>& halo, const Assembly& assembly,
                            Particles<P, Host>& p) {
    const std::size_t atoms = assembly.cells.atoms;
    const LocalIndex owned = assembly.cells.owned_atoms;
    MDSIM_EXPECT(owned == order_.size() && atoms >= owned);
    MDSIM_EXPECT(assembly.source.size() == assembly.cells.cells.size());
    p.reference.resize_discard(atoms);
    const auto begin = [&](auto& sorted, auto& column) {
        if (atoms == owned)
            column.swap(sorted);
        else
            column.resize_discard(atoms);
    };
    begin(sorted_.site, p.site);
    for_each_column(begin, sorted_, p);
    parallel_for(assembly.cells.cells.size(), [&](std::size_t c, std::size_t) {
        const LocalCell& cell = assembly.cells.cells[c];
        const LocalIndex source = assembly.source[c];
        if (!cell.owned) {
            const CopyRun copy{source - owned, cell};
            copy(halo.site, p.site);
            for_each_halo_column(copy, halo, p);
        } else if (atoms != owned) {
            const CopyRun copy{source, cell};
            copy(sorted_.site, p.site);
            for_each_column(copy, sorted_, p);
        }
        CopyRun{cell.first, cell}(p.site, p.reference);
    });
    p.next.swap(sorted_.site);
    p.force.swap(sorted_.velocity);
    p.next.resize_discard(atoms);
    p.force.resize_discard(atoms);
}

template <class P> std::size_t AtomSorter<P>::bytes() const {
    std::size_t sum = sorted_.bytes() + order_.bytes() + runs_.capacity() * sizeof(LocalCell);
    for (const auto& next : next_) sum += next.capacity() * sizeof(LocalIndex);
    return sum;
}

template class AtomSorter<MixedPrecision>;
template class AtomSorter<DoublePrecision>;

} // namespace mdsim
