// SPDX-License-Identifier: BSD-3-Clause
#include "input/error_list.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/contract.hpp"

namespace mdsim {

void ErrorList::add(const Place& place, std::string message, std::string key) {
    MDSIM_EXPECT(!message.empty());
    MDSIM_EXPECT(place.line == 0 || place.source != nullptr);
    entries_.push_back({place, std::move(message), std::move(key)});
}

std::vector<std::string> ErrorList::keys() const {
    std::vector<std::string> keys;
    for (const Entry& entry : entries_) {
        if (!entry.key.empty()) {
            keys.push_back(entry.key);
        }
    }
    return keys;
}

std::vector<Diagnostic> ErrorList::sorted() const {
    std::vector<Entry> entries = entries_;
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        const bool a_last = a.place.line == 0;
        const bool b_last = b.place.line == 0;
        if (a_last || b_last) {
            return a_last < b_last;
        }
        return std::tie(*a.place.source, a.place.line) < std::tie(*b.place.source, b.place.line);
    });
    std::vector<Diagnostic> errors;
    for (Entry& entry : entries) {
        errors.push_back({entry.place.text(), std::move(entry.message)});
    }
    return errors;
}

} // namespace mdsim
