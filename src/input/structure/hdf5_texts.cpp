// SPDX-License-Identifier: BSD-3-Clause
// The part of Hdf5File that reads texts, named values and attributes.
#include <map>
#include <string_view>

#include "input/structure/hdf5_reader.hpp"

namespace mdsim::source {

namespace {

/// The type in memory for reading texts of a dataset or attribute type.
Hdf5Handle text_type(hid_t stored) {
    Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    const bool variable = H5Tis_variable_str(stored) > 0;
    H5Tset_size(type.get(), variable ? H5T_VARIABLE : H5Tget_size(stored) + 1);
    H5Tset_cset(type.get(), H5Tget_cset(stored));
    return type;
}

/// Reads `n` texts of a stored type with `read(memory type, buffer)`.
template <class Read>
std::vector<std::string> read_texts(hid_t stored, hid_t space, std::size_t n, Read read) {
    const Hdf5Handle type = text_type(stored);
    std::vector<std::string> texts;
    if (H5Tis_variable_str(stored) > 0) {
        std::vector<char*> pointers(n, nullptr);
        read(type.get(), static_cast<void*>(pointers.data()));
        for (const char* pointer : pointers) texts.emplace_back(pointer == nullptr ? "" : pointer);
        H5Dvlen_reclaim(type.get(), space, H5P_DEFAULT, static_cast<void*>(pointers.data()));
        return texts;
    }
    const std::size_t width = H5Tget_size(type.get());
    std::vector<char> bytes(n * width + 1, '\0');
    read(type.get(), static_cast<void*>(bytes.data()));
    for (std::size_t i = 0; i < n; ++i) {
        const std::string_view cell(bytes.data() + i * width, width);
        texts.emplace_back(cell.substr(0, cell.find('\0')));
    }
    return texts;
}

/// The names of an enumeration by value, and the same enumeration with 64-bit values.
std::map<std::int64_t, std::string> value_names(hid_t stored, hid_t wide) {
    std::map<std::int64_t, std::string> names;
    const int members = H5Tget_nmembers(stored);
    const Hdf5Handle base(H5Tget_super(stored), H5Tclose);
    for (int i = 0; i < members; ++i) {
        char* name = H5Tget_member_name(stored, static_cast<unsigned>(i));
        std::int64_t value = 0; // converted in place, so as wide as either type
        H5Tget_member_value(stored, static_cast<unsigned>(i), &value);
        H5Tconvert(base.get(), H5T_NATIVE_INT64, 1, &value, nullptr, H5P_DEFAULT);
        H5Tenum_insert(wide, name, &value);
        names[value] = name;
        H5free_memory(name);
    }
    return names;
}

} // namespace

std::vector<std::string> Hdf5File::texts(const std::string& dataset,
                                         const std::vector<std::int64_t>& start,
                                         const std::vector<std::int64_t>& count) const {
    const std::size_t n = hdf5_size(count);
    const Hdf5Handle handle = dataset_handle(dataset);
    const Hdf5Handle stored(H5Dget_type(handle.get()), H5Tclose);
    if (H5Tget_class(stored.get()) == H5T_STRING) {
        const hsize_t length = n;
        const Hdf5Handle memory(H5Screate_simple(1, &length, nullptr), H5Sclose);
        return read_texts(stored.get(), memory.get(), n, [&](hid_t type, void* values) {
            read(dataset, type, start, count, values);
        });
    }
    const Hdf5Handle wide(H5Tenum_create(H5T_NATIVE_INT64), H5Tclose);
    const std::map<std::int64_t, std::string> names = value_names(stored.get(), wide.get());
    std::vector<std::int64_t> values(n);
    read(dataset, wide.get(), start, count, values.data());
    std::vector<std::string> texts;
    for (const std::int64_t value : values) {
        const auto name = names.find(value);
        if (name == names.end())
            fail(dataset, "the value " + std::to_string(value) + " has no name");
        texts.push_back(name->second);
    }
    return texts;
}

Hdf5Handle Hdf5File::attribute_handle(const std::string& object, const std::string& name) const {
    const htri_t there =
        has(object) ? H5Aexists_by_name(file_.get(), object.c_str(), name.c_str(), H5P_DEFAULT) : 0;
    if (there == 0) return {-1, H5Aclose};
    Hdf5Handle attribute(
        H5Aopen_by_name(file_.get(), object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
        H5Aclose);
    if (there < 0 || !attribute.valid())
        fail_damaged(object, "the attribute " + name + " cannot be opened");
    return attribute;
}

std::vector<std::string> Hdf5File::text_attribute(const std::string& object,
                                                  const std::string& name) const {
    const Hdf5Handle attribute = attribute_handle(object, name);
    if (!attribute.valid()) return {};
    const Hdf5Handle type(H5Aget_type(attribute.get()), H5Tclose);
    const Hdf5Handle space(H5Aget_space(attribute.get()), H5Sclose);
    const hssize_t n = H5Sget_simple_extent_npoints(space.get());
    if (H5Tget_class(type.get()) != H5T_STRING || n < 0)
        fail(object, "the attribute " + name + " must be text");
    return read_texts(type.get(), space.get(), static_cast<std::size_t>(n),
                      [&](hid_t memory, void* values) {
                          if (H5Aread(attribute.get(), memory, values) < 0)
                              fail_damaged(object, "the attribute " + name + " cannot be read");
                      });
}

std::vector<std::int64_t> Hdf5File::integer_attribute(const std::string& object,
                                                      const std::string& name) const {
    const Hdf5Handle attribute = attribute_handle(object, name);
    if (!attribute.valid()) return {};
    const Hdf5Handle type(H5Aget_type(attribute.get()), H5Tclose);
    const Hdf5Handle space(H5Aget_space(attribute.get()), H5Sclose);
    if (H5Tget_class(type.get()) != H5T_INTEGER)
        fail(object, "the attribute " + name + " must be whole numbers");
    const hssize_t n = std::max<hssize_t>(H5Sget_simple_extent_npoints(space.get()), 0);
    std::vector<std::int64_t> values(static_cast<std::size_t>(n));
    if (H5Aread(attribute.get(), H5T_NATIVE_INT64, values.data()) < 0)
        fail_damaged(object, "the attribute " + name + " cannot be read");
    return values;
}

} // namespace mdsim::source
