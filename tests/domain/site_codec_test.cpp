// SPDX-License-Identifier: BSD-3-Clause
// Packed sites come out as they went in, whatever they are, and in few words where they move as
// atoms do.
#include "support/catch.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/error.hpp"
#include "domain/site_codec.hpp"

using namespace mdsim;

namespace {

template <class P> bool alike(const std::vector<Site<P>>& a, const std::vector<Site<P>>& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i].position() != b[i].position() || a[i].type != b[i].type) return false;
    return a.size() == b.size();
}

template <class P> std::vector<Site<P>> any_sites(std::size_t atoms, std::mt19937_64& random) {
    using F = typename P::Fraction;
    std::vector<Site<P>> sites;
    for (std::size_t i = 0; i < atoms; ++i)
        sites.push_back({static_cast<F>(random()), static_cast<F>(random()),
                         static_cast<F>(random()), static_cast<F>(random())});
    return sites;
}

/// Atoms that swing about their places, around the edge of the box too; `step` is their time.
template <class P> std::vector<Site<P>> swinging(std::size_t atoms, int step) {
    using F = typename P::Fraction;
    constexpr double edge = 2.0 * static_cast<double>(std::numeric_limits<F>::max());
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> unit;
    std::vector<Site<P>> sites;
    for (std::size_t i = 0; i < atoms; ++i) {
        std::array<F, 3> u{};
        for (F& x : u) {
            const double swing = 0.005 * edge * std::sin(0.1 * step + 6.28 * unit(random));
            const auto place = static_cast<site_code::Word<F>>(random());
            x = static_cast<F>(place + static_cast<site_code::Word<F>>(
                                           static_cast<std::int64_t>(std::llround(swing))));
        }
        sites.push_back({u[0], u[1], u[2], static_cast<F>(i % 3)});
    }
    return sites;
}

} // namespace

TEST_CASE("small differences of either sign have small numbers") {
    using W = std::uint32_t;
    CHECK(site_code::folded<W>(0) == 0);
    CHECK(site_code::folded<W>(static_cast<W>(-1)) == 1);
    CHECK(site_code::folded<W>(1) == 2);
    for (const W d : {W{0}, W{7}, static_cast<W>(-7), W{1} << 31, (W{1} << 31) - 1})
        CHECK(site_code::unfolded(site_code::folded(d)) == d);
}

TEST_CASE("a header tells orders and widths") {
    for (const std::uint32_t order : {1U, 5U}) {
        const site_code::Header header{order, {64, 0, 33, 1}};
        const auto back = site_code::Header::unpacked(header.packed());
        CHECK(back.order == order);
        for (const int c : {0, 1, 2, 3}) CHECK(back.width[c] == header.width[c]);
        CHECK(back.words() == 98);
        CHECK(back.words_before(3) == 97);
    }
}

TEMPLATE_TEST_CASE("any sites come out as they went in", "", MixedPrecision, DoublePrecision) {
    std::mt19937_64 random(1);
    for (const std::size_t atoms : {0, 1, 31, 32, 33, 500}) {
        SiteCodec<TestType> sender;
        SiteCodec<TestType> receiver;
        const auto first = any_sites<TestType>(atoms, random);
        sender.agree(first);
        receiver.agree(first);
        for (int step = 0; step < 8; ++step) {
            const auto now = any_sites<TestType>(atoms, random);
            const auto code = sender.encode(now);
            CHECK(code.size() <= sender.most_words());
            std::vector<std::uint32_t> arrived(code.begin(), code.end());
            arrived.resize(sender.most_words(), 0xdeadbeef);
            std::vector<Site<TestType>> there(atoms);
            receiver.decode(arrived, there);
            CHECK(alike(there, now));
        }
    }
}

TEMPLATE_TEST_CASE("sites that move evenly need headers only", "", MixedPrecision,
                   DoublePrecision) {
    using F = typename TestType::Fraction;
    SiteCodec<TestType> codec;
    std::vector<Site<TestType>> sites(64, {0, 1, std::numeric_limits<F>::max(), 2});
    const auto move = [&] {
        for (Site<TestType>& s : sites)
            s.z = static_cast<F>(static_cast<site_code::Word<F>>(s.z) + 1000);
    };
    codec.agree(sites);
    CHECK(codec.encode(sites).size() == 2);
    for (int step = 0; step < 4; ++step) {
        move();
        const std::size_t words = codec.encode(sites).size();
        if (step > 1) CHECK(words == 2);
    }
}

TEMPLATE_TEST_CASE("sites that swing as atoms do take three fifths at most", "", MixedPrecision,
                   DoublePrecision) {
    constexpr std::size_t atoms = 1000;
    SiteCodec<TestType> sender;
    SiteCodec<TestType> receiver;
    sender.agree(swinging<TestType>(atoms, 0));
    receiver.agree(swinging<TestType>(atoms, 0));
    std::size_t words = 0;
    for (int step = 1; step <= 10; ++step) {
        const auto now = swinging<TestType>(atoms, step);
        const auto code = sender.encode(now);
        words += code.size();
        std::vector<Site<TestType>> there(atoms);
        receiver.decode(code, there);
        REQUIRE(alike(there, now));
    }
    CHECK(4.0 * static_cast<double>(words) <
          0.6 * 10 * static_cast<double>(atoms * sizeof(Site<TestType>)));
}

TEMPLATE_TEST_CASE("a code that cannot be is refused", "", MixedPrecision, DoublePrecision) {
    std::mt19937_64 random(2);
    const auto sites = any_sites<TestType>(100, random);
    SiteCodec<TestType> codec;
    codec.agree(sites);
    const auto code = codec.encode(any_sites<TestType>(100, random));
    const std::vector<std::uint32_t> good(code.begin(), code.end());
    std::vector<Site<TestType>> there(100);
    const auto decode = [&](const std::vector<std::uint32_t>& bad) {
        SiteCodec<TestType> receiver;
        receiver.agree(sites);
        receiver.decode(bad, there);
    };
    CHECK_NOTHROW(decode(good));
    CHECK_THROWS_AS(decode({good.begin(), good.begin() + 3}), EnvironmentError);
    CHECK_THROWS_AS(decode({good.begin(), good.end() - 1}), EnvironmentError);
    for (const std::uint32_t header : {0U, 6U << 28, 1U << 28 | 100U}) {
        auto bad = good;
        bad[1] = header;
        CHECK_THROWS_AS(decode(bad), EnvironmentError);
    }
}
