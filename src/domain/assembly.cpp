// SPDX-License-Identifier: BSD-3-Clause
#include "domain/assembly.hpp"

#include "core/contract.hpp"

namespace mdsim {

namespace {

LocalIndex atoms_in(std::span<const LocalCell> cells) {
    std::uint64_t atoms = 0;
    for (const LocalCell& cell : cells) atoms += cell.count;
    MDSIM_REQUIRE(atoms < (std::uint64_t{1} << 31));
    return static_cast<LocalIndex>(atoms);
}

class Assembler {
  public:
    Assembler(const CellGrid& grid, LocalIndex owned_atoms, LocalIndex halo_atoms) {
        MDSIM_REQUIRE(std::uint64_t{owned_atoms} + halo_atoms < (std::uint64_t{1} << 31));
        atoms_ = owned_atoms + halo_atoms;
        result_.cells.place.assign(static_cast<std::size_t>(grid.total()), LocalCells::absent);
        result_.cells.owned_atoms = owned_atoms;
    }

    /// Appends a cell whose atoms are `count` sources from `first` on.
    void append(std::int64_t cell, LocalIndex first, std::uint32_t count, bool owned) {
        LocalCells& out = result_.cells;
        MDSIM_REQUIRE(out.cells.empty() || out.cells.back().cell < cell);
        out.place[static_cast<std::size_t>(cell)] = static_cast<std::int32_t>(out.cells.size());
        out.cells.push_back({cell, out.atoms, count, owned});
        result_.source.push_back(first);
        out.atoms += count;
    }

    Assembly finish() {
        MDSIM_REQUIRE(result_.cells.atoms == atoms_);
        return std::move(result_);
    }

  private:
    Assembly result_;
    LocalIndex atoms_ = 0; ///< expected
};

} // namespace

Assembly assemble(const CellGrid& grid, std::span<const LocalCell> owned,
                  std::span<const LocalCell> halo, std::span<const std::int64_t> seen) {
    const LocalIndex owned_atoms = atoms_in(owned);
    Assembler assembler(grid, owned_atoms, atoms_in(halo));
    // The runs of received atoms, found by cell; a cell without one has no atoms.
    std::vector<std::int32_t> run(static_cast<std::size_t>(grid.total()), -1);
    for (std::size_t i = 0; i < halo.size(); ++i)
        run[static_cast<std::size_t>(halo[i].cell)] = static_cast<std::int32_t>(i);
    std::size_t next = 0;
    for (const std::int64_t cell : seen) {
        for (; next < owned.size() && owned[next].cell < cell; ++next)
            assembler.append(owned[next].cell, owned[next].first, owned[next].count, true);
        const std::int32_t i = run[static_cast<std::size_t>(cell)];
        const LocalCell none{cell, 0, 0, false};
        const LocalCell& from = i < 0 ? none : halo[static_cast<std::size_t>(i)];
        assembler.append(cell, owned_atoms + from.first, from.count, false);
    }
    for (; next < owned.size(); ++next)
        assembler.append(owned[next].cell, owned[next].first, owned[next].count, true);
    return assembler.finish();
}

} // namespace mdsim
