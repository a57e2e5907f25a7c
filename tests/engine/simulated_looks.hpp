// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "engine/atom_table.hpp"
#include "engine/system.hpp"
#include "ops/atom_forces.hpp"
#include "ops/batch_looks.hpp"

namespace mdsim {

namespace test {

/// Looks that simulated devices have kept for their hosts.
inline std::int64_t looks_ahead = 0;

} // namespace test

/// What a look at positions has found.
struct SimulatedLook {
    LookTasks tasks;
    PairHistogram counted;
    Buffer<Vec3<double>, Host> unwrapped; ///< by id
};

/// The looks of a batch, and which of them answers in place of the atoms.
template <class P> class SimulatedLooks {
  public:
    void begin() {
        looks_.clear();
        shown_ = nullptr;
    }
    void look(System<P>& system, const LookTasks& tasks) {
        MDSIM_EXPECT(tasks.any() && !tasks.others);
        SimulatedLook& found = looks_.emplace_back();
        found.tasks = tasks;
        if (tasks.bins > 0) {
            found.counted = PairHistogram(tasks.range, tasks.bins, system.setup().mass.size());
            system.forces().count_distances(found.counted);
        }
        if (tasks.unwrapped)
            system.table()->fill(column::Unwrapped{system.box().now.edges}, found.unwrapped);
        ++test::looks_ahead;
    }
    std::size_t count() const { return looks_.size(); }
    void show(std::size_t look) { shown_ = &looks_.at(look); }
    void show_none() { shown_ = nullptr; }
    const SimulatedLook* shown() const { return shown_; }

  private:
    std::vector<SimulatedLook> looks_;
    const SimulatedLook* shown_ = nullptr; ///< null: the atoms answer
};

/// Forces of a processor, whose distances are those of a look that is shown.
template <class P> class SimulatedForces final : public AtomForces {
  public:
    SimulatedForces(AtomForces& forces, const SimulatedLooks<P>& looks)
        : forces_(&forces), looks_(&looks) {}

    void store(WantedSums wanted) override { forces_->store(wanted); }
    PairSums sums() override { return forces_->sums(); }
    void find_shares() override { forces_->find_shares(); }
    bool has_missing_pair(double farthest) override { return forces_->has_missing_pair(farthest); }
    void begin_counting(const PairHistogram& shape) override {
        counted_ = shape.empty_copy();
        const SimulatedLook* look = looks_->shown();
        if (look == nullptr) return forces_->count_distances(counted_);
        MDSIM_REQUIRE(look->tasks.bins == shape.bins && look->tasks.range == shape.range);
        counted_ = look->counted;
    }
    void end_counting(PairHistogram& histogram) override { histogram.merge(counted_); }
    ListReport report() const override { return forces_->report(); }
    std::size_t bytes() const override { return forces_->bytes(); }

  private:
    AtomForces* forces_;
    const SimulatedLooks<P>* looks_;
    PairHistogram counted_;
};

/// A table of atoms in which positions are those of a look that is shown.
template <class P> class SimulatedLookTable final : public AtomTable<P> {
  public:
    SimulatedLookTable(std::unique_ptr<AtomTable<P>> table, const SimulatedLook& look)
        : AtomTable<P>(table->block()), table_(std::move(table)), look_(&look) {}

    void write(const AnyColumn& column, std::span<std::byte> to) override {
        if (!is_carried(column)) return table_->write(column, to);
        MDSIM_REQUIRE(look_->tasks.unwrapped);
        const auto from = std::as_bytes(look_->unwrapped.span());
        MDSIM_REQUIRE(from.size() == to.size());
        std::memcpy(to.data(), from.data(), from.size());
    }

  private:
    std::unique_ptr<AtomTable<P>> table_;
    const SimulatedLook* look_;
};

} // namespace mdsim
