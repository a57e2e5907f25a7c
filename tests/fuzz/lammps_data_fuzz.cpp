// SPDX-License-Identifier: BSD-3-Clause
// Any bytes are either read as a LAMMPS data file, whole, or refused with InputError.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <vector>

#include "input/structure/lammps_data.hpp"

namespace {

/// Takes an id; false where there is none such, or not any more.
bool takes(mdsim::ParticleId id, std::vector<bool>& taken) {
    const auto place = static_cast<std::size_t>(id);
    if (id < 0 || place >= taken.size() || taken[place]) return false;
    return taken[place] = true;
}

/// Whether an id has a label that may be one, and that ascends with the ids.
bool is_label(const mdsim::Structure& s, mdsim::ParticleId id) {
    const mdsim::ParticleId label = s.labels.of(id);
    return label >= 0 && label <= mdsim::largest_label && (id == 0 || s.labels.of(id - 1) < label);
}

/// Whether a structure keeps the promises of its type.
bool is_whole(const mdsim::Structure& s) {
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

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    mdsim::LammpsDataOptions options; // the first byte chooses the style, the rest is the file
    options.style = static_cast<mdsim::AtomStyle>(data[0] % 5);
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    try {
        constexpr mdsim::IdBlock all{0, std::numeric_limits<std::int64_t>::max()};
        if (!is_whole(mdsim::parse_lammps_data(text, "fuzz", options, all))) std::abort();
    } catch (const mdsim::InputError&) {
        return 0;
    }
    return 0;
}
