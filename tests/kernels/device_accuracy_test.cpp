// SPDX-License-Identifier: BSD-3-Clause
// How far the processors and precisions are apart, for each potential with each truncation. Where
// MDSIM_ACCURACY_TABLE names a file, the table is written there as Markdown.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "kernels/device_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

struct Named {
    std::string potential;
    std::string truncation;
    ForceField field;
};

const char* name_of(Truncation truncation) {
    switch (truncation) {
    case Truncation::cut:
        return "cut";
    case Truncation::shift:
        return "shift";
    case Truncation::force_shift:
        return "force_shift";
    default:
        return "smooth";
    }
}

std::string name_of(const PairPotentialParams& params) {
    if (const auto* lj = std::get_if<LennardJonesParams>(&params))
        return "lennard_jones, sigma " + std::to_string(lj->sigma).substr(0, 4);
    if (const auto* table = std::get_if<TableParams>(&params))
        return "table of " + std::to_string(table->curve.r.size());
    return std::visit([](const auto& p) { return std::string(p.name); }, params);
}

std::vector<Named> all_fields() {
    std::vector<Named> fields;
    for (const Truncation truncation : all_truncations()) {
        for (const PairPotentialParams& params : instances_of_all_potentials())
            fields.push_back({name_of(params), name_of(truncation), single(params, truncation)});
    }
    fields.push_back({"three species, two potentials", "several", mixture(2.5)});
    return fields;
}

/// Relative to the rms force, the energy, and the largest component of the virial.
struct Differences {
    double force_rms = 0;
    double force_max = 0;
    double energy = 0;
    double virial = 0;
};

Differences compare(const Forces& found, const Forces& reference) {
    Differences d;
    double square = 0;
    for (std::size_t i = 0; i < reference.force.size(); ++i) {
        const Vec3<double> off = found.force[i] - reference.force[i];
        square += dot(reference.force[i], reference.force[i]);
        d.force_rms += dot(off, off);
        d.force_max = std::max(d.force_max, std::sqrt(dot(off, off)));
    }
    d.force_rms = std::sqrt(d.force_rms / square);
    d.force_max /= std::sqrt(square / static_cast<double>(reference.force.size()));
    d.energy = std::abs(found.energy / reference.energy - 1);
    double largest = 0;
    for (std::size_t a = 0; a < 6; ++a) {
        d.virial = std::max(d.virial, std::abs(found.virial[a] - reference.virial[a]));
        largest = std::max(largest, std::abs(reference.virial[a]));
    }
    d.virial /= largest;
    return d;
}

/// A disordered dense system of 8000 atoms.
struct Liquid {
    Atoms atoms;
    Box box = box_of({21.2, 21.2, 21.2});
    CellGrid grid{{5, 5, 5}};

    explicit Liquid(int species) : atoms(jittered({20, 20, 20}, species, 0.2)) {}

    template <class P> Forces on_host(const ForceField& field) const {
        auto rank = arranged<P>(atoms, in_order(atoms.type.size()), box, grid, 128);
        return driven(rank, field, {0.3, 0, 128}, box, grid);
    }
    template <class P> Forces on_device(const ForceField& field) const {
        DeviceSystem<P> system(device_setup(field, box, grid, {128, 2}));
        system.adopt(records_of<P>(atoms, in_order(atoms.type.size())));
        return device_forces(system);
    }
};

class AccuracyTable {
  public:
    AccuracyTable() {
        const char* path = std::getenv("MDSIM_ACCURACY_TABLE");
        if (path != nullptr) file_ = std::fopen(path, "w");
        if (file_ == nullptr) return;
        std::fputs(
            "# Differences between processors and precisions\n\n"
            "8000 atoms, dense and disordered; each row: the first against the second. "
            "Forces are relative\n"
            "to the rms force, virials to their largest component.\n\n"
            "| potential | truncation | first | second | force, rms | force, largest | energy | "
            "virial |\n"
            "|---|---|---|---|---|---|---|---|\n",
            file_);
    }
    ~AccuracyTable() {
        if (file_ != nullptr) std::fclose(file_);
    }
    AccuracyTable(const AccuracyTable&) = delete;
    AccuracyTable& operator=(const AccuracyTable&) = delete;

    void add(const Named& field, const char* first, const char* second, const Differences& d) {
        if (file_ != nullptr)
            std::fprintf(file_, "| %s | %s | %s | %s | %.1e | %.1e | %.1e | %.1e |\n",
                         field.potential.c_str(), field.truncation.c_str(), first, second,
                         d.force_rms, d.force_max, d.energy, d.virial);
    }

  private:
    std::FILE* file_ = nullptr;
};

/// Forces may differ more for single atoms: by the rounding of a stiff pair, and by the force that
/// a truncated potential has at the cutoff, where rounding decides whether a pair is within it.
void check_within(const Differences& d, double relative) {
    CHECK(d.force_rms < relative);
    CHECK(d.force_max < 50 * relative);
    CHECK(d.energy < relative);
    CHECK(d.virial < relative);
}

} // namespace

TEST_CASE("processors and precisions agree to rounding for every potential", "[gpu][accuracy]") {
    AccuracyTable table;
    for (const Named& field : all_fields()) {
        CAPTURE(field.potential, field.truncation);
        const Liquid liquid(static_cast<int>(field.field.types()));
        const Forces reference = liquid.on_host<DoublePrecision>(field.field);
        const Forces host = liquid.on_host<MixedPrecision>(field.field);
        const Differences twin = compare(liquid.on_device<DoublePrecision>(field.field), reference);
        const Forces device = liquid.on_device<MixedPrecision>(field.field);
        table.add(field, "GPU, double", "CPU, double", twin);
        table.add(field, "GPU, mixed", "CPU, double", compare(device, reference));
        table.add(field, "CPU, mixed", "CPU, double", compare(host, reference));
        table.add(field, "GPU, mixed", "CPU, mixed", compare(device, host));
        check_within(twin, 1e-12);
        check_within(compare(device, reference), 1e-5);
    }
}
