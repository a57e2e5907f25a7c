// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ops/site_code.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// The sites of one list of atoms as they go from one rank to another, step after step: packed by
/// the one, unpacked by the other (site_code). Both keep the same history of them.
template <class P> class SiteCodec {
  public:
    /// Begins a list of atoms that both sides hold at these sites.
    void agree(std::span<const Site<P>> now);

    /// Packs the next sites of the list; the code is valid until the next call.
    std::span<const std::uint32_t> encode(std::span<const Site<P>> now);

    /// Writes the sites that a code stands for; words of the code behind its end are not looked at.
    /// Throws EnvironmentError where the code cannot be one of this list.
    void decode(std::span<const std::uint32_t> code, std::span<Site<P>> now);

    /// The most words that a code of this list takes.
    std::size_t most_words() const { return site_code::most_words<typename P::Fraction>(atoms_); }
    /// The memory held [bytes].
    std::size_t bytes() const;

  private:
    using Word = site_code::Word<typename P::Fraction>;
    static constexpr std::size_t group_words =
        std::size_t{site_code::group_atoms} * site_code::columns;

    std::size_t groups() const { return site_code::groups_for(atoms_); }

    std::size_t atoms_ = 0;
    std::array<std::vector<Word>, site_code::most_held> difference_; ///< of all words of all sites
    std::vector<std::uint32_t> code_;
};

} // namespace mdsim
