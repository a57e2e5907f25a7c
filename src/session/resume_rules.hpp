// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "input/key_row.hpp"

namespace mdsim {

/// What keys of the input declare about --resume (`free_on_resume` in their rows), by their dotted
/// names without the numbers of entries. A key that no row declares, as another version may have
/// had, is fixed.
class ResumeRules {
  public:
    explicit ResumeRules(std::vector<KeyRow> rows);

    /// Whether a key, or all of a table, may change.
    bool is_free(const std::string& name) const;

    /// The file that fixes a key once the run has written to it; empty for most keys.
    std::string fixed_by(const std::string& key) const;

    /// What a key means that is not written, as TOML; empty where that is a meaning of its own.
    std::string default_of(const std::string& key) const;

    /// Whether a table that is missing is the same as one in which all keys have their defaults.
    bool is_always_there(const std::string& table) const;

  private:
    /// The rows of a name: of several choices each may bring a key of it.
    std::vector<const KeyRow*> rows_of(const std::string& name) const;

    std::vector<KeyRow> rows_;
    std::vector<std::pair<std::string, const KeyRow*>> flat_;
};

/// The rules of all keys of the input.
const ResumeRules& resume_rules();

} // namespace mdsim
