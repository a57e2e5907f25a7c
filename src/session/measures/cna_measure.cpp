// SPDX-License-Identifier: BSD-3-Clause
#include "session/measures/cna_measure.hpp"

#include "session/measures/each_atom.hpp"
#include "surroundings/common_neighbors.hpp"

namespace mdsim {

std::vector<NamedQuantity> CnaMeasure::columns() const {
    std::vector<NamedQuantity> columns;
    for (const char* kind : crystal_kinds) columns.push_back({kind, ""});
    return columns;
}

void CnaMeasure::look(const Surroundings& seen) {
    kinds_.resize(static_cast<std::size_t>(seen.block.size()));
    for_each_atom(seen, [&](const TreePoint& atom, std::size_t row, auto& found) {
        CrystalKind kind{};
        if (cutoff_) {
            seen.search->find_within(atom, *cutoff_, found);
            kind = kind_by_cutoff(found, *cutoff_);
        } else {
            seen.search->find_nearest(atom, adaptive_neighbors, found);
            kind = kind_by_nearest(found);
        }
        kinds_[row] = static_cast<std::int32_t>(kind);
    });
}

std::vector<double> CnaMeasure::row(const Communicator& comm) const {
    std::vector<std::int64_t> count(crystal_kinds.size(), 0);
    for (const std::int32_t kind : kinds_) ++count[static_cast<std::size_t>(kind)];
    comm.sum(std::span<std::int64_t>(count));
    return {count.begin(), count.end()};
}

} // namespace mdsim
