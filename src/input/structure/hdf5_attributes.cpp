// SPDX-License-Identifier: BSD-3-Clause
// The part of Hdf5File that reads attributes.
#include <fmt/format.h>

#include "input/structure/hdf5_reader.hpp"
#include "input/structure/hdf5_text_type.hpp"

namespace mdsim::source {

namespace {

constexpr hssize_t most_values = 1024;                   ///< of an attribute
constexpr std::size_t most_bytes = std::size_t{1} << 20; ///< of an attribute

/// Reads `n` texts of variable length; false where the library cannot.
bool read_variable(hid_t attribute, hid_t stored, std::size_t n, std::vector<std::string>& texts) {
    const Hdf5Handle type = text_type(stored);
    const Hdf5Handle space(H5Aget_space(attribute), H5Sclose);
    std::vector<char*> pointers(n, nullptr);
    if (H5Aread(attribute, type.get(), static_cast<void*>(pointers.data())) < 0) return false;
    for (const char* pointer : pointers) texts.emplace_back(pointer == nullptr ? "" : pointer);
    H5Dvlen_reclaim(type.get(), space.get(), H5P_DEFAULT, static_cast<void*>(pointers.data()));
    return true;
}

/// Reads `n` texts of fixed length; false where the library cannot.
bool read_fixed(hid_t attribute, hid_t stored, std::size_t n, std::vector<std::string>& texts) {
    const Hdf5Handle type = text_type(stored);
    std::vector<char> cells(n * H5Tget_size(type.get()), '\0');
    if (H5Aread(attribute, type.get(), static_cast<void*>(cells.data())) < 0) return false;
    texts = texts_of_cells(cells, H5Tget_size(type.get()));
    return true;
}

} // namespace

Hdf5Handle Hdf5File::attribute_handle(const std::string& object, const std::string& name) const {
    const guard::Hdf5Walk found = walk(object);
    const htri_t there =
        found.end == guard::Hdf5Walk::End::object
            ? H5Aexists_by_name(file_.get(), found.path.c_str(), name.c_str(), H5P_DEFAULT)
            : 0;
    if (there == 0) return {-1, H5Aclose};
    Hdf5Handle attribute(
        H5Aopen_by_name(file_.get(), found.path.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
        H5Aclose);
    if (there < 0 || !attribute.valid())
        fail_damaged(object, "the attribute " + name + " cannot be opened");
    return attribute;
}

std::size_t Hdf5File::attribute_size(const std::string& object, const std::string& name,
                                     hid_t attribute) const {
    const Hdf5Handle type(H5Aget_type(attribute), H5Tclose);
    const Hdf5Handle space(H5Aget_space(attribute), H5Sclose);
    const hssize_t n = H5Sget_simple_extent_npoints(space.get());
    if (!type.valid() || n < 0) fail_damaged(object, "the attribute " + name + " cannot be read");
    const std::string objection = guard::hdf5_type_objection(type.get());
    if (!objection.empty()) fail(object, fmt::format("the attribute {} {}", name, objection));
    if (n > most_values || H5Tget_size(type.get()) > most_bytes / most_values)
        fail(object,
             fmt::format("the attribute {} has {} values of {} bytes; at most {} of {} are "
                         "read",
                         name, n, H5Tget_size(type.get()), most_values, most_bytes / most_values));
    return static_cast<std::size_t>(n);
}

std::vector<std::string> Hdf5File::text_attribute(const std::string& object,
                                                  const std::string& name) const {
    const Hdf5Handle attribute = attribute_handle(object, name);
    if (!attribute.valid()) return {};
    const Hdf5Handle type(H5Aget_type(attribute.get()), H5Tclose);
    if (H5Tget_class(type.get()) != H5T_STRING)
        fail(object, "the attribute " + name + " must be text");
    const std::size_t n = attribute_size(object, name, attribute.get());
    std::vector<std::string> texts;
    if (n == 0) return texts;
    const bool done = H5Tis_variable_str(type.get()) > 0
                          ? read_variable(attribute.get(), type.get(), n, texts)
                          : read_fixed(attribute.get(), type.get(), n, texts);
    if (!done) fail_damaged(object, "the attribute " + name + " cannot be read");
    return texts;
}

std::vector<std::int64_t> Hdf5File::integer_attribute(const std::string& object,
                                                      const std::string& name) const {
    const Hdf5Handle attribute = attribute_handle(object, name);
    if (!attribute.valid()) return {};
    const Hdf5Handle type(H5Aget_type(attribute.get()), H5Tclose);
    if (H5Tget_class(type.get()) != H5T_INTEGER)
        fail(object, "the attribute " + name + " must be whole numbers");
    const std::size_t n = attribute_size(object, name, attribute.get());
    if (!guard::hdf5_exceeds_int64(type.get())) {
        std::vector<std::int64_t> values(n);
        read_attribute(object, name, attribute.get(), H5T_NATIVE_INT64, n, values.data());
        return values;
    }
    std::vector<std::uint64_t> values(n);
    read_attribute(object, name, attribute.get(), H5T_NATIVE_UINT64, n, values.data());
    refuse_beyond_int64(object, "the attribute " + name + " ", values);
    return {values.begin(), values.end()};
}

std::optional<std::vector<double>> Hdf5File::real_list_attribute(const std::string& object,
                                                                 const std::string& name) const {
    const Hdf5Handle attribute = attribute_handle(object, name);
    if (!attribute.valid()) return std::nullopt;
    const Hdf5Handle type(H5Aget_type(attribute.get()), H5Tclose);
    const Hdf5Handle space(H5Aget_space(attribute.get()), H5Sclose);
    const H5T_class_t kind = H5Tget_class(type.get());
    if (kind != H5T_FLOAT && kind != H5T_INTEGER)
        fail(object, "the attribute " + name + " must be numbers");
    const std::size_t n = attribute_size(object, name, attribute.get());
    if (n > 0 && H5Sget_simple_extent_ndims(space.get()) != 1)
        fail(object, "the attribute " + name + " must be a list of numbers, of one dimension");
    std::vector<double> values(n);
    read_attribute(object, name, attribute.get(), H5T_NATIVE_DOUBLE, n, values.data());
    return values;
}

void Hdf5File::read_attribute(const std::string& object, const std::string& name, hid_t attribute,
                              hid_t type, std::size_t count, void* values) const {
    if (count > 0 && H5Aread(attribute, type, values) < 0)
        fail_damaged(object, "the attribute " + name + " cannot be read");
}

} // namespace mdsim::source
