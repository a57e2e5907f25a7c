// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "session/effective_text.hpp"
#include "session/resume_rules.hpp"

namespace mdsim {

/// A key that two effective inputs say different things of; or a section, or an entry of a list,
/// that only one of them has, and then `key` is empty.
struct KeyDifference {
    std::string table;    ///< "pair.potential"
    std::string place;    ///< "pair.potential.0"
    std::string key;      ///< "epsilon"
    std::string was;      ///< as TOML; empty where nothing is said
    std::string is;       ///< likewise
    std::string fixed_by; ///< the file that fixes the key; empty: it is fixed

    /// "pair.potential.0.epsilon"
    std::string where() const { return key.empty() ? place : place + "." + key; }
};

/// All differences in keys that are not declared free, in the order of the texts. A key that is
/// not written has its default, so that an input of a version that did not know it is no other
/// input.
std::vector<KeyDifference> key_differences(const EffectiveText& was, const EffectiveText& is,
                                           const ResumeRules& rules = resume_rules());

/// A value for a message, or that there is none.
std::string value_or_nothing(const std::string& value);

} // namespace mdsim
