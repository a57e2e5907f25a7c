// SPDX-License-Identifier: BSD-3-Clause
#include "input/toml_advice.hpp"

#include <array>
#include <string>

namespace mdsim {
namespace {

/// A sign that is no sign of TOML outside of texts and comments, and what to say to it.
struct StrangeSign {
    std::string_view sign;
    std::string_view advice;
};

constexpr std::string_view typographic_quotes =
    "; quotes must be the plain sign \", this line has typographic ones";

constexpr std::array<StrangeSign, 12> strange_signs{{
    {"\u201c", typographic_quotes},
    {"\u201d", typographic_quotes},
    {"\u201e", typographic_quotes},
    {"\u2018", typographic_quotes},
    {"\u2019", typographic_quotes},
    {"\u00ab", typographic_quotes},
    {"\u00bb", typographic_quotes},
    {"\u00a0", "; this line has a no-break space (U+00A0) in place of a blank"},
    {"\u202f", "; this line has a narrow no-break space (U+202F) in place of a blank"},
    {"\u2212", "; this line has a typographic minus (U+2212) in place of the sign -"},
    {"\u2013", "; this line has a dash (U+2013) in place of the sign -"},
    {"\u00d7", "; this line has a multiplication sign (U+00D7): write 1e6 for a million"},
}};

/// What stands on a line outside of its texts and its comment.
std::string bare_part(std::string_view line) {
    std::string bare;
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quote == 0 && c == '#') break;
        if (quote == '"' && c == '\\')
            ++i;
        else if (quote != 0)
            quote = c == quote ? '\0' : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else
            bare += c;
    }
    return bare;
}

/// Whether a line gives a number with commas between its digits, as in 20,000.
bool has_commas_in_number(std::string_view bare) {
    const std::size_t sign = bare.find('=');
    if (sign == std::string_view::npos) return false;
    const std::string_view value = bare.substr(sign + 1);
    if (value.find_first_of("[{") != std::string_view::npos) return false;
    const std::size_t comma = value.find(',');
    const auto digit = [&](std::size_t i) {
        return i < value.size() && value[i] >= '0' && value[i] <= '9';
    };
    return comma != std::string_view::npos && comma > 0 && digit(comma - 1) && digit(comma + 1);
}

} // namespace

std::string_view toml_advice(std::string_view description, std::string_view line) {
    const auto says = [&](std::string_view part) {
        return description.find(part) != std::string_view::npos;
    };
    const std::string bare = bare_part(line);
    for (const StrangeSign& strange : strange_signs)
        if (bare.find(strange.sign) != std::string::npos) return strange.advice;
    if (says("cannot redefine existing"))
        return "; a section may stand once, and each entry of a list begins with double brackets, "
               "like [[stage]], [[species]] and [[pair.potential]]";
    if (says("utf-8")) return "; an input file is plain text in UTF-8: is this one?";
    if (has_commas_in_number(bare))
        return "; numbers have no commas: decimals a point, as in 0.5, and thousands nothing, as "
               "in 20000 "
               "or 20_000";
    if (says("boolean") || says("saw ','")) return "; texts need quotes, and decimals a point";
    return {};
}

} // namespace mdsim
