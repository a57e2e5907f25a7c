// SPDX-License-Identifier: BSD-3-Clause
#include "session/given_differences.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mdsim {

namespace {

/// A line in its parts: `species "A"` and `mass = 1.0, ...`.
struct Given {
    std::string what;
    std::string values;

    explicit Given(const std::string& line) : what(line) {
        const std::size_t colon = line.rfind(": ");
        if (colon == std::string::npos) return;
        what = line.substr(0, colon);
        values = line.substr(colon + 2);
    }
};

/// What the lines say of the same thing as `line`, or that they say nothing.
std::string counterpart(const std::string& line, const std::vector<std::string>& lines) {
    const std::string what = Given(line).what;
    const auto found = std::find_if(lines.begin(), lines.end(), [&](const std::string& other) {
        return Given(other).what == what;
    });
    return found == lines.end() ? "nothing of this name" : Given(*found).values;
}

bool contains(const std::vector<std::string>& lines, const std::string& line) {
    return std::find(lines.begin(), lines.end(), line) != lines.end();
}

bool names(const std::vector<std::string>& lines, const std::string& what) {
    return std::any_of(lines.begin(), lines.end(),
                       [&](const std::string& line) { return Given(line).what == what; });
}

Diagnostic not_the_same(const std::string& what, const std::string& was, const std::string& is) {
    return {"--resume",
            fmt::format("the {} is not the one that the run began with: found {}, the checkpoint "
                        "was made with {}. Bring back the file that gave it, as it was; for a run "
                        "with the new one, start anew, from the last frame of this one if you like "
                        "([system.file])",
                        what, is, was)};
}

} // namespace

std::vector<Diagnostic> changes_of_given(const std::vector<std::string>& was,
                                         const std::vector<std::string>& is) {
    if (was.empty() && !is.empty())
        return {{"--resume",
                 "this checkpoint does not say what the files of its run gave (masses, tables), so "
                 "it is of an earlier version of mdsim: go on with that version, or start anew "
                 "from the last frame of its trajectory ([system.file])"}};
    std::vector<Diagnostic> errors;
    for (const std::string& line : is)
        if (!contains(was, line)) {
            const Given given(line);
            errors.push_back(not_the_same(given.what, counterpart(line, was), given.values));
        }
    for (const std::string& line : was) {
        const Given given(line);
        if (!names(is, given.what))
            errors.push_back(not_the_same(given.what, given.values, counterpart(line, is)));
    }
    return errors;
}

} // namespace mdsim
