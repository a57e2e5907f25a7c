// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/atom_store.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/contract.hpp"
#include "core/fraction.hpp"
#include "core/parallel.hpp"
#include "kernels/engine/atom_queries.hpp"

namespace mdsim {

namespace {

constexpr std::size_t atoms_at_once = 4096;
/// So many bytes of values that putting them into order takes little of the time that they travel.
constexpr std::size_t ordered_at_once = std::size_t{16} << 20;

/// Calls of(i) for all atoms, on all threads.
template <class Of> void for_each_atom(std::size_t count, const Of& of) {
    parallel_for((count + atoms_at_once - 1) / atoms_at_once, [&](std::size_t part, std::size_t) {
        const std::size_t end = std::min(count, (part + 1) * atoms_at_once);
        for (std::size_t i = part * atoms_at_once; i < end; ++i) of(i);
    });
}

/// Records of so many atoms are taken apart at once, which bounds the memory that it takes.
constexpr std::size_t records_at_once = std::size_t{1} << 20;

/// A piece of the records by columns.
template <class P> struct RecordColumns : FollowingColumns<P, Buffers<Host>> {
    Buffer<Site<P>, Host> site;

    explicit RecordColumns(std::span<const AtomRecord<P>> records) : site(records.size()) {
        for_each_column([&](auto& column) { column.resize_discard(records.size()); }, *this);
        for_each_atom(records.size(), [&](std::size_t i) {
            site[i] = records[i].site;
            store_columns(records[i], *this, static_cast<LocalIndex>(i));
        });
    }
};

LocalCells cells_of(const std::vector<LocalIndex>& first, std::span<const std::int64_t> owned,
                    std::int64_t grid_cells) {
    LocalCells cells;
    cells.cells.reserve(owned.size());
    cells.place.assign(static_cast<std::size_t>(grid_cells), LocalCells::absent);
    for (std::size_t c = 0; c < owned.size(); ++c) {
        cells.cells.push_back({owned[c], first[c], first[c + 1] - first[c], true});
        cells.place[static_cast<std::size_t>(owned[c])] = static_cast<std::int32_t>(c);
    }
    cells.atoms = first.back();
    cells.owned_atoms = first.back();
    return cells;
}

} // namespace

template <class P>
void AtomStore<P>::upload(std::span<const AtomRecord<P>> records, std::size_t capacity) {
    MDSIM_REQUIRE(records.size() <= capacity);
    capacity_ = static_cast<std::uint32_t>(capacity);
    sites_.resize_discard(capacity);
    for_each_column([&](auto& column) { column.resize_discard(capacity); }, columns_);
    share_ = {};
    has_all_ids_ = false;
    for (std::size_t first = 0; first < records.size(); first += records_at_once)
        upload_piece(records.subspan(first, std::min(records_at_once, records.size() - first)),
                     first);
    *control_ = Control{};
    control_->owned = control_->present = control_->local = static_cast<LocalIndex>(records.size());
    push_control();
}

template <class P>
void AtomStore<P>::upload_piece(std::span<const AtomRecord<P>> records, std::size_t first) {
    const RecordColumns<P> piece(records);
    const auto upload = [&](const auto& from, auto* to) {
        stream_->upload(from.data(), to + first, from.size());
    };
    upload(piece.site, sites_.array(0));
    upload(piece.site, sites_.array(PositionBuffers<P>::reference));
    for_each_column(upload, piece, pointers_to<P, Device>(columns_));
    stream_->wait();
}

template <class P> void AtomStore<P>::restore_moved(std::span<const AtomRecord<P>> records) {
    using Moved = Vec3<typename P::Fraction>;
    const auto stays = [](const AtomRecord<P>& r) { return r.moved == Moved{0, 0, 0}; };
    if (std::all_of(records.begin(), records.end(), stays)) return;
    std::vector<std::pair<ParticleId, Moved>> moved(records.size());
    for_each_atom(records.size(), [&](std::size_t i) {
        moved[i] = {records[i].id, records[i].moved};
    });
    std::sort(moved.begin(), moved.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    pull_control();
    Buffer<ParticleId, Host> id;
    Buffer<Site<P>, Host> site;
    Site<P>* sites = sites_.array(control_->position_buffer);
    download_array<ParticleId>(columns_.id.data(), id);
    download_array<Site<P>>(sites, site);
    for_each_atom(size(), [&](std::size_t i) {
        const auto of = std::lower_bound(moved.begin(), moved.end(), id[i],
                                         [](const auto& a, ParticleId b) { return a.first < b; });
        MDSIM_REQUIRE(of != moved.end() && of->first == id[i]);
        const Moved& m = of->second;
        site[i].move_to(
            {advanced(site[i].x, m.x), advanced(site[i].y, m.y), advanced(site[i].z, m.z)});
    });
    stream_->upload(site.data(), sites, size());
    stream_->wait();
}

template <class P>
template <class T>
void AtomStore<P>::download_array(const T* from, Buffer<T, Host>& to) {
    to.resize_discard(size());
    staging_.download(*stream_, from, to);
}

template <class P>
void AtomStore<P>::download(Snapshot<P>& snapshot, const LocalIndex* cell_first,
                            std::span<const std::int64_t> cells, std::int64_t grid_cells) {
    pull_control();
    const int now = control_->position_buffer;
    Particles<P, Host>& to = snapshot.particles;
    std::vector<LocalIndex> first(cells.size() + 1);
    download_array<Site<P>>(sites_.array(now), to.site);
    download_array<Site<P>>(sites_.array(PositionBuffers<P>::reference), to.reference);
    download_array<Vec4<typename P::Real>>(view().force(now), to.force);
    for_each_column([&](auto& from, auto& column) { download_array(from.data(), column); },
                    columns_, to);
    if (share_.size() > 0) download_array<AtomShare<P>>(share_.data(), to.share);
    stream_->download(cell_first, first.data(), first.size());
    stream_->wait();
    snapshot.cells = cells_of(first, cells, grid_cells);
}

template <class P> template <class Search> bool AtomStore<P>::ask(const Search& search) {
    stream_->zero(flag_memory_.data(), 1);
    search(flag_memory_.data());
    stream_->download(flag_memory_.data(), flag_.get(), 1);
    stream_->wait();
    return *flag_ != 0;
}

template <class P> bool AtomStore<P>::index_ids(LocalIndex* place) {
    place_ = place;
    if (has_all_ids_)
        index_atoms<P>(*stream_, view(), place);
    else
        has_all_ids_ = !ask(
            [&](std::uint32_t* missing) { index_some_atoms<P>(*stream_, view(), place, missing); });
    return has_all_ids_;
}

template <class P> void AtomStore<P>::download_column(const AnyColumn& column, void* to) {
    MDSIM_REQUIRE(place_ != nullptr);
    const std::size_t bytes = value_bytes<P>(column);
    const std::size_t at_once = std::min(size(), ordered_at_once / bytes);
    piece_.resize_discard(std::max(piece_.size(), at_once * bytes));
    for (std::size_t first = 0; first < size(); first += at_once) {
        const std::size_t count = std::min(at_once, size() - first);
        gather_column<P>(*stream_, columns_view(), place_ + first,
                         static_cast<std::uint32_t>(count), column, piece_.data());
        staging_.download(*stream_, piece_.data(), static_cast<std::byte*>(to) + first * bytes,
                          count * bytes);
    }
}

template <class P> void AtomStore<P>::store_column(const AnyColumn& column, void* to) {
    MDSIM_REQUIRE(place_ != nullptr);
    gather_column<P>(*stream_, columns_view(), place_, static_cast<std::uint32_t>(size()), column,
                     to);
}

template <class P> bool AtomStore<P>::crossed(const std::array<bool, 3>& open) {
    return ask([&](std::uint32_t* found) { find_crossed<P>(*stream_, view(), open, found); });
}

template <class P> void AtomStore<P>::pull_control() {
    stream_->download(control_memory_.data(), control_.get(), 1);
    stream_->wait();
}

template <class P> AtomShare<P>* AtomStore<P>::clear_shares() {
    if (share_.size() == 0) share_.resize_discard(capacity_);
    stream_->zero(share_.data(), share_.size());
    return share_.data();
}

template <class P> AtomsView<P> AtomStore<P>::view() {
    return {{capacity_,
             {sites_.array(0), sites_.array(1)},
             sites_.array(PositionBuffers<P>::reference)},
            pointers_to<P, Device>(columns_),
            control_memory_.data(),
            box_.boxes(),
            box_.built()};
}

template <class P> std::size_t AtomStore<P>::bytes() const {
    std::size_t sum = sites_.bytes() + share_.bytes() + piece_.bytes();
    for_each_column([&](const auto& column) { sum += column.bytes(); }, columns_);
    return sum;
}

template class AtomStore<MixedPrecision>;
template class AtomStore<DoublePrecision>;

} // namespace mdsim
