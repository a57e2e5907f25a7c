// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "output/hdf5_metadata.hpp"

namespace mdsim::h5 {

/// The way back of a growing HDF5 file to a good state, kept beside it as `<file>.undo`.
///
/// HDF5 puts new data at the end of a file but writes over its metadata in place, so a process that
/// is killed meanwhile leaves a file that may not open. An image holds the length of the flushed
/// file and the few metadata bytes that can change later. Putting them back and cutting the file to
/// that length gives the flushed file again, whatever was written in between.
///
/// Saves an image of the flushed file and replaces an older one; the file itself reaches the disk
/// first. `headers` are the addresses of the datasets that may change, `run_id` a text in its first
/// mebibyte by which the file is recognised.
void save_undo_image(const std::string& path, const std::vector<std::uint64_t>& headers,
                     Change change, const std::string& run_id);

/// Puts the file back to its last image, which stays. False if there is none.
///
/// May be repeated. Throws InputError if the image is damaged or belongs to another file, or the
/// file is shorter than it was.
bool restore_undo_image(const std::string& path);

/// What a file that is put back to its last image is: its length, and bytes that are other than
/// now.
struct CommittedBytes {
    std::uint64_t file_size = 0; ///< [bytes]
    std::vector<FileRegion> regions;
};

/// What restore_undo_image() would make of a file, which stays as it is; nothing where there is no
/// image. Throws as that does.
std::optional<CommittedBytes> committed_bytes(const std::string& path);

/// Whether the first mebibyte of a file holds the name of a run, as all its HDF5 files do.
bool names_run(const std::string& path, const std::string& run_id);

/// Removes the image; the file is then taken as it is.
void discard_undo_image(const std::string& path);

/// Where the image of a file lies.
std::string undo_image_path(const std::string& file);

} // namespace mdsim::h5
