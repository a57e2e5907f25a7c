// SPDX-License-Identifier: BSD-3-Clause
#include "physics/pair/sampled/atomic_number.hpp"

#include <algorithm>
#include <iterator>

#include "core/chemical_elements.hpp"

namespace mdsim {

int atomic_number(std::string_view symbol) {
    const auto found = std::find(element_symbols.begin(), element_symbols.end(), symbol);
    return found == element_symbols.end()
               ? 0
               : static_cast<int>(std::distance(element_symbols.begin(), found)) + 1;
}

} // namespace mdsim
