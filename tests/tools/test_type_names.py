# SPDX-License-Identifier: BSD-3-Clause
"""Types that are defined twice are found, others are not taken for them."""

from mdsim_tools.type_names import Place, defined_twice, types_of


def test_types_have_the_names_of_their_namespaces():
    text = """
namespace a {
/// struct Comment {
template <class T> struct alignas(64) Table {
    struct Inner {};
};
class Base final : public Other<int> {};
enum class Kind { one };
class Forward;
template <> struct Table<int> {};
namespace b::c {
struct Deep {};
}
namespace {
struct Hidden {};
}
void act() { struct Local {}; }
} // namespace a
"""
    assert list(types_of(text)) == [("a::Table", 4), ("a::Base", 7), ("a::Kind", 8), ("a::b::c::Deep", 12)]


def test_one_name_in_two_files_is_found():
    one = "namespace n { struct Region { int a; }; struct Only {}; }"
    other = "namespace n {\nclass Region { double b[8]; };\n}"
    assert defined_twice({"a.hpp": one, "b.hpp": other}) == {"n::Region": [Place("a.hpp", 1), Place("b.hpp", 2)]}


def test_names_of_other_namespaces_differ():
    one = "namespace n { struct Region {}; }"
    other = "namespace m { struct Region {}; } namespace n { namespace { struct Region {}; } }"
    assert defined_twice({"a.hpp": one, "b.hpp": other}) == {}


def test_a_member_type_defined_elsewhere_is_no_second_type():
    one = "namespace n { class Table { struct Part; }; }"
    other = "namespace n { struct Table::Part { int a; }; }"
    assert defined_twice({"a.hpp": one, "a.cpp": other}) == {}
