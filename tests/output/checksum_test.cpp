// SPDX-License-Identifier: BSD-3-Clause
#include "output/checksum.hpp"

#include <random>
#include <set>
#include <vector>

#include "output/durable_file.hpp"
#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("the checksum does not depend on how the content is cut", "[checksum]") {
    std::mt19937 random(1);
    std::string text(5000, '\0');
    for (char& c : text) c = static_cast<char>(random());
    const std::uint64_t whole = checksum_of(bytes_of(text));
    for (int trial = 0; trial < 50; ++trial) {
        Checksum checksum;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t size = std::min<std::size_t>(random() % 40, text.size() - at);
            checksum.add(bytes_of(std::string_view(text).substr(at, size)));
            at += size;
        }
        CHECK(checksum.value() == whole);
    }
}

TEST_CASE("length, order and every bit matter to the checksum", "[checksum]") {
    std::set<std::uint64_t> seen;
    for (std::size_t length = 0; length < 100; ++length)
        seen.insert(checksum_of(bytes_of(std::string(length, '\0'))));
    CHECK(seen.size() == 100);

    const std::string text = "The quick brown fox jumps over the lazy dog 0123456789";
    seen = {checksum_of(bytes_of(text))};
    for (std::size_t bit = 0; bit < 8 * text.size(); ++bit) {
        std::string changed = text;
        changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
        seen.insert(checksum_of(bytes_of(changed)));
    }
    CHECK(seen.size() == 8 * text.size() + 1);
    CHECK(checksum_of(bytes_of("abcdefgh12345678")) != checksum_of(bytes_of("12345678abcdefgh")));
}
