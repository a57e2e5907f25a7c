// SPDX-License-Identifier: BSD-3-Clause
// The order of atoms in cells that need one: that of a rank alone, whoever shares the grid.
#include <algorithm>

#include "kernels/device_cases.hpp"
#include "kernels/engine/atom_store.hpp"
#include "kernels/sort/cell_order.hpp"
#include "kernels/state/cell_map.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// As kernels note it: see cell_numbers.cuh.
struct Noted {
    std::uint32_t cell;
    LocalIndex number;
};

/// Atoms of a grid, some at the same place.
struct Crowd {
    CellGrid grid{{2, 3, 2}};
    Atoms atoms = jittered({14, 14, 14}, 1, 0.3);

    Crowd() {
        for (std::size_t i = 0; i + 3 < size(); i += 10)
            for (std::size_t k = 1; k < 4; ++k) atoms.fraction[i + k] = atoms.fraction[i];
    }
    std::size_t size() const { return atoms.fraction.size(); }
};

/// The ids of the atoms of each cell, in their order.
using Order = std::vector<std::vector<ParticleId>>;

/// A rank's atoms, in arrays with room for more, and their order.
template <class P> class OrderedRank {
  public:
    static constexpr std::size_t spare = 500;

    OrderedRank(const Crowd& crowd, const std::vector<std::size_t>& places)
        : crowd_(&crowd), records_(records_of<P>(crowd.atoms, places)), atoms_(stream_, nullptr),
          order_(crowd.grid, places.size() + spare, static_cast<double>(places.size())) {
        atoms_.upload(records_, places.size() + spare);
    }

    Order sorted_alone(OrderDepth depth) {
        const auto cells = static_cast<std::uint32_t>(crowd_->grid.total());
        order_.sort(stream_, atoms_.view(), {nullptr, nullptr, cells, cells}, depth);
        return found(static_cast<std::size_t>(crowd_->grid.total()));
    }

    /// As if all atoms but those of these cells had left.
    Order sorted_into(const std::vector<std::int64_t>& cells, OrderDepth depth) {
        queue(cells, depth);
        return found(cells.size());
    }

    /// As if a rank had ran out of capacity. Returns how many atoms the rank has then.
    LocalIndex sorted_without_capacity(const std::vector<std::int64_t>& cells, OrderDepth depth) {
        atoms_.control().no_capacity = no_capacity_for_atoms;
        atoms_.control().present = 0;
        atoms_.push_control();
        queue(cells, depth);
        atoms_.pull_control();
        return atoms_.control().owned;
    }

  private:
    void queue(const std::vector<std::int64_t>& cells, OrderDepth depth) {
        // What lies behind the atoms that are present must not matter.
        std::vector<Noted> noted(records_.size() + spare, Noted{0, 0});
        std::vector<LocalIndex> count(cells.size(), 0);
        for (std::size_t i = 0; i < records_.size(); ++i) {
            const auto of =
                std::find(cells.begin(), cells.end(), crowd_->grid.cell_of(records_[i].site));
            noted[i] = {no_cell, 0};
            if (of == cells.end()) continue;
            const auto cell = static_cast<std::size_t>(of - cells.begin());
            noted[i] = {static_cast<std::uint32_t>(cell), count[cell]++};
        }
        order_.begin_count(stream_);
        const AtomsView<P> view = atoms_.view();
        stream_.upload(noted.data(), reinterpret_cast<Noted*>(view.site[1]), noted.size());
        stream_.upload(count.data(), order_.count(), count.size());
        order_.end_count(stream_, view, static_cast<std::uint32_t>(cells.size()), depth);
        stream_.wait();
    }

    Order found(std::size_t cells) {
        std::vector<LocalIndex> first(cells + 1);
        stream_.download(order_.cell_first(), first.data(), first.size());
        atoms_.pull_control();
        REQUIRE(first.back() == atoms_.control().owned);
        std::vector<LocalIndex> order(first.back());
        stream_.download(order_.order(), order.data(), order.size());
        stream_.wait();
        Order ids(cells);
        for (std::size_t c = 0; c < cells; ++c)
            for (LocalIndex k = first[c]; k < first[c + 1]; ++k)
                ids[c].push_back(records_.at(order[k]).id);
        return ids;
    }

    const Crowd* crowd_;
    std::vector<AtomRecord<P>> records_;
    Stream stream_;
    AtomStore<P> atoms_;
    CellOrder<P> order_;
};

const std::vector<std::int64_t> some_cells{1, 4, 5, 10};

/// The order of some cells, ascending by id where it may be any.
Order of_cells(const Order& all, const std::vector<std::int64_t>& cells, OrderDepth depth) {
    Order some;
    for (const std::int64_t cell : cells) some.push_back(all[static_cast<std::size_t>(cell)]);
    for (auto& ids : some)
        if (depth == OrderDepth::cells) std::sort(ids.begin(), ids.end());
    return some;
}

} // namespace

TEMPLATE_TEST_CASE("the order in a cell does not depend on who has the other cells",
                   "[gpu][small][stream]", MixedPrecision, DoublePrecision) {
    const Crowd crowd;
    const OrderDepth depth = GENERATE(OrderDepth::cells, OrderDepth::curve);
    OrderedRank<TestType> alone(crowd, in_order(crowd.size()));
    const Order all = alone.sorted_alone(depth);
    OrderedRank<TestType> rank(crowd, shuffled(crowd.size(), 9));
    const Order some = rank.sorted_into(some_cells, depth);
    const std::vector<std::int64_t> own{0, 1, 2, 3};
    CHECK(of_cells(some, own, depth) == of_cells(all, some_cells, depth));
    std::size_t atoms = 0;
    for (const auto& ids : all) atoms += ids.size();
    CHECK(atoms == crowd.size());
}

TEMPLATE_TEST_CASE("atoms at one place of the curve lie in the order of their ids",
                   "[gpu][small][stream]", MixedPrecision, DoublePrecision) {
    const Crowd crowd;
    OrderedRank<TestType> rank(crowd, shuffled(crowd.size(), 5));
    const Order all = rank.sorted_alone(OrderDepth::curve);
    std::vector<std::size_t> place(crowd.size());
    for (const auto& ids : all)
        for (std::size_t k = 0; k < ids.size(); ++k) place[static_cast<std::size_t>(ids[k])] = k;
    for (std::size_t i = 0; i + 3 < crowd.size(); i += 10) {
        CHECK(place[i] < place[i + 1]);
        CHECK(place[i + 1] < place[i + 2]);
        CHECK(place[i + 2] < place[i + 3]);
    }
}

TEMPLATE_TEST_CASE("a rank that ran out of capacity keeps count of its atoms",
                   "[gpu][small][stream]", MixedPrecision, DoublePrecision) {
    const Crowd crowd;
    for (const OrderDepth depth : {OrderDepth::cells, OrderDepth::curve}) {
        OrderedRank<TestType> rank(crowd, in_order(crowd.size()));
        CHECK(rank.sorted_without_capacity(some_cells, depth) == crowd.size());
    }
}
