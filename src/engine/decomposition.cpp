// SPDX-License-Identifier: BSD-3-Clause
#include "engine/decomposition.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "core/fraction.hpp"
#include "domain/migration.hpp"
#include "engine/fault_report.hpp"
#include "ops/canonical_order.hpp"

namespace mdsim {

/// The owned atoms in canonical order, by cell.
template <class P> struct Decomposition<P>::Sorted {
    std::vector<LocalCell> runs;   ///< all cells of the brick, in global order
    std::vector<LocalIndex> order; ///< local indices, cell by cell
    std::vector<Site<P>> site;
    std::vector<ParticleId> id;
};

namespace {

/// Numbers the cells of a brick in global order.
class BrickIndex {
  public:
    explicit BrickIndex(const Brick& brick) : brick_(brick) {}

    std::size_t operator()(const Vec3<int>& c) const {
        const auto row = [this](int z, int y) {
            return static_cast<std::size_t>(z - brick_.lo.z) *
                       static_cast<std::size_t>(brick_.extent(1)) +
                   static_cast<std::size_t>(y - brick_.lo.y);
        };
        return row(c.z, c.y) * static_cast<std::size_t>(brick_.extent(0)) +
               static_cast<std::size_t>(c.x - brick_.lo.x);
    }

  private:
    Brick brick_;
};

template <class T>
void reorder(Buffer<T, Host>& values, Buffer<T, Host>& scratch,
             const std::vector<LocalIndex>& from) {
    scratch.resize_discard(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (from[i] != no_atom) scratch[i] = values[from[i]];
    }
    values.swap(scratch);
}

} // namespace

template <class P>
Decomposition<P>::Decomposition(const Communicator& comm, const Domain& domain, Partition partition)
    : comm_(&comm), domain_(domain), partition_(std::move(partition)), transport_(comm),
      halo_(transport_) {
    repartition(partition_);
    statistics_ = {};
}

template <class P> void Decomposition<P>::repartition(Partition partition) {
    partition_ = std::move(partition);
    plan_.emplace(partition_, domain_.box, domain_.list_range, comm_->rank());
    ++statistics_.repartitions;
}

template <class P> void Decomposition<P>::adopt(std::vector<AtomRecord<P>> records) {
    particles_ = {};
    cells_ = {};
    owned_.clear();
    moved_.clear();
    append(migrate<P>(partition_, records, *comm_).arrived);
    records = {};
    settle();
}

template <class P> void Decomposition<P>::rebuild() {
    check_open_directions(*this, *comm_);
    update_images();
    const auto leaving = take_leaving();
    if (comm_->size() > 1) {
        const Migrated<P> migrated = migrate<P>(partition_, leaving, *comm_);
        append(migrated.arrived);
        statistics_.migrated += migrated.received;
    }
    settle();
    ++statistics_.rebuilds;
}

template <class P> void Decomposition<P>::settle() {
    const Sorted sorted = sort_owned();
    const auto selections = plan_->select<P>(sorted.runs, sorted.site);
    const HaloAtoms<P> halo = exchange_halo<P>(selections, sorted.site, sorted.id, *comm_);
    const Assembly assembly = assemble(domain_.grid, sorted.runs, halo.runs, plan_->seen());
    check_conservation(sorted.id, domain_.total_atoms, *comm_);
    arrange(sorted, halo, assembly);
    halo_.rebuild(halo_links(std::span<const HaloSelection>(selections), halo, assembly));
    mark_seen();
}

template <class P> void Decomposition<P>::update_images() {
    for (const LocalCell& cell : cells_.cells) {
        for (LocalIndex i = cell.first; cell.owned && i < cell.first + cell.count; ++i) {
            const Site<P>& from = particles_.reference[i];
            const Site<P>& to = particles_.site[i];
            const Vec3<std::int32_t> crossed{crossing(from.x, to.x), crossing(from.y, to.y),
                                             crossing(from.z, to.z)};
            particles_.image[i] = particles_.image[i] + crossed;
        }
    }
}

template <class P> AtomRecord<P> Decomposition<P>::record(LocalIndex i) const {
    AtomRecord<P> r{particles_.site[i],
                    particles_.velocity[i],
                    particles_.id[i],
                    particles_.image[i],
                    {0, 0, 0}};
    if (!moved_.empty()) r.moved = moved_[i];
    return r;
}

template <class P> std::vector<AtomRecord<P>> Decomposition<P>::take_leaving() {
    std::vector<AtomRecord<P>> leaving;
    owned_.clear();
    owned_.reserve(cells_.owned_atoms);
    const Brick& brick = partition_.brick(comm_->rank());
    for (const LocalCell& cell : cells_.cells) {
        for (LocalIndex i = cell.first; cell.owned && i < cell.first + cell.count; ++i) {
            if (brick.contains(domain_.grid.coordinates_of(particles_.site[i])))
                owned_.push_back(i);
            else
                leaving.push_back(record(i));
        }
    }
    return leaving;
}

template <class P> void Decomposition<P>::append(const std::vector<AtomRecord<P>>& arrived) {
    const std::size_t before = particles_.size();
    const std::size_t after = before + arrived.size();
    particles_.site.resize_keep(after);
    particles_.velocity.resize_keep(after);
    particles_.id.resize_keep(after);
    particles_.image.resize_keep(after);
    const bool moving =
        !moved_.empty() || std::any_of(arrived.begin(), arrived.end(), [](const auto& r) {
            return r.moved != Vec3<typename P::Fraction>{0, 0, 0};
        });
    if (moving) moved_.resize(after, {0, 0, 0});
    for (std::size_t k = 0; k < arrived.size(); ++k) {
        const std::size_t i = before + k;
        particles_.site[i] = arrived[k].site;
        particles_.velocity[i] = arrived[k].velocity;
        particles_.id[i] = arrived[k].id;
        particles_.image[i] = arrived[k].image;
        if (moving) moved_[i] = arrived[k].moved;
        owned_.push_back(static_cast<LocalIndex>(i));
    }
}

template <class P> typename Decomposition<P>::Sorted Decomposition<P>::sort_owned() const {
    Sorted sorted;
    const Brick& brick = partition_.brick(comm_->rank());
    const BrickIndex index(brick);
    sorted.runs.resize(static_cast<std::size_t>(brick.cells()));
    for_each_cell(brick, [&](const Vec3<int>& c) {
        sorted.runs[index(c)] = {domain_.grid.index(c), 0, 0, true};
    });
    std::vector<std::uint32_t> cell_of(owned_.size());
    for (std::size_t k = 0; k < owned_.size(); ++k) {
        const Vec3<int> c = domain_.grid.coordinates_of(particles_.site[owned_[k]]);
        cell_of[k] = static_cast<std::uint32_t>(index(c));
        ++sorted.runs[cell_of[k]].count;
    }
    LocalIndex first = 0;
    for (LocalCell& run : sorted.runs) {
        run.first = first;
        first += run.count;
    }
    std::vector<LocalIndex> next(sorted.runs.size());
    for (std::size_t c = 0; c < next.size(); ++c) next[c] = sorted.runs[c].first;
    sorted.order.resize(owned_.size());
    for (std::size_t k = 0; k < owned_.size(); ++k) sorted.order[next[cell_of[k]]++] = owned_[k];
    sort_cells<P>(sorted.order, sorted.runs, particles_.site.data(), particles_.id.data(),
                  domain_.box.heights(), domain_.tile_target);
    sorted.site.resize(owned_.size());
    sorted.id.resize(owned_.size());
    for (std::size_t k = 0; k < owned_.size(); ++k) {
        sorted.site[k] = particles_.site[sorted.order[k]];
        sorted.id[k] = particles_.id[sorted.order[k]];
    }
    return sorted;
}

template <class P>
void Decomposition<P>::arrange(const Sorted& sorted, const HaloAtoms<P>& halo,
                               const Assembly& assembly) {
    const std::size_t owned = sorted.order.size();
    const std::size_t atoms = assembly.source.size();
    std::vector<LocalIndex> from(atoms, no_atom);
    for (std::size_t i = 0; i < atoms; ++i) {
        if (assembly.source[i] < owned) from[i] = sorted.order[assembly.source[i]];
    }
    {
        Buffer<Vec4<typename P::Real>, Host> scratch;
        reorder(particles_.velocity, scratch, from);
    }
    {
        Buffer<Vec3<std::int32_t>, Host> scratch;
        reorder(particles_.image, scratch, from);
    }
    if (!moved_.empty()) {
        std::vector<Vec3<typename P::Fraction>> moved(atoms, {0, 0, 0});
        for (std::size_t i = 0; i < atoms; ++i) {
            if (from[i] != no_atom) moved[i] = moved_[from[i]];
        }
        moved_ = std::move(moved);
    }
    particles_.site.resize_discard(atoms);
    particles_.id.resize_discard(atoms);
    for (std::size_t i = 0; i < atoms; ++i) {
        const std::size_t s = assembly.source[i];
        particles_.site[i] = s < owned ? sorted.site[s] : halo.site[s - owned];
        particles_.id[i] = s < owned ? sorted.id[s] : halo.id[s - owned];
    }
    particles_.reference.resize_discard(atoms);
    std::copy(particles_.site.begin(), particles_.site.end(), particles_.reference.begin());
    particles_.next.resize_discard(atoms);
    particles_.force.resize_discard(atoms);
    cells_ = assembly.cells;
}

template <class P> void Decomposition<P>::mark_seen() {
    seen_elsewhere_.clear();
    if (halo_.links().empty()) return;
    seen_elsewhere_.resize(particles_.size(), 0);
    for (const HaloLink& link : halo_.links()) {
        for (const LocalIndex i : link.send) seen_elsewhere_[i] = 1;
    }
}

template <class P> void Decomposition<P>::restore_moved() {
    for (std::size_t i = 0; i < moved_.size(); ++i) {
        Site<P>& site = particles_.site[i];
        site.move_to({advanced(site.x, moved_[i].x), advanced(site.y, moved_[i].y),
                      advanced(site.z, moved_[i].z)});
    }
    moved_.clear();
    halo_.start(particles_.site.data());
    halo_.finish(particles_.site.data());
}

template <class P> std::vector<AtomRecord<P>> Decomposition<P>::records() const {
    std::vector<AtomRecord<P>> all;
    all.reserve(cells_.owned_atoms);
    for (const LocalCell& cell : cells_.cells) {
        for (LocalIndex i = cell.first; cell.owned && i < cell.first + cell.count; ++i) {
            AtomRecord<P> r = record(i);
            r.site = particles_.reference[i];
            r.moved = difference(particles_.site[i].position(), particles_.reference[i].position());
            all.push_back(r);
        }
    }
    return all;
}

template <class P> std::size_t Decomposition<P>::bytes() const {
    return particles_.bytes() + halo_.bytes() + partition_.bytes() +
           cells_.cells.capacity() * sizeof(LocalCell) +
           cells_.place.capacity() * sizeof(std::int32_t) + seen_elsewhere_.capacity() +
           owned_.capacity() * sizeof(LocalIndex);
}

template class Decomposition<MixedPrecision>;
template class Decomposition<DoublePrecision>;

} // namespace mdsim
