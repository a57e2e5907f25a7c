// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/resident.hpp"

#include <numeric>
#include <utility>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "state/cell_columns.hpp"

namespace mdsim {

namespace {

/// The cells that a rank owns: those of its layout, or all.
template <class P> std::vector<std::int64_t> cells_of(const ResidentSetup<P>& with) {
    const CellGrid& grid = with.setup->grid;
    std::vector<std::int64_t> cells;
    if (with.devices != nullptr) {
        cells = with.layout->owned;
    } else {
        cells.resize(static_cast<std::size_t>(grid.total()));
        std::iota(cells.begin(), cells.end(), std::int64_t{0});
    }
    return in_columns(grid, std::move(cells), with.setup->column_width);
}

template <class P>
std::unique_ptr<SharedAtoms<P>> share(const ResidentSetup<P>& with,
                                      const std::vector<std::int64_t>& owned, std::size_t count) {
    if (with.devices == nullptr) return nullptr;
    return std::make_unique<SharedAtoms<P>>(*with.stream, *with.devices, *with.layout,
                                            with.setup->grid, owned, count);
}

template <class P>
RankAtoms upload(AtomStore<P>& atoms, std::span<const AtomRecord<P>> records,
                 const RankAtoms& capacity) {
    atoms.upload(records, capacity.local);
    return capacity;
}

/// The parts that steps and rebuilds work on. Throws InputError where several ranks would have to
/// tell images of an atom apart.
template <class P> ResidentParts<P> parts_of(Resident<P>& r, AtomStore<P>& atoms) {
    if (r.shared == nullptr)
        return {&atoms,     &r.order, &r.lists,       &r.check,
                &r.channel, {},       r.setup.forces, r.setup.looks};
    if (r.lists.source().images)
        throw InputError("run.device", "the box is too small to be divided among GPUs, as an atom "
                                       "is near at several images: use one GPU");
    return {&atoms,         &r.order,     &r.lists,
            &r.check,       &r.channel,   r.shared->parts(*r.barrier, r.setup.setup->slowdown),
            r.setup.forces, r.setup.looks};
}

} // namespace

template <class P>
Resident<P>::Resident(const ResidentSetup<P>& with, AtomStore<P>& atoms,
                      std::span<const AtomRecord<P>> records)
    : setup(with), owned_cells(cells_of(with)), shared(share(with, owned_cells, records.size())),
      cells(shared != nullptr ? MappedCells()
                              : MappedCells(*with.stream, with.setup->grid, owned_cells, {})),
      capacity(upload(atoms, records,
                      shared != nullptr
                          ? shared->capacity()
                          : RankAtoms{records.size(), records.size(),
                                      static_cast<double>(records.size()), cells.map(), nullptr})),
      order(with.setup->grid, capacity.local, capacity.total),
      lists(*with.stream, *with.setup, *with.ranges, capacity),
      check(*with.stream, *with.setup, *with.ranges, capacity.cells),
      channel(shared != nullptr ? &with.devices->links() : nullptr, capacity.local,
              with.forces->channel_width()),
      barrier(shared != nullptr
                  ? shared->barrier(*with.stream, atoms, order, channel, with.setup->longest_wait)
                  : nullptr),
      loop(*with.stream, parts_of(*this, atoms), with.mass, with.setup->seed) {}

template <class P> std::size_t Resident<P>::bytes() const {
    std::size_t bytes = order.bytes() + cells.bytes() + channel.bytes();
    if (shared != nullptr) bytes += shared->bytes();
    if (id_ordered) bytes += id_ordered->bytes();
    return bytes;
}

template <class P> bool Resident<P>::index_ids(AtomStore<P>& atoms) {
    if (shared == nullptr) return atoms.index_ids(order.scratch());
    MDSIM_EXPECT(!setup.devices->led_by_hosts());
    if (!id_ordered)
        id_ordered.emplace(*setup.stream, setup.devices->links(), *barrier,
                           setup.layout->total_atoms);
    return id_ordered->complete(atoms);
}

template struct Resident<MixedPrecision>;
template struct Resident<DoublePrecision>;

} // namespace mdsim
