// SPDX-License-Identifier: BSD-3-Clause
#include "output/series_dataset.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "output/hdf5_objects.hpp"

namespace mdsim::h5 {

namespace {

constexpr hsize_t chunk_bytes = hsize_t{1} << 20;       ///< at most, for per-atom rows
constexpr hsize_t small_chunk_bytes = hsize_t{1} << 13; ///< about, for other rows

[[maybe_unused]] bool is_real(ElementType type) {
    return type == ElementType::float32 || type == ElementType::float64;
}

/// One frame and a block of atoms, all blocks nearly equal; or many frames of a small row.
std::vector<hsize_t> chunk_of(const SeriesSpec& spec) {
    hsize_t row = size_of(spec.type);
    for (const hsize_t n : spec.shape) row *= std::max<hsize_t>(n, 1);
    std::vector<hsize_t> chunk{1};
    for (const hsize_t n : spec.shape) chunk.push_back(std::max<hsize_t>(n, 1));
    if (spec.per_atom) {
        const hsize_t atoms = chunk[1];
        const hsize_t most = chunk_bytes / (row / atoms);
        const hsize_t blocks = (atoms + most - 1) / most;
        chunk[1] = (atoms + blocks - 1) / blocks;
    } else {
        chunk[0] = std::max<hsize_t>(1, small_chunk_bytes / row);
    }
    return chunk;
}

} // namespace

bool is_compressed(const SeriesSpec& spec) { return spec.per_atom && spec.decimals >= 0; }

void make_series(const File& file, const SeriesSpec& spec) {
    MDSIM_EXPECT(!spec.per_atom || !spec.shape.empty());
    MDSIM_EXPECT(!is_compressed(spec) || is_real(spec.type));
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
    if (spec.per_atom) // every entry is written, so filling it first would only cost time
        check(H5Pset_fill_time(list.id(), H5D_FILL_TIME_NEVER), "H5Pset_fill_time", path);
    if (is_compressed(spec))
        check(H5Pset_scaleoffset(list.id(), H5Z_SO_FLOAT_DSCALE, spec.decimals),
              "H5Pset_scaleoffset", path);
    else // all ranks of a collective file must know the place of a chunk before one writes to it
        check(H5Pset_alloc_time(list.id(), H5D_ALLOC_TIME_EARLY), "H5Pset_alloc_time", path);
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
