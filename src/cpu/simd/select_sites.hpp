// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/simd/list_kernels.hpp"
#include "cpu/simd/select_points.hpp"
#include "cpu/simd/widened.hpp"

namespace mdsim::simd::MDSIM_SIMD {

/// Entries that name the first `lanes` consecutive records, then the first one again.
template <class Real> struct LeadingEntries {
    std::uint16_t entry[group_lanes];
    MDSIM_HD explicit LeadingEntries(std::size_t lanes) {
        for (std::size_t i = 0; i < group_lanes; ++i)
            entry[i] = i < lanes ? consecutive_entries<Real>.entry[i] : std::uint16_t{0};
    }
};

template <bool straight, class P>
MDSIM_HD std::size_t select_sites(const SiteScan<P>& a, const NearBox<typename P::Real>& box,
                                  const PointArrays<typename P::Real>& out, std::size_t filled) {
    using Real = typename P::Real;
    using Numbers = Pack<Real>;
    const auto length = widened_matrix(a.scale.length);
    const auto cx = widened_integer<Real>(a.centre.x);
    const auto cy = widened_integer<Real>(a.centre.y);
    const auto cz = widened_integer<Real>(a.centre.z);
    const Site<P>* site = a.site + a.first;
    const std::size_t start = filled;
    for_packs<Numbers::width>(a.count, [&](std::size_t i, std::size_t lanes, auto full) {
        const Real* base = reinterpret_cast<const Real*>(site + i);
        const Quad<Real> u = full ? load_records(base, consecutive_entries<Real>.entry)
                                  : load_records(base, LeadingEntries<Real>(lanes).entry);
        const Vec3<Numbers> d{to_real(bits_of(u.x) - cx), to_real(bits_of(u.y) - cy),
                              to_real(bits_of(u.z) - cz)};
        Vec3<Numbers> r{d.x * length.xx, d.y * length.yy, d.z * length.zz};
        if constexpr (!straight) r = d * length;
        const Quad<Real> p{r.x, r.y, r.z, u.w};
        const ConsecutiveIndices<Numbers::width> index(a.first + i);
        const auto mask = near_lanes(box, p, lanes, full);
        filled += static_cast<std::size_t>(append_points(out, filled, p, index.value, mask));
    });
    return filled - start;
}

template <class P>
std::size_t select_sites_near(const SiteScan<P>& scan, const NearBox<typename P::Real>& box,
                              const PointArrays<typename P::Real>& out, std::size_t filled) {
    return scan.scale.straight() ? select_sites<true>(scan, box, out, filled)
                                 : select_sites<false>(scan, box, out, filled);
}

} // namespace mdsim::simd::MDSIM_SIMD
