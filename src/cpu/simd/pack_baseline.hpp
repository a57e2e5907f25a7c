// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "core/hd.hpp"
#include "core/math.hpp"

namespace mdsim::simd::baseline {

/// Four lanes as plain loops, for processors without AVX2 and as the readable specification of what
/// the other packs do.
template <class T> struct IndexPack {
    using Integer = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
    using Bits = std::make_unsigned_t<Integer>;
    Integer v[4];

    template <class F> static MDSIM_HD IndexPack each(F f) {
        IndexPack r;
        for (int i = 0; i < 4; ++i) r.v[i] = static_cast<Integer>(f(i));
        return r;
    }
};

struct Mask4 {
    bool v[4];
};

template <class T> struct Pack {
    using value_type = T;
    static constexpr int width = 4;
    using Mask = Mask4;
    T v[4];

    Pack() = default;
    MDSIM_HD explicit Pack(float x) : v{T(x), T(x), T(x), T(x)} {}
    MDSIM_HD explicit Pack(double x) : v{T(x), T(x), T(x), T(x)} {}
    MDSIM_HD static Pack load(const T* p) {
        Pack r;
        std::memcpy(r.v, p, sizeof r.v);
        return r;
    }
    MDSIM_HD void store(T* p) const { std::memcpy(p, v, sizeof v); }

    template <class F> static MDSIM_HD Pack each(F f) {
        Pack r;
        for (int i = 0; i < 4; ++i) r.v[i] = f(i);
        return r;
    }
    template <class F> static MDSIM_HD Mask4 test(F f) {
        Mask4 r;
        for (int i = 0; i < 4; ++i) r.v[i] = f(i);
        return r;
    }

    friend MDSIM_HD Pack operator+(const Pack& a, const Pack& b) {
        return each([&](int i) { return a.v[i] + b.v[i]; });
    }
    friend MDSIM_HD Pack operator-(const Pack& a, const Pack& b) {
        return each([&](int i) { return a.v[i] - b.v[i]; });
    }
    friend MDSIM_HD Pack operator*(const Pack& a, const Pack& b) {
        return each([&](int i) { return a.v[i] * b.v[i]; });
    }
    friend MDSIM_HD Pack operator/(const Pack& a, const Pack& b) {
        return each([&](int i) { return a.v[i] / b.v[i]; });
    }
    friend MDSIM_HD Pack operator-(const Pack& a) {
        return each([&](int i) { return -a.v[i]; });
    }
    friend MDSIM_HD Mask4 operator<(const Pack& a, const Pack& b) {
        return test([&](int i) { return a.v[i] < b.v[i]; });
    }
    friend MDSIM_HD Mask4 operator<=(const Pack& a, const Pack& b) {
        return test([&](int i) { return a.v[i] <= b.v[i]; });
    }
    friend MDSIM_HD Mask4 operator>(const Pack& a, const Pack& b) { return b < a; }
    friend MDSIM_HD Mask4 operator>=(const Pack& a, const Pack& b) { return b <= a; }
};

/// The lanes that are set in both masks.
MDSIM_HD Mask4 both(Mask4 a, Mask4 b) {
    return {{a.v[0] && b.v[0], a.v[1] && b.v[1], a.v[2] && b.v[2], a.v[3] && b.v[3]}};
}

template <class T>
MDSIM_HD Pack<T> fused_multiply_add(const Pack<T>& a, const Pack<T>& b, const Pack<T>& c) {
    return Pack<T>::each([&](int i) { return std::fma(a.v[i], b.v[i], c.v[i]); });
}
template <class T> MDSIM_HD Pack<T> square_root(const Pack<T>& a) {
    return Pack<T>::each([&](int i) { return std::sqrt(a.v[i]); });
}
template <class T> MDSIM_HD Pack<T> minimum(const Pack<T>& a, const Pack<T>& b) {
    return Pack<T>::each([&](int i) { return a.v[i] < b.v[i] ? a.v[i] : b.v[i]; });
}
template <class T> MDSIM_HD Pack<T> maximum(const Pack<T>& a, const Pack<T>& b) {
    return Pack<T>::each([&](int i) { return a.v[i] > b.v[i] ? a.v[i] : b.v[i]; });
}
template <class T> MDSIM_HD Pack<T> absolute(const Pack<T>& a) {
    return Pack<T>::each([&](int i) { return std::fabs(a.v[i]); });
}

/// Lane by lane `a` where the mask is set, otherwise `b`.
template <class T> MDSIM_HD Pack<T> select(Mask4 m, const Pack<T>& a, const Pack<T>& b) {
    return Pack<T>::each([&](int i) { return m.v[i] ? a.v[i] : b.v[i]; });
}

/// Lane by lane `a` where the mask is set, otherwise zero.
template <class T> MDSIM_HD Pack<T> keep(Mask4 m, const Pack<T>& a) {
    return Pack<T>::each([&](int i) { return m.v[i] ? a.v[i] : T(0); });
}

template <class T> MDSIM_HD Pack<T> round_to_whole(const Pack<T>& a) {
    return Pack<T>::each([&](int i) { return std::nearbyint(a.v[i]); });
}
template <class T> MDSIM_HD Pack<T> truncate(const Pack<T>& a) {
    return Pack<T>::each([&](int i) { return std::trunc(a.v[i]); });
}

/// The nearest integers, halves to even; the smallest integer where out of range or not a number.
template <class T> MDSIM_HD IndexPack<T> nearest_integer(const Pack<T>& a) {
    using Integer = typename IndexPack<T>::Integer;
    constexpr T limit = sizeof(T) == 4 ? T(0x1p31) : T(0x1p63);
    return IndexPack<T>::each([&](int i) {
        const T whole = std::nearbyint(a.v[i]);
        return whole >= -limit && whole < limit ? static_cast<Integer>(whole)
                                                : std::numeric_limits<Integer>::min();
    });
}

/// bits_of reads the bits of a pack as integers; truncate_to_int turns whole numbers of less than
/// 2^31 into integers.
template <class T> MDSIM_HD IndexPack<T> bits_of(const Pack<T>& a) {
    IndexPack<T> r;
    std::memcpy(r.v, a.v, sizeof r.v);
    return r;
}
template <class T> MDSIM_HD IndexPack<T> truncate_to_int(const Pack<T>& a) {
    return IndexPack<T>::each([&](int i) {
        return a.v[i] > T(-2147483000) && a.v[i] < T(2147483000) ? static_cast<std::int32_t>(a.v[i])
                                                                 : 0;
    });
}
template <class T> MDSIM_HD Pack<T> to_real(const IndexPack<T>& a) {
    return Pack<T>::each([&](int i) { return static_cast<T>(a.v[i]); });
}
template <class T> MDSIM_HD IndexPack<T> operator+(const IndexPack<T>& a, const IndexPack<T>& b) {
    using Bits = typename IndexPack<T>::Bits;
    return IndexPack<T>::each(
        [&](int i) { return static_cast<Bits>(a.v[i]) + static_cast<Bits>(b.v[i]); });
}
template <class T> MDSIM_HD IndexPack<T> operator-(const IndexPack<T>& a, const IndexPack<T>& b) {
    using Bits = typename IndexPack<T>::Bits;
    return IndexPack<T>::each(
        [&](int i) { return static_cast<Bits>(a.v[i]) - static_cast<Bits>(b.v[i]); });
}
template <class T> MDSIM_HD IndexPack<T> operator&(const IndexPack<T>& a, const IndexPack<T>& b) {
    return IndexPack<T>::each([&](int i) { return a.v[i] & b.v[i]; });
}
template <class T> MDSIM_HD IndexPack<T> operator^(const IndexPack<T>& a, const IndexPack<T>& b) {
    return IndexPack<T>::each([&](int i) { return a.v[i] ^ b.v[i]; });
}

/// Lane by lane the bits moved by n places towards the sign, or away from it; zeros follow.
template <int n, class T> MDSIM_HD IndexPack<T> shifted_up(const IndexPack<T>& a) {
    using Bits = typename IndexPack<T>::Bits;
    return IndexPack<T>::each([&](int i) { return static_cast<Bits>(a.v[i]) << n; });
}
template <int n, class T> MDSIM_HD IndexPack<T> shifted_down(const IndexPack<T>& a) {
    using Bits = typename IndexPack<T>::Bits;
    return IndexPack<T>::each([&](int i) { return static_cast<Bits>(a.v[i]) >> n; });
}

/// The inverse of bits_of.
template <class T> MDSIM_HD Pack<T> from_bits(const IndexPack<T>& a) {
    Pack<T> r;
    std::memcpy(r.v, a.v, sizeof r.v);
    return r;
}

/// Lane by lane the index times a small number.
template <class T> MDSIM_HD IndexPack<T> scaled(const IndexPack<T>& a, int factor) {
    return {{a.v[0] * factor, a.v[1] * factor, a.v[2] * factor, a.v[3] * factor}};
}

/// Lane by lane base[index].
template <class T> MDSIM_HD Pack<T> lookup(const T* base, const IndexPack<T>& index) {
    return Pack<T>::each([&](int i) { return base[index.v[i]]; });
}

/// As lookup, for tables of at most 16 entries that are padded to 16.
template <class T> MDSIM_HD Pack<T> lookup_short(const T* base, const IndexPack<T>& index) {
    return lookup(base, index);
}

MDSIM_HD unsigned bits_of_mask(Mask4 m) {
    return static_cast<unsigned>(m.v[0]) | static_cast<unsigned>(m.v[1]) << 1 |
           static_cast<unsigned>(m.v[2]) << 2 | static_cast<unsigned>(m.v[3]) << 3;
}
MDSIM_HD int count_of(Mask4 m) { return m.v[0] + m.v[1] + m.v[2] + m.v[3]; }

/// Writes the lanes whose mask is set to `out`, in lane order; returns how many. Up to `width`
/// elements from `out` on may be overwritten.
template <class T> MDSIM_HD int append_selected(T* out, const Pack<T>& a, Mask4 m) {
    int count = 0;
    for (int i = 0; i < 4; ++i) {
        out[count] = a.v[i];
        count += m.v[i];
    }
    return count;
}
MDSIM_HD int append_selected(std::uint32_t* out, const std::uint32_t* from, Mask4 m) {
    int count = 0;
    for (int i = 0; i < 4; ++i) {
        out[count] = from[i];
        count += m.v[i];
    }
    return count;
}

/// Four packs that hold x, y, z, w of `width` records.
template <class T> struct Quad { Pack<T> x, y, z, w; };

/// The numbers at the index of each lane and the three behind it.
template <class T> MDSIM_HD FourOf<Pack<T>> lookup_four(const T* base, const IndexPack<T>& index) {
    FourOf<Pack<T>> r;
    for (int i = 0; i < 4; ++i) {
        const T* numbers = base + index.v[i];
        for (int k = 0; k < 4; ++k) r.value[k].v[i] = numbers[k];
    }
    return r;
}

/// Writes the index of each lane to memory.
MDSIM_HD void store_indices(std::int32_t* at, const IndexPack<float>& index) {
    for (int i = 0; i < 4; ++i) at[i] = index.v[i];
}
/// As lookup_four, given indices in memory.
MDSIM_HD FourOf<Pack<float>> lookup_four_at(const float* base, const std::int32_t* at) {
    return lookup_four(base, IndexPack<float>{{at[0], at[1], at[2], at[3]}});
}
/// The numbers at the index of each lane and the one behind it, given indices in memory.
MDSIM_HD TwoOf<Pack<float>> lookup_two_at(const float* base, const std::int32_t* at) {
    TwoOf<Pack<float>> r;
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 2; ++k) r.value[k].v[i] = base[at[i] + k];
    return r;
}

/// Loads the records {x, y, z, w} that `width` list entries name. The entries stand `stride` apart;
/// each is a distance from `base` in units of 8 bytes.
template <int stride = 1, class T>
MDSIM_HD Quad<T> load_records(const T* base, const std::uint16_t* entries) {
    Quad<T> r;
    for (int i = 0; i < 4; ++i) {
        const T* record = base + std::size_t{entries[i * stride]} * 8 / sizeof(T);
        r.x.v[i] = record[0];
        r.y.v[i] = record[1];
        r.z.v[i] = record[2];
        r.w.v[i] = record[3];
    }
    return r;
}

/// Stores the first `count` lanes to the records that the list entries name.
template <class T>
MDSIM_HD void store_records(T* base, const std::uint16_t* entries, int count, const Quad<T>& q) {
    for (int i = 0; i < count; ++i) {
        T* record = base + std::size_t{entries[i]} * 8 / sizeof(T);
        record[0] = q.x.v[i];
        record[1] = q.y.v[i];
        record[2] = q.z.v[i];
        record[3] = q.w.v[i];
    }
}

} // namespace mdsim::simd::baseline
