// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "cpu/simd/list_kernels.hpp"
#include "cpu/simd/pack.hpp"

namespace mdsim::simd::MDSIM_SIMD {

/// Entries that name consecutive records.
template <class Real> struct ConsecutiveEntries {
    alignas(64) std::uint16_t entry[group_lanes]{};
    constexpr ConsecutiveEntries() {
        for (int i = 0; i < group_lanes; ++i)
            entry[i] = static_cast<std::uint16_t>(i * static_cast<int>(4 * sizeof(Real) / 8));
    }
};
template <class Real> static constexpr ConsecutiveEntries<Real> consecutive_entries{};

/// How far the points lie outside a slab [low, high], zero inside.
template <class Numbers> MDSIM_HD Numbers excess(Numbers x, Numbers low, Numbers high) {
    return maximum(maximum(low - x, x - high), Numbers(0.0));
}

template <class Numbers, class Real>
MDSIM_HD auto near(const NearBox<Real>& box, Numbers x, Numbers y, Numbers z) {
    const Numbers dx = excess(x, Numbers(box.low.x), Numbers(box.high.x));
    const Numbers dy = excess(y, Numbers(box.low.y), Numbers(box.high.y));
    const Numbers dz = excess(z, Numbers(box.low.z), Numbers(box.high.z));
    const Numbers r2 = fused_multiply_add(dz, dz, fused_multiply_add(dy, dy, dx * dx));
    return r2 <= Numbers(box.distance2);
}

/// The lanes that belong to the first `left` points.
template <class Numbers> MDSIM_HD auto first_lanes(std::size_t left) {
    using Real = typename Numbers::value_type;
    alignas(64) Real lane[Numbers::width];
    for (int i = 0; i < Numbers::width; ++i) lane[i] = static_cast<Real>(i);
    const std::size_t width = Numbers::width;
    return Numbers::load(lane) < Numbers(static_cast<Real>(left < width ? left : width));
}

template <class Real, class Mask>
MDSIM_HD int append_points(const PointArrays<Real>& out, std::size_t at, const Quad<Real>& p,
                           const std::uint32_t* index, Mask mask) {
    append_selected(out.x + at, p.x, mask);
    append_selected(out.y + at, p.y, mask);
    append_selected(out.z + at, p.z, mask);
    if (out.type != nullptr) append_selected(out.type + at, p.w, mask);
    return append_selected(out.index + at, index, mask);
}

/// Calls act(i, lanes, full) for each pack of `count` points, which begins at point i. `lanes` is
/// the number of points in the pack. `full` is a constant: whether they fill it.
template <int width, class Act> MDSIM_HD void for_packs(std::size_t count, Act act) {
    std::size_t i = 0;
    for (; i + width <= count; i += width) act(i, std::size_t{width}, std::true_type{});
    if (i < count) act(i, count - i, std::false_type{});
}

/// The lanes of a pack that hold a point near the box.
template <class Real, class Full>
MDSIM_HD auto near_lanes(const NearBox<Real>& box, const Quad<Real>& p, std::size_t lanes, Full) {
    const auto mask = near(box, p.x, p.y, p.z);
    if constexpr (Full::value)
        return mask;
    else
        return both(mask, first_lanes<Pack<Real>>(lanes));
}

template <class Real>
std::size_t select_near(const PointArrays<Real>& in, std::size_t count, const NearBox<Real>& box,
                        const PointArrays<Real>& out, std::size_t filled) {
    using Numbers = Pack<Real>;
    const std::size_t start = filled;
    for_packs<Numbers::width>(count, [&](std::size_t i, std::size_t lanes, auto full) {
        Quad<Real> p{Numbers::load(in.x + i), Numbers::load(in.y + i), Numbers::load(in.z + i),
                     Numbers(Real(0))};
        if (in.type != nullptr) p.w = Numbers::load(in.type + i);
        const auto mask = near_lanes(box, p, lanes, full);
        filled += static_cast<std::size_t>(append_points(out, filled, p, in.index + i, mask));
    });
    return filled - start;
}

/// The indices of consecutive points.
template <int width> struct ConsecutiveIndices {
    alignas(64) std::uint32_t value[width];
    MDSIM_HD explicit ConsecutiveIndices(std::size_t first) {
        for (int lane = 0; lane < width; ++lane)
            value[lane] = static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(lane);
    }
};

template <class Real>
std::size_t select_records_near(const Vec4<Real>* in, std::size_t count, std::uint32_t first_index,
                                const NearBox<Real>& box, const PointArrays<Real>& out,
                                std::size_t filled) {
    constexpr int width = Pack<Real>::width;
    const std::size_t start = filled;
    for_packs<width>(count, [&](std::size_t i, std::size_t lanes, auto full) {
        const Quad<Real> p = load_records(&in[i].x, consecutive_entries<Real>.entry);
        const ConsecutiveIndices<width> index(first_index + i);
        const auto mask = near_lanes(box, p, lanes, full);
        filled += static_cast<std::size_t>(append_points(out, filled, p, index.value, mask));
    });
    return filled - start;
}

template <class Real, bool single_type>
MDSIM_HD std::size_t scan_neighbors(const NeighborScan<Real>& scan, std::uint32_t* out) {
    using Numbers = Pack<Real>;
    const Numbers x(scan.centre.x);
    const Numbers y(scan.centre.y);
    const Numbers z(scan.centre.z);
    const PointArrays<Real>& p = scan.points;
    std::size_t filled = 0;
    for (std::size_t i = 0; i < scan.count; i += Numbers::width) {
        const Numbers dx = x - Numbers::load(p.x + i);
        const Numbers dy = y - Numbers::load(p.y + i);
        const Numbers dz = z - Numbers::load(p.z + i);
        const Numbers r2 = fused_multiply_add(dz, dz, fused_multiply_add(dy, dy, dx * dx));
        Numbers range2(scan.range2[0]);
        if constexpr (!single_type)
            range2 = lookup(scan.range2, bits_of(Numbers::load(p.type + i)));
        filled += static_cast<std::size_t>(append_selected(out + filled, p.index + i, r2 < range2));
    }
    return filled;
}

/// The points behind the last one must lie out of range of any atom, with type 0.
template <class Real>
std::size_t select_neighbors(const NeighborScan<Real>& scan, std::uint32_t* out) {
    return scan.single_type ? scan_neighbors<Real, true>(scan, out)
                            : scan_neighbors<Real, false>(scan, out);
}

} // namespace mdsim::simd::MDSIM_SIMD
