// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "input/key_row.hpp"
#include "input/toml_writer.hpp"

namespace mdsim {

template <Settings S> std::vector<KeyRow> collect_rows();

/// The kind of a plain member.
constexpr KeyKind kind_of(bool) { return KeyKind::truth; }
constexpr KeyKind kind_of(int) { return KeyKind::integer; }
constexpr KeyKind kind_of(std::int64_t) { return KeyKind::integer; }
constexpr KeyKind kind_of(double) { return KeyKind::number; }
inline KeyKind kind_of(const std::string&) { return KeyKind::text; }
constexpr KeyKind kind_of(const Vec3<double>&) { return KeyKind::three_numbers; }
constexpr KeyKind kind_of(const std::array<bool, 3>&) { return KeyKind::three_truths; }
constexpr KeyKind kind_of(const std::array<int, 3>&) { return KeyKind::three_integers; }
inline KeyKind kind_of(const std::vector<double>&) { return KeyKind::numbers; }
inline KeyKind kind_of(const std::vector<std::string>&) { return KeyKind::texts; }
inline KeyKind kind_of(const std::map<std::string, std::int64_t>&) { return KeyKind::counts; }
inline KeyKind kind_of(const std::map<std::string, double>&) { return KeyKind::amounts; }

/// Fills in what follows from the type and the default of a member.
struct MemberDescription {
    KeyRow& row;

    template <class T> void operator()(const T& value) const {
        if constexpr (Settings<T>) {
            row.kind = KeyKind::table;
            row.children = collect_rows<T>();
        } else if constexpr (NamedEnum<T>) {
            row.kind = KeyKind::choice;
            name_choices<T>();
            row.default_text = to_toml(value);
        } else if constexpr (Choice<T>) {
            row.kind = KeyKind::choice;
            for_each_alternative(value, [&]<class One>(const One&) {
                row.choices.emplace_back(One::name);
                KeyRow& alternative = row.alternatives.emplace_back();
                alternative.name = One::name;
                alternative.children = collect_rows<One>();
                for (KeyRow& key : alternative.children) {
                    key.condition = row.name + " = \"" + alternative.name + "\"";
                }
            });
        } else {
            row.kind = kind_of(value);
            row.default_text = to_toml(value);
        }
    }

    template <NamedEnum E> void operator()(const std::vector<E>& values) const {
        row.kind = KeyKind::choices;
        name_choices<E>();
        row.default_text = to_toml(values);
    }

    template <NamedEnum E> void name_choices() const {
        for (const auto& entry : enum_names(E{})) {
            row.choices.emplace_back(entry.name);
        }
    }

    template <Settings S> void operator()(const std::vector<S>&) const {
        row.kind = KeyKind::tables;
        row.children = collect_rows<S>();
    }

    template <class T> void operator()(const std::optional<T>& value) const {
        (*this)(value ? *value : T{});
        if (!value) {
            row.default_text.clear();
            row.may_be_absent = row.kind == KeyKind::table;
        }
    }
};

/// The rows of the settings as plain data, with those of the settings inside.
template <Settings S> std::vector<KeyRow> collect_rows() {
    std::vector<KeyRow> rows;
    const S defaults{};
    for_each_field<S>([&](const auto& field) {
        MDSIM_EXPECT(!field.name.empty() && !field.help.empty());
        MDSIM_EXPECT(field.range.low <= field.range.high);
        KeyRow& row = rows.emplace_back();
        row.name = field.name;
        row.dimension = field.dimension;
        row.range = field.range;
        row.help = field.help;
        row.traits = field.traits;
        MemberDescription{row}(defaults.*field.member);
        if (row.traits.is_required) {
            row.default_text.clear();
        }
        pass_down_resume_traits(row);
    });
    MDSIM_ENSURE(has_distinct_names(rows));
    return rows;
}

} // namespace mdsim
