// SPDX-License-Identifier: BSD-3-Clause
#include "session/effective_text.hpp"

#include <algorithm>
#include <string_view>

#include "config/named_files.hpp"
#include "core/split_text.hpp"
#include "setup/given_by_files.hpp"

namespace mdsim {

namespace {

/// Numbers the entries of lists, those of lists inside of entries too.
class Places {
  public:
    std::string of(const std::string& name, bool is_list) {
        std::string place;
        const std::vector<std::string> parts = split_text(name, '.');
        for (std::size_t i = 0; i < parts.size(); ++i) {
            place += (place.empty() ? "" : ".") + parts[i];
            const bool last = i + 1 == parts.size();
            if (last && is_list)
                place += "." + std::to_string(entries_[place]++);
            else if (!last && entries_.count(place) != 0)
                place += "." + std::to_string(entries_[place] - 1);
        }
        return place;
    }

  private:
    std::map<std::string, int> entries_; ///< so far, of the list of each place
};

TextTable table_of_head(const std::string& head, Places& places) {
    const bool is_list = head.rfind("[[", 0) == 0;
    const std::size_t start = is_list ? 2 : 1;
    const std::string name = head.substr(start, head.find(']') - start);
    return {name, places.of(name, is_list), {}};
}

} // namespace

EffectiveText::EffectiveText(const std::string& text) {
    constexpr std::string_view prefix = given_prefix;
    Places places;
    for (const std::string& line : split_text(text, '\n')) {
        const std::string kept = without_folders(line);
        const std::size_t equals = kept.find(" = ");
        if (line.rfind('[', 0) == 0)
            tables.push_back(table_of_head(line, places));
        else if (line.rfind(prefix, 0) == 0)
            given.push_back(line.substr(prefix.size()));
        else if (line.rfind('#', 0) != 0 && equals != std::string::npos && !tables.empty())
            tables.back().values[kept.substr(0, equals)] = kept.substr(equals + 3);
    }
}

const TextTable* EffectiveText::find(const std::string& place) const {
    const auto found = std::find_if(tables.begin(), tables.end(),
                                    [&](const TextTable& table) { return table.place == place; });
    return found == tables.end() ? nullptr : &*found;
}

std::vector<const TextTable*> EffectiveText::all(const std::string& name) const {
    std::vector<const TextTable*> found;
    for (const TextTable& table : tables)
        if (table.name == name) found.push_back(&table);
    return found;
}

} // namespace mdsim
