// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/units.hpp"
#include "core/vec3.hpp"
#include "input/error_list.hpp"
#include "input/toml_value.hpp"

namespace mdsim {

/// What is known of a key whose value is being read.
struct InputKey {
    std::string path; ///< the dotted name, "stage.0.steps"
    Dimension dimension = Dimension::none;
    Range range;
};

/// Reads values of the plain types, checking type and range; values stay in the user's units.
///
/// Where a value is wrong an error is added and `out` is left as it is.
class ValueReader {
  public:
    ValueReader(const Units& units, ErrorList& errors) : units_(units), errors_(errors) {}

    void read(const TomlValue& value, const InputKey& key, bool& out);
    void read(const TomlValue& value, const InputKey& key, int& out);
    void read(const TomlValue& value, const InputKey& key, std::int64_t& out);
    void read(const TomlValue& value, const InputKey& key, double& out);
    void read(const TomlValue& value, const InputKey& key, std::string& out);
    void read(const TomlValue& value, const InputKey& key, Vec3<double>& out);
    void read(const TomlValue& value, const InputKey& key, std::array<bool, 3>& out);
    void read(const TomlValue& value, const InputKey& key, std::array<int, 3>& out);
    void read(const TomlValue& value, const InputKey& key, std::vector<double>& out);
    void read(const TomlValue& value, const InputKey& key, std::vector<std::string>& out);
    void read(const TomlValue& value, const InputKey& key,
              std::map<std::string, std::int64_t>& out);
    void read(const TomlValue& value, const InputKey& key, std::map<std::string, double>& out);

    /// The position in `names` of the text that the value holds; -1, with an error, if it is none.
    /// `advice` stands in that error in place of the name that is spelt most like it.
    int index_of(const TomlValue& value, const std::string& path,
                 const std::vector<std::string_view>& names, std::string_view advice = {});

    /// Adds the error "found ...; expected ...".
    void expected(const TomlValue& value, const std::string& path, std::string_view what);

  private:
    /// The three entries of a list; null, with an error, if the value is no such list.
    const TomlArray* triple(const TomlValue& value, const InputKey& key, std::string_view what);

    /// Reads each value of a table of names.
    template <class Number>
    void read_named(const TomlValue& value, const InputKey& key, std::string_view what,
                    std::map<std::string, Number>& out);

    bool in_range(const TomlValue& value, const InputKey& key, double number);
    std::string with_unit(std::string_view text, Dimension dimension) const;

    const Units& units_;
    ErrorList& errors_;
};

/// "neighbor" and "skin" to "neighbor.skin"; an empty path to "skin".
std::string join_path(const std::string& path, std::string_view name);

/// Whether a path ends with the number of an entry: "pair.potential.0".
bool is_entry(const std::string& path);

/// A path as the headers of a file have it, without numbers: "stage.0.deform.1" to "stage.deform".
std::string header_path(const std::string& path);

/// The allowed values in words, "above 0"; empty if all are.
std::string range_text(const Range& range);

} // namespace mdsim
