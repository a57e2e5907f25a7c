// SPDX-License-Identifier: BSD-3-Clause
#include "engine/decomposition.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "core/fraction.hpp"
#include "domain/migration.hpp"
#include "engine/scan_atoms.hpp"

namespace mdsim {

template <class P>
Decomposition<P>::Decomposition(const Communicator& comm, const Domain& domain, const BoxState& box,
                                double halo_range, Partition partition, HaloTransport& positions,
                                std::size_t channel_width)
    : comm_(&comm), domain_(&domain), box_(&box), halo_range_(halo_range),
      partition_(std::move(partition)), halo_(positions), values_transport_(comm),
      values_(values_transport_, channel_width), with_values_(channel_width > 0) {
    repartition(partition_);
    statistics_ = {};
}

template <class P> void Decomposition<P>::repartition(Partition partition) {
    partition_ = std::move(partition);
    MDSIM_EXPECT(partition_.ranks() == comm_->size() && partition_.grid() == box_->frame.grid);
    plan_.reset();
    ++statistics_.repartitions;
}

template <class P> void Decomposition<P>::plan_halo() {
    const Box& box = box_->built;
    if (plan_ && planned_for_ == box.edges) return;
    plan_.emplace(partition_, box, halo_range_, comm_->rank());
    planned_for_ = box.edges;
}

template <class P> void Decomposition<P>::adopt(std::vector<AtomRecord<P>> records) {
    particles_ = {};
    cells_ = {};
    cell_of_.resize_discard(0);
    moved_.clear();
    statistics_ = {};
    append(migrate<P>(partition_, records, *comm_).arrived);
    records = {};
    finish_rebuild();
}

template <class P> void Decomposition<P>::rebuild() {
    cell_of_.resize_discard(particles_.size());
    const auto left = scan_atoms<P>(cells_, brick(), particles_, cell_of_.span());
    if (comm_->size() > 1) {
        std::vector<AtomRecord<P>> leaving;
        leaving.reserve(left.size());
        for (const LocalIndex i : left) leaving.push_back(record(i));
        const Migrated<P> migrated = migrate<P>(partition_, leaving, *comm_);
        append(migrated.arrived);
        statistics_.migrated += migrated.received;
    }
    finish_rebuild();
    ++statistics_.rebuilds;
}

template <class P> void Decomposition<P>::finish_rebuild() {
    plan_halo();
    sorter_.sort(brick(), cell_of_.span(), box_->built.heights(), domain_->tile_target, particles_);
    const auto selections = plan_->select<P>(sorter_.runs(), sorter_.site());
    const HaloAtoms<P> halo =
        exchange_halo<P>(selections, sorter_.site().data(), sorter_.columns(), *comm_);
    const Assembly assembly = assemble(box_->frame.grid, sorter_.runs(), halo.runs, plan_->seen());
    check_conservation(sorter_.id(), domain_->total_atoms, *comm_);
    if (!moved_.empty()) arrange_moved(assembly);
    MDSIM_ENSURE(moved_.empty() || moved_.size() == assembly.cells.atoms);
    sorter_.lay_out(halo, assembly, particles_);
    cells_ = assembly.cells;
    MDSIM_ENSURE(particles_.size() == cells_.atoms);
    halo_.rebuild(halo_links(std::span<const HaloSelection>(selections), halo, assembly));
    halo_.agree(particles_.site.data());
    if (with_values_) values_.rebuild(halo_.links());
    mark_seen();
}

template <class P> AtomRecord<P> Decomposition<P>::record(LocalIndex i) const {
    AtomRecord<P> r{};
    r.site = particles_.site[i];
    load_columns(particles_, i, r);
    if (!moved_.empty()) r.moved = moved_[i];
    return r;
}

template <class P> void Decomposition<P>::append(const std::vector<AtomRecord<P>>& arrived) {
    const std::size_t before = particles_.size();
    const std::size_t after = before + arrived.size();
    particles_.site.resize_keep(after);
    for_each_column([&](auto& column) { column.resize_keep(after); }, particles_);
    cell_of_.resize_keep(after);
    const BrickCells cells = brick();
    const bool moving =
        !moved_.empty() || std::any_of(arrived.begin(), arrived.end(), [](const auto& r) {
            return r.moved != Vec3<typename P::Fraction>{0, 0, 0};
        });
    if (moving) moved_.resize(after, {0, 0, 0});
    for (std::size_t k = 0; k < arrived.size(); ++k) {
        const std::size_t i = before + k;
        particles_.site[i] = arrived[k].site;
        store_columns(arrived[k], particles_, static_cast<LocalIndex>(i));
        if (moving) moved_[i] = arrived[k].moved;
        cell_of_[i] = cells.of(arrived[k].site);
    }
}

template <class P> void Decomposition<P>::arrange_moved(const Assembly& assembly) {
    std::vector<Vec3<typename P::Fraction>> moved(assembly.cells.atoms, {0, 0, 0});
    for (std::size_t c = 0; c < assembly.cells.cells.size(); ++c) {
        const LocalCell& cell = assembly.cells.cells[c];
        for (LocalIndex k = 0; cell.owned && k < cell.count; ++k)
            moved[cell.first + k] = moved_[sorter_.order()[assembly.source[c] + k]];
    }
    moved_ = std::move(moved);
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
    MDSIM_EXPECT(moved_.empty() || moved_.size() == particles_.size());
    for (std::size_t i = 0; i < moved_.size(); ++i) {
        Site<P>& site = particles_.site[i];
        site.move_to({advanced(site.x, moved_[i].x), advanced(site.y, moved_[i].y),
                      advanced(site.z, moved_[i].z)});
    }
    moved_.clear();
    halo_.start(particles_.site.data());
    halo_.finish(particles_.site.data());
}

template <class P> std::size_t Decomposition<P>::bytes() const {
    return particles_.bytes() + halo_.bytes() + values_.bytes() + partition_.bytes() +
           cells_.cells.capacity() * sizeof(LocalCell) +
           cells_.place.capacity() * sizeof(std::int32_t) + seen_elsewhere_.capacity() +
           sorter_.bytes() + cell_of_.bytes();
}

template class Decomposition<MixedPrecision>;
template class Decomposition<DoublePrecision>;

} // namespace mdsim
