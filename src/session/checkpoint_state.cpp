// SPDX-License-Identifier: BSD-3-Clause
#include "session/checkpoint_state.hpp"

#include <fmt/format.h>

#include <optional>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "core/split_text.hpp"
#include "session/checkpoint_limits.hpp"
#include "session/label_state.hpp"
#include "session/measured_record.hpp"
#include "session/minimizer_record.hpp"
#include "session/piston_record.hpp"
#include "session/thermostat_record.hpp"

namespace mdsim {

namespace {

template <class T> BlockArray view(const Buffer<T, Host>& values) {
    return block_array(values.span());
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

std::vector<double> numbers_of(const LowerTriangular<double>& edges) {
    return {edges.xx, edges.xy, edges.yy, edges.xz, edges.yz, edges.zz};
}

template <class P> CheckpointContent content_of(const CheckpointData<P>& d) {
    MDSIM_REQUIRE(!d.history.empty());
    MDSIM_EXPECT(d.position.stage_first <= d.position.step);
    MDSIM_EXPECT(d.position.last_rebuild <= d.position.step);
    CheckpointContent content;
    content.info = {d.position.step, d.total, d.run_id, full_version(d.history.back().provenance)};
    content.block = d.atoms.block;
    content.arrays = {{"reference", view(d.atoms.reference)}, {"moved", view(d.atoms.moved)}};
    for_each_stored_column(
        [&](const char* name, const auto&, const auto& stored) {
            content.arrays.emplace_back(name, view(stored));
        },
        d.atoms);
    content.arrays.emplace_back("type", view(d.atoms.type));
    const RunProgress& p = d.position;
    const EarlierBoxes boxes = p.boxes.value_or(EarlierBoxes{d.edges, d.edges});
    content.values = {
        {"position", std::vector<std::int64_t>{static_cast<std::int64_t>(p.stage), p.step,
                                               p.stage_first, p.last_rebuild}},
        {"position_numbers", std::vector<double>{p.stage_time}},
        {"edges", numbers_of(d.edges)},
        {"barostat_work", std::vector<double>{p.barostat.work}},
        {"stage_edges", numbers_of(p.stage_edges)},
        {"built_edges", numbers_of(boxes.built)},
        {"frame_edges", numbers_of(boxes.frame)},
        {"flips", std::vector<std::int64_t>{boxes.flips.xy, boxes.flips.xz, boxes.flips.yz}},
        {"origin", std::vector<double>{d.origin.x, d.origin.y, d.origin.z}},
        {"largest_tile", std::vector<std::int64_t>{d.largest_tile}}};
    add_outputs(d.outputs, content);
    add_labels(d.labels, content);
    content.texts = {{"precision", P::name},
                     {"input", d.input_text},
                     {"parts", parts_text(d.history, d.position.step)},
                     {"species", joined(d.species)}};
    add_thermostat(d.thermostat, p.thermostat, content);
    add_minimizer(p.minimizer, content);
    add_piston(p.barostat.piston, content);
    add_measured(p.measured, content);
    return content;
}

/// One number an atom, or one triple.
template <class T>
void read_span(const CheckpointReader& reader, const std::string& name, const IdBlock& block,
               std::span<T> values) {
    reader.read_array(name, block, 1, values);
}
template <class T>
void read_span(const CheckpointReader& reader, const std::string& name, const IdBlock& block,
               std::span<Vec3<T>> values) {
    reader.read_array(name, block, values);
}

template <class P> void read_atoms(const CheckpointReader& reader, CheckpointBlock<P>& atoms) {
    const auto read = [&](const char* name, auto& values) {
        values.resize_discard(static_cast<std::size_t>(atoms.block.size()));
        read_span(reader, name, atoms.block, values.span());
    };
    read("reference", atoms.reference);
    read("moved", atoms.moved);
    for_each_stored_column([&](const char* name, const auto&, auto& stored) { read(name, stored); },
                           atoms);
    read("type", atoms.type);
}

/// Reads numbers and checks how many there are.
template <class T>
std::vector<T> exactly(std::vector<T> values, std::size_t count, const char* name) {
    if (values.size() < count)
        throw InputError(
            "checkpoint",
            fmt::format("the value \"{}\" is incomplete; was this file written by another version?",
                        name));
    return values;
}

LowerTriangular<double> read_edges(const CheckpointReader& reader, const char* name) {
    const auto e = exactly(reader.numbers(name), 6, name);
    return {e[0], e[1], e[2], e[3], e[4], e[5]};
}

/// Those of the steps so far; earlier versions had none.
LatticeFlip read_flips(const CheckpointReader& reader) {
    if (!reader.has_value("flips")) return {};
    const auto n = exactly(reader.integers("flips"), 3, "flips");
    return {n[0], n[1], n[2]};
}

/// Of the box now, in which earlier versions stayed for the whole run.
template <class P> void read_boxes(const CheckpointReader& reader, CheckpointData<P>& d) {
    d.edges = read_edges(reader, "edges");
    const bool changes = reader.has_value("stage_edges");
    const auto earlier = [&](const char* name) {
        return changes ? read_edges(reader, name) : d.edges;
    };
    d.position.stage_edges = earlier("stage_edges");
    if (reader.has_value("barostat_work"))
        d.position.barostat.work = exactly(reader.numbers("barostat_work"), 1, "barostat_work")[0];
    d.position.boxes =
        EarlierBoxes{earlier("built_edges"), earlier("frame_edges"), read_flips(reader)};
}

} // namespace

template <class P> void write_checkpoint(const CheckpointData<P>& data, CheckpointWriter& writer) {
    writer.write(content_of(data));
}

template <class P> CheckpointData<P> read_checkpoint(const std::string& path, int rank, int ranks) {
    const CheckpointReader reader(path);
    const std::string precision = reader.text("precision");
    if (precision != P::name)
        throw InputError(
            path, fmt::format("this checkpoint is of a run in {} precision, the input asks for {}; "
                              "set run.precision = \"{}\"",
                              precision, P::name, precision));
    CheckpointData<P> d;
    d.total = reader.info().atoms;
    d.run_id = reader.info().run_id;
    const IdBlock block = IdBlock::of(d.total, rank, ranks);
    d.atoms.block = block;
    read_atoms(reader, d.atoms);
    const std::optional<AtomLabels> labels = read_labels(reader, path, block);
    d.has_labels = labels.has_value();
    d.labels = labels.value_or(AtomLabels::from(0));
    const auto p = exactly(reader.integers("position"), 4, "position");
    const auto q = exactly(reader.numbers("position_numbers"), 1, "position_numbers");
    d.position = {static_cast<std::size_t>(p[0]), p[1], p[2], q[0], p[3],
                  read_thermostat(reader, path)};
    read_boxes(reader, d);
    d.position.minimizer = read_minimizer(reader, path);
    d.position.barostat.piston = read_piston(reader, path);
    d.position.measured = read_measured(reader, path);
    const auto o = exactly(reader.numbers("origin"), 3, "origin");
    d.origin = {o[0], o[1], o[2]};
    d.outputs = read_outputs(reader, path, block);
    if (reader.has_value("largest_tile"))
        d.largest_tile = static_cast<std::uint32_t>(
            exactly(reader.integers("largest_tile"), 1, "largest_tile")[0]);
    if (reader.has_text("parts")) d.history = parts_of(reader.text("parts"));
    d.input_text = reader.text("input");
    d.species = split_text(reader.text("species"), '\n');
    expect_possible(d, reader.info().step, path);
    return d;
}

template void write_checkpoint(const CheckpointData<MixedPrecision>&, CheckpointWriter&);
template void write_checkpoint(const CheckpointData<DoublePrecision>&, CheckpointWriter&);
template CheckpointData<MixedPrecision> read_checkpoint(const std::string&, int, int);
template CheckpointData<DoublePrecision> read_checkpoint(const std::string&, int, int);

} // namespace mdsim
