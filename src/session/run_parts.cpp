// SPDX-License-Identifier: BSD-3-Clause
#include "session/run_parts.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "core/contract.hpp"
#include "core/version.hpp"
#include "cpu/simd/level.hpp"
#include "machine/build_text.hpp"
#include "machine/host_name.hpp"
#include "output/utc_time.hpp"

namespace mdsim {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const RunPart& part, Step last) {
    Json json;
    for (const auto& [name, word] : named_words(part.provenance)) json[name] = word;
    json["ranks"] = part.provenance.ranks;
    json["threads"] = part.provenance.threads;
    json["first_step"] = part.first;
    json["last_step"] = last;
    return json;
}

RunPart part_of(const Json& json) {
    RunPart part;
    Provenance& p = part.provenance;
    p.version = json.value("version", "");
    p.commit = json.value("commit", "");
    p.build = json.value("build", "");
    p.command = json.value("command", "");
    p.directory = json.value("directory", "");
    p.host = json.value("host", "");
    p.device = json.value("device", "");
    p.started = json.value("started", "");
    p.ranks = json.value("ranks", 1);
    p.threads = json.value("threads", 1);
    part.first = json.value("first_step", Step{0});
    return part;
}

} // namespace

Provenance provenance_of(const CommandLine& command, const StartTime& start,
                         const Processor& processor, const Communicator& comm) {
    const std::vector<std::string> hosts = host_names(comm);
    std::error_code error;
    Provenance p;
    p.version = version;
    p.commit = git_commit();
    p.build = build_text();
    p.command = command.text;
    p.directory = std::filesystem::current_path(error).string();
    p.host = fmt::format("{}", fmt::join(hosts, " "));
    p.device = processor.gpu ? processor.name() : fmt::format("cpu, {}", name_of(simd_level()));
    p.started = utc_text(start.date);
    p.ranks = comm.size();
    p.threads = omp_get_max_threads();
    return p;
}

Json parts_json(const std::vector<RunPart>& parts, Step last) {
    MDSIM_EXPECT(parts.empty() || parts.back().first <= last);
    Json list = Json::array();
    for (std::size_t i = 0; i < parts.size(); ++i)
        list.push_back(json_of(parts[i], i + 1 < parts.size() ? parts[i + 1].first : last));
    return list;
}

std::string parts_text(const std::vector<RunPart>& parts, Step last) {
    return parts_json(parts, last).dump(2, ' ', false, Json::error_handler_t::replace);
}

std::vector<RunPart> parts_of(const std::string& text) {
    std::vector<RunPart> parts;
    const Json list = Json::parse(text, nullptr, false);
    if (!list.is_array()) return parts;
    try {
        for (const Json& json : list) parts.push_back(part_of(json));
    } catch (const Json::exception&) {
        parts.clear();
    }
    return parts;
}

} // namespace mdsim
