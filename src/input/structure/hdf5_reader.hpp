// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "input/structure/hdf5_handle.hpp"

namespace mdsim::source {

/// The kinds of value that a dataset can hold, as far as they matter here.
enum class Hdf5Kind { integer, real, text, named, other };

/// The number of values in a block of `count` entries in each dimension.
std::size_t hdf5_size(const std::vector<std::int64_t>& count);

/// An HDF5 file opened for reading; objects are named by their path from the root.
/// Every failure throws InputError with the file and the object, and what HDF5 says of it; the
/// library itself prints nothing as long as the file is open.
class Hdf5File {
  public:
    explicit Hdf5File(std::string path);

    const std::string& path() const { return path_; }

    /// Whether the path leads to an object, through groups and links that exist.
    bool has(const std::string& object) const;
    bool is_dataset(const std::string& object) const;

    /// The names in a group, in alphabetical order.
    std::vector<std::string> names(const std::string& group) const;

    /// The extent of a dataset in each dimension; empty for a scalar.
    std::vector<std::int64_t> shape(const std::string& dataset) const;
    Hdf5Kind kind(const std::string& dataset) const;

    /// A block of a dataset, converted from any number type; `start` and `count` have one entry for
    /// each dimension.
    std::vector<double> reals(const std::string& dataset, const std::vector<std::int64_t>& start,
                              const std::vector<std::int64_t>& count) const;
    std::vector<std::int64_t> integers(const std::string& dataset,
                                       const std::vector<std::int64_t>& start,
                                       const std::vector<std::int64_t>& count) const;

    /// A block of texts; for a dataset of named values (an enumeration) the names.
    std::vector<std::string> texts(const std::string& dataset,
                                   const std::vector<std::int64_t>& start,
                                   const std::vector<std::int64_t>& count) const;

    /// The texts or whole numbers of an attribute; empty where there is no such attribute.
    std::vector<std::string> text_attribute(const std::string& object,
                                            const std::string& name) const;
    std::vector<std::int64_t> integer_attribute(const std::string& object,
                                                const std::string& name) const;

  private:
    Hdf5Handle dataset_handle(const std::string& dataset) const;
    void read(const std::string& dataset, hid_t type, const std::vector<std::int64_t>& start,
              const std::vector<std::int64_t>& count, void* values) const;
    Hdf5Handle object_handle(const std::string& object) const;
    /// The attribute, or an invalid handle where the object has none of this name.
    Hdf5Handle attribute_handle(const std::string& object, const std::string& name) const;
    bool has_link(const std::string& object) const;
    [[noreturn]] void fail(const std::string& object, const std::string& what) const;
    /// Fails where the library found the file damaged; `what` could not be done.
    [[noreturn]] void fail_damaged(const std::string& object, const std::string& what) const;

    Hdf5Quiet quiet_;
    std::string path_;
    Hdf5Handle file_;
};

} // namespace mdsim::source
