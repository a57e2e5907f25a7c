// SPDX-License-Identifier: BSD-3-Clause
#include "core/unit_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <system_error>

namespace mdsim {

namespace {

struct Symbol {
    std::string_view name;
    UnitSize size;
    bool prefixed; ///< may have a prefix of the SI
};

// Exact in the SI of 2019, but u: CODATA 2018, Rev. Mod. Phys. 93, 025010 (2021).
constexpr std::array<Symbol, 12> symbols{{
    {"m", {1, 0, {0, 1, 0}}, true},
    {"s", {1, 0, {0, 0, 1}}, true},
    {"g", {1, -3, {1, 0, 0}}, true},
    {"J", {1, 0, {1, 2, -2}}, true},
    {"N", {1, 0, {1, 1, -2}}, true},
    {"cal", {4.184, 0, {1, 2, -2}}, true},
    {"eV", {1.602176634, -19, {1, 2, -2}}, true},
    {"mol", {6.02214076, 23, {0, 0, 0}}, true},
    {"u", {1.66053906660, -27, {1, 0, 0}}, false},
    {"Angstrom", {1, -10, {0, 1, 0}}, false},
    {"angstrom", {1, -10, {0, 1, 0}}, false},
    {"A", {1, -10, {0, 1, 0}}, false},
}};

struct Prefix {
    char name;
    int exponent;
};

constexpr std::array<Prefix, 11> prefixes{{{'a', -18},
                                           {'f', -15},
                                           {'p', -12},
                                           {'n', -9},
                                           {'u', -6},
                                           {'m', -3},
                                           {'c', -2},
                                           {'d', -1},
                                           {'k', 3},
                                           {'M', 6},
                                           {'G', 9}}};

std::optional<UnitSize> size_of_symbol(std::string_view name) {
    for (const Symbol& symbol : symbols)
        if (symbol.name == name) return symbol.size;
    if (name == "Ang") return symbols.back().size;
    for (const Prefix& prefix : prefixes) {
        if (name.empty() || name.front() != prefix.name) continue;
        for (const Symbol& symbol : symbols) {
            if (!symbol.prefixed || symbol.name != name.substr(1)) continue;
            UnitSize size = symbol.size;
            size.exponent += prefix.exponent;
            return size;
        }
    }
    return std::nullopt;
}

UnitSize power(const UnitSize& unit, int n) {
    UnitSize result{std::pow(unit.mantissa, n), unit.exponent * n, unit.dimension};
    for (int& d : result.dimension) d *= n;
    return result;
}

/// One factor: a symbol and the power behind it, "Angstrom-1".
std::optional<UnitSize> size_of_factor(std::string_view word) {
    const std::size_t end = word.find_first_of("+-0123456789");
    const std::optional<UnitSize> unit = size_of_symbol(word.substr(0, end));
    if (!unit || end == std::string_view::npos) return unit;
    std::string_view digits = word.substr(end);
    if (digits.front() == '+') digits.remove_prefix(1);
    int n = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    constexpr int most = 9;
    if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || std::abs(n) > most)
        return std::nullopt;
    return power(*unit, n);
}

double ten_to(int n) {
    double result = 1;
    for (int i = 0; i < n; ++i) result *= 10;
    return result;
}

} // namespace

std::optional<UnitSize> unit_size(std::string_view text) {
    UnitSize total;
    std::size_t words = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        if (end > begin) {
            const auto factor = size_of_factor(text.substr(begin, end - begin));
            if (!factor) return std::nullopt;
            ++words;
            total.mantissa *= factor->mantissa;
            total.exponent += factor->exponent;
            for (std::size_t d = 0; d < 3; ++d) total.dimension[d] += factor->dimension[d];
        }
        begin = end + 1;
    }
    return words == 0 ? std::nullopt : std::optional(total);
}

std::optional<double> unit_factor(std::string_view from, std::string_view to) {
    const auto was = unit_size(from), is = unit_size(to);
    if (!was || !is || was->dimension != is->dimension) return std::nullopt;
    if (from == to) return 1.0;
    const int exponent = was->exponent - is->exponent;
    const double mantissa = was->mantissa / is->mantissa;
    return exponent < 0 ? mantissa / ten_to(-exponent) : mantissa * ten_to(exponent);
}

} // namespace mdsim
