// SPDX-License-Identifier: BSD-3-Clause
#include "output/series_dataset.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "output/deflate.hpp"
#include "output/hdf5_objects.hpp"

namespace mdsim::h5 {

namespace {

constexpr hsize_t chunk_bytes = hsize_t{1} << 20;       ///< at most, for per-atom rows
constexpr hsize_t small_chunk_bytes = hsize_t{1} << 13; ///< about, for other rows

/// Atoms that follow each other may be neighbours: the fewer a chunk holds, the fewer bits tell
/// them apart. But each chunk takes places in indexes and lists of checksums.
hsize_t most_compressed(hsize_t atoms) {
    constexpr hsize_t few = hsize_t{1} << 14, blocks = 128;
    return std::clamp(atoms / blocks, few, chunk_bytes / sizeof(float));
}

/// The length of blocks of at most `most` atoms that are nearly equal.
hsize_t block_of(hsize_t atoms, hsize_t most) {
    const hsize_t blocks = (atoms + most - 1) / most;
    return (atoms + blocks - 1) / blocks;
}

/// One frame and a block of atoms; or many frames of a small row.
std::vector<hsize_t> chunk_of(const SeriesSpec& spec) {
    hsize_t row = size_of(spec.type);
    for (const hsize_t n : spec.shape) row *= std::max<hsize_t>(n, 1);
    std::vector<hsize_t> chunk{1};
    for (const hsize_t n : spec.shape) chunk.push_back(std::max<hsize_t>(n, 1));
    if (!spec.per_atom) {
        chunk[0] = std::max<hsize_t>(1, small_chunk_bytes / row);
        return chunk;
    }
    const hsize_t atoms = chunk[1];
    if (is_compressed(spec)) {
        std::fill(chunk.begin() + 2, chunk.end(), 1);
        chunk[1] = block_of(atoms, most_compressed(atoms));
    } else {
        chunk[1] = block_of(atoms, chunk_bytes / (row / atoms));
    }
    return chunk;
}

bool has_filter(H5Z_filter_t filter) {
    unsigned can = 0;
    return H5Zfilter_avail(filter) > 0 && H5Zget_filter_info(filter, &can) >= 0 &&
           (can & H5Z_FILTER_CONFIG_ENCODE_ENABLED) != 0;
}

/// Without a fill value, as numbers near that one would be taken for it.
void leave_unfilled(hid_t list, const SeriesSpec& spec, const std::string& path) {
    check(H5Pset_fill_value(list, file_type(spec.type), nullptr), "H5Pset_fill_value", path);
    check(H5Pset_fill_time(list, H5D_FILL_TIME_NEVER), "H5Pset_fill_time", path);
}

void round_entries(hid_t list, const SeriesSpec& spec, const std::string& path) {
    if (!has_filter(H5Z_FILTER_SCALEOFFSET))
        throw EnvironmentError(path + ": this HDF5 library was built without the scale-offset "
                                      "filter, which trajectory.precision needs");
    leave_unfilled(list, spec, path);
    check(H5Pset_scaleoffset(list, H5Z_SO_FLOAT_DSCALE, spec.decimals), "H5Pset_scaleoffset", path);
}

/// By the filters that the library has; without deflate, most whole numbers still take few bits.
void compress_entries(hid_t list, const SeriesSpec& spec, const std::string& path) {
    leave_unfilled(list, spec, path);
    if (has_filter(H5Z_FILTER_SCALEOFFSET))
        check(H5Pset_scaleoffset(list, H5Z_SO_INT, H5Z_SO_INT_MINBITS_DEFAULT),
              "H5Pset_scaleoffset", path);
    if (has_filter(H5Z_FILTER_DEFLATE) && can_deflate())
        check(H5Pset_deflate(list, 1), "H5Pset_deflate", path);
}

/// Every entry is written, so filling it first would only cost time; and all ranks of a collective
/// file must know the place of a chunk before one writes to it.
void place_entries(hid_t list, const SeriesSpec& spec, const std::string& path) {
    if (spec.per_atom) check(H5Pset_fill_time(list, H5D_FILL_TIME_NEVER), "H5Pset_fill_time", path);
    check(H5Pset_alloc_time(list, H5D_ALLOC_TIME_EARLY), "H5Pset_alloc_time", path);
}

} // namespace

bool is_rounded(const SeriesSpec& spec) { return spec.per_atom && spec.decimals >= 0; }

bool is_compressed(const SeriesSpec& spec) {
    return is_rounded(spec) || (spec.per_atom && spec.type == ElementType::int32);
}

void make_series(const File& file, const SeriesSpec& spec) {
    MDSIM_EXPECT(!spec.per_atom || !spec.shape.empty());
    MDSIM_EXPECT(!is_rounded(spec) || spec.type == ElementType::float32);
    const std::string& path = file.path();
    const std::string group = spec.path.substr(0, spec.path.rfind('/'));
    if (!group.empty() && !exists(file, group)) make_group(file, group);
    std::vector<hsize_t> shape{0};
    shape.insert(shape.end(), spec.shape.begin(), spec.shape.end());
    std::vector<hsize_t> limit = shape;
    limit[0] = H5S_UNLIMITED;
    const std::vector<hsize_t> chunk = chunk_of(spec);
    const int rank = static_cast<int>(shape.size());

    const Handle space(
        check(H5Screate_simple(rank, shape.data(), limit.data()), "H5Screate_simple", path),
        H5Sclose);
    const Handle list(check(H5Pcreate(H5P_DATASET_CREATE), "H5Pcreate", path), H5Pclose);
    check(H5Pset_obj_track_times(list.id(), false), "H5Pset_obj_track_times", path);
    check(H5Pset_chunk(list.id(), rank, chunk.data()), "H5Pset_chunk", path);
    if (is_rounded(spec))
        round_entries(list.id(), spec, path);
    else if (is_compressed(spec))
        compress_entries(list.id(), spec, path);
    else
        place_entries(list.id(), spec, path);
    const Handle dataset(check(H5Dcreate2(file.id(), spec.path.c_str(), file_type(spec.type),
                                          space.id(), H5P_DEFAULT, list.id(), H5P_DEFAULT),
                               "H5Dcreate2", path),
                         H5Dclose);
}

Handle open_series(const File& file, const SeriesSpec& spec) {
    const Handle list(check(H5Pcreate(H5P_DATASET_ACCESS), "H5Pcreate", file.path()), H5Pclose);
    // Whole chunks of atoms need no cache, except where pieces of one are compressed together.
    const std::size_t cache = spec.per_atom && !is_compressed(spec) ? 0 : 4 * chunk_bytes;
    check(H5Pset_chunk_cache(list.id(), 101, cache, 1.0), "H5Pset_chunk_cache", file.path());
    return Handle(check(H5Dopen2(file.id(), spec.path.c_str(), list.id()), "H5Dopen2", file.path()),
                  H5Dclose);
}

void set_rows(const File& file, hid_t dataset, std::int64_t rows) {
    MDSIM_EXPECT(rows >= 0);
    std::vector<hsize_t> shape = shape_of(file, dataset);
    shape[0] = static_cast<hsize_t>(rows);
    check(H5Dset_extent(dataset, shape.data()), "H5Dset_extent", file.path());
}

std::int64_t rows_of(const File& file, const std::string& path) {
    return static_cast<std::int64_t>(shape_of(file, open_dataset(file, path).id()).at(0));
}

std::int64_t rows_up_to(const File& file, const std::string& step_path, Step last) {
    const Handle dataset = open_dataset(file, step_path);
    std::vector<Step> steps(shape_of(file, dataset.id()).at(0));
    if (!steps.empty())
        check(H5Dread(dataset.id(), H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, steps.data()),
              "H5Dread", file.path());
    std::size_t rows = 0;
    while (rows < steps.size() && steps[rows] <= last &&
           (rows == 0 || steps[rows] > steps[rows - 1]))
        ++rows;
    return static_cast<std::int64_t>(rows);
}

} // namespace mdsim::h5
