// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/neighbor/list_check.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// Parts of the skin: see the class. They leave some for the rounding of coordinates.
constexpr double usable = 1 - 1e-4;
constexpr double noted = 0.42 * usable;
constexpr double against_all = 0.58 * usable;
constexpr double farthest = 0.85 * usable;
/// For the rounding of distances, relative to them.
constexpr double slack = 1e-5;

template <class Real> Real square(double length) { return static_cast<Real>(length * length); }

} // namespace

template <class P>
ListCheck<P>::ListCheck(const Stream& stream, const DeviceSetup& setup, const PairRanges<P>& ranges,
                        const CellMap& cells)
    : skin_(setup.skin), range_(ranges.largest) {
    const double cutoff = ranges.largest - setup.skin;
    const CellStencil stencil = cell_stencil(
        setup.grid, setup.box, (cutoff + 2 * farthest * setup.skin) / (1 - setup.box_window));
    exact_ = setup.exact_check && !stencil.images;
    if (!exact_) return;
    search_range_ = cutoff + farthest * setup.skin;
    steps_ = stream.copy_of(stencil.steps);
    step_count_ = static_cast<std::uint32_t>(stencil.steps.size());
    std::vector<Real> within2;
    std::vector<Real> listed2;
    for (const Real r2 : ranges.range2) {
        const double range = r2 < 0 ? 0 : std::sqrt(static_cast<double>(r2));
        within2.push_back(r2 < 0 ? Real(-1) : square<Real>((range - setup.skin) * (1 + slack)));
        listed2.push_back(square<Real>(range * (1 - slack)));
    }
    within2_ = stream.copy_of(within2);
    listed2_ = stream.copy_of(listed2);
    const std::size_t count = cells.all;
    count_.resize_discard(2 * count);
    forget(stream);
    atom_.resize_discard(count * most_displaced_atoms);
    search_.displaced = {
        most_displaced_atoms, {count_.data(), count_.data() + count}, atom_.data()};
    search_.within2 = within2_.data();
    search_.listed2 = listed2_.data();
    search_.largest_within2 = *std::max_element(within2.begin(), within2.end());
}

template <class P> MoveRule ListCheck<P>::rule(double largest, const AllowedMove& allowed) const {
    MDSIM_EXPECT(largest > 0 && allowed.unstrained >= 0);
    const auto part = [this](double of_skin) {
        return SkinPart{of_skin * skin_, of_skin * range_};
    };
    const double seen = farthest * skin_;
    return {largest,     allowed,           exact_,
            part(noted), part(against_all), {seen, range_ - skin_ + seen}};
}

template <class P>
void ListCheck<P>::read_from(const AtomsView<P>& atoms, const TileLists<P>& lists) {
    MDSIM_EXPECT(exact_);
    search_.atoms = atoms;
    search_.source = lists.source();
    search_.source.steps = steps_.data();
    search_.source.step_count = step_count_;
    search_.source.largest_range = static_cast<Real>(search_range_);
    search_.boxes = lists.boxes();
}

template <class P>
void ListCheck<P>::queue(const Stream& stream, const AtomsView<P>& atoms, const TileLists<P>& lists,
                         int kernel) {
    read_from(atoms, lists);
    find_missing_pairs(stream, search_, kernel);
}

template <class P>
void ListCheck<P>::check_now(const Stream& stream, const AtomsView<P>& atoms,
                             const TileLists<P>& lists) {
    read_from(atoms, lists);
    find_missing_pairs_now(stream, search_);
}

template <class P> std::size_t ListCheck<P>::bytes() const {
    return steps_.bytes() + within2_.bytes() + listed2_.bytes() + count_.bytes() + atom_.bytes();
}

template class ListCheck<MixedPrecision>;
template class ListCheck<DoublePrecision>;

} // namespace mdsim
