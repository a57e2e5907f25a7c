// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/box.hpp"
#include "core/ids.hpp"
#include "state/atom_labels.hpp"
#include "state/atom_numbers.hpp"

namespace mdsim {

/// One frame for a text file, with the numbers that shall stand there. Borrowed; vectors have one
/// entry an atom, in the order of ids, or none.
struct TextFrame {
    std::span<const std::string> species; ///< names
    std::span<const TypeId> type;         ///< of each atom, an index into `species`
    std::optional<Step> step;
    std::optional<double> time;
    Box box;
    std::span<const Vec3<double>> position;
    std::span<const Vec3<double>> velocity;
    std::span<const Vec3<double>> force;
    std::span<const Vec3<std::int32_t>> image; ///< boxes to add to unwrap the positions
    bool unwrapped = false;                    ///< the positions are so already
    std::string_view units{}; ///< the unit system of all numbers, as LAMMPS calls it; empty: none
    bool first = true;        ///< of its file
    AtomLabels labels{};      ///< of all atoms
    std::span<const AtomNumbers> numbers{};

    /// Whether each vector has one entry an atom, or none where it may.
    bool has_entry_an_atom() const {
        const auto fits = [this](const auto& values) {
            return values.empty() || values.size() == position.size();
        };
        const bool numbered = std::all_of(numbers.begin(), numbers.end(), [&](const auto& n) {
            return n.values.size() == position.size() * static_cast<std::size_t>(n.form.columns);
        });
        return type.size() == position.size() && fits(velocity) && fits(force) && fits(image) &&
               numbered;
    }

    /// Calls write(value) for the numbers of an atom in their order.
    template <class Write> void for_each_number(std::size_t atom, const Write& write) const {
        for (const AtomNumbers& n : numbers) {
            const auto columns = static_cast<std::size_t>(n.form.columns);
            for (std::size_t k = 0; k < columns; ++k) write(n.values[atom * columns + k]);
        }
    }
};

} // namespace mdsim
