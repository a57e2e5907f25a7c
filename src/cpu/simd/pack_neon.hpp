// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <arm_neon.h>

#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/hd.hpp"
#include "core/math.hpp"
#include "cpu/simd/compress_bytes.hpp"

namespace mdsim::simd::neon {

template <class T> struct Pack;
template <class T> struct IndexPack;

template <> struct IndexPack<float> { int32x4_t v; };
template <> struct IndexPack<double> { int64x2_t v; };

/// The result of a comparison: all bits of a lane set, or none.
struct FloatMask {
    uint32x4_t v;
};
struct DoubleMask {
    uint64x2_t v;
};

template <> struct Pack<float> {
    using value_type = float;
    static constexpr int width = 4;
    using Mask = FloatMask;
    float32x4_t v;

    Pack() = default;
    MDSIM_HD Pack(float32x4_t x) : v(x) {}
    MDSIM_HD explicit Pack(float x) : v(vdupq_n_f32(x)) {}
    MDSIM_HD explicit Pack(double x) : v(vdupq_n_f32(static_cast<float>(x))) {}
    MDSIM_HD static Pack load(const float* p) { return vld1q_f32(p); }
    MDSIM_HD void store(float* p) const { vst1q_f32(p, v); }

    friend MDSIM_HD Pack operator+(Pack a, Pack b) { return vaddq_f32(a.v, b.v); }
    friend MDSIM_HD Pack operator-(Pack a, Pack b) { return vsubq_f32(a.v, b.v); }
    friend MDSIM_HD Pack operator*(Pack a, Pack b) { return vmulq_f32(a.v, b.v); }
    friend MDSIM_HD Pack operator/(Pack a, Pack b) { return vdivq_f32(a.v, b.v); }
    friend MDSIM_HD Pack operator-(Pack a) { return vnegq_f32(a.v); }
    friend MDSIM_HD Mask operator<(Pack a, Pack b) { return {vcltq_f32(a.v, b.v)}; }
    friend MDSIM_HD Mask operator<=(Pack a, Pack b) { return {vcleq_f32(a.v, b.v)}; }
    friend MDSIM_HD Mask operator>(Pack a, Pack b) { return b < a; }
    friend MDSIM_HD Mask operator>=(Pack a, Pack b) { return b <= a; }
};

template <> struct Pack<double> {
    using value_type = double;
    static constexpr int width = 2;
    using Mask = DoubleMask;
    float64x2_t v;

    Pack() = default;
    MDSIM_HD Pack(float64x2_t x) : v(x) {}
    MDSIM_HD explicit Pack(double x) : v(vdupq_n_f64(x)) {}
    MDSIM_HD static Pack load(const double* p) { return vld1q_f64(p); }
    MDSIM_HD void store(double* p) const { vst1q_f64(p, v); }

    friend MDSIM_HD Pack operator+(Pack a, Pack b) { return vaddq_f64(a.v, b.v); }
    friend MDSIM_HD Pack operator-(Pack a, Pack b) { return vsubq_f64(a.v, b.v); }
    friend MDSIM_HD Pack operator*(Pack a, Pack b) { return vmulq_f64(a.v, b.v); }
    friend MDSIM_HD Pack operator/(Pack a, Pack b) { return vdivq_f64(a.v, b.v); }
    friend MDSIM_HD Pack operator-(Pack a) { return vnegq_f64(a.v); }
    friend MDSIM_HD Mask operator<(Pack a, Pack b) { return {vcltq_f64(a.v, b.v)}; }
    friend MDSIM_HD Mask operator<=(Pack a, Pack b) { return {vcleq_f64(a.v, b.v)}; }
    friend MDSIM_HD Mask operator>(Pack a, Pack b) { return b < a; }
    friend MDSIM_HD Mask operator>=(Pack a, Pack b) { return b <= a; }
};

using FloatPack = Pack<float>;
using DoublePack = Pack<double>;

/// The lanes that are set in both masks.
MDSIM_HD FloatMask both(FloatMask a, FloatMask b) { return {vandq_u32(a.v, b.v)}; }
MDSIM_HD DoubleMask both(DoubleMask a, DoubleMask b) { return {vandq_u64(a.v, b.v)}; }

MDSIM_HD FloatPack fused_multiply_add(FloatPack a, FloatPack b, FloatPack c) {
    return vfmaq_f32(c.v, a.v, b.v);
}
MDSIM_HD DoublePack fused_multiply_add(DoublePack a, DoublePack b, DoublePack c) {
    return vfmaq_f64(c.v, a.v, b.v);
}
MDSIM_HD FloatPack square_root(FloatPack a) { return vsqrtq_f32(a.v); }
MDSIM_HD DoublePack square_root(DoublePack a) { return vsqrtq_f64(a.v); }

/// Lane by lane `a` where the mask is set, otherwise `b`.
MDSIM_HD FloatPack select(FloatMask m, FloatPack a, FloatPack b) {
    return vbslq_f32(m.v, a.v, b.v);
}
MDSIM_HD DoublePack select(DoubleMask m, DoublePack a, DoublePack b) {
    return vbslq_f64(m.v, a.v, b.v);
}

/// By comparison: the instructions for it treat zeros and what is not a number in their own way.
template <class T> MDSIM_HD Pack<T> minimum(Pack<T> a, Pack<T> b) { return select(a < b, a, b); }
template <class T> MDSIM_HD Pack<T> maximum(Pack<T> a, Pack<T> b) { return select(a > b, a, b); }
MDSIM_HD FloatPack absolute(FloatPack a) { return vabsq_f32(a.v); }
MDSIM_HD DoublePack absolute(DoublePack a) { return vabsq_f64(a.v); }

/// Lane by lane `a` where the mask is set, otherwise zero.
MDSIM_HD FloatPack keep(FloatMask m, FloatPack a) {
    return vreinterpretq_f32_u32(vandq_u32(m.v, vreinterpretq_u32_f32(a.v)));
}
MDSIM_HD DoublePack keep(DoubleMask m, DoublePack a) {
    return vreinterpretq_f64_u64(vandq_u64(m.v, vreinterpretq_u64_f64(a.v)));
}

MDSIM_HD FloatPack round_to_whole(FloatPack a) { return vrndnq_f32(a.v); }
MDSIM_HD DoublePack round_to_whole(DoublePack a) { return vrndnq_f64(a.v); }
MDSIM_HD FloatPack truncate(FloatPack a) { return vrndq_f32(a.v); }
MDSIM_HD DoublePack truncate(DoublePack a) { return vrndq_f64(a.v); }

/// The nearest integers, halves to even; the smallest integer where out of range or not a number.
MDSIM_HD IndexPack<float> nearest_integer(FloatPack a) {
    const int32x4_t smallest = vdupq_n_s32(std::numeric_limits<std::int32_t>::min());
    return {vbslq_s32((a < FloatPack(0x1p31f)).v, vcvtnq_s32_f32(a.v), smallest)};
}
MDSIM_HD IndexPack<double> nearest_integer(DoublePack a) {
    const int64x2_t smallest = vdupq_n_s64(std::numeric_limits<std::int64_t>::min());
    return {vbslq_s64((a < DoublePack(0x1p63)).v, vcvtnq_s64_f64(a.v), smallest)};
}

/// bits_of reads the bits of a pack as integers; truncate_to_int turns whole numbers into integers
/// (rounded towards zero).
MDSIM_HD IndexPack<float> bits_of(FloatPack a) { return {vreinterpretq_s32_f32(a.v)}; }
MDSIM_HD IndexPack<double> bits_of(DoublePack a) { return {vreinterpretq_s64_f64(a.v)}; }
MDSIM_HD IndexPack<float> truncate_to_int(FloatPack a) { return {vcvtq_s32_f32(a.v)}; }
MDSIM_HD IndexPack<double> truncate_to_int(DoublePack a) { return {vcvtq_s64_f64(a.v)}; }
MDSIM_HD FloatPack to_real(IndexPack<float> a) { return vcvtq_f32_s32(a.v); }
MDSIM_HD DoublePack to_real(IndexPack<double> a) { return vcvtq_f64_s64(a.v); }
MDSIM_HD IndexPack<float> operator+(IndexPack<float> a, IndexPack<float> b) {
    return {vaddq_s32(a.v, b.v)};
}
MDSIM_HD IndexPack<double> operator+(IndexPack<double> a, IndexPack<double> b) {
    return {vaddq_s64(a.v, b.v)};
}
MDSIM_HD IndexPack<float> operator-(IndexPack<float> a, IndexPack<float> b) {
    return {vsubq_s32(a.v, b.v)};
}
MDSIM_HD IndexPack<double> operator-(IndexPack<double> a, IndexPack<double> b) {
    return {vsubq_s64(a.v, b.v)};
}
MDSIM_HD IndexPack<float> operator&(IndexPack<float> a, IndexPack<float> b) {
    return {vandq_s32(a.v, b.v)};
}
MDSIM_HD IndexPack<double> operator&(IndexPack<double> a, IndexPack<double> b) {
    return {vandq_s64(a.v, b.v)};
}
MDSIM_HD IndexPack<float> operator^(IndexPack<float> a, IndexPack<float> b) {
    return {veorq_s32(a.v, b.v)};
}
MDSIM_HD IndexPack<double> operator^(IndexPack<double> a, IndexPack<double> b) {
    return {veorq_s64(a.v, b.v)};
}

/// Lane by lane the bits moved by n places towards the sign, or away from it; zeros follow.
template <int n> MDSIM_HD IndexPack<float> shifted_up(IndexPack<float> a) {
    return {vshlq_n_s32(a.v, n)};
}
template <int n> MDSIM_HD IndexPack<double> shifted_up(IndexPack<double> a) {
    return {vshlq_n_s64(a.v, n)};
}
template <int n> MDSIM_HD IndexPack<float> shifted_down(IndexPack<float> a) {
    return {vreinterpretq_s32_u32(vshrq_n_u32(vreinterpretq_u32_s32(a.v), n))};
}
template <int n> MDSIM_HD IndexPack<double> shifted_down(IndexPack<double> a) {
    return {vreinterpretq_s64_u64(vshrq_n_u64(vreinterpretq_u64_s64(a.v), n))};
}

/// The inverse of bits_of.
MDSIM_HD FloatPack from_bits(IndexPack<float> a) { return vreinterpretq_f32_s32(a.v); }
MDSIM_HD DoublePack from_bits(IndexPack<double> a) { return vreinterpretq_f64_s64(a.v); }

/// Lane by lane the index times a small number; the products stay below 2^31.
MDSIM_HD IndexPack<float> scaled(IndexPack<float> a, int factor) {
    return {vmulq_n_s32(a.v, factor)};
}
MDSIM_HD IndexPack<double> scaled(IndexPack<double> a, int factor) {
    return {vmull_n_s32(vmovn_s64(a.v), factor)};
}

/// Lane by lane base[index].
MDSIM_HD FloatPack lookup(const float* base, IndexPack<float> index) {
    return FloatPack{
        float32x4_t{base[index.v[0]], base[index.v[1]], base[index.v[2]], base[index.v[3]]}};
}
MDSIM_HD DoublePack lookup(const double* base, IndexPack<double> index) {
    return DoublePack{float64x2_t{base[index.v[0]], base[index.v[1]]}};
}

/// As lookup, for tables of at most 16 entries that are padded to 16.
MDSIM_HD FloatPack lookup_short(const float* base, IndexPack<float> index) {
    const uint8x16x4_t table = vld1q_u8_x4(reinterpret_cast<const std::uint8_t*>(base));
    // The places of the four bytes of each entry.
    const uint32x4_t places =
        vmlaq_n_u32(vdupq_n_u32(0x03020100u), vreinterpretq_u32_s32(index.v), 0x04040404u);
    return vreinterpretq_f32_u8(vqtbl4q_u8(table, vreinterpretq_u8_u32(places)));
}
MDSIM_HD DoublePack lookup_short(const double* base, IndexPack<double> index) {
    return lookup(base, index);
}

MDSIM_HD unsigned bits_of_mask(FloatMask m) {
    return vaddvq_u32(vandq_u32(m.v, uint32x4_t{1, 2, 4, 8}));
}
MDSIM_HD unsigned bits_of_mask(DoubleMask m) {
    return static_cast<unsigned>(vaddvq_u64(vandq_u64(m.v, uint64x2_t{1, 2})));
}
template <class Mask> MDSIM_HD int count_of(Mask m) { return __builtin_popcount(bits_of_mask(m)); }

/// Writes the lanes whose mask is set to `out`, in lane order; returns how many. Up to `width`
/// elements from `out` on may be overwritten.
MDSIM_HD int append_selected(float* out, FloatPack a, FloatMask m) {
    const unsigned bits = bits_of_mask(m);
    const uint8x16_t order = vld1q_u8(compress_four[bits]);
    vst1q_f32(out, vreinterpretq_f32_u8(vqtbl1q_u8(vreinterpretq_u8_f32(a.v), order)));
    return __builtin_popcount(bits);
}
MDSIM_HD int append_selected(double* out, DoublePack a, DoubleMask m) {
    const unsigned bits = bits_of_mask(m);
    const uint8x16_t order = vld1q_u8(compress_two[bits]);
    vst1q_f64(out, vreinterpretq_f64_u8(vqtbl1q_u8(vreinterpretq_u8_f64(a.v), order)));
    return __builtin_popcount(bits);
}
MDSIM_HD int append_selected(std::uint32_t* out, const std::uint32_t* from, FloatMask m) {
    const unsigned bits = bits_of_mask(m);
    const uint8x16_t order = vld1q_u8(compress_four[bits]);
    const uint8x16_t a = vreinterpretq_u8_u32(vld1q_u32(from));
    vst1q_u32(out, vreinterpretq_u32_u8(vqtbl1q_u8(a, order)));
    return __builtin_popcount(bits);
}
MDSIM_HD int append_selected(std::uint32_t* out, const std::uint32_t* from, DoubleMask m) {
    const unsigned bits = bits_of_mask(m);
    const std::uint32_t second = from[1];
    out[0] = (bits & 1u) != 0 ? from[0] : second;
    out[1] = second;
    return __builtin_popcount(bits);
}

/// Four packs that hold x, y, z, w of `width` records.
template <class T> struct Quad { Pack<T> x, y, z, w; };

/// Rows become columns.
MDSIM_HD Quad<float> transposed(const Quad<float>& q) {
    const auto halves = [](float32x4_t a) { return vreinterpretq_f64_f32(a); };
    const auto whole = [](float64x2_t a) { return vreinterpretq_f32_f64(a); };
    const float64x2_t t0 = halves(vzip1q_f32(q.x.v, q.y.v));
    const float64x2_t t1 = halves(vzip2q_f32(q.x.v, q.y.v));
    const float64x2_t t2 = halves(vzip1q_f32(q.z.v, q.w.v));
    const float64x2_t t3 = halves(vzip2q_f32(q.z.v, q.w.v));
    return {whole(vzip1q_f64(t0, t2)), whole(vzip2q_f64(t0, t2)), whole(vzip1q_f64(t1, t3)),
            whole(vzip2q_f64(t1, t3))};
}

/// Writes the index of each lane to memory.
MDSIM_HD void store_indices(std::int32_t* at, IndexPack<float> index) { vst1q_s32(at, index.v); }

/// The numbers at the index of each lane and the three behind it, each lane's read as one word. The
/// indices lie in memory.
MDSIM_HD FourOf<FloatPack> lookup_four_at(const float* base, const std::int32_t* at) {
    const Quad<float> q = transposed({vld1q_f32(base + at[0]), vld1q_f32(base + at[1]),
                                      vld1q_f32(base + at[2]), vld1q_f32(base + at[3])});
    return {{q.x, q.y, q.z, q.w}};
}
/// The same, given indices in a pack.
MDSIM_HD FourOf<FloatPack> lookup_four(const float* base, IndexPack<float> index) {
    alignas(16) std::int32_t at[4];
    store_indices(at, index);
    return lookup_four_at(base, at);
}
/// The numbers at the index of each lane and the one behind it, given indices in memory.
MDSIM_HD TwoOf<FloatPack> lookup_two_at(const float* base, const std::int32_t* at) {
    const auto word = [&](int k) { return vld1_f32(base + at[k]); };
    const float32x4_t a = vcombine_f32(word(0), word(1)), b = vcombine_f32(word(2), word(3));
    return {{vuzp1q_f32(a, b), vuzp2q_f32(a, b)}};
}
MDSIM_HD FourOf<DoublePack> lookup_four(const double* base, IndexPack<double> index) {
    const double* first = base + vgetq_lane_s64(index.v, 0);
    const double* second = base + vgetq_lane_s64(index.v, 1);
    const float64x2_t a = vld1q_f64(first);
    const float64x2_t b = vld1q_f64(second);
    const float64x2_t c = vld1q_f64(first + 2);
    const float64x2_t d = vld1q_f64(second + 2);
    return {{vzip1q_f64(a, b), vzip2q_f64(a, b), vzip1q_f64(c, d), vzip2q_f64(c, d)}};
}

/// The record that a list entry names.
template <class T> MDSIM_HD T* record_of(T* base, std::size_t entry) {
    return base + entry * 8 / sizeof(T);
}

/// Loads the records {x, y, z, w} that `width` list entries name. The entries stand `stride` apart;
/// each is a distance from `base` in units of 8 bytes.
template <int stride = 1>
MDSIM_HD Quad<float> load_records(const float* base, const std::uint16_t* entries) {
    return transposed({vld1q_f32(record_of(base, entries[0])),
                       vld1q_f32(record_of(base, entries[stride])),
                       vld1q_f32(record_of(base, entries[2 * stride])),
                       vld1q_f32(record_of(base, entries[3 * stride]))});
}
template <int stride = 1>
MDSIM_HD Quad<double> load_records(const double* base, const std::uint16_t* entries) {
    const double* first = record_of(base, entries[0]);
    const double* second = record_of(base, entries[stride]);
    const float64x2_t a = vld1q_f64(first);
    const float64x2_t b = vld1q_f64(second);
    const float64x2_t c = vld1q_f64(first + 2);
    const float64x2_t d = vld1q_f64(second + 2);
    return {vzip1q_f64(a, b), vzip2q_f64(a, b), vzip1q_f64(c, d), vzip2q_f64(c, d)};
}

/// Stores the first `count` lanes to the records that the list entries name.
MDSIM_HD void store_records(float* base, const std::uint16_t* entries, int count,
                            const Quad<float>& q) {
    const Quad<float> rows = transposed(q);
    const FloatPack row[4] = {rows.x, rows.y, rows.z, rows.w};
    for (int lane = 0; lane < count; ++lane) row[lane].store(record_of(base, entries[lane]));
}
MDSIM_HD void store_records(double* base, const std::uint16_t* entries, int count,
                            const Quad<double>& q) {
    for (int lane = 0; lane < count; ++lane) {
        double* record = record_of(base, entries[lane]);
        record[0] = q.x.v[lane];
        record[1] = q.y.v[lane];
        record[2] = q.z.v[lane];
        record[3] = q.w.v[lane];
    }
}

} // namespace mdsim::simd::neon
