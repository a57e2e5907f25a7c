// SPDX-License-Identifier: BSD-3-Clause
#include "session/key_differences.hpp"

#include <algorithm>

#include "core/split_text.hpp"

namespace mdsim {

namespace {

/// A list of names as text, in alphabetical order.
std::vector<std::string> sorted_names(std::string list) {
    std::erase_if(list, [](char c) { return c == '[' || c == ']' || c == ' '; });
    std::vector<std::string> names = split_text(list, ',');
    std::sort(names.begin(), names.end());
    return names;
}

/// The order of the fields of a frame has no meaning, other than that of columns.
bool same(const std::string& key, const std::string& was, const std::string& is) {
    return was == is || (key == "trajectory.fields" && sorted_names(was) == sorted_names(is));
}

/// Looks at one table of both texts; null where a text does not have it.
class TableComparison {
  public:
    TableComparison(const TextTable* was, const TextTable* is, const ResumeRules& rules)
        : was_(was), is_(is), table_(was != nullptr ? *was : *is), rules_(&rules) {}

    void add_to(std::vector<KeyDifference>& differences) const {
        if (rules_->is_free(table_.name)) return;
        if ((was_ == nullptr || is_ == nullptr) && !rules_->is_always_there(table_.name)) {
            constexpr const char* there = "this part";
            differences.push_back({table_.name, table_.place, "", was_ == nullptr ? "" : there,
                                   is_ == nullptr ? "" : there, ""});
            return;
        }
        std::map<std::string, std::string> all = table_.values;
        if (is_ != nullptr) all.insert(is_->values.begin(), is_->values.end());
        for (const auto& [key, value] : all) add_key(key, differences);
    }

  private:
    void add_key(const std::string& key, std::vector<KeyDifference>& differences) const {
        const std::string name = table_.name + "." + key;
        const std::string was = value_in(was_, key), is = value_in(is_, key);
        if (rules_->is_free(name) || same(name, was, is)) return;
        differences.push_back({table_.name, table_.place, key, was, is, rules_->fixed_by(name)});
    }

    std::string value_in(const TextTable* table, const std::string& key) const {
        if (table != nullptr) {
            const auto found = table->values.find(key);
            if (found != table->values.end()) return found->second;
        }
        return rules_->default_of(table_.name + "." + key);
    }

    const TextTable* was_;
    const TextTable* is_;
    const TextTable& table_;
    const ResumeRules* rules_;
};

} // namespace

std::vector<KeyDifference> key_differences(const EffectiveText& was, const EffectiveText& is,
                                           const ResumeRules& rules) {
    std::vector<KeyDifference> differences;
    for (const TextTable& table : was.tables)
        TableComparison(&table, is.find(table.place), rules).add_to(differences);
    for (const TextTable& table : is.tables)
        if (was.find(table.place) == nullptr)
            TableComparison(nullptr, &table, rules).add_to(differences);
    return differences;
}

std::string value_or_nothing(const std::string& value) { return value.empty() ? "nothing" : value; }

} // namespace mdsim
