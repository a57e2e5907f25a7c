// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "output/durable_file.hpp"
#include "output/hdf5_metadata.hpp"

namespace mdsim {

/// A file of a run as its last commit left it, whatever a killed run wrote later; it is only read.
class CommittedFile {
  public:
    /// Throws InputError where the undo image beside the file is damaged or of another file, or the
    /// file was cut; EnvironmentError where it cannot be read.
    explicit CommittedFile(const std::string& path);

    const std::string& path() const { return file_.path(); }
    std::uint64_t size() const { return size_; }

    /// Whether a killed run left it, which a run that goes on puts right.
    bool was_killed() const { return was_killed_; }

    /// Fills `bytes` from `offset`; throws EnvironmentError where the file ends before.
    void read_at(std::uint64_t offset, std::span<std::byte> bytes) const;

    /// The checksum of a piece of the file, which is read in parts of at most a mebibyte.
    std::uint64_t sum_of(std::uint64_t offset, std::uint64_t size) const;

  private:
    PosixFile file_;
    std::uint64_t size_ = 0;
    bool was_killed_ = false;
    std::vector<h5::FileRegion> regions_; ///< what differs from the file
};

/// The checksum of a piece of a file that a run is writing; read as CommittedFile does.
std::uint64_t sum_of(const PosixFile& file, std::uint64_t offset, std::uint64_t size);

} // namespace mdsim
