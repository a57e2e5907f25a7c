// SPDX-License-Identifier: BSD-3-Clause
// What is said about the GPUs of several ranks, without any.
#include "report/links_text.hpp"
#include "report/transport_text.hpp"

#include <algorithm>

#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// A host whose ranks each have a GPU, all linked alike.
DeviceLinks linked(Rank ranks, LinkPath path) {
    DeviceLinks links;
    links.barrier = 4.12e-6;
    for (Rank rank = 0; rank < ranks; ++rank)
        links.gpus.push_back({"NVIDIA H200", "0000:1" + std::to_string(rank) + ":00.0", "n12"});
    links.links.resize(links.gpus.size() * links.gpus.size());
    for (Rank from = 0; from < ranks; ++from)
        for (Rank to = 0; to < ranks; ++to)
            if (from != to) links.link(from, to) = {path, 381.6e9, 0, {}, Carrier::direct};
    return links;
}

bool says(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
}

} // namespace

TEST_CASE("the table shows each rank's GPU and what each pair reaches") {
    DeviceLinks links = linked(2, LinkPath::nvlink);
    links.link(1, 0) = {LinkPath::pcie, 9.87e9, 0, {}, Carrier::direct};
    CHECK(links_text(links) ==
          "GPUs        rank 0: NVIDIA H200, 0000:10:00.0 of host n12\n"
          "            rank 1: NVIDIA H200, 0000:11:00.0 of host n12\n"
          "transport   direct writes by CUDA IPC; a barrier of all takes 4.1 us\n"
          "links       GB/s of 16 MB from the GPU of the rank on the left to that of the rank "
          "above\n"
          "                              0           1\n"
          "                  0           -  NVLink 382\n"
          "                  1    PCIe 9.9           -\n");
    CHECK(says(links_text(linked(2, LinkPath::direct)), "  direct 382\n"));
}

TEST_CASE("the table of eight GPUs has a line for each and fits a wide window") {
    const std::string text = links_text(linked(8, LinkPath::nvlink));
    CHECK(std::count(text.begin(), text.end(), '\n') == 8 + 1 + 2 + 8);
    CHECK(text.size() - text.rfind('\n', text.size() - 2) < 120);
}

TEST_CASE("what keeps GPUs apart is told once, with the number of pairs and what carries instead") {
    DeviceLinks links = linked(3, LinkPath::pcie);
    links.barrier = 0;
    links.carriers = {2, 1, 0};
    links.link(0, 2) = {LinkPath::none, 12.3e9, 25.4e-6,
                        "rank 0 cannot write into the memory of rank 2: why", Carrier::nccl};
    CHECK(says(links_text(links),
               "transport   2 pairs direct, 1 by NCCL, so hosts lead each step: rank 0 cannot "
               "write into the memory of rank 2: why\n"));
    CHECK(says(links_text(links),
               "            an exchange of 16 bytes between hosts takes up to 25.4 us\n"));
    CHECK(says(links_text(links), " NCCL 12\n"));
    CHECK_FALSE(says(links_text(links), "not by NCCL"));
    links.carriers = {2, 0, 1};
    links.carriers.why_staged = "it is not there";
    links.link(0, 2).carrier = Carrier::staged;
    links.link(2, 0) = {LinkPath::none, 0, 0, "rank 2 cannot write into the memory of rank 0: why",
                        Carrier::staged};
    const std::string text = links_text(links);
    CHECK(says(text, "rank 2: why (the first of 2 such pairs)\n"));
    CHECK(says(text, "            not by NCCL: it is not there\n"));
    CHECK(says(text, " staged 12\n"));
    CHECK_FALSE(says(text, "rank 2 cannot write"));
}

TEST_CASE("pairs are counted by what carries between them") {
    CHECK(transport_text({6, 0, 0}) == "all pairs direct");
    CHECK(transport_text({0, 0, 1}) == "all pairs staged through hosts");
    CHECK(transport_text({2, 4, 0}) == "2 pairs direct, 4 by NCCL");
    CHECK(transport_text({1, 0, 2}) == "1 pair direct, 2 staged through hosts");
}
