// SPDX-License-Identifier: BSD-3-Clause
#include "session/checkpoint_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "config/named_files.hpp"
#include "core/contract.hpp"
#include "core/error.hpp"
#include "core/split_text.hpp"
#include "session/checkpoint_limits.hpp"
#include "session/label_state.hpp"
#include "session/thermostat_record.hpp"
#include "setup/given_by_files.hpp"

namespace mdsim {

namespace {

template <class T> BlockArray view(const Buffer<Vec3<T>, Host>& values) {
    return block_array(values.span());
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

template <class P> CheckpointContent content_of(const CheckpointData<P>& d) {
    MDSIM_REQUIRE(!d.history.empty());
    MDSIM_EXPECT(d.position.stage_first <= d.position.step);
    MDSIM_EXPECT(d.position.last_rebuild <= d.position.step);
    CheckpointContent content;
    content.info = {d.position.step, d.total, d.run_id, full_version(d.history.back().provenance)};
    content.block = d.atoms.block;
    content.arrays = {{"reference", view(d.atoms.reference)},
                      {"moved", view(d.atoms.moved)},
                      {"velocity", view(d.atoms.velocity)},
                      {"image", view(d.atoms.image)},
                      {"type", block_array(d.atoms.type.span())}};
    const RunProgress& p = d.position;
    content.values = {
        {"position", std::vector<std::int64_t>{static_cast<std::int64_t>(p.stage), p.step,
                                               p.stage_first, p.last_rebuild}},
        {"position_numbers", std::vector<double>{p.stage_time}},
        {"edges", std::vector<double>{d.edges.xx, d.edges.xy, d.edges.yy, d.edges.xz, d.edges.yz,
                                      d.edges.zz}},
        {"origin", std::vector<double>{d.origin.x, d.origin.y, d.origin.z}},
        {"largest_tile", std::vector<std::int64_t>{d.largest_tile}}};
    add_outputs(d.outputs, content);
    add_labels(d.labels, content);
    content.texts = {{"precision", P::name},
                     {"fingerprint", d.fingerprint},
                     {"input", d.input_text},
                     {"parts", parts_text(d.history, d.position.step)},
                     {"species", joined(d.species)}};
    add_thermostat(d.thermostat, p.thermostat, content);
    return content;
}

template <class T>
Buffer<Vec3<T>, Host> read_triples(const CheckpointReader& reader, const std::string& name,
                                   const IdBlock& block) {
    Buffer<Vec3<T>, Host> values(static_cast<std::size_t>(block.size()));
    reader.read_array(name, block, values.span());
    return values;
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

/// These sections and those of correlation functions, whose samples a run goes on with.
std::vector<std::string> sampled_sections(std::vector<std::string> sections) {
    std::apply([&](const auto&... s) { (sections.emplace_back(s.name), ...); },
               CorrelationSections::fields());
    return sections;
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
    d.atoms.reference = read_triples<typename P::Fraction>(reader, "reference", block);
    d.atoms.moved = read_triples<typename P::Fraction>(reader, "moved", block);
    d.atoms.velocity = read_triples<typename P::Real>(reader, "velocity", block);
    d.atoms.image = read_triples<std::int32_t>(reader, "image", block);
    d.atoms.type.resize_discard(static_cast<std::size_t>(block.size()));
    reader.read_array("type", block, 1, d.atoms.type.span());
    const std::optional<AtomLabels> labels = read_labels(reader, path, block);
    d.has_labels = labels.has_value();
    d.labels = labels.value_or(AtomLabels::from(0));
    const auto p = exactly(reader.integers("position"), 4, "position");
    const auto q = exactly(reader.numbers("position_numbers"), 1, "position_numbers");
    d.position = {static_cast<std::size_t>(p[0]), p[1], p[2], q[0], p[3],
                  read_thermostat(reader, path)};
    const auto e = exactly(reader.numbers("edges"), 6, "edges");
    d.edges = {e[0], e[1], e[2], e[3], e[4], e[5]};
    const auto o = exactly(reader.numbers("origin"), 3, "origin");
    d.origin = {o[0], o[1], o[2]};
    d.outputs = read_outputs(reader, path, block);
    if (reader.has_value("largest_tile"))
        d.largest_tile = static_cast<std::uint32_t>(
            exactly(reader.integers("largest_tile"), 1, "largest_tile")[0]);
    if (reader.has_text("parts")) d.history = parts_of(reader.text("parts"));
    d.fingerprint = reader.text("fingerprint");
    d.input_text = reader.text("input");
    d.species = split_text(reader.text("species"), '\n');
    expect_possible(d, reader.info().step, path);
    return d;
}

std::string physics_fingerprint(const std::string& effective_text) {
    static const std::vector<std::string> sections = sampled_sections(
        {"units", "system", "box", "species", "pair", "neighbor", "velocity", "rdf"});
    std::string kept;
    std::string section;
    for (const std::string& line : split_text(effective_text, '\n')) {
        const std::size_t start = line.find_first_not_of(" \t[");
        if (!line.empty() && line.front() == '[' && start != std::string::npos)
            section = line.substr(start, line.find_first_of(".]", start) - start);
        bool wanted = false;
        for (const std::string& name : sections) wanted = wanted || section == name;
        if (section == "run")
            wanted = line.rfind("precision", 0) == 0 || line.rfind("seed", 0) == 0;
        wanted = wanted || line.rfind(given_prefix, 0) == 0;
        if (wanted && !line.empty()) kept += without_folders(line) + "\n";
    }
    return kept;
}

namespace {

/// The line, or words for that there is none.
std::string line_or_nothing(const std::vector<std::string>& lines, std::size_t i) {
    return i < lines.size() ? lines[i] : "nothing more";
}

bool is_given(const std::string& line) { return line.rfind(given_prefix, 0) == 0; }

/// One line of what files gave, in its parts: `species "A"` and `mass = 1.0, ...`.
struct Given {
    std::string what;
    std::string values;

    explicit Given(const std::string& line) : values(line) {
        if (!is_given(line)) return;
        const std::size_t start = std::string_view(given_prefix).size();
        const std::size_t colon = line.rfind(": ");
        what = line.substr(start, colon - start);
        values = line.substr(colon + 2);
    }
};

[[noreturn]] void throw_given_differs(const Given& was, const Given& is) {
    const Given& named = is.what.empty() ? was : is;
    const std::string before = was.what == is.what || was.what.empty()
                                   ? was.values
                                   : fmt::format("{} ({})", was.what, was.values);
    throw InputError(
        "--resume",
        fmt::format("the {} is not the one that the run began with: found {}, the checkpoint was "
                    "made with {}. Bring back the file that gave it, as it was; for a run with the "
                    "new one, start anew, from the last frame of this one if you like "
                    "([system.file])",
                    named.what, is.values, before));
}

/// The head of the section that a line stands in.
std::string section_of(const std::vector<std::string>& lines, std::size_t i) {
    i = std::min(i + 1, lines.size());
    while (i > 0)
        if (lines[--i].rfind('[', 0) == 0) return lines[i];
    return "";
}

[[noreturn]] void throw_velocity_differs(const std::string& before, const std::string& now) {
    throw InputError(
        "--resume",
        fmt::format("[velocity] is of the first step, which is done: it says `{}` where the "
                    "velocities of this run were drawn with `{}`, and none are drawn again. Bring "
                    "it back; another temperature is that of another [[stage]] with a thermostat",
                    now, before));
}

} // namespace

void check_fingerprint(const std::string& checkpoint, const std::string& input) {
    if (checkpoint == input) return;
    const auto was = split_text(checkpoint, '\n');
    const auto is = split_text(input, '\n');
    std::size_t i = 0;
    while (i < was.size() && i < is.size() && was[i] == is[i]) ++i;
    if (std::none_of(was.begin(), was.end(), is_given))
        throw InputError("--resume",
                         "this checkpoint does not say what the files of its run gave (masses, "
                         "tables), so it is of an earlier version of mdsim: go on with that "
                         "version, or start anew from the last frame of its trajectory "
                         "([system.file])");
    const std::string before = line_or_nothing(was, i), now = line_or_nothing(is, i);
    if ((is_given(before) || i >= was.size()) && (is_given(now) || i >= is.size()))
        throw_given_differs(Given(before), Given(now));
    constexpr const char* velocity = "[velocity]";
    if (section_of(was, i) == velocity || section_of(is, i) == velocity)
        throw_velocity_differs(section_of(was, i) == velocity ? before : "nothing",
                               section_of(is, i) == velocity ? now : "nothing");
    throw InputError(
        "--resume",
        fmt::format("the input describes another system than the checkpoint: it says `{}` where "
                    "the checkpoint was made with `{}`. Only stages, outputs and the layout may "
                    "change",
                    now, before));
}

template void write_checkpoint(const CheckpointData<MixedPrecision>&, CheckpointWriter&);
template void write_checkpoint(const CheckpointData<DoublePrecision>&, CheckpointWriter&);
template CheckpointData<MixedPrecision> read_checkpoint(const std::string&, int, int);
template CheckpointData<DoublePrecision> read_checkpoint(const std::string&, int, int);

} // namespace mdsim
