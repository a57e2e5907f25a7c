// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "guard/hdf5_chunks.hpp"
#include "guard/hdf5_layout.hpp"
#include "guard/regular_file.hpp"
#include "output/hdf5.hpp"

namespace mdsim::h5 {

/// A dataset of an untrusted file, open for reading, and how its values are stored.
struct UntrustedDataset {
    Handle handle;
    guard::Hdf5Layout layout;
};

/// An HDF5 file of a run that somebody may have changed since, open for reading.
///
/// Nothing beside the named file is opened, and sizes are compared with what the disk holds before
/// memory is taken for them. Not for several threads at once without h5::Lock.
class UntrustedFile {
  public:
    /// Throws InputError where the path leads to no regular file, and EnvironmentError where HDF5
    /// cannot open it.
    explicit UntrustedFile(const std::string& path);

    const File& file() const { return file_; }
    const std::string& path() const { return file_.path(); }

    /// Its size [bytes].
    std::uint64_t bytes() const { return disk_.size(); }

    /// Whether there is an object of this absolute path. Throws InputError where a link on the way
    /// leads out of the file, or a group is damaged.
    bool has(const std::string& object) const;

    /// Opens a dataset. Throws InputError with the reason where there is none, or its values are
    /// not to be read: they lie elsewhere, are more than the file holds, or of unusual types.
    UntrustedDataset dataset(const std::string& object) const;

    /// Throws InputError where a block of values is more than what is stored can give, or stored
    /// chunks that it needs are not what they claim. To be asked before memory is taken for it.
    void expect_readable(const std::string& object, const UntrustedDataset& dataset,
                         const std::vector<hsize_t>& start,
                         const std::vector<hsize_t>& count) const;

    /// A dataset that holds one text of fixed length.
    std::string text(const std::string& object) const;

    /// The paths of all datasets below a group, sorted; links are not followed.
    std::vector<std::string> datasets_below(const std::string& group) const;

  private:
    /// The path of hard links that leads to the object; empty where there is none.
    std::string resolve(const std::string& object) const;

    guard::RegularFile disk_;
    File file_;
    mutable std::map<std::string, guard::SoundChunks> sound_; ///< by the paths of datasets
};

} // namespace mdsim::h5
