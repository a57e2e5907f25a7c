// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/ids.hpp"
#include "output/block_gather.hpp"
#include "output/durable_file.hpp"
#include "output/element.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// What a checkpoint says about itself.
struct CheckpointInfo {
    Step step = 0;
    std::int64_t atoms = 0;
    std::string run_id;
    std::string program_version;
};

/// The numbers of a named value; integers stay exact.
using CheckpointNumbers = std::variant<std::vector<std::int64_t>, std::vector<double>>;

/// Everything a checkpoint holds. Names are made of letters, digits and underscores; the arrays are
/// this rank's block, borrowed. Values and texts matter on rank 0 only.
struct CheckpointContent {
    CheckpointInfo info;
    IdBlock block;
    std::vector<std::pair<std::string, BlockArray>> arrays;
    std::vector<std::pair<std::string, CheckpointNumbers>> values;
    std::vector<std::pair<std::string, std::string>> texts;
};

/// The file name of the newest checkpoint (0) or of older ones, in a folder.
std::string checkpoint_path(const std::string& folder, int age);

/// Writes checkpoints into one folder: checkpoint.h5, and the older checkpoint.1.h5, .2 ...
///
/// A checkpoint is written beside, read back and compared with what was to be written, brought to
/// the disk and then renamed, so that at every instant checkpoint.h5 is whole. After a failure the
/// older files are as they were. Only a file that is known to be good takes the place of an older
/// one: a checkpoint.h5 that is damaged or was taken away leaves checkpoint.1.h5 untouched.
class CheckpointWriter {
  public:
    CheckpointWriter(std::string folder, int keep_older, BlockGather& gather);

    /// Writes a checkpoint; all ranks call it with the same names in the same order.
    ///
    /// Throws EnvironmentError if it cannot be written; a failure on one rank must end the others.
    void write(const CheckpointContent& content);

  private:
    void create(const std::string& path, const CheckpointContent& content) const;
    void write_arrays(const std::string& path, const CheckpointContent& content) const;
    /// Whether all ranks write the arrays themselves.
    bool together() const;
    void rotate() const;
    bool newest_is_good() const;

    std::string folder_;
    int keep_older_;
    BlockGather* gather_;
    std::optional<FileIdentity> newest_; ///< of the last checkpoint of this writer
};

} // namespace mdsim
