// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5_objects.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "core/contract.hpp"

namespace mdsim::h5 {

namespace {

/// An object of a file, for messages.
std::string inside(const File& file, const std::string& object) {
    return file.path() + ": " + object;
}

Handle string_type(const File& file, std::size_t size, H5T_cset_t set) {
    Handle type(check(H5Tcopy(H5T_C_S1), "H5Tcopy", file.path()), H5Tclose);
    check(H5Tset_size(type.id(), size), "H5Tset_size", file.path());
    check(H5Tset_strpad(type.id(), H5T_STR_NULLTERM), "H5Tset_strpad", file.path());
    check(H5Tset_cset(type.id(), set), "H5Tset_cset", file.path());
    return type;
}

Handle space_of(const File& file, const std::vector<hsize_t>& shape) {
    const hid_t id = shape.empty()
                         ? H5Screate(H5S_SCALAR)
                         : H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
    return Handle(check(id, "H5Screate", file.path()), H5Sclose);
}

void make_attribute(const File& file, const std::string& object, const std::string& name,
                    hid_t type, const std::vector<hsize_t>& shape, const void* data) {
    const Handle owner(
        check(H5Oopen(file.id(), object.c_str(), H5P_DEFAULT), "H5Oopen", file.path()), H5Oclose);
    const Handle space = space_of(file, shape);
    Handle attribute(
        check(H5Acreate2(owner.id(), name.c_str(), type, space.id(), H5P_DEFAULT, H5P_DEFAULT),
              "H5Acreate2", file.path()),
        H5Aclose);
    check(H5Awrite(attribute.id(), type, data), "H5Awrite", file.path());
    attribute.close("H5Aclose", file.path());
}

Handle make_dataset(const File& file, const std::string& path, hid_t type,
                    const std::vector<hsize_t>& shape, bool all_space_now) {
    const Handle list(check(H5Pcreate(H5P_DATASET_CREATE), "H5Pcreate", file.path()), H5Pclose);
    check(H5Pset_obj_track_times(list.id(), false), "H5Pset_obj_track_times", file.path());
    if (all_space_now) {
        check(H5Pset_alloc_time(list.id(), H5D_ALLOC_TIME_EARLY), "H5Pset_alloc_time", file.path());
        check(H5Pset_fill_time(list.id(), H5D_FILL_TIME_NEVER), "H5Pset_fill_time", file.path());
    }
    const Handle space = space_of(file, shape);
    return Handle(check(H5Dcreate2(file.id(), path.c_str(), type, space.id(), H5P_DEFAULT,
                                   list.id(), H5P_DEFAULT),
                        "H5Dcreate2", file.path()),
                  H5Dclose);
}

void write_and_close(const File& file, Handle dataset, hid_t type, const void* data) {
    check(H5Dwrite(dataset.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), "H5Dwrite",
          file.path());
    dataset.close("H5Dclose", file.path());
}

} // namespace

Handle make_group(const File& file, const std::string& path) {
    const Handle links(check(H5Pcreate(H5P_LINK_CREATE), "H5Pcreate", file.path()), H5Pclose);
    check(H5Pset_create_intermediate_group(links.id(), 1), "H5Pset_create_intermediate_group",
          file.path());
    return Handle(check(H5Gcreate2(file.id(), path.c_str(), links.id(), H5P_DEFAULT, H5P_DEFAULT),
                        "H5Gcreate2", file.path()),
                  H5Gclose);
}

Handle open_dataset(const File& file, const std::string& path) {
    return Handle(
        check(H5Dopen2(file.id(), path.c_str(), H5P_DEFAULT), "H5Dopen2", inside(file, path)),
        H5Dclose);
}

bool exists(const File& file, const std::string& path) {
    for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
        const std::string part = path.substr(0, end);
        if (check(H5Lexists(file.id(), part.c_str(), H5P_DEFAULT), "H5Lexists",
                  inside(file, path)) == 0)
            return false;
        if (end == std::string::npos) return true;
    }
}

void write_attribute(const File& file, const std::string& object, const std::string& name,
                     const std::string& text, StringKind kind) {
    const bool fixed = kind == StringKind::fixed;
    const Handle type = string_type(file, fixed ? text.size() + 1 : H5T_VARIABLE, H5T_CSET_ASCII);
    const char* characters = text.c_str();
    make_attribute(file, object, name, type.id(), {},
                   fixed ? static_cast<const void*>(characters) : &characters);
}

void write_attribute(const File& file, const std::string& object, const std::string& name,
                     const std::vector<std::string>& texts) {
    MDSIM_EXPECT(!texts.empty()); // HDF5 has no type for texts of no length
    std::size_t longest = 0;
    for (const std::string& text : texts) longest = std::max(longest, text.size() + 1);
    std::string packed;
    for (const std::string& text : texts) packed += text + std::string(longest - text.size(), '\0');
    const Handle type = string_type(file, longest, H5T_CSET_ASCII);
    make_attribute(file, object, name, type.id(), {texts.size()}, packed.data());
}

void write_attribute(const File& file, const std::string& object, const std::string& name,
                     const std::vector<std::int32_t>& values) {
    std::vector<hsize_t> shape;
    if (values.size() != 1) shape.push_back(values.size());
    make_attribute(file, object, name, H5T_NATIVE_INT32, shape, values.data());
}

void write_attribute(const File& file, const std::string& object, const std::string& name,
                     const std::vector<double>& values) {
    make_attribute(file, object, name, H5T_NATIVE_DOUBLE, {values.size()}, values.data());
}

bool has_attribute(const File& file, const std::string& object, const std::string& name) {
    return check(H5Aexists_by_name(file.id(), object.c_str(), name.c_str(), H5P_DEFAULT),
                 "H5Aexists_by_name", inside(file, object)) > 0;
}

void write_dataset(const File& file, const std::string& path, const std::vector<hsize_t>& shape,
                   const BlockArray& values) {
    MDSIM_EXPECT(std::accumulate(shape.begin(), shape.end(), size_of(values.type),
                                 std::multiplies<>()) == values.bytes.size());
    Handle dataset = make_dataset(file, path, file_type(values.type), shape, false);
    if (!values.bytes.empty())
        write_and_close(file, std::move(dataset), native_type(values.type), values.bytes.data());
}

void write_text(const File& file, const std::string& path, const std::string& text) {
    const Handle type = string_type(file, text.size() + 1, H5T_CSET_UTF8);
    write_and_close(file, make_dataset(file, path, type.id(), {}, false), type.id(), text.c_str());
}

void write_texts(const File& file, const std::string& path, const std::vector<std::string>& texts) {
    std::vector<const char*> characters;
    for (const std::string& text : texts) characters.push_back(text.c_str());
    const Handle type = string_type(file, H5T_VARIABLE, H5T_CSET_ASCII);
    Handle dataset = make_dataset(file, path, type.id(), {texts.size()}, false);
    if (!texts.empty()) write_and_close(file, std::move(dataset), type.id(), characters.data());
}

void make_array(const File& file, const std::string& path, const std::vector<hsize_t>& shape,
                ElementType type) {
    make_dataset(file, path, file_type(type), shape, true).close("H5Dclose", file.path());
}

void link_hard(const File& file, const std::string& existing, const std::string& link) {
    check(H5Lcreate_hard(file.id(), existing.c_str(), file.id(), link.c_str(), H5P_DEFAULT,
                         H5P_DEFAULT),
          "H5Lcreate_hard", file.path());
}

void link_soft(const File& file, const std::string& target, const std::string& link) {
    check(H5Lcreate_soft(target.c_str(), file.id(), link.c_str(), H5P_DEFAULT, H5P_DEFAULT),
          "H5Lcreate_soft", file.path());
}

std::vector<hsize_t> shape_of(const File& file, hid_t dataset) {
    const Handle space(check(H5Dget_space(dataset), "H5Dget_space", file.path()), H5Sclose);
    const hid_t rank =
        check(H5Sget_simple_extent_ndims(space.id()), "H5Sget_simple_extent_ndims", file.path());
    std::vector<hsize_t> shape(static_cast<std::size_t>(rank));
    check(H5Sget_simple_extent_dims(space.id(), shape.data(), nullptr), "H5Sget_simple_extent_dims",
          file.path());
    return shape;
}

std::uint64_t header_address(const File& file, hid_t dataset) {
#if H5_VERSION_GE(1, 12, 0)
    H5O_info1_t info{};
#else
    H5O_info_t info{};
#endif
    check(H5Oget_info1(dataset, &info), "H5Oget_info1", file.path());
    return info.addr;
}

Extent extent_of(const File& file, const std::string& path) {
    const Handle dataset = open_dataset(file, path);
    const haddr_t offset = H5Dget_offset(dataset.id());
    const hsize_t size = H5Dget_storage_size(dataset.id());
    return offset == HADDR_UNDEF ? Extent{} : Extent{offset, size};
}

std::string read_attribute(const File& file, const std::string& object, const std::string& name) {
    const hid_t found =
        check(H5Aexists_by_name(file.id(), object.c_str(), name.c_str(), H5P_DEFAULT),
              "H5Aexists_by_name", inside(file, object));
    if (found == 0) return {};
    const Handle attribute(
        check(H5Aopen_by_name(file.id(), object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
              "H5Aopen_by_name", inside(file, object)),
        H5Aclose);
    const Handle type(check(H5Aget_type(attribute.id()), "H5Aget_type", inside(file, object)),
                      H5Tclose);
    if (H5Tget_class(type.id()) != H5T_STRING || H5Tis_variable_str(type.id()) > 0) return {};
    std::string text(H5Tget_size(type.id()), '\0');
    check(H5Aread(attribute.id(), type.id(), text.data()), "H5Aread", inside(file, object));
    return text.substr(0, text.find('\0'));
}

std::string read_text(const File& file, const std::string& path) {
    const Handle dataset = open_dataset(file, path);
    const Handle type(check(H5Dget_type(dataset.id()), "H5Dget_type", inside(file, path)),
                      H5Tclose);
    std::string text(H5Tget_size(type.id()), '\0');
    check(H5Dread(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()), "H5Dread",
          inside(file, path));
    return text.substr(0, text.find('\0'));
}

} // namespace mdsim::h5
