// SPDX-License-Identifier: BSD-3-Clause
#include "output/h5md_layout.hpp"

#include <fmt/format.h>

#include <numeric>

#include "core/error.hpp"
#include "output/h5md_ids.hpp"
#include "output/hdf5_objects.hpp"

namespace mdsim::h5md {

namespace {

std::string in_group(const std::string& name) { return std::string(group) + "/" + name; }

std::string observable_group(const NamedQuantity& observable) {
    return "/observables/" + observable.name;
}

/// Gives a dataset its unit; MDAnalysis wants the text of variable length, the specification fixed.
void write_unit(const h5::File& file, const H5mdSetup& setup, const std::string& object,
                const std::string& unit) {
    if (!unit.empty())
        h5::write_attribute(file, object, "unit", unit,
                            setup.strict_units ? h5::StringKind::fixed : h5::StringKind::variable);
}

void write_heads(const h5::File& file, const H5mdSetup& setup) {
    h5::make_group(file, "/h5md");
    h5::write_attribute(file, "/h5md", "version", std::vector<std::int32_t>{1, 1});
    h5::make_group(file, "/h5md/author");
    h5::write_attribute(file, "/h5md/author", "name", setup.author);
    h5::make_group(file, "/h5md/creator");
    h5::write_attribute(file, "/h5md/creator", "name", std::string("mdsim"));
    h5::write_attribute(file, "/h5md/creator", "version", full_version(setup.provenance));
    if (setup.units.length.empty()) return;
    h5::make_group(file, "/h5md/modules/units");
    h5::write_attribute(file, "/h5md/modules/units", "version", std::vector<std::int32_t>{1, 0});
    h5::write_attribute(file, "/h5md/modules/units", "system", std::string(unit_system));
}

/// `element` shares step and time with the position.
void link_times(const h5::File& file, const std::string& element) {
    h5::link_hard(file, in_group("position/step"), element + "/step");
    h5::link_hard(file, in_group("position/time"), element + "/time");
}

void write_box(const h5::File& file, const H5mdSetup& setup) {
    h5::write_attribute(file, box, "dimension", std::vector<std::int32_t>{3});
    std::vector<std::string> boundary;
    for (const bool periodic : setup.periodic)
        boundary.emplace_back(periodic ? "periodic" : "none");
    h5::write_attribute(file, box, "boundary", boundary);
    h5::write_attribute(file, box, "origin",
                        std::vector<double>{setup.origin.x, setup.origin.y, setup.origin.z});
    link_times(file, in_group("box/edges"));
    write_unit(file, setup, in_group("box/edges/value"), setup.units.length);
}

void write_elements(const h5::File& file, const H5mdSetup& setup) {
    write_unit(file, setup, in_group("position/time"), setup.units.time);
    write_unit(file, setup, in_group("position/value"), setup.units.length);
    if (setup.fields.velocity) {
        link_times(file, in_group("velocity"));
        write_unit(file, setup, in_group("velocity/value"), setup.units.velocity);
    }
    if (setup.fields.force) {
        link_times(file, in_group("force"));
        write_unit(file, setup, in_group("force/value"), setup.units.force);
    }
    if (setup.fields.image) link_times(file, in_group("image"));
    for (const AtomElement& element : setup.elements) {
        link_times(file, in_group(element.name));
        write_unit(file, setup, in_group(element.name) + "/value", element.unit);
    }
    for (const NamedQuantity& observable : setup.observables) {
        link_times(file, observable_group(observable));
        write_unit(file, setup, observable_group(observable) + "/value", observable.unit);
    }
}

void make_fixed(const h5::File& file, const H5mdSetup& setup) {
    const std::vector<hsize_t> shape{static_cast<hsize_t>(setup.atoms)};
    h5::make_array(file, in_group("id"), shape, ElementType::int64);
    h5::make_array(file, in_group("species"), shape, ElementType::int32);
    h5::make_array(file, in_group("mass"), shape, ElementType::float32);
    h5::make_array(file, in_group("charge"), shape, ElementType::float32);
    write_unit(file, setup, in_group("mass"), setup.units.mass);
    write_unit(file, setup, in_group("charge"), setup.units.charge);
}

void write_parameters(const h5::File& file, const H5mdSetup& setup) {
    const std::string vmd = "/parameters/vmd_structure";
    h5::make_group(file, vmd);
    std::vector<std::int32_t> index(setup.species.size());
    std::iota(index.begin(), index.end(), 0);
    std::vector<std::string> names;
    for (const Species& species : setup.species) names.push_back(species.name);
    h5::write_dataset(file, vmd + "/indexOfSpecies", {index.size()},
                      block_array(std::span<const std::int32_t>(index)));
    h5::write_texts(file, vmd + "/name", names);
    h5::write_texts(file, vmd + "/type", names);
    h5::write_text(file, "/parameters/mdsim/input", setup.input_text);
    write_provenance(file, "/parameters/mdsim/provenance", setup.provenance);
}

} // namespace

SeriesFileSetup series_of(const H5mdSetup& setup) {
    const auto atoms = static_cast<hsize_t>(setup.atoms);
    const int decimals = setup.decimals;
    std::vector<SeriesSpec> series;
    series.push_back({in_group("box/edges/value"), ElementType::float64, {3, 3}});
    const auto add = [&](const char* name, ElementType type, int keep) {
        series.push_back({in_group(name) + "/value", type, {atoms, 3}, true, keep});
    };
    add("position", ElementType::float32, decimals);
    if (setup.fields.velocity) add("velocity", ElementType::float32, decimals);
    if (setup.fields.force) add("force", ElementType::float32, decimals);
    if (setup.fields.image) add("image", ElementType::int32, -1);
    for (const AtomElement& element : setup.elements)
        series.push_back({in_group(element.name) + "/value", element.type,
                          h5::array_shape(setup.atoms, element.columns), true});
    for (const NamedQuantity& observable : setup.observables)
        series.push_back({observable_group(observable) + "/value", ElementType::float64, {}});
    return {setup.path,
            setup.run_id,
            in_group("position/step"),
            in_group("position/time"),
            series,
            {in_group("id"), in_group("species"), in_group("mass"), in_group("charge")}};
}

void write_layout(const h5::File& file, const H5mdSetup& setup) {
    write_heads(file, setup);
    h5::link_soft(file, group, "/particles/all");
    h5::link_soft(file, group, "/particles/trajectory");
    write_box(file, setup);
    write_elements(file, setup);
    make_fixed(file, setup);
    write_parameters(file, setup);
}

namespace {

/// Earlier versions counted positions from the corner of the box and wrote no origin; where that
/// corner is at zero, it is the same.
void check_origin(const h5::File& file, const H5mdSetup& setup) {
    if (setup.origin == Vec3<double>{} || h5::has_attribute(file, box, "origin")) return;
    throw InputError(
        setup.path,
        fmt::format("this file is of an earlier version of mdsim, which wrote positions from the "
                    "corner of the box, ({:.6g}, {:.6g}, {:.6g}); this version writes them in the "
                    "coordinates of the input, and one file must not hold both. Go on with the "
                    "earlier version, or start anew from the last frame of this file "
                    "([system.file])",
                    setup.origin.x, setup.origin.y, setup.origin.z));
}

} // namespace

void check_layout(const h5::File& file, const H5mdSetup& setup) {
    check_origin(file, setup);
    const std::string path = in_group("position/value");
    const std::vector<hsize_t> shape = h5::shape_of(file, h5::open_dataset(file, path).id());
    if (shape.size() != 3 || shape[1] != static_cast<hsize_t>(setup.atoms))
        throw InputError(setup.path, "this file holds " +
                                         std::to_string(shape.size() == 3 ? shape[1] : 0) +
                                         " atoms, the run has " + std::to_string(setup.atoms));
    check_ids(file, setup);
    const std::pair<const char*, bool> fields[] = {{"velocity", setup.fields.velocity},
                                                   {"force", setup.fields.force},
                                                   {"image", setup.fields.image}};
    for (const auto& [name, wanted] : fields)
        if (h5::exists(file, in_group(name)) && !wanted)
            throw InputError(setup.path, "this file holds " + std::string(name) +
                                             ", which the input no longer asks for");
}

} // namespace mdsim::h5md
