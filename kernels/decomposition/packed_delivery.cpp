// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/decomposition/packed_delivery.hpp"

#include <numeric>
#include <utility>

#include "core/contract.hpp"

namespace mdsim {

namespace {

template <class P> std::size_t code_words(std::size_t atoms) {
    return site_code::most_words<typename P::Fraction>(atoms);
}

/// Words of a list: its code, the words of each group and where they begin.
template <class P> std::size_t list_words(std::size_t atoms) {
    return code_words<P>(atoms) + 2 * site_code::groups_for(atoms) + 1;
}

} // namespace

/// Gives each list its part of the memory.
template <class P> void PackedDelivery<P>::Lists::divide(const std::vector<std::uint32_t>& atoms) {
    const std::size_t sites = std::accumulate(atoms.begin(), atoms.end(), std::size_t{0});
    std::size_t all_words = 0;
    for (const std::uint32_t count : atoms) all_words += list_words<P>(count);
    if (differences.size() < sites * site_code::most_held)
        differences.resize_discard(sites * site_code::most_held);
    if (words.size() < all_words) words.resize_discard(all_words);
    each.assign(atoms.size(), {});
    Site<P>* site = differences.data();
    std::uint32_t* word = words.data();
    for (std::size_t k = 0; k < atoms.size(); ++k) {
        PackedSites<P>& list = each[k];
        const std::size_t groups = site_code::groups_for(atoms[k]);
        list.atoms = atoms[k];
        for (Site<P>*& difference : list.difference)
            difference = std::exchange(site, site + atoms[k]);
        list.code = std::exchange(word, word + code_words<P>(atoms[k]));
        list.words = std::exchange(word, word + groups);
        list.first = std::exchange(word, word + groups + 1);
    }
}

template <class P>
PackedDelivery<P>::PackedDelivery(const Stream& stream, const PeerLinks& links,
                                  Transport& transport, std::vector<bool> packed,
                                  std::chrono::nanoseconds limit)
    : stream_(&stream), links_(&links), transport_(&transport), packed_(std::move(packed)),
      limit_(limit) {
    MDSIM_REQUIRE(packed_.size() == static_cast<std::size_t>(links.size()));
}

template <class P>
std::vector<std::uint32_t>
PackedDelivery<P>::packed_atoms(const std::vector<Carried>& ranges) const {
    std::vector<std::uint32_t> atoms;
    for (const Carried& range : ranges) {
        const bool packed = packed_[static_cast<std::size_t>(range.peer)];
        atoms.push_back(packed ? static_cast<std::uint32_t>(range.count) : 0);
    }
    return atoms;
}

template <class P>
void PackedDelivery<P>::begin(const Delivery& delivery, const Site<P>* mirrors,
                              const Site<P>* own) {
    stream_->wait(); // kernels may still use the memory of the lists before
    out_.divide(packed_atoms(delivery.out));
    in_.divide(packed_atoms(delivery.in));
    for (std::size_t k = 0; k < delivery.out.size(); ++k)
        if (out_.each[k].atoms > 0)
            begin_list(*stream_, out_.each[k], mirrors + delivery.out[k].first);
    for (std::size_t k = 0; k < delivery.in.size(); ++k)
        if (in_.each[k].atoms > 0) begin_list(*stream_, in_.each[k], own + delivery.in[k].first);
}

template <class P>
std::vector<std::uint32_t>
PackedDelivery<P>::exchange_sizes(const Delivery& delivery, const std::vector<std::uint32_t>& out) {
    std::vector<std::uint32_t> in(delivery.in.size(), 0);
    std::vector<Outgoing> outgoing;
    std::vector<Incoming> incoming;
    for (std::size_t k = 0; k < out.size(); ++k)
        if (out_.each[k].atoms > 0)
            outgoing.push_back({delivery.out[k].peer, std::as_bytes(std::span(&out[k], 1))});
    for (std::size_t k = 0; k < in.size(); ++k)
        if (in_.each[k].atoms > 0)
            incoming.push_back({delivery.in[k].peer, std::as_writable_bytes(std::span(&in[k], 1))});
    links_->ranks().exchange_within(outgoing, incoming, limit_);
    for (std::size_t k = 0; k < in.size(); ++k)
        MDSIM_REQUIRE(in[k] <= code_words<P>(in_.each[k].atoms));
    return in;
}

/// A code where the list is packed, and the sites themselves where it is not.
template <class P>
std::vector<DeviceBytes>
PackedDelivery<P>::regions(const std::vector<Carried>& ranges, const Lists& lists,
                           const std::vector<std::uint32_t>& words, Site<P>* array) const {
    std::vector<DeviceBytes> all;
    for (std::size_t k = 0; k < ranges.size(); ++k) {
        const Carried& range = ranges[k];
        if (lists.each[k].atoms > 0)
            all.push_back({range.peer, reinterpret_cast<std::byte*>(lists.each[k].code),
                           words[k] * sizeof(std::uint32_t)});
        else
            all.push_back({range.peer, reinterpret_cast<std::byte*>(array + range.first),
                           range.count * sizeof(Site<P>)});
    }
    return all;
}

template <class P>
void PackedDelivery<P>::deliver(const Delivery& delivery, Site<P>* mirrors, Site<P>* own) {
    MDSIM_EXPECT(packed_atoms(delivery.out).size() == out_.each.size());
    MDSIM_EXPECT(packed_atoms(delivery.in).size() == in_.each.size());
    std::vector<std::uint32_t> words(delivery.out.size(), 0);
    for (std::size_t k = 0; k < words.size(); ++k) {
        const PackedSites<P>& list = out_.each[k];
        if (list.atoms == 0) continue;
        pack_sites(*stream_, list, mirrors + delivery.out[k].first);
        stream_->download(list.first + site_code::groups_for(list.atoms), &words[k], 1);
    }
    stream_->wait();
    const std::vector<std::uint32_t> arriving = exchange_sizes(delivery, words);
    const std::vector<DeviceBytes> out = regions(delivery.out, out_, words, mirrors);
    transport_->exchange(*stream_, out, regions(delivery.in, in_, arriving, own));
    for (std::size_t k = 0; k < delivery.in.size(); ++k)
        if (in_.each[k].atoms > 0) unpack_sites(*stream_, in_.each[k], own + delivery.in[k].first);
    for (std::size_t k = 0; k < out.size(); ++k) {
        sent_ += static_cast<std::int64_t>(out[k].bytes);
        unpacked_ += static_cast<std::int64_t>(delivery.out[k].count * sizeof(Site<P>));
    }
}

template <class P> std::size_t PackedDelivery<P>::bytes() const {
    return out_.bytes() + in_.bytes();
}

template class PackedDelivery<MixedPrecision>;
template class PackedDelivery<DoublePrecision>;

} // namespace mdsim
