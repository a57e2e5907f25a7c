// SPDX-License-Identifier: BSD-3-Clause
#include "output/series_sums.hpp"

#include <algorithm>
#include <utility>

#include "core/contract.hpp"
#include "output/committed_file.hpp"

namespace mdsim {

namespace {

constexpr std::uint64_t layout_piece = std::uint64_t{1} << 14; // [bytes]
constexpr std::uint64_t array_piece = std::uint64_t{1} << 20;  // [bytes]

/// Part of a file.
struct Extent {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
};

/// Cuts an extent into pieces of at most `most` bytes.
template <class Use> void for_each_piece(const Extent& extent, std::uint64_t most, const Use& use) {
    for (std::uint64_t done = 0; done < extent.size; done += most)
        use(Extent{extent.offset + done, std::min(most, extent.size - done)});
}

/// What is left of a file of `size` bytes without the extents `taken`.
std::vector<Extent> rest_of(std::uint64_t size, std::vector<Extent> taken) {
    std::sort(taken.begin(), taken.end(),
              [](const Extent& a, const Extent& b) { return a.offset < b.offset; });
    taken.push_back({size, 0});
    std::vector<Extent> rest;
    std::uint64_t at = 0;
    for (const Extent& extent : taken) {
        if (extent.offset > at) rest.push_back({at, extent.offset - at});
        at = std::max(at, extent.offset + extent.size);
    }
    return rest;
}

} // namespace

SeriesSums::SeriesSums(std::string path, const std::string& run_id)
    : path_(std::move(path)), log_(sums_path(path_), run_id) {}

SeriesSums::SeriesSums(std::string path, const SumsState& state, std::set<std::uint64_t> damaged)
    : path_(std::move(path)), log_(sums_path(path_), state), damaged_(std::move(damaged)),
      fixed_done_(true) {}

void SeriesSums::look_for(std::vector<SummedSeries> series, std::vector<SummedArray> arrays,
                          std::int64_t rows) {
    series_ = std::move(series);
    arrays_ = std::move(arrays);
    done_.assign(series_.size(), rows);
}

void SeriesSums::cut(std::int64_t rows) {
    log_.cut(rows);
    std::fill(done_.begin(), done_.end(), rows);
    whole_index_ = true;
    witness_ = RowWitness();
}

void SeriesSums::add_frames(std::int64_t rows) {
    const PosixFile file(path_, FileMode::read);
    witness_.expect_unchanged(file);
    for (std::size_t i = 0; i < series_.size(); ++i)
        if (series_[i].per_atom && done_[i] < rows) add_rows(file, i, rows);
}

void SeriesSums::commit(std::int64_t rows) {
    MDSIM_EXPECT(!series_.empty());
    const PosixFile file(path_, FileMode::read);
    witness_.expect_unchanged(file);
    for (std::size_t i = 0; i < series_.size(); ++i)
        if (done_[i] < rows || whole_index_) add_rows(file, i, rows);
    if (!fixed_done_) add_fixed(file);
    add_index(file);
    log_.commit(rows, file.size());
    whole_index_ = false;
    fixed_done_ = true;
}

void SeriesSums::add_rows(const PosixFile& file, std::size_t series, std::int64_t rows) {
    MDSIM_EXPECT(done_[series] <= rows);
    for (const h5::FileChunk& chunk :
         h5::chunks_from(file, series_[series].header, done_[series])) {
        const std::int64_t held = std::min(chunk.rows, rows - chunk.first_row);
        if (held <= 0) continue;
        // Rows that are not there yet will be written over.
        const std::uint64_t size = chunk.rows == 1
                                       ? chunk.size
                                       : chunk.size / static_cast<std::uint64_t>(chunk.rows) *
                                             static_cast<std::uint64_t>(held);
        const SumRecord piece{SumKind::rows, chunk.offset,        size, 0, chunk.first_row,
                              held,          series_[series].path};
        add(file, piece);
        // HDF5 writes a chunk that is not full again as a whole, and so mends what was cut of it.
        if (held == chunk.rows) witness_.remember(file, piece);
    }
    done_[series] = rows;
}

void SeriesSums::add_fixed(const PosixFile& file) {
    std::vector<Extent> taken{{0, h5::superblock_of(file).bytes.size()}};
    for (const SummedSeries& series : series_) {
        for (const h5::FileRegion& region :
             h5::dataset_metadata(file, series.header, h5::Change::any))
            taken.push_back({region.offset, region.bytes.size()});
        for (const h5::FileChunk& chunk : h5::chunks_from(file, series.header, 0))
            taken.push_back({chunk.offset, chunk.size});
    }
    for (const SummedArray& array : arrays_) {
        taken.push_back({array.offset, array.size});
        for_each_piece({array.offset, array.size}, array_piece, [&](const Extent& piece) {
            add(file, {SumKind::array, piece.offset, piece.size, 0, 0, 0, array.path});
        });
    }
    for (const Extent& extent : rest_of(file.size(), std::move(taken)))
        for_each_piece(extent, layout_piece, [&](const Extent& piece) {
            add(file, {SumKind::layout, piece.offset, piece.size, 0, 0, 0, ""});
        });
}

void SeriesSums::add_index(const PosixFile& file) {
    MDSIM_EXPECT(whole_index_ || final_nodes_.size() == series_.size());
    const auto add_region = [&](const std::string& where, const h5::FileRegion& region) {
        add(file, {SumKind::index, region.offset, region.bytes.size(), 0, 0, 0, where});
    };
    add_region("all", h5::superblock_of(file));
    if (whole_index_) final_nodes_.assign(series_.size(), {});
    for (std::size_t i = 0; i < series_.size(); ++i)
        for (const h5::FileRegion& region :
             h5::changing_metadata(file, series_[i].header, final_nodes_[i]))
            add_region(series_[i].path, region);
}

void SeriesSums::add(const PosixFile& file, SumRecord record) {
    record.sum = sum_of(file, record.offset, record.size);
    if (damaged_.count(record.offset) != 0) record.sum = ~record.sum; // fits nothing that is there
    log_.add(record);
}

} // namespace mdsim
