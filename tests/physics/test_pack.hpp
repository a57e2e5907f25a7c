// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace mdsim::test {

/// The least that a formula may ask of a pack: four lanes, no conversion to bool, no branch.
template <class T> struct TestPack {
    using value_type = T;
    static constexpr std::size_t lanes = 4;
    struct Mask {
        std::array<bool, lanes> lane;
    };
    struct Index {
        std::array<std::int32_t, lanes> lane;
    };

    /// The bits of the lanes.
    struct Bits {
        using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
        std::array<Word, lanes> lane;

        template <class F> static Bits each(F f) {
            Bits result{};
            for (std::size_t i = 0; i < lanes; ++i) result.lane[i] = f(i);
            return result;
        }
        friend Bits operator+(Bits a, Bits b) {
            return each([&](std::size_t i) { return a.lane[i] + b.lane[i]; });
        }
        friend Bits operator-(Bits a, Bits b) {
            return each([&](std::size_t i) { return a.lane[i] - b.lane[i]; });
        }
        friend Bits operator&(Bits a, Bits b) {
            return each([&](std::size_t i) { return a.lane[i] & b.lane[i]; });
        }
        friend Bits operator^(Bits a, Bits b) {
            return each([&](std::size_t i) { return a.lane[i] ^ b.lane[i]; });
        }
        template <int n> friend Bits shifted_up(Bits a) {
            return each([&](std::size_t i) { return a.lane[i] << n; });
        }
        template <int n> friend Bits shifted_down(Bits a) {
            return each([&](std::size_t i) { return a.lane[i] >> n; });
        }
        friend TestPack from_bits(Bits a) {
            return TestPack::each([&](std::size_t i) { return std::bit_cast<T>(a.lane[i]); });
        }
    };

    TestPack() = default;
    explicit TestPack(T all) { lane.fill(all); }

    std::array<T, lanes> lane;

    template <class F> static TestPack each(F f) {
        TestPack result;
        for (std::size_t i = 0; i < lanes; ++i) result.lane[i] = f(i);
        return result;
    }

    friend TestPack operator+(TestPack a, TestPack b) {
        return each([&](std::size_t i) { return a.lane[i] + b.lane[i]; });
    }
    friend TestPack operator-(TestPack a, TestPack b) {
        return each([&](std::size_t i) { return a.lane[i] - b.lane[i]; });
    }
    friend TestPack operator*(TestPack a, TestPack b) {
        return each([&](std::size_t i) { return a.lane[i] * b.lane[i]; });
    }
    friend TestPack operator/(TestPack a, TestPack b) {
        return each([&](std::size_t i) { return a.lane[i] / b.lane[i]; });
    }
    friend TestPack operator-(TestPack a) {
        return each([&](std::size_t i) { return -a.lane[i]; });
    }
    friend Mask operator<(TestPack a, TestPack b) {
        Mask mask{};
        for (std::size_t i = 0; i < lanes; ++i) mask.lane[i] = a.lane[i] < b.lane[i];
        return mask;
    }
    friend Mask operator>(TestPack a, TestPack b) { return b < a; }

    friend TestPack fused_multiply_add(TestPack a, TestPack b, TestPack c) {
        return each([&](std::size_t i) { return std::fma(a.lane[i], b.lane[i], c.lane[i]); });
    }
    friend TestPack square_root(TestPack a) {
        return each([&](std::size_t i) { return std::sqrt(a.lane[i]); });
    }
    friend TestPack round_to_whole(TestPack a) {
        return each([&](std::size_t i) { return std::nearbyint(a.lane[i]); });
    }
    friend Bits bits_of(TestPack a) {
        return Bits::each(
            [&](std::size_t i) { return std::bit_cast<typename Bits::Word>(a.lane[i]); });
    }
    friend TestPack truncate(TestPack a) {
        return each([&](std::size_t i) { return std::trunc(a.lane[i]); });
    }
    friend TestPack select(Mask mask, TestPack yes, TestPack no) {
        return each([&](std::size_t i) { return mask.lane[i] ? yes.lane[i] : no.lane[i]; });
    }
    friend Index truncate_to_int(TestPack a) {
        Index index{};
        for (std::size_t i = 0; i < lanes; ++i)
            index.lane[i] = static_cast<std::int32_t>(a.lane[i]);
        return index;
    }
};

template <class T, class Index> TestPack<T> gather(const T* base, const Index& index) {
    return TestPack<T>::each(
        [&](std::size_t i) { return base[static_cast<std::size_t>(index.lane[i])]; });
}
inline TestPack<float> lookup(const float* base, const TestPack<float>::Index& index) {
    return gather(base, index);
}
inline TestPack<double> lookup(const double* base, const TestPack<double>::Index& index) {
    return gather(base, index);
}

} // namespace mdsim::test
