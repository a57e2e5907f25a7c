# SPDX-License-Identifier: BSD-3-Clause
"""What tools/measure-house finds in C++ and CUDA."""

import pytest

from mdsim_tools import cpp_source, house

TEXT = r"""// a comment {
namespace a {
template <class T, class U = std::vector<int>>
class Foo : public Bar {
public:
  Foo(int x) : a_{x}, b_(2), c_{3} {
    a_ = 3;
  }
  int size() const noexcept { return 3; }
  bool operator==(const Foo& o) const {
    return true;
  }

private:
  int a_{3};
  std::vector<int> v_ = {1, 2};
};
const char* text = R"(void g() { )";
void f(std::vector<int> a = {}, char c = '{') {
  auto g = [&](int x) {
    return x;
  };
  if (a) {
  }
}
auto h(int a)
    -> std::vector<int> {
  return {};
}
__global__ void __launch_bounds__(128, max(1, 2)) kernel(int n) {
}
struct S { int x; } s{1};
int big = 1'000'000;
enum class E { a, b };
}
int main() try {
} catch (...) {
}
"""


def test_functions_have_their_names_and_lengths():
    found = [(f.name, f.line, f.lines) for f in cpp_source.functions(TEXT)]
    assert found == [
        ("Foo", 6, 3),
        ("size", 9, 1),
        ("operator", 10, 3),
        ("f", 19, 7),
        ("h", 26, 4),
        ("kernel", 30, 2),
        ("main", 36, 2),
    ]


@pytest.mark.parametrize(
    "text, lines", [("int a; // b\n\n", 1), ("/* a\n b */\n", 0), ('auto a = "// b";\n', 1), ("// a\nint b;\n", 1)]
)
def test_comments_and_blank_lines_are_no_code(text, lines):
    assert cpp_source.code_lines(text) == lines


def test_contracts_and_casts_are_counted_where_they_are_code(monkeypatch, tmp_path):
    monkeypatch.setattr(house, "ROOT", tmp_path)
    path = tmp_path / "src" / "core" / "a.cpp"
    path.parent.mkdir(parents=True)
    path.write_text(
        "#define MDSIM_REQUIRE(x) check(x)\n"
        '#include "app/config.hpp"\n'
        "// MDSIM_EXPECT(a) static_cast<int>(b)\n"
        "int f(const Config& config) {\n"
        "  MDSIM_EXPECT(a); MDSIM_REQUIRE(b);\n"
        '  return static_cast<int>(size("MDSIM_ENSURE(c)"));\n'
        "}\n",
        encoding="utf-8",
    )
    found = house.measured(path)
    assert (found.module, found.contracts, found.casts, found.takes_config) == ("src/core", 2, 1, 1)
    assert found.includes_config
    assert house.module_line([found])["contracts_per_1000"] == round(2000 / found.code, 1)


def test_percentiles_are_values_of_the_series():
    assert house.percentiles(range(1, 101)) == {"p50": 51, "p90": 90, "p99": 99, "max": 100}
    assert house.percentiles([]) == {"p50": 0, "p90": 0, "p99": 0, "max": 0}
