// SPDX-License-Identifier: BSD-3-Clause
// What the tests of starting structures share.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "state/structure.hpp"
#include "support/catch.hpp"

namespace mdsim::test {

/// All ids there can be.
inline constexpr IdBlock every_id{0, std::numeric_limits<std::int64_t>::max()};

inline std::string data_file(const std::string& name) {
    return std::string(MDSIM_SOURCE_DIR) + "/tests/input/data/" + name;
}

/// The message of the InputError that a call throws; fails where it throws none.
template <class Call> std::string refusal(Call call) {
    try {
        call();
    } catch (const InputError& error) {
        return error.what();
    }
    FAIL("was not refused");
    return "";
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// Adds a block to a structure made of the blocks before it.
inline void append(Structure& all, const Structure& block) {
    const auto add = [](auto& to, const auto& from) {
        to.insert(to.end(), from.begin(), from.end());
    };
    add(all.id, block.id);
    add(all.type, block.type);
    add(all.position, block.position);
    add(all.velocity, block.velocity);
    add(all.image, block.image);
    add(all.charge, block.charge);
}

/// Checks that `make(block)` gives the same particles in one piece and in several.
template <class Make> void check_blocks(Make make) {
    const Structure whole = make(every_id);
    for (const int parts : {1, 2, 3, 7}) {
        Structure pieces;
        for (int part = 0; part < parts; ++part) {
            const Structure piece = make(IdBlock::of(whole.total, part, parts));
            CHECK(piece.total == whole.total);
            CHECK(piece.species.size() == whole.species.size());
            CHECK(piece.labels.in_order() == whole.labels.in_order());
            for (const ParticleId id : piece.id) CHECK(piece.labels.of(id) == whole.labels.of(id));
            append(pieces, piece);
        }
        CHECK(pieces.id == whole.id);
        CHECK(pieces.type == whole.type);
        CHECK(pieces.position == whole.position);
        CHECK(pieces.velocity == whole.velocity);
        CHECK(pieces.image == whole.image);
        CHECK(pieces.charge == whole.charge);
    }
}

/// The distances from one particle to all others and their images in the 27 boxes around.
inline std::vector<double> distances(const Structure& s, std::size_t i) {
    std::vector<double> found;
    for (int n = 0; n < 27; ++n) {
        const int x = n % 3 - 1, y = n / 3 % 3 - 1, z = n / 9 - 1;
        const Vec3<double> box{static_cast<double>(x), static_cast<double>(y),
                               static_cast<double>(z)};
        bool allowed = true;
        for (int k = 0; k < 3; ++k)
            allowed = allowed && (box[k] == 0 || s.box.periodic[static_cast<std::size_t>(k)]);
        for (std::size_t j = 0; allowed && j < s.position.size(); ++j) {
            const Vec3<double> gap = s.position[j] + box * s.box.edges - s.position[i];
            if (j != i || n != 13) found.push_back(std::sqrt(dot(gap, gap)));
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace mdsim::test
