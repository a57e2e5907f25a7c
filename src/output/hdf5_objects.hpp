// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "output/hdf5.hpp"

namespace mdsim::h5 {

/// How a string attribute is stored; readers disagree (H5MD demands fixed, MDAnalysis variable).
enum class StringKind { fixed, variable };

/// Makes the group at an absolute path, and its parents where they are missing.
Handle make_group(const File& file, const std::string& path);

/// Opens the dataset at an absolute path.
Handle open_dataset(const File& file, const std::string& path);

/// Whether every part of an absolute path exists.
bool exists(const File& file, const std::string& path);

/// Gives the object at `object` a string attribute in ASCII.
void write_attribute(const File& file, const std::string& object, const std::string& name,
                     const std::string& text, StringKind kind = StringKind::fixed);

/// Gives the object at `object` an attribute that holds a list of fixed-length strings.
void write_attribute(const File& file, const std::string& object, const std::string& name,
                     const std::vector<std::string>& texts);

/// Gives the object at `object` an integer attribute: a scalar, or a list when there are several.
void write_attribute(const File& file, const std::string& object, const std::string& name,
                     const std::vector<std::int32_t>& values);

/// Gives the object at `object` a list of real numbers as an attribute.
void write_attribute(const File& file, const std::string& object, const std::string& name,
                     const std::vector<double>& values);

/// Whether the object at `object` has an attribute of this name.
bool has_attribute(const File& file, const std::string& object, const std::string& name);

/// Makes a dataset of numbers with this shape (a scalar if it is empty) and fills it.
void write_dataset(const File& file, const std::string& path, const std::vector<hsize_t>& shape,
                   const BlockArray& values);

/// Makes a dataset that holds one fixed-length UTF-8 text.
void write_text(const File& file, const std::string& path, const std::string& text);

/// Makes a dataset that holds a list of variable-length ASCII texts.
void write_texts(const File& file, const std::string& path, const std::vector<std::string>& texts);

/// Makes a contiguous dataset with all its space, to be filled by blocks later.
void make_array(const File& file, const std::string& path, const std::vector<hsize_t>& shape,
                ElementType type);

/// Gives an existing object a second, equal name.
void link_hard(const File& file, const std::string& existing, const std::string& link);

/// Makes a name that stands for the path `target`.
void link_soft(const File& file, const std::string& target, const std::string& link);

/// The number of entries along each direction of a dataset.
std::vector<hsize_t> shape_of(const File& file, hid_t dataset);

/// The address of a dataset's object header in the file [bytes].
std::uint64_t header_address(const File& file, hid_t dataset);

/// Where the data of a contiguous dataset lie in the file.
struct Extent {
    std::uint64_t offset = 0; ///< [bytes]
    std::uint64_t size = 0;   ///< [bytes]
};
Extent extent_of(const File& file, const std::string& path);

/// Reads a string attribute of the object at `object`; empty if there is none.
std::string read_attribute(const File& file, const std::string& object, const std::string& name);

/// Reads a dataset written by write_text.
std::string read_text(const File& file, const std::string& path);

} // namespace mdsim::h5
