// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/hdf5_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "guard/hdf5_filters.hpp"
#include "guard/hdf5_reason.hpp"

namespace mdsim::source {

using guard::hdf5_reason;

namespace {

constexpr const char* damaged_advice =
    "the file is damaged, or cut off: take another copy of it, or write it anew";
constexpr std::size_t most_names = 10000; ///< of objects in a group

/// Opens the file that `source` has open already, and none that took its place meanwhile.
hid_t open_file(const std::string& path, const guard::RegularFile& source) {
    guard::forbid_hdf5_plugins();
    const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    H5Pset_fapl_sec2(access.get());
    Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose);
    if (!file.valid())
        throw InputError(path,
                         fmt::format("is not an HDF5 file that can be read; it may be cut off, of "
                                     "another format, or open for writing elsewhere ({})",
                                     hdf5_reason()));
    void* descriptor = nullptr;
    if (H5Fget_vfd_handle(file.get(), H5P_DEFAULT, &descriptor) < 0 ||
        !source.is_same(*static_cast<const int*>(descriptor)))
        throw InputError(path, "was replaced by another file while it was opened; try again");
    return file.release();
}

/// A list of names that takes no more than it may.
herr_t take_name(hid_t, const char* name, const H5L_info_t*, void* list) {
    auto& names = *static_cast<std::vector<std::string>*>(list);
    names.emplace_back(name);
    return names.size() > most_names ? 1 : 0;
}

} // namespace

std::size_t hdf5_size(const std::vector<std::int64_t>& count) {
    MDSIM_EXPECT(std::all_of(count.begin(), count.end(), [](std::int64_t n) { return n >= 0; }));
    return static_cast<std::size_t>(
        std::accumulate(count.begin(), count.end(), std::int64_t{1}, std::multiplies<>()));
}

Hdf5File::Hdf5File(std::string path)
    : path_(std::move(path)), source_(path_), file_(open_file(path_, source_), H5Fclose) {}

void Hdf5File::fail(const std::string& object, const std::string& what) const {
    throw InputError(path_, object + ": " + what);
}

void Hdf5File::fail_damaged(const std::string& object, const std::string& what) const {
    fail(object, fmt::format("{} ({}); {}", what, hdf5_reason(), damaged_advice));
}

guard::Hdf5Walk Hdf5File::walk(const std::string& object) const {
    guard::Hdf5Walk walk = guard::walk_hdf5(file_.get(), object);
    if (walk.end == guard::Hdf5Walk::End::refused) throw InputError(path_, walk.reason);
    if (walk.end == guard::Hdf5Walk::End::damaged)
        throw InputError(path_, walk.reason + "; " + damaged_advice);
    return walk;
}

bool Hdf5File::has(const std::string& object) const {
    return walk(object).end == guard::Hdf5Walk::End::object;
}

Hdf5Handle Hdf5File::object_handle(const std::string& object) const {
    const guard::Hdf5Walk found = walk(object);
    if (found.end != guard::Hdf5Walk::End::object) return {-1, H5Oclose};
    Hdf5Handle handle(H5Oopen(file_.get(), found.path.c_str(), H5P_DEFAULT), H5Oclose);
    if (!handle.valid()) fail_damaged(object, "cannot be opened");
    return handle;
}

bool Hdf5File::is_dataset(const std::string& object) const {
    const Hdf5Handle handle = object_handle(object);
    return handle.valid() && H5Iget_type(handle.get()) == H5I_DATASET;
}

std::vector<std::string> Hdf5File::names(const std::string& group) const {
    const Hdf5Handle handle = object_handle(group);
    if (!handle.valid()) fail(group, "there is no such group");
    std::vector<std::string> found;
    if (H5Iget_type(handle.get()) != H5I_GROUP) fail(group, "is not a group");
    if (H5Literate(handle.get(), H5_INDEX_NAME, H5_ITER_INC, nullptr, take_name, &found) < 0)
        fail_damaged(group, "cannot be listed");
    if (found.size() > most_names)
        fail(group, fmt::format("has more than {} objects; no H5MD file has", most_names));
    std::sort(found.begin(), found.end());
    return found;
}

Hdf5Handle Hdf5File::opened(const std::string& name, const std::string& path,
                            const ChunkCache& cache) const {
    const Hdf5Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
    H5Pset_chunk_cache(access.get(), cache.slots, cache.bytes, 0.0);
    Hdf5Handle handle(H5Dopen2(file_.get(), path.c_str(), access.get()), H5Dclose);
    if (!handle.valid()) fail_damaged(name, "cannot be opened");
    return handle;
}

Hdf5File::Dataset Hdf5File::open_dataset(const std::string& name) const {
    const guard::Hdf5Walk found = walk(name);
    if (found.end != guard::Hdf5Walk::End::object) fail(name, "there is no such dataset");
    // Closed before the next opening, which would otherwise share this one's cache.
    guard::Hdf5Layout layout =
        guard::hdf5_layout(opened(name, found.path, ChunkCache()).get(), source_);
    if (!layout.objection.empty()) fail(name, layout.objection);
    const ChunkCache cache = layout.filters.empty() ? ChunkCache() : chunk_cache(layout);
    return {opened(name, found.path, cache), std::move(layout), {}};
}

const Hdf5File::Dataset& Hdf5File::dataset(const std::string& name) const {
    const auto known = datasets_.find(name);
    return known != datasets_.end() ? known->second
                                    : datasets_.emplace(name, open_dataset(name)).first->second;
}

std::vector<std::int64_t> Hdf5File::shape(const std::string& name) const {
    const std::vector<hsize_t>& extent = dataset(name).layout.extent;
    return {extent.begin(), extent.end()};
}

std::uint64_t Hdf5File::stored_bytes(const std::string& name) const {
    return dataset(name).layout.stored;
}

std::size_t Hdf5File::value_bytes(const std::string& name) const {
    return dataset(name).layout.value_bytes;
}

Hdf5Kind Hdf5File::kind(const std::string& name) const {
    const Hdf5Handle type(H5Dget_type(dataset(name).handle.get()), H5Tclose);
    switch (H5Tget_class(type.get())) {
    case H5T_INTEGER:
        return Hdf5Kind::integer;
    case H5T_FLOAT:
        return Hdf5Kind::real;
    case H5T_STRING:
        return Hdf5Kind::text;
    case H5T_ENUM:
        return Hdf5Kind::named;
    default:
        return Hdf5Kind::other;
    }
}

void Hdf5File::check_block(const std::string& name, const std::vector<std::int64_t>& start,
                           const std::vector<std::int64_t>& count, std::size_t bytes) const {
    const Dataset& set = dataset(name);
    const std::vector<hsize_t> first(start.begin(), start.end());
    const std::vector<hsize_t> size(count.begin(), count.end());
    const std::vector<hsize_t>& extent = set.layout.extent;
    const Hdf5Handle type(H5Dget_type(set.handle.get()), H5Tclose);
    const std::string objection = guard::hdf5_type_objection(type.get());
    if (!objection.empty()) fail(name, objection);
    MDSIM_REQUIRE(first.size() == size.size() && size.size() == extent.size());
    for (std::size_t k = 0; k < extent.size(); ++k)
        MDSIM_REQUIRE(first[k] <= extent[k] && size[k] <= extent[k] - first[k]);
    const std::size_t values = hdf5_size(count); // below 2^62, as the extent is
    if (!guard::is_backed(values * bytes, set.layout.stored))
        fail(name, fmt::format("claims {} values, but {} bytes are stored of all; no compression "
                               "makes that of them",
                               values, set.layout.stored));
    const std::string broken =
        guard::chunks_objection(set.handle.get(), set.layout, first, size, set.sound);
    if (!broken.empty()) fail(name, broken + "; " + damaged_advice);
}

void Hdf5File::read(const std::string& name, hid_t type, const std::vector<std::int64_t>& start,
                    const std::vector<std::int64_t>& count, void* values, hid_t transfer) const {
    MDSIM_EXPECT(start.size() == count.size() && values != nullptr);
    const std::vector<hsize_t> first(start.begin(), start.end());
    const std::vector<hsize_t> size(count.begin(), count.end());
    const hid_t handle = dataset(name).handle.get();
    const Hdf5Handle space(H5Dget_space(handle), H5Sclose);
    const Hdf5Handle memory(H5Screate_simple(static_cast<int>(size.size()), size.data(), nullptr),
                            H5Sclose);
    const bool selected =
        size.empty() || H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, first.data(), nullptr,
                                            size.data(), nullptr) >= 0;
    if (!selected || H5Dread(handle, type, memory.get(), space.get(), transfer, values) < 0)
        fail_damaged(name, "its values cannot be read");
}

template <class Number>
std::vector<Number> Hdf5File::numbers(const std::string& name, hid_t type,
                                      const std::vector<std::int64_t>& start,
                                      const std::vector<std::int64_t>& count) const {
    check_block(name, start, count, std::max(sizeof(Number), value_bytes(name)));
    std::vector<Number> values(hdf5_size(count));
    if (!values.empty()) read(name, type, start, count, values.data());
    return values;
}

void Hdf5File::refuse_beyond_int64(const std::string& object, const std::string& what,
                                   const std::vector<std::uint64_t>& values) const {
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    for (const std::uint64_t value : values)
        if (value > most)
            fail(object,
                 fmt::format("{}holds {}; whole numbers may be at most {}", what, value, most));
}

std::vector<double> Hdf5File::reals(const std::string& name, const std::vector<std::int64_t>& start,
                                    const std::vector<std::int64_t>& count) const {
    return numbers<double>(name, H5T_NATIVE_DOUBLE, start, count);
}

std::vector<std::int64_t> Hdf5File::integers(const std::string& name,
                                             const std::vector<std::int64_t>& start,
                                             const std::vector<std::int64_t>& count) const {
    const Hdf5Handle stored(H5Dget_type(dataset(name).handle.get()), H5Tclose);
    if (!guard::hdf5_exceeds_int64(stored.get()))
        return numbers<std::int64_t>(name, H5T_NATIVE_INT64, start, count);
    const auto values = numbers<std::uint64_t>(name, H5T_NATIVE_UINT64, start, count);
    refuse_beyond_int64(name, "", values);
    return {values.begin(), values.end()};
}

} // namespace mdsim::source
