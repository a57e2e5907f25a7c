// SPDX-License-Identifier: BSD-3-Clause
#include "physics/pair/pair_settings.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace mdsim {

namespace {

struct Meaning {
    std::string_view beginning; ///< of a word, in small letters
    std::string_view advice;
};

constexpr std::array meanings = std::to_array<Meaning>({
    {"lj", "did you mean \"lennard_jones\"? How it ends at the cutoff is the key `truncation`"},
    {"12-6", "did you mean \"lennard_jones\"? How it ends at the cutoff is the key `truncation`"},
    {"lennard",
     "did you mean \"lennard_jones\"? How it ends at the cutoff is the key `truncation`"},
    {"born", "did you mean \"born_mayer_huggins\"? It has no charges, and its d has the other sign "
             "than that of LAMMPS"},
    {"tosi", "did you mean \"born_mayer_huggins\"? It has no charges"},
    {"buck", "did you mean \"buckingham\"?"},
    {"exp", "did you mean \"buckingham\"?"},
    {"soft", "did you mean \"soft_cosine\"? Its range is a key of its own"},
    {"cos", "did you mean \"soft_cosine\"? Its range is a key of its own"},
    {"gauss",
     "did you mean \"gaussian\"? Its energy at r = 0 is epsilon: LAMMPS has the other sign"},
    {"debye", "did you mean \"yukawa\"?"},
    {"tab", "\"table\" takes any potential of the distance, as a file of r, energy and force"},
});

} // namespace

std::string_view meant_by(const PotentialChoice& /*choices*/, std::string_view word) {
    std::string small(word);
    std::transform(small.begin(), small.end(), small.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto found = std::find_if(meanings.begin(), meanings.end(), [&](const Meaning& m) {
        return small.starts_with(m.beginning);
    });
    return found == meanings.end() ? std::string_view() : found->advice;
}

} // namespace mdsim
