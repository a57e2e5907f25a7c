// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "config/system_sections.hpp"
#include "core/error.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// Takes the masses that species lack from the files of [[many_body]]; a species whose mass differs
/// from that of its element is an error.
void take_element_masses(const SystemSections& sections, std::vector<Species>& species,
                         std::vector<Diagnostic>& errors);

} // namespace mdsim
