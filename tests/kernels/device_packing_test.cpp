// SPDX-License-Identifier: BSD-3-Clause
// A device packs sites into the very words that a processor does, and unpacks them.
#include "support/catch.hpp"

#include <random>
#include <vector>

#include "domain/site_codec.hpp"
#include "kernels/decomposition/pack_sites.hpp"

using namespace mdsim;

namespace {

/// Memory of the device for a list of atoms.
template <class P> struct ListMemory {
    Buffer<Site<P>, Device> differences;
    Buffer<Site<P>, Device> sites;
    Buffer<std::uint32_t, Device> words;
    PackedSites<P> list;

    explicit ListMemory(std::size_t atoms) {
        const std::size_t groups = site_code::groups_for(atoms);
        const std::size_t code = site_code::most_words<typename P::Fraction>(atoms);
        differences.resize_discard(site_code::most_held * atoms);
        sites.resize_discard(atoms);
        words.resize_discard(code + 2 * groups + 1);
        list.atoms = static_cast<std::uint32_t>(atoms);
        for (std::size_t k = 0; k < site_code::most_held; ++k)
            list.difference[k] = differences.data() + k * atoms;
        list.code = words.data();
        list.words = list.code + code;
        list.first = list.words + groups;
    }
};

/// Sites that move by speeds of their own, more or less evenly; every so often one jumps.
template <class P> class Moving {
  public:
    using Fraction = typename P::Fraction;
    using Word = site_code::Word<Fraction>;

    explicit Moving(std::size_t atoms) : sites_(atoms), speed_(3 * atoms) {
        for (std::size_t i = 0; i < atoms; ++i)
            sites_[i] = {any(), any(), any(), static_cast<Fraction>(i % 2)};
        for (Word& speed : speed_) speed = static_cast<Word>(random_() % 100000);
    }

    const std::vector<Site<P>>& now() const { return sites_; }

    void move() {
        for (std::size_t i = 0; i < sites_.size(); ++i) {
            Fraction* const x[3] = {&sites_[i].x, &sites_[i].y, &sites_[i].z};
            for (std::size_t c = 0; c < 3; ++c) {
                const auto noise = static_cast<Word>(random_() % (c == 2 ? 1 : 50));
                *x[c] = static_cast<Fraction>(static_cast<Word>(*x[c]) + speed_[3 * i + c] + noise);
            }
            if (random_() % 200 == 0) sites_[i].x = any();
        }
    }

  private:
    Fraction any() { return static_cast<Fraction>(random_()); }

    std::mt19937_64 random_{7};
    std::vector<Site<P>> sites_;
    std::vector<Word> speed_;
};

template <class P> bool alike(const std::vector<Site<P>>& a, const std::vector<Site<P>>& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i].position() != b[i].position() || a[i].type != b[i].type) return false;
    return a.size() == b.size();
}

} // namespace

TEMPLATE_TEST_CASE("a device packs sites as a processor does", "", MixedPrecision,
                   DoublePrecision) {
    using P = TestType;
    for (const std::size_t atoms : {1, 31, 32, 33, 255, 40000}) {
        INFO(atoms << " atoms");
        const Stream stream;
        Moving<P> moving(atoms);
        SiteCodec<P> host;
        host.agree(moving.now());
        ListMemory<P> sender(atoms);
        ListMemory<P> receiver(atoms);
        stream.upload(moving.now().data(), sender.sites.data(), atoms);
        begin_list(stream, sender.list, sender.sites.data());
        begin_list(stream, receiver.list, sender.sites.data());
        std::size_t wrong = 0;
        for (int step = 0; step < 9; ++step) {
            moving.move();
            stream.upload(moving.now().data(), sender.sites.data(), atoms);
            pack_sites(stream, sender.list, sender.sites.data());
            LocalIndex words = 0;
            stream.download(sender.list.first + site_code::groups_for(atoms), &words, 1);
            stream.wait();
            const auto expected = host.encode(moving.now());
            REQUIRE(words == expected.size());
            std::vector<std::uint32_t> code(words);
            stream.download(sender.list.code, code.data(), words);
            stream.copy(sender.list.code, receiver.list.code, words);
            unpack_sites(stream, receiver.list, receiver.sites.data());
            std::vector<Site<P>> arrived(atoms);
            stream.download(receiver.sites.data(), arrived.data(), atoms);
            stream.wait();
            for (std::size_t k = 0; k < words; ++k) wrong += code[k] != expected[k];
            wrong += !alike(arrived, moving.now());
        }
        CHECK(wrong == 0);
    }
}
