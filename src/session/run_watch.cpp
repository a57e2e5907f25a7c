// SPDX-License-Identifier: BSD-3-Clause
#include "session/run_watch.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/counted.hpp"
#include "core/error.hpp"
#include "report/drift_fault.hpp"

namespace mdsim {

namespace {

constexpr std::size_t bins = 1000; ///< of near pairs: rows are known to a thousandth of the longest
constexpr double first_look = 10;  ///< at the cores [s]; each later one comes after four times that
constexpr double shortest_run = 2; ///< of which waits say something [s]

/// How many pairs of two types are nearer than this.
std::int64_t below(const PairHistogram& h, const PairScale& s, double distance) {
    MDSIM_EXPECT(s.a < h.types && s.b < h.types && distance <= h.range);
    const auto end = static_cast<std::size_t>(
        std::floor(distance / h.range * static_cast<double>(h.bins) + 1e-9));
    std::int64_t pairs = 0;
    for (std::size_t bin = 0; bin < std::min(end, h.bins); ++bin)
        pairs += h.count[(std::size_t{s.a} * h.types + s.b) * h.bins + bin];
    return s.a == s.b ? pairs / 2 : pairs; // one entry from each of the two atoms
}

} // namespace

RunWatch::RunWatch(const SystemParts& parts, const ThermoSettings& thermo)
    : parts_(&parts), drift_limit_(thermo.drift_limit), on_drift_(thermo.on_drift),
      next_look_(first_look) {
    for (const PairScale& s : pair_scales(parts.force_field)) {
        if (!(s.first_row > 0)) continue;
        tables_.push_back(s);
        range_ = std::max(range_, s.first_row);
    }
}

PairHistogram RunWatch::near_pairs() const { return {range_, bins, parts_->species.size()}; }

void RunWatch::expect_outside_maxima(const PairHistogram& sample, Step step) const {
    for (const PairScale& s : tables_) {
        const std::int64_t pairs = s.maximum > 0 ? below(sample, s, s.maximum) : 0;
        if (pairs == 0) continue;
        throw PhysicsError(fmt::format(
            "in step {} {} nearer than {:.6g}, where the energy of their potential has its "
            "maximum: inside it falls to minus infinity, and atoms would fall into each other. "
            "Take a shorter time step, a lower temperature, or type = \"lennard_jones\" beside "
            "it, whose core outdoes the fall",
            step,
            fmt::format("{} of {}-{} {}", counted(pairs, "pair"), parts_->species[s.a].name,
                        parts_->species[s.b].name, pairs == 1 ? "is" : "are"),
            s.maximum));
    }
}

std::optional<Diagnostic> RunWatch::take(const PairHistogram& sample, Step step) {
    MDSIM_EXPECT(sample.range == range_ && sample.types == parts_->species.size());
    std::int64_t pairs = 0;
    for (const PairScale& s : tables_) pairs += below(sample, s, s.first_row);
    ++samples_;
    if (pairs == 0) return std::nullopt;
    most_pairs_ = std::max(most_pairs_, pairs);
    if (++bad_samples_ > 1 || parts_->begins_below_tables) return std::nullopt;
    return Diagnostic{
        "pair", fmt::format("in step {} {} nearer than the first row of {} table: the "
                            "force is a guess there; begin tables at a shorter distance, and add "
                            "type = \"zbl\" to formulas where atoms collide",
                            step, pairs == 1 ? "1 pair is" : fmt::format("{} pairs are", pairs),
                            pairs == 1 ? "its" : "their")};
}

std::optional<Diagnostic> RunWatch::take(const Thermo& thermo) {
    const bool first = most_beyond_ == 0 && thermo.beyond > 0;
    most_beyond_ = std::max(most_beyond_, thermo.beyond);
    if (!first) return std::nullopt;
    return Diagnostic{"many_body",
                      fmt::format("in step {} the density at {} is beyond the table of its "
                                  "potential: there the energy goes on as a straight line, which "
                                  "nobody fitted; atoms may be too close",
                                  thermo.step, counted(thermo.beyond, "atom"))};
}

std::optional<std::string> RunWatch::fault_of(const EnergyDrift& drift) const {
    if (on_drift_ == DriftAction::ignore) return std::nullopt;
    return drift_fault(drift, drift_limit_, *parts_, bad_samples_ > 0);
}

std::optional<Diagnostic> RunWatch::take(const EnergyDrift& drift) {
    constexpr std::int64_t enough = 32; // samples, for their standard error to mean something
    if (drift.line().points() < enough || warned_of_drift_ == drift.first_step())
        return std::nullopt;
    const std::optional<std::string> fault = fault_of(drift);
    if (!fault) return std::nullopt;
    const std::string text =
        fmt::format("from step {} to {} {}", drift.first_step(), drift.last_step(), *fault);
    if (on_drift_ == DriftAction::stop) throw PhysicsError(text + " (thermo.on_drift = \"stop\")");
    warned_of_drift_ = drift.first_step();
    return Diagnostic{"thermo.drift_limit", text};
}

std::optional<Diagnostic> RunWatch::core_warning() const {
    const int threads = omp_get_max_threads();
    const std::optional<double> share = waits_.share(threads);
    if (!share || *share < many_core_waits) return std::nullopt;
    return Diagnostic{"run.threads", core_waits_text(threads, *share)};
}

std::optional<Diagnostic> RunWatch::look_at_cores() {
    if (warned_of_cores_ || waits_.seconds() < next_look_) return std::nullopt;
    next_look_ *= 4;
    const std::optional<Diagnostic> warning = core_warning();
    warned_of_cores_ = warning.has_value();
    return warning;
}

std::vector<Diagnostic> RunWatch::closing_warnings(const EnergyDrift& drift) const {
    std::vector<Diagnostic> warnings;
    if (bad_samples_ > 0)
        warnings.push_back(
            {"pair", fmt::format("{} of {} steps that were looked at had pairs nearer "
                                 "than the first row of their table, up to {}",
                                 bad_samples_, samples_, counted(most_pairs_, "pair"))});
    if (most_beyond_ > 0)
        warnings.push_back(
            {"many_body", fmt::format("at up to {} the density was beyond the table of its "
                                      "potential, of the steps whose energies were summed",
                                      counted(most_beyond_, "atom"))});
    if (const std::optional<std::string> fault = fault_of(drift)) warnings.push_back({"", *fault});
    if (waits_.seconds() > shortest_run)
        if (const std::optional<Diagnostic> warning = core_warning()) warnings.push_back(*warning);
    return warnings;
}

} // namespace mdsim
