// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/box.hpp"
#include "output/h5md_setup.hpp"
#include "output/series_file.hpp"

namespace mdsim {

/// One rank's part of a frame, in the units of H5mdUnits. Borrowed.
struct H5mdFrame {
    Step step = 0;
    double time = 0;
    LowerTriangular<double> edges;
    IdBlock block;
    std::span<const Vec3<float>> position; ///< in the box, which begins at H5mdSetup::origin
    std::span<const Vec3<float>> velocity; ///< as selected; otherwise empty
    std::span<const Vec3<float>> force;
    std::span<const Vec3<std::int32_t>> image;
    std::span<const BlockArray> elements; ///< in the order of H5mdSetup
    std::span<const double> observables;  ///< in the order of H5mdSetup; matters on rank 0 only
};

/// A trajectory as an H5MD 1.1 file that MDAnalysis, VMD and pyh5md open.
///
/// All ranks call every function, in the same order. Frames are in id order and reach the operating
/// system one by one; what commit() has seen survives everything (see SeriesFile).
class H5mdWriter {
  public:
    /// Starts a new file, replacing one of that name.
    static H5mdWriter create(const H5mdSetup& setup, const H5mdAtoms& atoms, BlockGather& gather);

    /// Goes on with the file of the same run behind the frame at or before the resume point.
    ///
    /// Throws InputError if the file belongs to another run, holds other atoms or fields, or lacks
    /// frames that the checkpoint counted.
    static H5mdWriter resume(const H5mdSetup& setup, const ResumePoint& point, BlockGather& gather);

    /// Throws what resume() would throw, and leaves the file as it is; one process alone.
    static void expect_resumable(const H5mdSetup& setup, const ResumePoint& point);

    /// Writes a frame; steps must rise.
    void append(const H5mdFrame& frame);

    /// Makes the frames so far survive; to be called before a checkpoint of this step is written.
    void commit() { file_.commit(); }

    /// Commits and closes.
    void finish() { file_.finish(); }

    /// The number of frames; known on rank 0.
    std::int64_t frames() const { return file_.rows(); }

    /// What resume() found out about the earlier frames, on rank 0; once.
    EarlierRows take_earlier() { return file_.take_earlier(); }

  private:
    H5mdWriter(const H5mdSetup& setup, SeriesFile file);

    H5mdFields fields_;
    std::vector<AtomElement> elements_;
    std::size_t observables_ = 0;
    SeriesFile file_;
};

} // namespace mdsim
