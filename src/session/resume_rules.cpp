// SPDX-License-Identifier: BSD-3-Clause
#include "session/resume_rules.hpp"

#include <algorithm>

#include "config/config_rows.hpp"

namespace mdsim {

ResumeRules::ResumeRules(std::vector<KeyRow> rows)
    : rows_(std::move(rows)), flat_(flatten(rows_)) {}

std::vector<const KeyRow*> ResumeRules::rows_of(const std::string& name) const {
    std::vector<const KeyRow*> found;
    for (const auto& [full_name, row] : flat_)
        if (full_name == name) found.push_back(row);
    return found;
}

bool ResumeRules::is_free(const std::string& name) const {
    const std::vector<const KeyRow*> rows = rows_of(name);
    return !rows.empty() && std::all_of(rows.begin(), rows.end(),
                                        [](const KeyRow* row) { return row->traits.is_free; });
}

std::string ResumeRules::fixed_by(const std::string& key) const {
    const std::vector<const KeyRow*> rows = rows_of(key);
    return rows.size() == 1 ? std::string(rows.front()->traits.fixed_by) : std::string();
}

std::string ResumeRules::default_of(const std::string& key) const {
    const std::vector<const KeyRow*> rows = rows_of(key);
    return rows.size() == 1 ? rows.front()->default_text : std::string();
}

bool ResumeRules::is_always_there(const std::string& table) const {
    const std::vector<const KeyRow*> rows = rows_of(table);
    return rows.size() == 1 && rows.front()->kind == KeyKind::table && !rows.front()->may_be_absent;
}

const ResumeRules& resume_rules() {
    static const ResumeRules rules(config_rows());
    return rules;
}

} // namespace mdsim
