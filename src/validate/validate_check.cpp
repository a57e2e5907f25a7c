// SPDX-License-Identifier: BSD-3-Clause
#include "validate/validate_check.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mdsim {

std::string check_table(const std::vector<Check>& checks) {
    std::size_t width = 4;
    for (const Check& c : checks) width = std::max(width, c.name.size());
    std::string text = fmt::format(
        "{:<{}}  {:<9}  {:<17}  {:>20}  {:>20}  {:>11}  {:>9}  verdict\n", "case", width,
        "precision", "quantity", "reference", "found", "difference", "tolerance");
    for (const Check& c : checks)
        text +=
            fmt::format("{:<{}}  {:<9}  {:<17}  {:>20.12g}  {:>20.12g}  {:>11.3g}  {:>9.2g}  {}\n",
                        c.name, width, c.precision, c.quantity, c.reference, c.found,
                        c.difference(), c.tolerance, c.passed() ? "pass" : "FAIL");
    return text;
}

int count_failures(const std::vector<Check>& checks) {
    return static_cast<int>(
        std::count_if(checks.begin(), checks.end(), [](const Check& c) { return !c.passed(); }));
}

} // namespace mdsim
