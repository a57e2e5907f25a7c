// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/field.hpp"

namespace mdsim {

/// The shape of the value that a key takes.
enum class KeyKind {
    truth,
    integer,
    number,
    text,
    choice,  ///< one of some words; may bring further keys
    choices, ///< a list of some words
    three_numbers,
    three_truths,
    three_integers,
    numbers,
    texts,
    counts,  ///< names and whole numbers
    amounts, ///< names and numbers
    table,
    tables
};

/// Everything about one input key in plain data: what the manual, `--describe`, the JSON Schema
/// and advice on misspelt keys are made from.
struct KeyRow {
    std::string name;
    KeyKind kind = KeyKind::text;
    Dimension dimension = Dimension::none;
    Range range;
    std::string help;
    std::string condition; ///< `type = "table"`: the choice that brings the key; empty for most
    KeyTraits traits;
    bool may_be_absent = false; ///< the whole table; absent is then not the same as all defaults
    std::string default_text;   ///< as TOML; empty where there is no default
    std::vector<std::string> choices; ///< the words of a choice
    std::vector<KeyRow> children;     ///< the keys of a table, or of each table of a list
    std::vector<KeyRow> alternatives; ///< the keys that a word of a choice brings, as tables
};

/// The rows with their dotted names, depth first; entries of lists are not numbered, and keys that
/// a choice brings stand beside it.
std::vector<std::pair<std::string, const KeyRow*>> flatten(const std::vector<KeyRow>& rows);

/// Gives the keys of a table what it declares about --resume.
void pass_down_resume_traits(KeyRow& table);

/// Whether no key of a table has the name of another one of it, those that a choice brings
/// included.
bool has_distinct_names(const std::vector<KeyRow>& rows);

/// "a number", "3 numbers", "true or false": the value of a key in words.
std::string_view kind_text(KeyKind kind);

/// "length", "temperature": what a number measures; empty for plain numbers.
std::string_view dimension_text(Dimension dimension);

} // namespace mdsim
