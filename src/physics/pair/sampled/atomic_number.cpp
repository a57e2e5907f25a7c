// SPDX-License-Identifier: BSD-3-Clause
#include "physics/pair/sampled/atomic_number.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace mdsim {

namespace {

constexpr std::array symbols = std::to_array<std::string_view>(
    {"H",  "He", "Li", "Be", "B",  "C",  "N",  "O",  "F",  "Ne", "Na", "Mg", "Al", "Si", "P",
     "S",  "Cl", "Ar", "K",  "Ca", "Sc", "Ti", "V",  "Cr", "Mn", "Fe", "Co", "Ni", "Cu", "Zn",
     "Ga", "Ge", "As", "Se", "Br", "Kr", "Rb", "Sr", "Y",  "Zr", "Nb", "Mo", "Tc", "Ru", "Rh",
     "Pd", "Ag", "Cd", "In", "Sn", "Sb", "Te", "I",  "Xe", "Cs", "Ba", "La", "Ce", "Pr", "Nd",
     "Pm", "Sm", "Eu", "Gd", "Tb", "Dy", "Ho", "Er", "Tm", "Yb", "Lu", "Hf", "Ta", "W",  "Re",
     "Os", "Ir", "Pt", "Au", "Hg", "Tl", "Pb", "Bi", "Po", "At", "Rn", "Fr", "Ra", "Ac", "Th",
     "Pa", "U",  "Np", "Pu", "Am", "Cm", "Bk", "Cf", "Es", "Fm", "Md", "No", "Lr", "Rf", "Db",
     "Sg", "Bh", "Hs", "Mt", "Ds", "Rg", "Cn", "Nh", "Fl", "Mc", "Lv", "Ts", "Og"});
static_assert(symbols.size() == 118);

} // namespace

int atomic_number(std::string_view symbol) {
    const auto found = std::find(symbols.begin(), symbols.end(), symbol);
    return found == symbols.end() ? 0 : static_cast<int>(std::distance(symbols.begin(), found)) + 1;
}

} // namespace mdsim
