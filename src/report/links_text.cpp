// SPDX-License-Identifier: BSD-3-Clause
#include "report/links_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/contract.hpp"
#include "report/transport_text.hpp"

namespace mdsim {

namespace {

const char* name_of(LinkPath path) {
    switch (path) {
    case LinkPath::none:
        return "none";
    case LinkPath::same_gpu:
        return "same GPU";
    case LinkPath::nvlink:
        return "NVLink";
    case LinkPath::pcie:
        return "PCIe";
    case LinkPath::direct:
        break;
    }
    return "direct";
}

std::string duration(double seconds) {
    return seconds < 1e-3 ? fmt::format("{:.1f} us", 1e6 * seconds)
                          : fmt::format("{:.1f} ms", 1e3 * seconds);
}

std::string gpu_lines(const DeviceLinks& links) {
    std::string text;
    for (Rank rank = 0; rank < links.ranks(); ++rank) {
        const RankGpu& gpu = links.gpus[static_cast<std::size_t>(rank)];
        text += fmt::format("{:<12}rank {}: {}, {} of host {}\n", rank == 0 ? "GPUs" : "", rank,
                            gpu.name, gpu.bus, gpu.host);
    }
    return text;
}

/// Why pairs have no direct link; the first reason stands for all.
std::string why_apart(const DeviceLinks& links) {
    const DeviceLink* broken = nullptr;
    int count = 0;
    for (const DeviceLink& link : links.links) {
        if (link.why_none.empty()) continue;
        if (broken == nullptr) broken = &link;
        ++count;
    }
    if (broken == nullptr) return "";
    return ": " + broken->why_none +
           (count > 1 ? fmt::format(" (the first of {} such pairs)", count) : "");
}

/// How positions travel, and how long the least of it takes.
std::string transport_line(const DeviceLinks& links) {
    if (links.carriers.nccl + links.carriers.staged == 0)
        return fmt::format("transport   direct writes by CUDA IPC; a barrier of all takes {}\n",
                           duration(links.barrier));
    double exchange = 0;
    for (const DeviceLink& link : links.links) exchange = std::max(exchange, link.exchange);
    std::string text = fmt::format("transport   {}, so hosts lead each step{}\n",
                                   transport_text(links.carriers), why_apart(links));
    if (exchange > 0)
        text += fmt::format("{:12}an exchange of {} bytes between hosts takes up to {}\n", "",
                            carried_word, duration(exchange));
    if (!links.carriers.why_staged.empty())
        text += fmt::format("{:12}not by NCCL: {}\n", "", links.carriers.why_staged);
    return text;
}

const char* name_of(const DeviceLink& link) {
    if (link.carrier == Carrier::direct) return name_of(link.path);
    return link.carrier == Carrier::nccl ? "NCCL" : "staged";
}

std::string cell(const DeviceLinks& links, Rank from, Rank to) {
    if (from == to) return "-";
    const DeviceLink& link = links.link(from, to);
    if (link.bandwidth == 0) return name_of(link);
    const double rate = 1e-9 * link.bandwidth;
    return fmt::format("{} {:.{}f}", name_of(link), rate, rate < 10 ? 1 : 0);
}

std::string link_table(const DeviceLinks& links) {
    std::size_t width = 0;
    for (Rank from = 0; from < links.ranks(); ++from)
        for (Rank to = 0; to < links.ranks(); ++to)
            width = std::max(width, cell(links, from, to).size() + 2);
    std::string text = fmt::format("links       GB/s of {:.0f} MB from the GPU of the rank on the "
                                   "left to that of the rank above\n{:12}{:7}",
                                   1e-6 * static_cast<double>(measured_bytes), "", "");
    for (Rank to = 0; to < links.ranks(); ++to) text += fmt::format("{:>{}}", to, width);
    for (Rank from = 0; from < links.ranks(); ++from) {
        text += fmt::format("\n{:12}{:>7}", "", from);
        for (Rank to = 0; to < links.ranks(); ++to)
            text += fmt::format("{:>{}}", cell(links, from, to), width);
    }
    return text + "\n";
}

} // namespace

std::string links_text(const DeviceLinks& links) {
    MDSIM_EXPECT(links.links.size() == links.gpus.size() * links.gpus.size());
    return gpu_lines(links) + transport_line(links) + link_table(links);
}

} // namespace mdsim
