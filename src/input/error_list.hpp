// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "core/error.hpp"
#include "input/toml_value.hpp"

namespace mdsim {

/// Collects the errors of an input, so that the user sees all of them at once.
class ErrorList {
  public:
    /// `key` is the dotted name of the key that the error is about, if there is one.
    void add(const Place& place, std::string message, std::string key = {});

    bool empty() const { return entries_.empty(); }

    /// The dotted names of the keys that the errors are about.
    std::vector<std::string> keys() const;

    /// All errors: those with a line first, by file and line, the others in the order they came.
    std::vector<Diagnostic> sorted() const;

  private:
    struct Entry {
        Place place;
        std::string message;
        std::string key;
    };
    std::vector<Entry> entries_;
};

} // namespace mdsim
