// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

namespace mdsim {

/// A section of an effective input, or an entry of one that is a list.
struct TextTable {
    std::string name;                          ///< "pair.potential"
    std::string place;                         ///< "pair.potential.0", as messages name it
    std::map<std::string, std::string> values; ///< of each key, as TOML
};

/// An effective input (`InputText::effective_text`) in its parts, as text: what two inputs are
/// compared by. Files are named without their folders: where they lie is no part of what is
/// computed.
struct EffectiveText {
    std::vector<TextTable> tables;  ///< in the order of the text
    std::vector<std::string> given; ///< the lines of `given_by_files`, without their prefix

    EffectiveText() = default;
    explicit EffectiveText(const std::string& text);

    /// The table of a place; null where there is none.
    const TextTable* find(const std::string& place) const;

    /// The tables of a name: the entries of a list.
    std::vector<const TextTable*> all(const std::string& name) const;
};

} // namespace mdsim
