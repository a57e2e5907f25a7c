// SPDX-License-Identifier: BSD-3-Clause
// Contracts of this module, broken one by one; they stand in debug builds.
#include "output/block_gather.hpp"
#include "output/checkpoint_file.hpp"
#include "output/durable_file.hpp"
#include "output/number_table.hpp"
#include "output/writer_thread.hpp"
#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("columns of a table have equal length", "[contract]") {
    NumberTable table;
    table.columns = {{"a", "", {1, 2}}, {"b", "", {1}}};
    CHECK_THROWS_WITH(write_csv("never_written.csv", table),
                      ContainsSubstring("column.values.size() == lines"));
}

TEST_CASE("pieces hold whole elements", "[contract]") {
    const std::array<std::byte, 5> bytes{};
    const auto nowhere = [](std::int64_t, std::span<const std::byte>) {};
    CHECK_THROWS_WITH(cut_into_pieces(0, bytes, 4, nowhere),
                      ContainsSubstring("bytes.size() % element_size == 0"));
}

#ifndef NDEBUG
TEST_CASE("jobs can be done, and checkpoints have an age", "[contract]") {
    WriterThread writer(WriterThread::Mode::synchronous);
    CHECK_THROWS_WITH(writer.submit(nullptr), ContainsSubstring("job != nullptr"));
    CHECK_THROWS_WITH(checkpoint_path("out", -1), ContainsSubstring("age >= 0"));
}
#endif
