// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "core/hd.hpp"
#include "core/math.hpp"

namespace mdsim::simd::avx512 {

template <class T> struct Pack;
template <class T> struct IndexPack;

template <> struct IndexPack<float> { __m512i v; };
template <> struct IndexPack<double> { __m512i v; };

template <> struct Pack<float> {
    using value_type = float;
    static constexpr int width = 16;
    using Mask = __mmask16;
    __m512 v;

    Pack() = default;
    MDSIM_HD Pack(__m512 x) : v(x) {}
    MDSIM_HD explicit Pack(float x) : v(_mm512_set1_ps(x)) {}
    MDSIM_HD explicit Pack(double x) : v(_mm512_set1_ps(static_cast<float>(x))) {}
    MDSIM_HD static Pack load(const float* p) { return _mm512_loadu_ps(p); }
    MDSIM_HD void store(float* p) const { _mm512_storeu_ps(p, v); }

    friend MDSIM_HD Pack operator+(Pack a, Pack b) { return _mm512_add_ps(a.v, b.v); }
    friend MDSIM_HD Pack operator-(Pack a, Pack b) { return _mm512_sub_ps(a.v, b.v); }
    friend MDSIM_HD Pack operator*(Pack a, Pack b) { return _mm512_mul_ps(a.v, b.v); }
    friend MDSIM_HD Pack operator/(Pack a, Pack b) { return _mm512_div_ps(a.v, b.v); }
    friend MDSIM_HD Pack operator-(Pack a) { return _mm512_xor_ps(a.v, _mm512_set1_ps(-0.0f)); }
    friend MDSIM_HD Mask operator<(Pack a, Pack b) {
        return _mm512_cmp_ps_mask(a.v, b.v, _CMP_LT_OQ);
    }
    friend MDSIM_HD Mask operator<=(Pack a, Pack b) {
        return _mm512_cmp_ps_mask(a.v, b.v, _CMP_LE_OQ);
    }
    friend MDSIM_HD Mask operator>(Pack a, Pack b) { return b < a; }
    friend MDSIM_HD Mask operator>=(Pack a, Pack b) { return b <= a; }
};

template <> struct Pack<double> {
    using value_type = double;
    static constexpr int width = 8;
    using Mask = __mmask8;
    __m512d v;

    Pack() = default;
    MDSIM_HD Pack(__m512d x) : v(x) {}
    MDSIM_HD explicit Pack(double x) : v(_mm512_set1_pd(x)) {}
    MDSIM_HD static Pack load(const double* p) { return _mm512_loadu_pd(p); }
    MDSIM_HD void store(double* p) const { _mm512_storeu_pd(p, v); }

    friend MDSIM_HD Pack operator+(Pack a, Pack b) { return _mm512_add_pd(a.v, b.v); }
    friend MDSIM_HD Pack operator-(Pack a, Pack b) { return _mm512_sub_pd(a.v, b.v); }
    friend MDSIM_HD Pack operator*(Pack a, Pack b) { return _mm512_mul_pd(a.v, b.v); }
    friend MDSIM_HD Pack operator/(Pack a, Pack b) { return _mm512_div_pd(a.v, b.v); }
    friend MDSIM_HD Pack operator-(Pack a) { return _mm512_xor_pd(a.v, _mm512_set1_pd(-0.0)); }
    friend MDSIM_HD Mask operator<(Pack a, Pack b) {
        return _mm512_cmp_pd_mask(a.v, b.v, _CMP_LT_OQ);
    }
    friend MDSIM_HD Mask operator<=(Pack a, Pack b) {
        return _mm512_cmp_pd_mask(a.v, b.v, _CMP_LE_OQ);
    }
    friend MDSIM_HD Mask operator>(Pack a, Pack b) { return b < a; }
    friend MDSIM_HD Mask operator>=(Pack a, Pack b) { return b <= a; }
};

using FloatPack = Pack<float>;
using DoublePack = Pack<double>;

/// The lanes that are set in both masks.
MDSIM_HD __mmask16 both(__mmask16 a, __mmask16 b) { return _kand_mask16(a, b); }
MDSIM_HD __mmask8 both(__mmask8 a, __mmask8 b) { return _kand_mask8(a, b); }

MDSIM_HD FloatPack fused_multiply_add(FloatPack a, FloatPack b, FloatPack c) {
    return _mm512_fmadd_ps(a.v, b.v, c.v);
}
MDSIM_HD DoublePack fused_multiply_add(DoublePack a, DoublePack b, DoublePack c) {
    return _mm512_fmadd_pd(a.v, b.v, c.v);
}
MDSIM_HD FloatPack square_root(FloatPack a) { return _mm512_sqrt_ps(a.v); }
MDSIM_HD DoublePack square_root(DoublePack a) { return _mm512_sqrt_pd(a.v); }
MDSIM_HD FloatPack minimum(FloatPack a, FloatPack b) { return _mm512_min_ps(a.v, b.v); }
MDSIM_HD DoublePack minimum(DoublePack a, DoublePack b) { return _mm512_min_pd(a.v, b.v); }
MDSIM_HD FloatPack maximum(FloatPack a, FloatPack b) { return _mm512_max_ps(a.v, b.v); }
MDSIM_HD DoublePack maximum(DoublePack a, DoublePack b) { return _mm512_max_pd(a.v, b.v); }
MDSIM_HD FloatPack absolute(FloatPack a) { return _mm512_abs_ps(a.v); }
MDSIM_HD DoublePack absolute(DoublePack a) { return _mm512_abs_pd(a.v); }

/// Lane by lane `a` where the mask is set, otherwise `b`.
MDSIM_HD FloatPack select(__mmask16 m, FloatPack a, FloatPack b) {
    return _mm512_mask_blend_ps(m, b.v, a.v);
}
MDSIM_HD DoublePack select(__mmask8 m, DoublePack a, DoublePack b) {
    return _mm512_mask_blend_pd(m, b.v, a.v);
}

/// Lane by lane `a` where the mask is set, otherwise zero.
MDSIM_HD FloatPack keep(__mmask16 m, FloatPack a) { return _mm512_maskz_mov_ps(m, a.v); }
MDSIM_HD DoublePack keep(__mmask8 m, DoublePack a) { return _mm512_maskz_mov_pd(m, a.v); }

MDSIM_HD FloatPack round_to_whole(FloatPack a) {
    return _mm512_roundscale_ps(a.v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
MDSIM_HD DoublePack round_to_whole(DoublePack a) {
    return _mm512_roundscale_pd(a.v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
MDSIM_HD FloatPack truncate(FloatPack a) {
    return _mm512_roundscale_ps(a.v, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}
MDSIM_HD DoublePack truncate(DoublePack a) {
    return _mm512_roundscale_pd(a.v, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}

/// The nearest integers, halves to even; the smallest integer where out of range or not a number.
MDSIM_HD IndexPack<float> nearest_integer(FloatPack a) { return {_mm512_cvtps_epi32(a.v)}; }
MDSIM_HD IndexPack<double> nearest_integer(DoublePack a) { return {_mm512_cvtpd_epi64(a.v)}; }

/// bits_of reads the bits of a pack as integers; truncate_to_int turns whole numbers into integers
/// (rounded towards zero).
MDSIM_HD IndexPack<float> bits_of(FloatPack a) { return {_mm512_castps_si512(a.v)}; }
MDSIM_HD IndexPack<double> bits_of(DoublePack a) { return {_mm512_castpd_si512(a.v)}; }
MDSIM_HD IndexPack<float> truncate_to_int(FloatPack a) { return {_mm512_cvttps_epi32(a.v)}; }
MDSIM_HD IndexPack<double> truncate_to_int(DoublePack a) { return {_mm512_cvttpd_epi64(a.v)}; }
MDSIM_HD FloatPack to_real(IndexPack<float> a) { return _mm512_cvtepi32_ps(a.v); }
MDSIM_HD DoublePack to_real(IndexPack<double> a) { return _mm512_cvtepi64_pd(a.v); }
MDSIM_HD IndexPack<float> operator+(IndexPack<float> a, IndexPack<float> b) {
    return {_mm512_add_epi32(a.v, b.v)};
}
MDSIM_HD IndexPack<double> operator+(IndexPack<double> a, IndexPack<double> b) {
    return {_mm512_add_epi64(a.v, b.v)};
}

MDSIM_HD IndexPack<float> operator-(IndexPack<float> a, IndexPack<float> b) {
    return {_mm512_sub_epi32(a.v, b.v)};
}
MDSIM_HD IndexPack<double> operator-(IndexPack<double> a, IndexPack<double> b) {
    return {_mm512_sub_epi64(a.v, b.v)};
}

MDSIM_HD IndexPack<float> operator&(IndexPack<float> a, IndexPack<float> b) {
    return {_mm512_and_epi32(a.v, b.v)};
}
MDSIM_HD IndexPack<double> operator&(IndexPack<double> a, IndexPack<double> b) {
    return {_mm512_and_epi64(a.v, b.v)};
}
MDSIM_HD IndexPack<float> operator^(IndexPack<float> a, IndexPack<float> b) {
    return {_mm512_xor_epi32(a.v, b.v)};
}
MDSIM_HD IndexPack<double> operator^(IndexPack<double> a, IndexPack<double> b) {
    return {_mm512_xor_epi64(a.v, b.v)};
}

/// Lane by lane the bits moved by n places towards the sign, or away from it; zeros follow.
template <int n> MDSIM_HD IndexPack<float> shifted_up(IndexPack<float> a) {
    return {_mm512_slli_epi32(a.v, n)};
}
template <int n> MDSIM_HD IndexPack<double> shifted_up(IndexPack<double> a) {
    return {_mm512_slli_epi64(a.v, n)};
}
template <int n> MDSIM_HD IndexPack<float> shifted_down(IndexPack<float> a) {
    return {_mm512_srli_epi32(a.v, n)};
}
template <int n> MDSIM_HD IndexPack<double> shifted_down(IndexPack<double> a) {
    return {_mm512_srli_epi64(a.v, n)};
}

/// The inverse of bits_of.
MDSIM_HD FloatPack from_bits(IndexPack<float> a) { return _mm512_castsi512_ps(a.v); }
MDSIM_HD DoublePack from_bits(IndexPack<double> a) { return _mm512_castsi512_pd(a.v); }

/// Lane by lane the index times a small number.
MDSIM_HD IndexPack<float> scaled(IndexPack<float> a, int factor) {
    return {_mm512_mullo_epi32(a.v, _mm512_set1_epi32(factor))};
}
MDSIM_HD IndexPack<double> scaled(IndexPack<double> a, int factor) {
    return {_mm512_mullo_epi64(a.v, _mm512_set1_epi64(factor))};
}

/// Lane by lane base[index].
MDSIM_HD FloatPack lookup(const float* base, IndexPack<float> index) {
    return _mm512_i32gather_ps(index.v, base, 4);
}
MDSIM_HD DoublePack lookup(const double* base, IndexPack<double> index) {
    return _mm512_i64gather_pd(index.v, base, 8);
}

/// As lookup, for tables of at most 16 entries that are padded to 16.
MDSIM_HD FloatPack lookup_short(const float* base, IndexPack<float> index) {
    return _mm512_permutexvar_ps(index.v, _mm512_loadu_ps(base));
}
MDSIM_HD DoublePack lookup_short(const double* base, IndexPack<double> index) {
    return _mm512_permutex2var_pd(_mm512_loadu_pd(base), index.v, _mm512_loadu_pd(base + 8));
}

MDSIM_HD int count_of(__mmask16 m) { return __builtin_popcount(m); }
MDSIM_HD unsigned bits_of_mask(__mmask16 m) { return m; }

/// Writes the lanes whose mask is set to `out`, in lane order; returns how many. Up to `width`
/// elements from `out` on may be overwritten.
MDSIM_HD int append_selected(float* out, FloatPack a, __mmask16 m) {
    _mm512_storeu_ps(out, _mm512_maskz_compress_ps(m, a.v));
    return __builtin_popcount(m);
}
MDSIM_HD int append_selected(double* out, DoublePack a, __mmask8 m) {
    _mm512_storeu_pd(out, _mm512_maskz_compress_pd(m, a.v));
    return __builtin_popcount(m);
}
MDSIM_HD int append_selected(std::uint32_t* out, const std::uint32_t* from, __mmask16 m) {
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi32(m, _mm512_loadu_si512(from)));
    return __builtin_popcount(m);
}
MDSIM_HD int append_selected(std::uint32_t* out, const std::uint32_t* from, __mmask8 m) {
    const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_maskz_compress_epi32(m, a));
    return __builtin_popcount(m);
}

/// Four packs that hold x, y, z, w of `width` records.
template <class T> struct Quad { Pack<T> x, y, z, w; };

/// Rows become columns: lanes k, k + 4, k + 8 and k + 12 of row k are four records.
MDSIM_HD Quad<float> transposed(__m512 r0, __m512 r1, __m512 r2, __m512 r3) {
    const __m512 t0 = _mm512_unpacklo_ps(r0, r1);
    const __m512 t1 = _mm512_unpackhi_ps(r0, r1);
    const __m512 t2 = _mm512_unpacklo_ps(r2, r3);
    const __m512 t3 = _mm512_unpackhi_ps(r2, r3);
    return {_mm512_shuffle_ps(t0, t2, 0x44), _mm512_shuffle_ps(t0, t2, 0xEE),
            _mm512_shuffle_ps(t1, t3, 0x44), _mm512_shuffle_ps(t1, t3, 0xEE)};
}
MDSIM_HD Quad<double> transposed(__m512d r0, __m512d r1, __m512d r2, __m512d r3) {
    const __m512d t0 = _mm512_unpacklo_pd(r0, r1);
    const __m512d t1 = _mm512_unpackhi_pd(r0, r1);
    const __m512d t2 = _mm512_unpacklo_pd(r2, r3);
    const __m512d t3 = _mm512_unpackhi_pd(r2, r3);
    const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
    const __m512i high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
    return {_mm512_permutex2var_pd(t0, low, t2), _mm512_permutex2var_pd(t1, low, t3),
            _mm512_permutex2var_pd(t0, high, t2), _mm512_permutex2var_pd(t1, high, t3)};
}

/// Writes the index of each lane to aligned memory.
MDSIM_HD void store_indices(std::int32_t* at, IndexPack<float> index) {
    _mm512_store_si512(at, index.v);
}

/// The numbers at the index of each lane and the three behind it, each lane's read as one word: a
/// quarter of the loads of four lookups. The indices lie in aligned memory.
MDSIM_HD FourOf<FloatPack> lookup_four_at(const float* base, const std::int32_t* at) {
    const auto rows = [&](int k) {
        __m512 r = _mm512_castps128_ps512(_mm_loadu_ps(base + at[k]));
        r = _mm512_insertf32x4(r, _mm_loadu_ps(base + at[k + 4]), 1);
        r = _mm512_insertf32x4(r, _mm_loadu_ps(base + at[k + 8]), 2);
        return _mm512_insertf32x4(r, _mm_loadu_ps(base + at[k + 12]), 3);
    };
    const Quad<float> q = transposed(rows(0), rows(1), rows(2), rows(3));
    return {{q.x, q.y, q.z, q.w}};
}
/// The same, given indices in a pack.
MDSIM_HD FourOf<FloatPack> lookup_four(const float* base, IndexPack<float> index) {
    alignas(64) std::int32_t at[16];
    store_indices(at, index);
    return lookup_four_at(base, at);
}
/// The numbers at the index of each lane and the one behind it, read as one word; the indices lie
/// in aligned memory. Two gathers take twice as long where processors split them (Zen 4).
MDSIM_HD TwoOf<FloatPack> lookup_two_at(const float* base, const std::int32_t* at) {
    const auto word = [&](int k) { return reinterpret_cast<const __m64*>(base + at[k]); };
    const auto two = [&](int k) {
        return _mm_loadh_pi(
            _mm_castsi128_ps(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(base + at[k]))),
            word(k + 1));
    };
    const auto rows = [&](int k) {
        __m512 r = _mm512_castps128_ps512(two(k));
        r = _mm512_insertf32x4(r, two(k + 4), 1);
        r = _mm512_insertf32x4(r, two(k + 8), 2);
        return _mm512_insertf32x4(r, two(k + 12), 3);
    };
    const __m512 a = rows(0);
    const __m512 b = rows(2);
    return {{FloatPack{_mm512_shuffle_ps(a, b, 0x88)}, FloatPack{_mm512_shuffle_ps(a, b, 0xDD)}}};
}
MDSIM_HD FourOf<DoublePack> lookup_four(const double* base, IndexPack<double> index) {
    alignas(64) std::int64_t at[8];
    _mm512_store_si512(at, index.v);
    const auto rows = [&](int k) {
        return _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd(base + at[k])),
                                  _mm256_loadu_pd(base + at[k + 4]), 1);
    };
    const Quad<double> q = transposed(rows(0), rows(1), rows(2), rows(3));
    return {{q.x, q.y, q.z, q.w}};
}

template <int stride> MDSIM_HD __m512 four_records(const float* base, const std::uint16_t* e) {
    const auto record = [base](std::size_t entry) {
        return _mm_load_ps(
            reinterpret_cast<const float*>(reinterpret_cast<const char*>(base) + 8 * entry));
    };
    __m512 r = _mm512_castps128_ps512(record(e[0]));
    r = _mm512_insertf32x4(r, record(e[4 * stride]), 1);
    r = _mm512_insertf32x4(r, record(e[8 * stride]), 2);
    return _mm512_insertf32x4(r, record(e[12 * stride]), 3);
}

/// Loads the records {x, y, z, w} that `width` list entries name. The entries stand `stride` apart;
/// each is a distance from `base` in units of 8 bytes.
template <int stride = 1>
MDSIM_HD Quad<float> load_records(const float* base, const std::uint16_t* entries) {
    return transposed(four_records<stride>(base, entries),
                      four_records<stride>(base, entries + stride),
                      four_records<stride>(base, entries + 2 * stride),
                      four_records<stride>(base, entries + 3 * stride));
}

template <int stride> MDSIM_HD __m512d two_records(const double* base, const std::uint16_t* e) {
    const auto record = [base](std::size_t entry) {
        return _mm256_load_pd(
            reinterpret_cast<const double*>(reinterpret_cast<const char*>(base) + 8 * entry));
    };
    return _mm512_insertf64x4(_mm512_castpd256_pd512(record(e[0])), record(e[4 * stride]), 1);
}

template <int stride = 1>
MDSIM_HD Quad<double> load_records(const double* base, const std::uint16_t* entries) {
    return transposed(two_records<stride>(base, entries),
                      two_records<stride>(base, entries + stride),
                      two_records<stride>(base, entries + 2 * stride),
                      two_records<stride>(base, entries + 3 * stride));
}

/// Stores the first `count` lanes to the records that the list entries name.
MDSIM_HD void store_records(float* base, const std::uint16_t* entries, int count,
                            const Quad<float>& q) {
    const __m512 t0 = _mm512_unpacklo_ps(q.x.v, q.y.v);
    const __m512 t1 = _mm512_unpackhi_ps(q.x.v, q.y.v);
    const __m512 t2 = _mm512_unpacklo_ps(q.z.v, q.w.v);
    const __m512 t3 = _mm512_unpackhi_ps(q.z.v, q.w.v);
    alignas(64) float records[4][16];
    _mm512_store_ps(records[0], _mm512_shuffle_ps(t0, t2, 0x44));
    _mm512_store_ps(records[1], _mm512_shuffle_ps(t0, t2, 0xEE));
    _mm512_store_ps(records[2], _mm512_shuffle_ps(t1, t3, 0x44));
    _mm512_store_ps(records[3], _mm512_shuffle_ps(t1, t3, 0xEE));
    for (int lane = 0; lane < count; ++lane) {
        float* record = reinterpret_cast<float*>(reinterpret_cast<char*>(base) +
                                                 8 * std::size_t{entries[lane]});
        _mm_store_ps(record, _mm_load_ps(&records[lane % 4][lane / 4 * 4]));
    }
}
MDSIM_HD void store_records(double* base, const std::uint16_t* entries, int count,
                            const Quad<double>& q) {
    alignas(64) double numbers[4][8];
    _mm512_store_pd(numbers[0], q.x.v);
    _mm512_store_pd(numbers[1], q.y.v);
    _mm512_store_pd(numbers[2], q.z.v);
    _mm512_store_pd(numbers[3], q.w.v);
    for (int lane = 0; lane < count; ++lane) {
        double* record = reinterpret_cast<double*>(reinterpret_cast<char*>(base) +
                                                   8 * std::size_t{entries[lane]});
        _mm256_store_pd(record, _mm256_setr_pd(numbers[0][lane], numbers[1][lane], numbers[2][lane],
                                               numbers[3][lane]));
    }
}

} // namespace mdsim::simd::avx512
