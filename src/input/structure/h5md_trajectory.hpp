// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/box.hpp"
#include "core/ids.hpp"
#include "core/units.hpp"
#include "state/atom_labels.hpp"
#include "state/atom_numbers.hpp"

namespace mdsim {

/// One frame of a trajectory, in the units of its file. Vectors have one entry an atom, in the
/// order of ids, or none where the frame does not have the quantity.
struct TrajectoryFrame {
    std::optional<Step> step;
    std::optional<double> time;
    Box box;
    std::vector<Vec3<double>> position;
    std::vector<Vec3<double>> velocity;
    std::vector<Vec3<double>> force;
    std::vector<Vec3<std::int32_t>> image;
    std::vector<AtomNumbers> numbers; ///< energies, virials, measures, where mdsim wrote the file
    AtomLabels labels; ///< the numbers of the file, of all atoms; 1, 2, ... where it has none
};

/// The units that a file states, as it writes them; empty where it does not.
struct TrajectoryUnits {
    std::string length;
    std::string time;
    std::string velocity;
    std::string force;
    std::string energy;        ///< of energies and virials of atoms
    bool has_velocity = false; ///< whether the file has the quantity at all
    bool has_force = false;
    bool has_energies = false;
    std::optional<UnitSystem> run; ///< the unit system of the run that wrote the file
};

/// The frames of an H5MD file, read one by one; one frame is in memory at a time.
///
/// Ids, the names of species and rotated boxes are understood as by read_h5md. Every failure throws
/// InputError with the file and the object at fault.
class H5mdTrajectory {
  public:
    explicit H5mdTrajectory(const std::string& path);
    ~H5mdTrajectory();

    std::int64_t frames() const;
    std::int64_t atoms() const;

    /// The names of the species.
    const std::vector<std::string>& species() const;

    /// The species of each atom, in the order of ids.
    const std::vector<TypeId>& types() const;

    /// The units of all frames.
    TrajectoryUnits units() const;

    /// A frame, counted from 0, of those that there are.
    TrajectoryFrame read(std::int64_t frame) const;

  private:
    class File;
    std::unique_ptr<File> file_;
};

} // namespace mdsim
