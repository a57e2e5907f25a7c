// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/lattice_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "input/structure/lattice_cell.hpp"
#include "input/structure/lattice_plan.hpp"

namespace mdsim {

namespace {

void check_size(const LatticeSpec& spec, std::vector<Diagnostic>& errors) {
    const auto given = [](double x) { return std::isfinite(x) && x > 0; };
    const bool one =
        given(spec.density) != given(spec.constant) && (spec.density == 0 || spec.constant == 0);
    if (!one)
        errors.push_back({"lattice", fmt::format("found density {} and lattice constant {}; give "
                                                 "exactly one of them, above zero",
                                                 spec.density, spec.constant)});
    double product = 8;
    for (const std::int64_t n : spec.cells) product *= static_cast<double>(n);
    const bool positive = *std::min_element(spec.cells.begin(), spec.cells.end()) > 0;
    if (!spec.fill_box && (!positive || product > static_cast<double>(most_lattice_sites)))
        errors.push_back({"lattice", fmt::format("found {} x {} x {} cells; each count must be at "
                                                 "least 1, their product at most 2^41",
                                                 spec.cells[0], spec.cells[1], spec.cells[2])});
    if (!std::isfinite(spec.perturbation) || spec.perturbation < 0)
        errors.push_back({"lattice", fmt::format("found perturbation {}; it must not be negative",
                                                 spec.perturbation)});
}

void check_species(const LatticeSpec& spec, std::vector<Diagnostic>& errors) {
    const std::size_t species = spec.species.size();
    if (spec.species.empty())
        errors.push_back({"lattice", "no species is named; name at least one"});
    for (const TypeId held : spec.basis)
        if (held >= species + spec.mixtures.size())
            errors.push_back({"lattice", fmt::format("a site has species {}, but there are only {} "
                                                     "(counted from 0)",
                                                     held, species)});
    for (const source::Mixture& mixture : spec.mixtures) {
        if (mixture.empty()) errors.push_back({"lattice", "found a mixture of nothing"});
        for (const source::Share& share : mixture)
            if (share.type >= species || !(share.part > 0) || !std::isfinite(share.part))
                errors.push_back({"lattice", fmt::format("a mixture has {} parts of species {}; "
                                                         "parts must be above 0, species below {}",
                                                         share.part, share.type, species)});
    }
}

void check_vacancies(const LatticeSpec& spec, std::vector<Diagnostic>& errors) {
    const double fraction = spec.vacancy_fraction;
    if (spec.vacancies < 0 || !(fraction >= 0 && fraction <= 1) ||
        (spec.vacancies > 0 && fraction > 0))
        errors.push_back({"lattice", fmt::format("found {} vacancies and a fraction of {}; give "
                                                 "one of them, the fraction up to 1",
                                                 spec.vacancies, fraction)});
}

} // namespace

std::vector<Diagnostic> lattice_faults(const LatticeSpec& spec) {
    std::vector<Diagnostic> errors;
    check_size(spec, errors);
    check_species(spec, errors);
    check_vacancies(spec, errors);
    for (Diagnostic& error : lattice_cell_faults(spec)) errors.push_back(std::move(error));
    return errors.empty() ? lattice_plan_faults(spec) : errors;
}

} // namespace mdsim
