// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "core/hd.hpp"
#include "core/math.hpp"
#include "cpu/simd/compress_table.hpp"

namespace mdsim::simd::avx2 {

template <class T> struct Pack;
template <class T> struct IndexPack;

template <> struct IndexPack<float> { __m256i v; };
template <> struct IndexPack<double> { __m256i v; };

/// The result of a comparison: all bits of a lane set, or none.
struct FloatMask {
    __m256 v;
};
struct DoubleMask {
    __m256d v;
};

template <> struct Pack<float> {
    using value_type = float;
    static constexpr int width = 8;
    using Mask = FloatMask;
    __m256 v;

    Pack() = default;
    MDSIM_HD Pack(__m256 x) : v(x) {}
    MDSIM_HD explicit Pack(float x) : v(_mm256_set1_ps(x)) {}
    MDSIM_HD explicit Pack(double x) : v(_mm256_set1_ps(static_cast<float>(x))) {}
    MDSIM_HD static Pack load(const float* p) { return _mm256_loadu_ps(p); }
    MDSIM_HD void store(float* p) const { _mm256_storeu_ps(p, v); }

    friend MDSIM_HD Pack operator+(Pack a, Pack b) { return _mm256_add_ps(a.v, b.v); }
    friend MDSIM_HD Pack operator-(Pack a, Pack b) { return _mm256_sub_ps(a.v, b.v); }
    friend MDSIM_HD Pack operator*(Pack a, Pack b) { return _mm256_mul_ps(a.v, b.v); }
    friend MDSIM_HD Pack operator/(Pack a, Pack b) { return _mm256_div_ps(a.v, b.v); }
    friend MDSIM_HD Pack operator-(Pack a) { return _mm256_xor_ps(a.v, _mm256_set1_ps(-0.0f)); }
    friend MDSIM_HD Mask operator<(Pack a, Pack b) { return {_mm256_cmp_ps(a.v, b.v, _CMP_LT_OQ)}; }
    friend MDSIM_HD Mask operator<=(Pack a, Pack b) {
        return {_mm256_cmp_ps(a.v, b.v, _CMP_LE_OQ)};
    }
    friend MDSIM_HD Mask operator>(Pack a, Pack b) { return b < a; }
    friend MDSIM_HD Mask operator>=(Pack a, Pack b) { return b <= a; }
};

template <> struct Pack<double> {
    using value_type = double;
    static constexpr int width = 4;
    using Mask = DoubleMask;
    __m256d v;

    Pack() = default;
    MDSIM_HD Pack(__m256d x) : v(x) {}
    MDSIM_HD explicit Pack(double x) : v(_mm256_set1_pd(x)) {}
    MDSIM_HD static Pack load(const double* p) { return _mm256_loadu_pd(p); }
    MDSIM_HD void store(double* p) const { _mm256_storeu_pd(p, v); }

    friend MDSIM_HD Pack operator+(Pack a, Pack b) { return _mm256_add_pd(a.v, b.v); }
    friend MDSIM_HD Pack operator-(Pack a, Pack b) { return _mm256_sub_pd(a.v, b.v); }
    friend MDSIM_HD Pack operator*(Pack a, Pack b) { return _mm256_mul_pd(a.v, b.v); }
    friend MDSIM_HD Pack operator/(Pack a, Pack b) { return _mm256_div_pd(a.v, b.v); }
    friend MDSIM_HD Pack operator-(Pack a) { return _mm256_xor_pd(a.v, _mm256_set1_pd(-0.0)); }
    friend MDSIM_HD Mask operator<(Pack a, Pack b) { return {_mm256_cmp_pd(a.v, b.v, _CMP_LT_OQ)}; }
    friend MDSIM_HD Mask operator<=(Pack a, Pack b) {
        return {_mm256_cmp_pd(a.v, b.v, _CMP_LE_OQ)};
    }
    friend MDSIM_HD Mask operator>(Pack a, Pack b) { return b < a; }
    friend MDSIM_HD Mask operator>=(Pack a, Pack b) { return b <= a; }
};

using FloatPack = Pack<float>;
using DoublePack = Pack<double>;

/// The lanes that are set in both masks.
MDSIM_HD FloatMask both(FloatMask a, FloatMask b) { return {_mm256_and_ps(a.v, b.v)}; }
MDSIM_HD DoubleMask both(DoubleMask a, DoubleMask b) { return {_mm256_and_pd(a.v, b.v)}; }

MDSIM_HD FloatPack fused_multiply_add(FloatPack a, FloatPack b, FloatPack c) {
    return _mm256_fmadd_ps(a.v, b.v, c.v);
}
MDSIM_HD DoublePack fused_multiply_add(DoublePack a, DoublePack b, DoublePack c) {
    return _mm256_fmadd_pd(a.v, b.v, c.v);
}
MDSIM_HD FloatPack square_root(FloatPack a) { return _mm256_sqrt_ps(a.v); }
MDSIM_HD DoublePack square_root(DoublePack a) { return _mm256_sqrt_pd(a.v); }
MDSIM_HD FloatPack minimum(FloatPack a, FloatPack b) { return _mm256_min_ps(a.v, b.v); }
MDSIM_HD DoublePack minimum(DoublePack a, DoublePack b) { return _mm256_min_pd(a.v, b.v); }
MDSIM_HD FloatPack maximum(FloatPack a, FloatPack b) { return _mm256_max_ps(a.v, b.v); }
MDSIM_HD DoublePack maximum(DoublePack a, DoublePack b) { return _mm256_max_pd(a.v, b.v); }
MDSIM_HD FloatPack absolute(FloatPack a) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a.v); }
MDSIM_HD DoublePack absolute(DoublePack a) { return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a.v); }

/// Lane by lane `a` where the mask is set, otherwise `b`.
MDSIM_HD FloatPack select(FloatMask m, FloatPack a, FloatPack b) {
    return _mm256_blendv_ps(b.v, a.v, m.v);
}
MDSIM_HD DoublePack select(DoubleMask m, DoublePack a, DoublePack b) {
    return _mm256_blendv_pd(b.v, a.v, m.v);
}

/// Lane by lane `a` where the mask is set, otherwise zero.
MDSIM_HD FloatPack keep(FloatMask m, FloatPack a) { return _mm256_and_ps(m.v, a.v); }
MDSIM_HD DoublePack keep(DoubleMask m, DoublePack a) { return _mm256_and_pd(m.v, a.v); }

MDSIM_HD FloatPack round_to_whole(FloatPack a) {
    return _mm256_round_ps(a.v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
MDSIM_HD DoublePack round_to_whole(DoublePack a) {
    return _mm256_round_pd(a.v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
MDSIM_HD FloatPack truncate(FloatPack a) {
    return _mm256_round_ps(a.v, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}
MDSIM_HD DoublePack truncate(DoublePack a) {
    return _mm256_round_pd(a.v, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}

/// The nearest integers, halves to even; the smallest integer where out of range or not a number.
MDSIM_HD IndexPack<float> nearest_integer(FloatPack a) { return {_mm256_cvtps_epi32(a.v)}; }
MDSIM_HD IndexPack<double> nearest_integer(DoublePack a) {
    const auto one = [&a](int i) { return _mm_cvtsd_si64(_mm_set_sd(a.v[i])); };
    return {_mm256_setr_epi64x(one(0), one(1), one(2), one(3))};
}

/// bits_of reads the bits of a pack as integers; truncate_to_int turns whole numbers of less than
/// 2^31 into integers.
MDSIM_HD IndexPack<float> bits_of(FloatPack a) { return {_mm256_castps_si256(a.v)}; }
MDSIM_HD IndexPack<double> bits_of(DoublePack a) { return {_mm256_castpd_si256(a.v)}; }
MDSIM_HD IndexPack<float> truncate_to_int(FloatPack a) { return {_mm256_cvttps_epi32(a.v)}; }
MDSIM_HD IndexPack<double> truncate_to_int(DoublePack a) {
    return {_mm256_cvtepi32_epi64(_mm256_cvttpd_epi32(a.v))};
}
MDSIM_HD FloatPack to_real(IndexPack<float> a) { return _mm256_cvtepi32_ps(a.v); }
MDSIM_HD DoublePack to_real(IndexPack<double> a) {
    return _mm256_setr_pd(static_cast<double>(a.v[0]), static_cast<double>(a.v[1]),
                          static_cast<double>(a.v[2]), static_cast<double>(a.v[3]));
}
MDSIM_HD IndexPack<float> operator+(IndexPack<float> a, IndexPack<float> b) {
    return {_mm256_add_epi32(a.v, b.v)};
}
MDSIM_HD IndexPack<double> operator+(IndexPack<double> a, IndexPack<double> b) {
    return {_mm256_add_epi64(a.v, b.v)};
}

MDSIM_HD IndexPack<float> operator-(IndexPack<float> a, IndexPack<float> b) {
    return {_mm256_sub_epi32(a.v, b.v)};
}
MDSIM_HD IndexPack<double> operator-(IndexPack<double> a, IndexPack<double> b) {
    return {_mm256_sub_epi64(a.v, b.v)};
}

MDSIM_HD IndexPack<float> operator&(IndexPack<float> a, IndexPack<float> b) {
    return {_mm256_and_si256(a.v, b.v)};
}
MDSIM_HD IndexPack<double> operator&(IndexPack<double> a, IndexPack<double> b) {
    return {_mm256_and_si256(a.v, b.v)};
}
MDSIM_HD IndexPack<float> operator^(IndexPack<float> a, IndexPack<float> b) {
    return {_mm256_xor_si256(a.v, b.v)};
}
MDSIM_HD IndexPack<double> operator^(IndexPack<double> a, IndexPack<double> b) {
    return {_mm256_xor_si256(a.v, b.v)};
}

/// Lane by lane the bits moved by n places towards the sign, or away from it; zeros follow.
template <int n> MDSIM_HD IndexPack<float> shifted_up(IndexPack<float> a) {
    return {_mm256_slli_epi32(a.v, n)};
}
template <int n> MDSIM_HD IndexPack<double> shifted_up(IndexPack<double> a) {
    return {_mm256_slli_epi64(a.v, n)};
}
template <int n> MDSIM_HD IndexPack<float> shifted_down(IndexPack<float> a) {
    return {_mm256_srli_epi32(a.v, n)};
}
template <int n> MDSIM_HD IndexPack<double> shifted_down(IndexPack<double> a) {
    return {_mm256_srli_epi64(a.v, n)};
}

/// The inverse of bits_of.
MDSIM_HD FloatPack from_bits(IndexPack<float> a) { return _mm256_castsi256_ps(a.v); }
MDSIM_HD DoublePack from_bits(IndexPack<double> a) { return _mm256_castsi256_pd(a.v); }

/// Lane by lane the index times a small number; the products stay below 2^31.
MDSIM_HD IndexPack<float> scaled(IndexPack<float> a, int factor) {
    return {_mm256_mullo_epi32(a.v, _mm256_set1_epi32(factor))};
}
MDSIM_HD IndexPack<double> scaled(IndexPack<double> a, int factor) {
    return {_mm256_mullo_epi32(a.v, _mm256_set1_epi32(factor))};
}

/// Lane by lane base[index].
MDSIM_HD FloatPack lookup(const float* base, IndexPack<float> index) {
    return _mm256_i32gather_ps(base, index.v, 4);
}
MDSIM_HD DoublePack lookup(const double* base, IndexPack<double> index) {
    return _mm256_i64gather_pd(base, index.v, 8);
}

/// As lookup, for tables of at most 16 entries that are padded to 16.
MDSIM_HD FloatPack lookup_short(const float* base, IndexPack<float> index) {
    const __m256 low = _mm256_permutevar8x32_ps(_mm256_loadu_ps(base), index.v);
    const __m256 high = _mm256_permutevar8x32_ps(_mm256_loadu_ps(base + 8), index.v);
    const __m256i upper = _mm256_cmpgt_epi32(index.v, _mm256_set1_epi32(7));
    return _mm256_blendv_ps(low, high, _mm256_castsi256_ps(upper));
}
MDSIM_HD DoublePack lookup_short(const double* base, IndexPack<double> index) {
    return lookup(base, index);
}

MDSIM_HD unsigned bits_of_mask(FloatMask m) {
    return static_cast<unsigned>(_mm256_movemask_ps(m.v));
}
MDSIM_HD unsigned bits_of_mask(DoubleMask m) {
    return static_cast<unsigned>(_mm256_movemask_pd(m.v));
}
template <class Mask> MDSIM_HD int count_of(Mask m) { return __builtin_popcount(bits_of_mask(m)); }

/// Writes the lanes whose mask is set to `out`, in lane order; returns how many. Up to `width`
/// elements from `out` on may be overwritten.
MDSIM_HD int append_selected(float* out, FloatPack a, FloatMask m) {
    const unsigned bits = bits_of_mask(m);
    const __m256i order = _mm256_load_si256(reinterpret_cast<const __m256i*>(compress_eight[bits]));
    _mm256_storeu_ps(out, _mm256_permutevar8x32_ps(a.v, order));
    return __builtin_popcount(bits);
}
MDSIM_HD int append_selected(double* out, DoublePack a, DoubleMask m) {
    const unsigned bits = bits_of_mask(m);
    const __m256i order = _mm256_load_si256(reinterpret_cast<const __m256i*>(compress_pairs[bits]));
    const __m256 halves = _mm256_castpd_ps(a.v);
    _mm256_storeu_pd(out, _mm256_castps_pd(_mm256_permutevar8x32_ps(halves, order)));
    return __builtin_popcount(bits);
}
MDSIM_HD int append_selected(std::uint32_t* out, const std::uint32_t* from, FloatMask m) {
    const unsigned bits = bits_of_mask(m);
    const __m256i order = _mm256_load_si256(reinterpret_cast<const __m256i*>(compress_eight[bits]));
    const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_permutevar8x32_epi32(a, order));
    return __builtin_popcount(bits);
}
MDSIM_HD int append_selected(std::uint32_t* out, const std::uint32_t* from, DoubleMask m) {
    const unsigned bits = bits_of_mask(m);
    const __m128i order = _mm_load_si128(reinterpret_cast<const __m128i*>(compress_eight[bits]));
    const __m128i a = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    const __m256i wide =
        _mm256_permutevar8x32_epi32(_mm256_castsi128_si256(a), _mm256_castsi128_si256(order));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), _mm256_castsi256_si128(wide));
    return __builtin_popcount(bits);
}

/// Four packs that hold x, y, z, w of `width` records.
template <class T> struct Quad { Pack<T> x, y, z, w; };

/// Rows become columns: lane k and lane k + 4 of row k are two records.
MDSIM_HD Quad<float> transposed(__m256 r0, __m256 r1, __m256 r2, __m256 r3) {
    const __m256 t0 = _mm256_unpacklo_ps(r0, r1);
    const __m256 t1 = _mm256_unpackhi_ps(r0, r1);
    const __m256 t2 = _mm256_unpacklo_ps(r2, r3);
    const __m256 t3 = _mm256_unpackhi_ps(r2, r3);
    return {_mm256_shuffle_ps(t0, t2, 0x44), _mm256_shuffle_ps(t0, t2, 0xEE),
            _mm256_shuffle_ps(t1, t3, 0x44), _mm256_shuffle_ps(t1, t3, 0xEE)};
}
MDSIM_HD Quad<double> transposed(__m256d r0, __m256d r1, __m256d r2, __m256d r3) {
    const __m256d t0 = _mm256_unpacklo_pd(r0, r1);
    const __m256d t1 = _mm256_unpackhi_pd(r0, r1);
    const __m256d t2 = _mm256_unpacklo_pd(r2, r3);
    const __m256d t3 = _mm256_unpackhi_pd(r2, r3);
    return {_mm256_permute2f128_pd(t0, t2, 0x20), _mm256_permute2f128_pd(t1, t3, 0x20),
            _mm256_permute2f128_pd(t0, t2, 0x31), _mm256_permute2f128_pd(t1, t3, 0x31)};
}

/// Writes the index of each lane to aligned memory.
MDSIM_HD void store_indices(std::int32_t* at, IndexPack<float> index) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(at), index.v);
}

/// The numbers at the index of each lane and the three behind it, each lane's read as one word: a
/// quarter of the loads of four lookups. The indices lie in aligned memory.
MDSIM_HD FourOf<FloatPack> lookup_four_at(const float* base, const std::int32_t* at) {
    const auto rows = [&](int k) {
        return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(base + at[k])),
                                    _mm_loadu_ps(base + at[k + 4]), 1);
    };
    const Quad<float> q = transposed(rows(0), rows(1), rows(2), rows(3));
    return {{q.x, q.y, q.z, q.w}};
}
/// The same, given indices in a pack.
MDSIM_HD FourOf<FloatPack> lookup_four(const float* base, IndexPack<float> index) {
    alignas(32) std::int32_t at[8];
    store_indices(at, index);
    return lookup_four_at(base, at);
}
/// The numbers at the index of each lane and the one behind it, read as one word; the indices lie
/// in aligned memory.
MDSIM_HD TwoOf<FloatPack> lookup_two_at(const float* base, const std::int32_t* at) {
    const auto word = [&](int k) { return reinterpret_cast<const __m64*>(base + at[k]); };
    const auto rows = [&](int k) {
        return _mm_loadh_pi(
            _mm_castsi128_ps(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(base + at[k]))),
            word(k + 1));
    };
    const __m256 a = _mm256_insertf128_ps(_mm256_castps128_ps256(rows(0)), rows(4), 1);
    const __m256 b = _mm256_insertf128_ps(_mm256_castps128_ps256(rows(2)), rows(6), 1);
    return {{_mm256_shuffle_ps(a, b, 0x88), _mm256_shuffle_ps(a, b, 0xDD)}};
}
MDSIM_HD FourOf<DoublePack> lookup_four(const double* base, IndexPack<double> index) {
    alignas(32) std::int64_t at[4];
    _mm256_store_si256(reinterpret_cast<__m256i*>(at), index.v);
    const auto row = [&](int k) { return _mm256_loadu_pd(base + at[k]); };
    const Quad<double> q = transposed(row(0), row(1), row(2), row(3));
    return {{q.x, q.y, q.z, q.w}};
}

template <int stride> MDSIM_HD __m256 two_records(const float* base, const std::uint16_t* e) {
    const auto record = [base](std::size_t entry) {
        return _mm_load_ps(
            reinterpret_cast<const float*>(reinterpret_cast<const char*>(base) + 8 * entry));
    };
    return _mm256_insertf128_ps(_mm256_castps128_ps256(record(e[0])), record(e[4 * stride]), 1);
}

/// Loads the records {x, y, z, w} that `width` list entries name. The entries stand `stride` apart;
/// each is a distance from `base` in units of 8 bytes.
template <int stride = 1>
MDSIM_HD Quad<float> load_records(const float* base, const std::uint16_t* entries) {
    return transposed(two_records<stride>(base, entries),
                      two_records<stride>(base, entries + stride),
                      two_records<stride>(base, entries + 2 * stride),
                      two_records<stride>(base, entries + 3 * stride));
}

template <int stride = 1>
MDSIM_HD Quad<double> load_records(const double* base, const std::uint16_t* entries) {
    const auto record = [base](std::size_t entry) {
        return _mm256_load_pd(
            reinterpret_cast<const double*>(reinterpret_cast<const char*>(base) + 8 * entry));
    };
    return transposed(record(entries[0]), record(entries[stride]), record(entries[2 * stride]),
                      record(entries[3 * stride]));
}

/// Stores the first `count` lanes to the records that the list entries name.
MDSIM_HD void store_records(float* base, const std::uint16_t* entries, int count,
                            const Quad<float>& q) {
    const __m256 t0 = _mm256_unpacklo_ps(q.x.v, q.y.v);
    const __m256 t1 = _mm256_unpackhi_ps(q.x.v, q.y.v);
    const __m256 t2 = _mm256_unpacklo_ps(q.z.v, q.w.v);
    const __m256 t3 = _mm256_unpackhi_ps(q.z.v, q.w.v);
    alignas(32) float records[4][8];
    _mm256_store_ps(records[0], _mm256_shuffle_ps(t0, t2, 0x44));
    _mm256_store_ps(records[1], _mm256_shuffle_ps(t0, t2, 0xEE));
    _mm256_store_ps(records[2], _mm256_shuffle_ps(t1, t3, 0x44));
    _mm256_store_ps(records[3], _mm256_shuffle_ps(t1, t3, 0xEE));
    for (int lane = 0; lane < count; ++lane) {
        float* record = reinterpret_cast<float*>(reinterpret_cast<char*>(base) +
                                                 8 * std::size_t{entries[lane]});
        _mm_store_ps(record, _mm_load_ps(&records[lane % 4][lane / 4 * 4]));
    }
}
MDSIM_HD void store_records(double* base, const std::uint16_t* entries, int count,
                            const Quad<double>& q) {
    for (int lane = 0; lane < count; ++lane) {
        double* record = reinterpret_cast<double*>(reinterpret_cast<char*>(base) +
                                                   8 * std::size_t{entries[lane]});
        _mm256_store_pd(record, _mm256_setr_pd(q.x.v[lane], q.y.v[lane], q.z.v[lane], q.w.v[lane]));
    }
}

} // namespace mdsim::simd::avx2
