// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "input/structure/hdf5_reader.hpp"

namespace mdsim::source {

/// An element of an H5MD file: one dataset for all times, or a group of value and step.
class H5mdElement {
  public:
    /// Throws InputError where `name` is neither; only to be made where the file has it.
    H5mdElement(const Hdf5File& file, std::string name);

    const std::string& name() const { return name_; }

    /// The dataset that holds the values.
    const std::string& values() const { return values_; }
    bool fixed() const { return fixed_; }

    /// The number of frames; 1 for a fixed element.
    std::int64_t frames() const { return frames_; }

    /// The extent of one frame.
    const std::vector<std::int64_t>& extent() const { return extent_; }

    /// The step of a frame; none where the element is fixed or does not say.
    std::optional<std::int64_t> step(std::int64_t frame) const;

    /// The frame that belongs to another element's frame: that of the same step; without steps the
    /// same number, where both have as many frames. None where there is none.
    std::optional<std::int64_t> matching(const H5mdElement& other, std::int64_t frame) const;

    /// Rows first ... first + count - 1 of a frame.
    std::vector<double> reals(std::int64_t frame, std::int64_t first, std::int64_t count) const;
    std::vector<std::int64_t> integers(std::int64_t frame, std::int64_t first,
                                       std::int64_t count) const;
    std::vector<std::string> texts(std::int64_t frame, std::int64_t first,
                                   std::int64_t count) const;
    Hdf5Kind kind() const { return file_.kind(values_); }

  private:
    struct Block {
        std::vector<std::int64_t> start;
        std::vector<std::int64_t> count;
    };
    Block block(std::int64_t frame, std::int64_t first, std::int64_t count) const;
    void read_steps();

    const Hdf5File& file_;
    std::string name_;
    std::string values_;
    bool fixed_ = false;
    std::int64_t frames_ = 1;
    std::vector<std::int64_t> extent_;

    /// Steps at even intervals, which need no memory.
    struct EvenSteps {
        std::int64_t first = 0;
        std::int64_t increment = 0;
        std::int64_t at(std::int64_t frame) const;
        /// The last frame up to a step; 0 where none is.
        std::int64_t nearest(std::int64_t step) const;
    };
    std::optional<std::int64_t> frame_of(std::int64_t step) const;

    std::vector<std::int64_t> steps_; ///< of each frame, where the file lists them
    std::optional<EvenSteps> even_;   ///< where it gives an interval
    bool rising_ = false;             ///< whether the list is in ascending order
};

} // namespace mdsim::source
