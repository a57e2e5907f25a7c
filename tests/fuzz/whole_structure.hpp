// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "state/structure.hpp"

namespace mdsim::fuzz {

/// Takes an id; false where there is none such, or not any more.
inline bool takes(ParticleId id, std::vector<bool>& taken) {
    const auto place = static_cast<std::size_t>(id);
    if (id < 0 || place >= taken.size() || taken[place]) return false;
    return taken[place] = true;
}

/// Whether an id has a label that may be one, and that ascends with the ids.
inline bool is_label(const Structure& s, ParticleId id) {
    const ParticleId label = s.labels.of(id);
    return label >= 0 && label <= largest_label && (id == 0 || s.labels.of(id - 1) < label);
}

/// Whether a structure that was read keeps the promises of its type.
inline bool is_whole(const Structure& s) {
    const std::size_t n = s.position.size();
    bool good = static_cast<std::size_t>(s.total) == n && s.id.size() == n && s.type.size() == n;
    good = good && (s.velocity.empty() || s.velocity.size() == n);
    good = good && (s.image.empty() || s.image.size() == n);
    good = good && (s.charge.empty() || s.charge.size() == n);
    good = good && s.box.edges.xx > 0 && s.box.edges.yy > 0 && s.box.edges.zz > 0;
    std::vector<bool> taken(n, false);
    for (std::size_t i = 0; good && i < n; ++i)
        good = s.type[i] < s.species.size() && takes(s.id[i], taken) && is_label(s, s.id[i]) &&
               std::isfinite(dot(s.position[i], {1e-9, 1e-9, 1e-9}));
    return good;
}

} // namespace mdsim::fuzz
