// SPDX-License-Identifier: BSD-3-Clause
#include "config/key_places.hpp"

#include <algorithm>
#include <charconv>

namespace mdsim {

Place place_of(const TomlValue& root, std::string_view key) {
    const TomlValue* value = &root;
    while (!key.empty()) {
        const std::string_view part = key.substr(0, key.find('.'));
        key.remove_prefix(std::min(key.size(), part.size() + 1));
        const TomlValue* next = value->find(part);
        if (const TomlArray* entries = value->array()) {
            std::size_t index = entries->size();
            std::from_chars(part.data(), part.data() + part.size(), index);
            next = index < entries->size() ? &(*entries)[index] : nullptr;
        }
        if (next == nullptr) {
            break;
        }
        value = next;
    }
    return value->place;
}

std::vector<Diagnostic> with_places(const InputText& input, std::vector<Diagnostic> errors) {
    for (Diagnostic& error : errors) {
        const std::string section = error.where.substr(0, error.where.find('.'));
        if (!input.root || input.root->find(section) == nullptr) continue;
        error.message = error.where + ": " + error.message;
        error.where = place_of(*input.root, error.where).text();
    }
    return errors;
}

} // namespace mdsim
