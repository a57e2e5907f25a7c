// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/hdf5_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <numeric>
#include <utility>

#include "core/error.hpp"
#include "input/structure/hdf5_reason.hpp"

namespace mdsim::source {

namespace {

hid_t open_file(const std::string& path) {
    if (!std::filesystem::is_regular_file(path))
        throw InputError(path, "cannot be opened: there is no such file");
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0)
        throw InputError(path,
                         fmt::format("is not an HDF5 file that can be read; it may be cut off, of "
                                     "another format, or open for writing elsewhere ({})",
                                     hdf5_reason()));
    return file;
}

} // namespace

std::size_t hdf5_size(const std::vector<std::int64_t>& count) {
    return static_cast<std::size_t>(
        std::accumulate(count.begin(), count.end(), std::int64_t{1}, std::multiplies<>()));
}

Hdf5File::Hdf5File(std::string path) : path_(std::move(path)), file_(open_file(path_), H5Fclose) {}

void Hdf5File::fail(const std::string& object, const std::string& what) const {
    throw InputError(path_, object + ": " + what);
}

void Hdf5File::fail_damaged(const std::string& object, const std::string& what) const {
    fail(object, fmt::format("{} ({}); the file is damaged, or cut off: take another copy of it, "
                             "or write it anew",
                             what, hdf5_reason()));
}

bool Hdf5File::has_link(const std::string& object) const {
    const htri_t linked = H5Lexists(file_.get(), object.c_str(), H5P_DEFAULT);
    if (linked < 0) fail_damaged(object, "cannot be looked for");
    if (linked == 0) return false;
    const htri_t leads = H5Oexists_by_name(file_.get(), object.c_str(), H5P_DEFAULT);
    if (leads < 0) fail_damaged(object, "cannot be found");
    return leads > 0;
}

bool Hdf5File::has(const std::string& object) const {
    for (std::size_t end = object.find('/', 1);; end = object.find('/', end + 1)) {
        const std::string part = object.substr(0, end);
        if (!has_link(part)) return false;
        if (end == std::string::npos) return true;
        if (H5Iget_type(object_handle(part).get()) != H5I_GROUP) return false;
    }
}

Hdf5Handle Hdf5File::object_handle(const std::string& object) const {
    Hdf5Handle handle(H5Oopen(file_.get(), object.c_str(), H5P_DEFAULT), H5Oclose);
    if (!handle.valid()) fail_damaged(object, "cannot be opened");
    return handle;
}

bool Hdf5File::is_dataset(const std::string& object) const {
    return has(object) && H5Iget_type(object_handle(object).get()) == H5I_DATASET;
}

std::vector<std::string> Hdf5File::names(const std::string& group) const {
    if (!has(group)) fail(group, "there is no such group");
    const Hdf5Handle handle(H5Gopen2(file_.get(), group.c_str(), H5P_DEFAULT), H5Gclose);
    std::vector<std::string> found;
    const auto take = [](hid_t, const char* name, const H5L_info_t*, void* list) -> herr_t {
        static_cast<std::vector<std::string>*>(list)->emplace_back(name);
        return 0;
    };
    if (!handle.valid() ||
        H5Literate(handle.get(), H5_INDEX_NAME, H5_ITER_INC, nullptr, take, &found) < 0)
        fail_damaged(group, "cannot be listed");
    std::sort(found.begin(), found.end());
    return found;
}

Hdf5Handle Hdf5File::dataset_handle(const std::string& dataset) const {
    if (!has(dataset)) fail(dataset, "there is no such dataset");
    Hdf5Handle handle(H5Dopen2(file_.get(), dataset.c_str(), H5P_DEFAULT), H5Dclose);
    if (!handle.valid()) fail_damaged(dataset, "cannot be opened");
    return handle;
}

std::vector<std::int64_t> Hdf5File::shape(const std::string& dataset) const {
    const Hdf5Handle handle = dataset_handle(dataset);
    const Hdf5Handle space(H5Dget_space(handle.get()), H5Sclose);
    const int rank = H5Sget_simple_extent_ndims(space.get());
    std::vector<hsize_t> extent(static_cast<std::size_t>(std::max(rank, 0)));
    if (rank < 0 || H5Sget_simple_extent_dims(space.get(), extent.data(), nullptr) < 0)
        fail_damaged(dataset, "its extent cannot be read");
    std::vector<std::int64_t> result;
    for (const hsize_t n : extent) result.push_back(static_cast<std::int64_t>(n));
    return result;
}

Hdf5Kind Hdf5File::kind(const std::string& dataset) const {
    const Hdf5Handle handle = dataset_handle(dataset);
    const Hdf5Handle type(H5Dget_type(handle.get()), H5Tclose);
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

void Hdf5File::read(const std::string& dataset, hid_t type, const std::vector<std::int64_t>& start,
                    const std::vector<std::int64_t>& count, void* values) const {
    const Hdf5Handle handle = dataset_handle(dataset);
    const Hdf5Handle space(H5Dget_space(handle.get()), H5Sclose);
    const std::vector<hsize_t> first(start.begin(), start.end());
    const std::vector<hsize_t> size(count.begin(), count.end());
    const Hdf5Handle memory(H5Screate_simple(static_cast<int>(size.size()), size.data(), nullptr),
                            H5Sclose);
    const bool selected =
        size.empty() || H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, first.data(), nullptr,
                                            size.data(), nullptr) >= 0;
    if (!selected ||
        H5Dread(handle.get(), type, memory.get(), space.get(), H5P_DEFAULT, values) < 0)
        fail_damaged(dataset, "its values cannot be read");
}

std::vector<double> Hdf5File::reals(const std::string& dataset,
                                    const std::vector<std::int64_t>& start,
                                    const std::vector<std::int64_t>& count) const {
    std::vector<double> values(hdf5_size(count));
    if (!values.empty()) read(dataset, H5T_NATIVE_DOUBLE, start, count, values.data());
    return values;
}

std::vector<std::int64_t> Hdf5File::integers(const std::string& dataset,
                                             const std::vector<std::int64_t>& start,
                                             const std::vector<std::int64_t>& count) const {
    std::vector<std::int64_t> values(hdf5_size(count));
    if (!values.empty()) read(dataset, H5T_NATIVE_INT64, start, count, values.data());
    return values;
}

} // namespace mdsim::source
