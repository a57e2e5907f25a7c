// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/system/atom_store.hpp"

#include <algorithm>
#include <vector>

#include "core/error.hpp"
#include "core/fraction.hpp"

namespace mdsim {

namespace {

/// One member of all records, on the device.
template <class T, class Record, class Of>
void upload_member(const Stream& stream, std::span<const Record> records, Buffer<T, Device>& to,
                   const Of& of) {
    std::vector<T> values;
    values.reserve(records.size());
    for (const Record& r : records) values.push_back(of(r));
    to.resize_discard(values.size());
    stream.upload(values.data(), to.data(), values.size());
    stream.wait();
}

template <class T>
void download_array(const Stream& stream, const T* from, std::size_t count, Buffer<T, Host>& to) {
    to.resize_discard(count);
    stream.download(from, to.data(), count);
}

LocalCells cells_of(const std::vector<LocalIndex>& first) {
    LocalCells cells;
    const std::size_t count = first.size() - 1;
    cells.cells.reserve(count);
    cells.place.reserve(count);
    for (std::size_t c = 0; c < count; ++c) {
        cells.cells.push_back(
            {static_cast<std::int64_t>(c), first[c], first[c + 1] - first[c], true});
        cells.place.push_back(static_cast<std::int32_t>(c));
    }
    cells.atoms = first.back();
    cells.owned_atoms = first.back();
    return cells;
}

} // namespace

template <class P> void AtomStore<P>::upload(std::span<const AtomRecord<P>> records) {
    using Record = AtomRecord<P>;
    upload_member(*stream_, records, site_[0], [](const Record& r) { return r.site; });
    upload_member(*stream_, records, reference_, [](const Record& r) { return r.site; });
    upload_member(*stream_, records, velocity_[0], [](const Record& r) { return r.velocity; });
    upload_member(*stream_, records, id_[0], [](const Record& r) { return r.id; });
    upload_member(*stream_, records, image_[0], [](const Record& r) { return r.image; });
    site_[1].resize_discard(records.size());
    velocity_[1].resize_discard(records.size());
    id_[1].resize_discard(records.size());
    image_[1].resize_discard(records.size());
    *control_ = Control{};
    push_control();
}

template <class P> void AtomStore<P>::restore_moved(std::span<const AtomRecord<P>> records) {
    using Moved = Vec3<typename P::Fraction>;
    const auto stays = [](const AtomRecord<P>& r) { return r.moved == Moved{0, 0, 0}; };
    if (std::all_of(records.begin(), records.end(), stays)) return;
    std::vector<std::pair<ParticleId, Moved>> moved;
    moved.reserve(records.size());
    for (const AtomRecord<P>& r : records) moved.emplace_back(r.id, r.moved);
    std::sort(moved.begin(), moved.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    pull_control();
    Buffer<ParticleId, Host> id;
    Buffer<Site<P>, Host> site;
    Site<P>* sites = site_[control_->position_buffer].data();
    download_array(*stream_, id_[control_->sorted_buffer].data(), size(), id);
    download_array(*stream_, sites, size(), site);
    stream_->wait();
    for (std::size_t i = 0; i < size(); ++i) {
        const auto found = std::lower_bound(
            moved.begin(), moved.end(), id[i],
            [](const auto& entry, ParticleId wanted) { return entry.first < wanted; });
        MDSIM_REQUIRE(found != moved.end() && found->first == id[i]);
        const Moved& m = found->second;
        site[i].move_to(
            {advanced(site[i].x, m.x), advanced(site[i].y, m.y), advanced(site[i].z, m.z)});
    }
    stream_->upload(site.data(), sites, size());
    stream_->wait();
}

template <class P>
void AtomStore<P>::download(Snapshot<P>& snapshot, const LocalIndex* cell_first,
                            std::size_t cells) {
    pull_control();
    const int sorted = control_->sorted_buffer;
    Particles<P, Host>& to = snapshot.particles;
    std::vector<LocalIndex> first(cells + 1);
    download_array(*stream_, site_[control_->position_buffer].data(), size(), to.site);
    download_array(*stream_, reference_.data(), size(), to.reference);
    download_array(*stream_, velocity_[sorted].data(), size(), to.velocity);
    download_array(*stream_, velocity_[1 - sorted].data(), size(), to.force);
    download_array(*stream_, id_[sorted].data(), size(), to.id);
    download_array(*stream_, image_[sorted].data(), size(), to.image);
    stream_->download(cell_first, first.data(), first.size());
    stream_->wait();
    snapshot.cells = cells_of(first);
}

template <class P> void AtomStore<P>::pull_control() {
    stream_->download(control_memory_.data(), control_.get(), 1);
    stream_->wait();
}

template <class P> AtomsView<P> AtomStore<P>::view() {
    return {static_cast<std::uint32_t>(size()),
            {site_[0].data(), site_[1].data()},
            reference_.data(),
            {velocity_[0].data(), velocity_[1].data()},
            {id_[0].data(), id_[1].data()},
            {image_[0].data(), image_[1].data()},
            control_memory_.data()};
}

template <class P> std::size_t AtomStore<P>::bytes() const {
    return site_[0].bytes() + site_[1].bytes() + reference_.bytes() + velocity_[0].bytes() +
           velocity_[1].bytes() + id_[0].bytes() + id_[1].bytes() + image_[0].bytes() +
           image_[1].bytes();
}

template class AtomStore<MixedPrecision>;
template class AtomStore<DoublePrecision>;

} // namespace mdsim
