// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "guard/hdf5_chunks.hpp"
#include "guard/hdf5_handle.hpp"
#include "guard/hdf5_layout.hpp"
#include "guard/hdf5_path.hpp"
#include "guard/regular_file.hpp"
#include "input/structure/chunk_cache.hpp"

namespace mdsim::source {

using guard::Hdf5Handle;

/// The kinds of value that a dataset can hold, as far as they matter here.
enum class Hdf5Kind { integer, real, text, named, other };

/// The number of values in a block of `count` entries in each dimension.
std::size_t hdf5_size(const std::vector<std::int64_t>& count);

/// An HDF5 file opened for reading; objects are named by their path from the root.
/// Every failure throws InputError with the file and the object, and what HDF5 says of it; the
/// library itself prints nothing as long as the file is open. Nothing but this file is opened: what
/// leads out of it is refused, and so is what claims more values than the file can hold (README).
class Hdf5File {
  public:
    explicit Hdf5File(std::string path);

    const std::string& path() const { return path_; }

    /// Whether the path leads to an object, through groups and links that exist.
    bool has(const std::string& object) const;
    bool is_dataset(const std::string& object) const;

    /// The names in a group, in alphabetical order; a group of more than 10,000 is refused.
    std::vector<std::string> names(const std::string& group) const;

    /// The extent of a dataset in each dimension; empty for a scalar.
    std::vector<std::int64_t> shape(const std::string& dataset) const;
    Hdf5Kind kind(const std::string& dataset) const;

    /// What all values of a dataset take in the file, compressed, and one value uncompressed
    /// [bytes].
    std::uint64_t stored_bytes(const std::string& dataset) const;
    std::size_t value_bytes(const std::string& dataset) const;

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

    /// The texts or whole numbers of an attribute; empty where there is no such attribute, or one
    /// without values.
    std::vector<std::string> text_attribute(const std::string& object,
                                            const std::string& name) const;
    std::vector<std::int64_t> integer_attribute(const std::string& object,
                                                const std::string& name) const;

    /// The numbers of an attribute that is a list of them, of any number type; none where there is
    /// no such attribute.
    std::optional<std::vector<double>> real_list_attribute(const std::string& object,
                                                           const std::string& name) const;

  private:
    /// An open dataset, and how it is stored.
    struct Dataset {
        Hdf5Handle handle;
        guard::Hdf5Layout layout;
        mutable guard::SoundChunks sound;
    };
    const Dataset& dataset(const std::string& name) const;
    Dataset open_dataset(const std::string& name) const;
    /// The dataset `name`, which lies at `path`.
    Hdf5Handle opened(const std::string& name, const std::string& path,
                      const ChunkCache& cache) const;
    /// Fails where a block must not be read; its values take `bytes` each.
    void check_block(const std::string& name, const std::vector<std::int64_t>& start,
                     const std::vector<std::int64_t>& count, std::size_t bytes) const;
    /// Reads a block that was checked; `transfer` may say where texts are put.
    void read(const std::string& name, hid_t type, const std::vector<std::int64_t>& start,
              const std::vector<std::int64_t>& count, void* values,
              hid_t transfer = H5P_DEFAULT) const;
    template <class Number>
    std::vector<Number> numbers(const std::string& name, hid_t type,
                                const std::vector<std::int64_t>& start,
                                const std::vector<std::int64_t>& count) const;
    std::vector<std::string> variable_texts(const std::string& name, hid_t stored,
                                            const std::vector<std::int64_t>& start,
                                            const std::vector<std::int64_t>& count) const;
    std::vector<std::string> fixed_texts(const std::string& name, hid_t stored,
                                         const std::vector<std::int64_t>& start,
                                         const std::vector<std::int64_t>& count) const;
    std::vector<std::string> named_values(const std::string& name, hid_t stored,
                                          const std::vector<std::int64_t>& start,
                                          const std::vector<std::int64_t>& count) const;
    /// Where a path leads; fails where that is out of the file, or cannot be said.
    guard::Hdf5Walk walk(const std::string& object) const;
    Hdf5Handle object_handle(const std::string& object) const;
    /// The attribute, or an invalid handle where the object has none of this name.
    Hdf5Handle attribute_handle(const std::string& object, const std::string& name) const;
    /// The number of values of an attribute whose type and size can be read.
    std::size_t attribute_size(const std::string& object, const std::string& name,
                               hid_t attribute) const;
    /// Reads the `count` values of an attribute, which may be none.
    void read_attribute(const std::string& object, const std::string& name, hid_t attribute,
                        hid_t type, std::size_t count, void* values) const;
    /// Fails where a number needs more than 63 bits; `what` of the object holds it.
    void refuse_beyond_int64(const std::string& object, const std::string& what,
                             const std::vector<std::uint64_t>& values) const;
    [[noreturn]] void fail(const std::string& object, const std::string& what) const;
    /// Fails where the library found the file damaged; `what` could not be done.
    [[noreturn]] void fail_damaged(const std::string& object, const std::string& what) const;

    guard::Hdf5Quiet quiet_;
    std::string path_;
    guard::RegularFile source_;
    Hdf5Handle file_;
    mutable std::map<std::string, Dataset> datasets_; ///< that were looked at
};

} // namespace mdsim::source
