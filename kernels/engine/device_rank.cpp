// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/device_rank.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.hpp"
#include "physics/cluster/cluster_table.hpp"
#include "physics/functional/functional_table.hpp"
#include "physics/pair/free_pairs.hpp"
#include "physics/pair/pair_table.hpp"

namespace mdsim {

namespace {

template <class P>
void add_ranges(const std::vector<typename P::Real>& cutoff2, const DeviceSetup& setup,
                PairRanges<P>& ranges) {
    using Real = typename P::Real;
    for (const Real c2 : cutoff2) {
        const double range =
            std::max(std::sqrt(static_cast<double>(c2)), setup.sampled_range) + setup.skin;
        ranges.range2.push_back(c2 > 0 ? static_cast<Real>(range * range) : Real(-1));
        if (c2 > 0) ranges.largest = std::max(ranges.largest, range);
    }
    ++ranges.potentials;
}

} // namespace

template <class P> void DeviceRank<P>::make_forces(const ForceField& field) {
    const auto add_all = [this](const auto& tables, const auto& make) {
        for (const auto& table : tables) {
            forces.add(make(table));
            std::visit([this](const auto& t) { add_ranges<P>(t.cutoff_squared, setup, ranges); },
                       table);
        }
    };
    add_all(make_pair_tables<Real>(field),
            [this](const auto& table) { return make_pair_force<P>(stream, table); });
    const auto functionals = make_functional_tables<Real>(field);
    if (functionals.size() > 1)
        throw InputError("many_body", "GPUs compute one kind of metal in a run, and this one has "
                                      "several; make them one kind, or set run.device = \"cpu\"");
    add_all(functionals,
            [this](const auto& table) { return make_functional_force<P>(stream, table); });
    add_all(make_moment_tables<Real>(field),
            [this](const auto& table) { return make_moment_force<P>(stream, table); });
    add_all(make_cluster_tables<Real>(field), [this, &field](const auto& table) {
        return make_cluster_force<P>(stream, table, field.largest_cutoff());
    });
    const std::size_t types = setup.mass.size();
    ranges.types = static_cast<std::uint32_t>(types);
    const double sampled = setup.sampled_range + setup.skin;
    if (setup.sampled_range > 0 && list_free_pairs(ranges.range2, types * types, sampled))
        ranges.largest = std::max(ranges.largest, sampled);
}

template <class P>
DeviceRank<P>::DeviceRank(const DeviceSetup& s)
    : setup(s), devices(s.comm != nullptr
                            ? std::make_unique<LinkedDevices>(*s.comm, s.transport, s.longest_wait)
                            : nullptr),
      atoms(stream, devices != nullptr ? &devices->links() : nullptr),
      box_(BoxState::at_start(s.box, s.grid)) {
    MDSIM_EXPECT(s.force_field != nullptr && s.mass.size() == s.force_field->types());
    make_forces(*s.force_field);
    setup.force_field = nullptr;
    std::vector<Real> inverse;
    for (const double m : s.mass) inverse.push_back(static_cast<Real>(1 / m));
    inverse_mass = stream.copy_of(inverse);
    mass = stream.copy_of(s.mass);
    motion_view = {inverse_mass.data(), inverse.front(), ranges.types, {}, s.seed};
}

template <class P>
void DeviceRank<P>::adopt(std::span<const AtomRecord<P>> records, const RankLayout& given) {
    take(records, given);
    const AtomCapacity capacity = adopted().loop.rebuild();
    if (capacity != AtomCapacity::enough)
        throw EnvironmentError("the arrays of a rank have no capacity for its atoms as they are");
    atoms.restore_moved(records);
    update_box();
    adopted().loop.exchange_positions();
    revision_.advance();
}

template <class P>
void DeviceRank<P>::take(std::span<const AtomRecord<P>> records, const RankLayout& given) {
    MDSIM_EXPECT(given.comm == setup.comm);
    layout = given;
    // Tiles that became smaller stay so: the order of atoms goes by them.
    if (resident_ != nullptr) setup.tile_target = resident_->lists.shape().atoms;
    // What was made for other atoms gives its memory back before more is taken.
    resident_.reset();
    revision_.advance();
    setup.box = box_.frame.box;
    setup.grid = box_.frame.grid;
    const ResidentSetup<P> with{&stream, &setup,        &ranges,     &forces,
                                &layout, devices.get(), mass.data(), &looks};
    resident_ = std::make_unique<Resident<P>>(with, atoms, records);
    atoms.box().set(stream, box_.built.edges, box_.built.edges, move_rule());
}

template <class P> void DeviceRank<P>::set_box(const BoxState& box) {
    box_ = box;
    if (resident_ != nullptr) update_box();
}

template <class P>
void DeviceRank<P>::begin_batch(const AllowedMove& allowed,
                                std::span<const LowerTriangular<double>> boxes) {
    allowed_move_ = allowed;
    if (boxes.empty()) return update_box();
    atoms.box().set_steps(stream, boxes, box_.built.edges, move_rule());
}

template <class P> void DeviceRank<P>::update_box() {
    if (box_.now.edges == box_.next.edges && box_.next.edges == box_.drift.edges)
        atoms.box().set(stream, box_.now.edges, box_.built.edges, move_rule());
    else
        atoms.box().set_step(stream, box_, move_rule());
}

template class DeviceRank<MixedPrecision>;
template class DeviceRank<DoublePrecision>;

} // namespace mdsim
