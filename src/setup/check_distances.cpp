// SPDX-License-Identifier: BSD-3-Clause
#include "setup/check_distances.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "config/config_check.hpp"
#include "config/first_motion.hpp"
#include "config/typical_sizes.hpp"
#include "core/contract.hpp"
#include "setup/check_scales.hpp"
#include "setup/nearest_pairs.hpp"
#include "setup/pair_scales.hpp"

namespace mdsim {

namespace {

/// How far apart atoms are looked for at first, in sigma: crystals have theirs at 1.1.
constexpr double search_range = 1.25;

/// One pair of types at the start.
struct NearPair {
    const PairScale* scale = nullptr;
    AtomPair pair;
    ParticleId first = 0; ///< the labels of the two
    ParticleId second = 0;
    double energy = 0; ///< infinite where the two are in one place
    double force = 0;
};

std::string length_text(const SystemParts& parts, double value) {
    const std::string_view unit = parts.units.name(Dimension::length);
    return fmt::format("{:.4g}{}{}", value, unit.empty() ? "" : " ", unit);
}

/// "0.55 sigma (1.87 Angstrom)"
std::string distance_text(const SystemParts& parts, const NearPair& m) {
    if (!(m.scale->length > 0)) return length_text(parts, m.pair.distance);
    return fmt::format("{:.3g} {} ({})", m.pair.distance / m.scale->length,
                       m.scale->by_sigma ? "sigma" : "of the distance of zero energy",
                       length_text(parts, m.pair.distance));
}

std::string names(const SystemParts& parts, const NearPair& m) {
    return fmt::format("atoms {} and {} ({}-{})", m.first, m.second, parts.species[m.scale->a].name,
                       parts.species[m.scale->b].name);
}

std::vector<NearPair> near_pairs_of(const SystemParts& parts, const std::vector<PairScale>& scales,
                                    const NearestPairs& found, const Communicator& comm) {
    const AtomLabels& labels = parts.structure.labels;
    std::vector<NearPair> near;
    for (const PairScale& scale : scales) {
        NearPair m{&scale, found.of(scale.a, scale.b)};
        if (!m.pair.found()) continue;
        m.first = labels.find(m.pair.first, comm);
        m.second = labels.find(m.pair.second, comm);
        const double r = m.pair.distance;
        const PairTerm<double> term = parts.force_field.estimate(scale.a, scale.b, r * r);
        m.energy = std::isfinite(term.energy) ? term.energy : HUGE_VAL;
        m.force = std::isfinite(term.force_over_r) ? std::abs(term.force_over_r) * r : HUGE_VAL;
        near.push_back(m);
    }
    return near;
}

std::string overlap_advice(const SystemSections& sections) {
    std::string text = "look at the units of sigma and of the ";
    text += sections.system.file ? "file" : "density";
    if (sections.system.random)
        text += ", and take a larger system.random.min_distance (0.75 to 0.85 sigma)";
    return text + "; a first stage of ensemble \"minimize\" brings atoms apart";
}

/// How far the force of a pair moves the lighter of its atoms in the first step.
double first_move(const std::vector<StageSettings>& stages, const SystemParts& parts,
                  const NearPair& m) {
    const std::size_t stage = first_moving_stage(stages);
    if (stage == stages.size()) return 0;
    const double mass = std::min(parts.species[m.scale->a].mass, parts.species[m.scale->b].mass);
    const double step = stages[stage].time_step;
    return m.force / mass * step * step / 2;
}

/// Whether the first stage brings atoms apart in small moves.
bool is_pushed_apart(const std::vector<StageSettings>& stages, const SystemParts& parts,
                     const NearPair& m) {
    constexpr double small = 0.05; // of the length of the pair
    const std::size_t stage = first_moving_stage(stages);
    if (stage == stages.size()) return false;
    return stages[stage].ensemble == Ensemble::minimize ||
           (stages[stage].ensemble == Ensemble::langevin &&
            first_move(stages, parts, m) < small * m.scale->length);
}

/// Where the nearest atoms lie so near that a usual run cannot begin.
void warn_of_overlap(const SystemSections& sections, const MotionSections& motion,
                     const SystemParts& parts, const std::vector<NearPair>& near,
                     std::vector<Diagnostic>& warnings) {
    constexpr double far_too_much = 300; // of a well, or of k_B T: 0.70 sigma
    const double thermal = std::max(highest_temperature(motion), parts.motion.thermal);
    const NearPair* worst = nullptr;
    for (const NearPair& m : near) {
        const double measure = std::max(thermal, m.scale->energy);
        if (measure > 0 && m.energy > far_too_much * measure &&
            (worst == nullptr || m.energy > worst->energy))
            worst = &m;
    }
    if (worst == nullptr) return;
    if (is_pushed_apart(motion.stages, parts, *worst)) return;
    const double move = first_move(motion.stages, parts, *worst);
    const std::string thrown =
        move > 0 && std::isfinite(move)
            ? fmt::format(", and the first step moves one by {}", length_text(parts, move))
            : "";
    const double measure = worst->scale->energy > 0 ? worst->scale->energy : thermal;
    warnings.push_back(
        {"system",
         fmt::format("{} are {} apart at the start: their energy is {}{}; {}", names(parts, *worst),
                     distance_text(parts, *worst),
                     std::isfinite(worst->energy)
                         ? fmt::format("{:.2g} times {}", worst->energy / measure,
                                       worst->scale->energy > 0 ? "the depth of the well" : "k_B T")
                         : "beyond all bounds",
                     thrown, overlap_advice(sections))});
}

/// Pairs that are nearer than a table says anything about.
void warn_of_below_tables(const SystemParts& parts, const std::vector<NearPair>& near,
                          const NearestPairs& found, std::vector<Diagnostic>& warnings) {
    for (const NearPair& m : near) {
        const std::int64_t below = found.below[found.index(m.scale->a, m.scale->b)];
        if (below == 0) continue;
        warnings.push_back(
            {"pair", fmt::format("{} are {} apart at the start, and the table begins at {}: {} "
                                 "inside its first row, where the energy goes on linearly in r^2, "
                                 "which is a guess; begin the table at a shorter distance, or add "
                                 "type = \"zbl\" to a formula",
                                 names(parts, m), length_text(parts, m.pair.distance),
                                 length_text(parts, m.scale->first_row),
                                 below == 1 ? "1 pair is" : fmt::format("{} pairs are", below))});
    }
}

/// Pairs that begin where the energy of their potential falls to minus infinity.
void refuse_inside_maxima(const SystemParts& parts, const std::vector<NearPair>& near) {
    std::vector<Diagnostic> errors;
    for (const NearPair& m : near) {
        if (!(m.pair.distance < m.scale->maximum)) continue;
        errors.push_back(
            {"pair", fmt::format("{} are {} apart at the start, and inside {} the energy of their "
                                 "potential falls to minus infinity: they would fall into each "
                                 "other; move them apart, look at the units, or add type = "
                                 "\"lennard_jones\", whose core outdoes the fall",
                                 names(parts, m), length_text(parts, m.pair.distance),
                                 length_text(parts, m.scale->maximum))});
    }
    if (!errors.empty()) throw InputError(std::move(errors));
}

/// What is noted of a start in which no atom feels another, of which these two are the nearest.
void warn_of_far_apart(const SystemSettings& settings, const SystemParts& parts,
                       const NearPair& nearest, std::vector<Diagnostic>& warnings) {
    const MeasuredSystem system = measured(parts);
    const double cutoff = parts.force_field.largest_cutoff();
    const auto atoms = static_cast<double>(parts.structure.total);
    if (hardly_meet(settings, atoms, system.volume, cutoff, system.repeats)) return; // is noted
    warnings.push_back(
        {density_key(settings, system),
         fmt::format("no two atoms are within the cutoff {} of each other at the start: {}, the "
                     "nearest, are {} apart; unless a dilute gas is meant, look at the units of "
                     "density and lengths{}",
                     length_text(parts, cutoff), names(parts, nearest),
                     distance_text(parts, nearest), density_advice(settings, system))});
}

/// The search, and how far to look.
struct Ranges {
    double first = 0;
    std::vector<double> rows; ///< the first rows of tables, by pair of types
};

Ranges ranges_of(const std::vector<PairScale>& scales, std::size_t types) {
    Ranges ranges{0, std::vector<double>(types * types, 0)};
    for (const PairScale& s : scales) {
        ranges.rows[s.a * types + s.b] = s.first_row;
        ranges.first = std::max({ranges.first, search_range * s.length, s.first_row});
    }
    return ranges;
}

/// The pairs that interact and are near; looks farther where none are, up to a whole box.
NearestPairs find_some(const SystemParts& parts, const std::vector<PairScale>& scales,
                       const Ranges& ranges, const Communicator& comm) {
    const double cutoff = parts.force_field.largest_cutoff();
    const double most = std::max(cutoff, longest_edge(parts.structure.box));
    const std::size_t types = parts.species.size();
    for (double range = ranges.first;; range = std::min(std::max(2 * range, cutoff), most)) {
        NearestPairs found = find_nearest_pairs(parts.structure, types, range, ranges.rows, comm);
        const bool some = std::any_of(scales.begin(), scales.end(), [&](const PairScale& s) {
            return found.of(s.a, s.b).found();
        });
        if (some || !(range < most)) return found;
    }
}

bool interacts(const SystemParts& parts, const NearPair& m) {
    return m.pair.distance < parts.force_field.cutoff(m.scale->a, m.scale->b);
}

} // namespace

void look_at_distances(const SystemSections& sections, const MotionSections& motion,
                       const SystemParts& parts, const Communicator& comm, StartReport& report) {
    MDSIM_EXPECT(parts.force_field.types() == parts.species.size());
    const std::vector<PairScale> scales = pair_scales(parts.force_field);
    const Ranges ranges = ranges_of(scales, parts.species.size());
    if (!(ranges.first > 0) || parts.structure.total > most_searched_atoms * comm.size()) return;
    const NearestPairs found = find_some(parts, scales, ranges, comm);
    const std::vector<NearPair> near = near_pairs_of(parts, scales, found, comm);
    refuse_inside_maxima(parts, near);
    warn_of_overlap(sections, motion, parts, near, report.warnings);
    const std::size_t before = report.warnings.size();
    warn_of_below_tables(parts, near, found, report.warnings);
    report.below_tables = report.warnings.size() > before;
    const auto nearest =
        std::min_element(near.begin(), near.end(), [](const NearPair& a, const NearPair& b) {
            return a.pair.distance < b.pair.distance;
        });
    if (nearest == near.end()) return;
    report.nearest =
        fmt::format("{}, {} apart", names(parts, *nearest), distance_text(parts, *nearest));
    if (std::none_of(near.begin(), near.end(),
                     [&](const NearPair& m) { return interacts(parts, m); }))
        warn_of_far_apart(sections.system, parts, *nearest, report.warnings);
}

} // namespace mdsim
