// SPDX-License-Identifier: BSD-3-Clause
#include "session/measures/centro_symmetry_measure.hpp"

#include <algorithm>

#include "core/fixed_sum.hpp"
#include "engine/thermo.hpp"
#include "session/measures/each_atom.hpp"
#include "session/observables/unit_power.hpp"
#include "surroundings/centro_symmetry.hpp"

namespace mdsim {

CentroSymmetryMeasure::CentroSymmetryMeasure(const CentroSymmetrySettings& settings,
                                             const Units& units, std::int64_t atoms)
    : neighbors_(static_cast<std::size_t>(settings.neighbors)),
      unit_(unit_power(units.name(Dimension::length), 2)), atoms_(atoms) {
    MDSIM_EXPECT(atoms > 0 && neighbors_ <= most_centro_neighbors);
}

std::vector<NamedQuantity> CentroSymmetryMeasure::columns() const {
    return {{"mean", unit_}, {"largest", unit_}};
}

void CentroSymmetryMeasure::look(const Surroundings& seen) {
    values_.resize(static_cast<std::size_t>(seen.block.size()));
    written_.resize(values_.size());
    for_each_atom(seen, [&](const TreePoint& atom, std::size_t row, auto& found) {
        seen.search->find_nearest(atom, neighbors_, found);
        values_[row] = centro_symmetry(found);
        written_[row] = static_cast<float>(values_[row]);
    });
}

std::vector<double> CentroSymmetryMeasure::row(const Communicator& comm) const {
    FixedSum sum(fixed_scale::measure);
    double largest = 0;
    for (const double value : values_) {
        sum.add(value);
        largest = std::max(largest, value);
    }
    add_over_ranks(std::span(&sum, 1), comm, "centro-symmetry");
    return {sum.value() / static_cast<double>(atoms_), comm.max_of(largest)};
}

} // namespace mdsim
