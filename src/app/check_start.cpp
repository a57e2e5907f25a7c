// SPDX-License-Identifier: BSD-3-Clause
#include "app/check_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/nearest_pairs.hpp"
#include "app/pair_scales.hpp"
#include "app/typical_sizes.hpp"

namespace mdsim {

namespace {

/// How far apart atoms are looked for, in sigma: crystals have theirs at 1.1.
constexpr double search_range = 1.25;

/// One pair of types at the start.
struct Meeting {
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
std::string distance_text(const SystemParts& parts, const Meeting& m) {
    if (!(m.scale->length > 0)) return length_text(parts, m.pair.distance);
    return fmt::format("{:.3g} {} ({})", m.pair.distance / m.scale->length,
                       m.scale->by_sigma ? "sigma" : "of the distance of zero energy",
                       length_text(parts, m.pair.distance));
}

std::string names(const SystemParts& parts, const Meeting& m) {
    return fmt::format("atoms {} and {} ({}-{})", m.first, m.second, parts.species[m.scale->a].name,
                       parts.species[m.scale->b].name);
}

std::vector<Meeting> meetings_of(const SystemParts& parts, const std::vector<PairScale>& scales,
                                 const NearestPairs& found, const Communicator& comm) {
    const AtomLabels& labels = parts.structure.labels;
    std::vector<Meeting> meetings;
    for (const PairScale& scale : scales) {
        Meeting m{&scale, found.of(scale.a, scale.b)};
        if (!m.pair.found()) continue;
        m.first = labels.find(m.pair.first, comm);
        m.second = labels.find(m.pair.second, comm);
        const double r = m.pair.distance;
        const PairTerm<double> term = parts.force_field.evaluate(scale.a, scale.b, r * r);
        m.energy = std::isfinite(term.energy) ? term.energy : HUGE_VAL;
        m.force = std::isfinite(term.force_over_r) ? std::abs(term.force_over_r) * r : HUGE_VAL;
        meetings.push_back(m);
    }
    return meetings;
}

std::string overlap_advice(const Config& config) {
    std::string text = "look at the units of sigma and of the ";
    text += config.system.file ? "file" : "density";
    if (config.system.random)
        text += ", and take a larger system.random.min_distance (0.75 to 0.85 sigma)";
    return text +
           "; to push atoms apart, begin with langevin, a friction of some ten per time unit "
           "and a far shorter time step";
}

/// Where the nearest atoms lie so near that a usual run cannot begin.
void note_overlap(const Config& config, const SystemParts& parts,
                  const std::vector<Meeting>& meetings, std::vector<Fault>& notes) {
    constexpr double far_too_much = 300; // of a well, or of k_B T: 0.70 sigma
    const double thermal = highest_temperature(config);
    const Meeting* worst = nullptr;
    for (const Meeting& m : meetings) {
        const double measure = std::max(thermal, m.scale->energy);
        if (measure > 0 && m.energy > far_too_much * measure &&
            (worst == nullptr || m.energy > worst->energy))
            worst = &m;
    }
    if (worst == nullptr) return;
    std::string thrown;
    const std::size_t stage = first_moving_stage(config);
    if (stage < config.stages.size() && std::isfinite(worst->force)) {
        const double mass =
            std::min(parts.species[worst->scale->a].mass, parts.species[worst->scale->b].mass);
        const double step = config.stages[stage].time_step;
        thrown = fmt::format(", and the first step moves one by {}",
                             length_text(parts, worst->force / mass * step * step / 2));
    }
    const double measure = worst->scale->energy > 0 ? worst->scale->energy : thermal;
    notes.push_back(
        {"system",
         fmt::format("{} are {} apart at the start: their energy is {}{}; {}", names(parts, *worst),
                     distance_text(parts, *worst),
                     std::isfinite(worst->energy)
                         ? fmt::format("{:.2g} times {}", worst->energy / measure,
                                       worst->scale->energy > 0 ? "the depth of the well" : "k_B T")
                         : "beyond all bounds",
                     thrown, overlap_advice(config))});
}

/// Pairs that are nearer than a table says anything about.
void note_below_tables(const SystemParts& parts, const std::vector<Meeting>& meetings,
                       const NearestPairs& found, std::vector<Fault>& notes) {
    for (const Meeting& m : meetings) {
        const std::int64_t below = found.below[found.index(m.scale->a, m.scale->b)];
        if (below == 0) continue;
        notes.push_back(
            {"pair", fmt::format("{} are {} apart at the start, and the table begins at {}: {} "
                                 "inside its first row, where the energy goes on linearly in r^2, "
                                 "which is a guess; begin the table at a shorter distance",
                                 names(parts, m), length_text(parts, m.pair.distance),
                                 length_text(parts, m.scale->first_row),
                                 below == 1 ? "1 pair is" : fmt::format("{} pairs are", below))});
    }
}

void look_at_distances(const Config& config, const SystemParts& parts, const Communicator& comm,
                       StartReport& report) {
    const std::vector<PairScale> scales = pair_scales(parts.force_field);
    const std::size_t types = parts.species.size();
    std::vector<double> limits(types * types, 0);
    double range = 0;
    for (const PairScale& s : scales) {
        limits[s.a * types + s.b] = s.first_row;
        range = std::max({range, search_range * s.length, s.first_row});
    }
    if (!(range > 0) || parts.structure.total > most_searched_atoms * comm.size()) return;
    const NearestPairs found = find_nearest_pairs(parts.structure, types, range, limits, comm);
    const std::vector<Meeting> meetings = meetings_of(parts, scales, found, comm);
    note_overlap(config, parts, meetings, report.notes);
    note_below_tables(parts, meetings, found, report.notes);
    const auto nearest =
        std::min_element(meetings.begin(), meetings.end(), [](const Meeting& a, const Meeting& b) {
            return a.pair.distance < b.pair.distance;
        });
    if (nearest != meetings.end())
        report.nearest =
            fmt::format("{}, {} apart", names(parts, *nearest), distance_text(parts, *nearest));
}

bool any_moves(const Structure& structure, const Communicator& comm) {
    const auto moves = [](const Vec3<double>& v) { return dot(v, v) > 0; };
    const bool some = std::any_of(structure.velocity.begin(), structure.velocity.end(), moves);
    return comm.max_of(some ? 1 : 0) == 1;
}

/// Atoms that rest, and that nobody sets in motion.
void note_rest(const Config& config, const SystemParts& parts, const Communicator& comm,
               std::vector<Fault>& notes) {
    const std::size_t stage = first_moving_stage(config);
    const bool moves = any_moves(parts.structure, comm);
    if (config.velocity.temperature || moves || stage == config.stages.size() ||
        config.stages[stage].ensemble == Ensemble::langevin)
        return;
    notes.push_back(
        {fmt::format("stage.{}.ensemble", stage),
         fmt::format(
             "all velocities are zero at the start{}, and {}: add [velocity] with "
             "temperature, or begin with a langevin stage",
             rests_on_lattice(config) ? " and no force acts on the sites of a lattice" : "",
             config.stages[stage].ensemble == Ensemble::nve
                 ? "nve gives atoms no heat"
                 : "nose_hoover multiplies velocities, so that it starts slowly from rest")});
}

/// Atoms of a file that lie in another image of the box.
void note_outside(const Config& config, const SystemParts& parts, const Communicator& comm,
                  std::vector<Fault>& notes) {
    constexpr double rounding = 1e-6; // of an edge
    if (!config.system.file) return;
    const Structure& structure = parts.structure;
    std::int64_t count = 0;
    double farthest = 0;
    ParticleId label = 0;
    Vec3<double> place;
    for (std::size_t i = 0; i < structure.position.size(); ++i) {
        const Vec3<double> s = structure.box.to_fraction(structure.position[i]);
        double beyond = 0;
        for (int d = 0; d < 3; ++d)
            if (structure.box.periodic[static_cast<std::size_t>(d)])
                beyond = std::max({beyond, -s[d], s[d] - 1});
        if (beyond <= rounding) continue;
        ++count;
        if (beyond <= farthest) continue;
        farthest = beyond;
        label = structure.labels.of(structure.id[i]);
        place = structure.position[i];
    }
    count = comm.sum_of(count);
    const double most = comm.max_of(farthest);
    const Rank holder = comm.min_of(farthest == most ? comm.rank() : comm.size());
    const std::string text = comm.broadcast(
        fmt::format("atom {} at ({:.6g}, {:.6g}, {:.6g})", label, place.x, place.y, place.z),
        holder);
    if (count > 0)
        notes.push_back(
            {"system.file",
             fmt::format("{} outside of the box and {} wrapped into it, farthest {}, "
                         "{:.2g} edges beyond it",
                         count == 1 ? "1 atom lies" : fmt::format("{} atoms lie", count),
                         count == 1 ? "was" : "were", text, most)});
}

} // namespace

std::size_t first_moving_stage(const Config& config) {
    const auto moves = [](const StageSettings& stage) { return stage.steps > 0; };
    return static_cast<std::size_t>(
        std::find_if(config.stages.begin(), config.stages.end(), moves) - config.stages.begin());
}

bool rests_on_lattice(const Config& config) {
    const auto& lattice = config.system.lattice;
    const std::array<bool, 3> all{true, true, true};
    const bool alone = !config.system.random && lattice && lattice->inside.empty() &&
                       lattice->outside.empty() && !(lattice->cells && config.box.edges);
    return alone && lattice->displacement == 0 && lattice->species.size() <= 1 &&
           config.box.periodic.value_or(all) == all && config.velocity.temperature.value_or(0) == 0;
}

StartReport look_at_start(const Config& config, const SystemParts& parts,
                          const Communicator& comm) {
    StartReport report;
    look_at_distances(config, parts, comm, report);
    note_rest(config, parts, comm, report.notes);
    note_outside(config, parts, comm, report.notes);
    return report;
}

} // namespace mdsim
