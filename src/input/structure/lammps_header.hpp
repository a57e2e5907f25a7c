// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "input/structure/lammps_layout.hpp"
#include "input/structure/text.hpp"

namespace mdsim::source {

/// Collects the header lines of a LAMMPS data file.
class LammpsHeader {
  public:
    /// Takes one header line: numbers, then words that say what they are.
    void read(std::int64_t line, std::string_view content, Findings& findings);

    /// The counts and the box; records what is missing or makes no sense.
    LammpsLayout layout(Findings& findings) const;

  private:
    void read_count(std::int64_t line, std::string_view what, Findings& findings);
    void read_extent(std::int64_t line, std::size_t direction, Findings& findings);
    void read_tilt(std::int64_t line, Findings& findings);
    bool numbers_of(std::int64_t line, std::size_t count, std::string_view what,
                    Findings& findings);
    void once(std::int64_t line, bool seen, std::string_view what, Findings& findings) const;

    struct Extent {
        double low = 0;
        double high = 0;
        std::int64_t line = 0; ///< 0: not seen
    };

    std::vector<std::string_view> words_; ///< of the line being read
    std::array<double, 3> numbers_{};     ///< of the line being read
    std::array<Extent, 3> extents_;
    std::array<double, 3> tilt_{}; ///< xy, xz, yz
    std::int64_t tilt_line_ = 0;
    std::int64_t atoms_ = 0;
    std::int64_t atoms_line_ = 0;
    std::int64_t types_ = 0;
    std::int64_t types_line_ = 0;
};

} // namespace mdsim::source
