// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include <fmt/format.h>

#include "core/error.hpp"
#include "input/potential/eam_file.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// `count` numbers that rise from `first`, three a line.
std::string numbers(double first, int count) {
    std::string text;
    for (int k = 0; k < count; ++k)
        text += fmt::format("{}{}", first + 0.25 * k, k % 3 == 2 || k + 1 == count ? "\n" : " ");
    return text;
}

const std::string funcfl = "copper\n29 63.55 3.615 FCC\n6 0.5 5 0.1 0.45\n" + numbers(1, 6) +
                           numbers(10, 5) + numbers(20, 5);

/// Two elements; `densities` functions for each.
std::string setfl(int densities, const std::string& sizes = "6 0.5 5 0.1 0.45") {
    std::string text = "a\nb\nc\n2 Ni Al\n" + sizes + "\n";
    for (int element = 0; element < 2; ++element) {
        text += element == 0 ? "28 58.71 3.52 fcc\n" : "13 26.982 4.05 fcc\n";
        text += numbers(100 * element, 6);
        for (int d = 0; d < densities; ++d) text += numbers(100 * element + 10 * (d + 1), 5);
    }
    return text + numbers(1000, 5) + numbers(2000, 5) + numbers(3000, 5);
}

/// The same as a file of an angular-dependent potential.
std::string adp() {
    std::string text = setfl(1);
    for (int function = 0; function < 6; ++function) text += numbers(4000 + 1000 * function, 5);
    return text;
}

template <class Parse = decltype(parse_eam)>
std::string refusal(const std::string& text, const Parse& parse = parse_eam) {
    try {
        parse(text, "x.eam");
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

} // namespace

TEST_CASE("a file of one element is read", "[eam]") {
    const EamFile file = parse_eam(funcfl, "Cu.eam");
    CHECK(file.of_one_element());
    CHECK((file.density_spacing == 0.5 && file.spacing == 0.1 && file.cutoff == 0.45));
    REQUIRE(file.elements.size() == 1);
    const EamFileElement& cu = file.elements[0];
    CHECK((cu.name == "Cu" && cu.mass == 63.55));
    CHECK((cu.embedding.size() == 6 && cu.embedding.back() == 2.25));
    CHECK((cu.charge.size() == 5 && cu.charge.front() == 10));
    REQUIRE(cu.density.size() == 1);
    CHECK(cu.density[0].back() == 21);
}

TEST_CASE("a file of several elements is read", "[eam]") {
    const EamFile file = parse_eam(setfl(1), "NiAl.eam.alloy");
    CHECK_FALSE(file.of_one_element());
    REQUIRE(file.elements.size() == 2);
    CHECK((file.elements[1].name == "Al" && file.elements[1].mass == 26.982));
    CHECK(file.elements[1].embedding.front() == 100);
    REQUIRE(file.elements[1].density.size() == 1);
    CHECK(file.elements[1].density[0].front() == 110);
    REQUIRE(file.pair_times_r.size() == 3);
    CHECK((file.pair_times_r[1].front() == 2000 && file.pair_times_r[2].back() == 3001));
}

TEST_CASE("densities that depend on both elements are recognised by their number", "[eam]") {
    const EamFile file = parse_eam(setfl(2), "NiAl.eam.fs");
    REQUIRE(file.elements[0].density.size() == 2);
    CHECK(file.elements[0].density[1].front() == 20);
    CHECK(file.elements[1].density[0].front() == 110);
    CHECK(file.pair_times_r[0].front() == 1000);
}

TEST_CASE("a file with dipoles and quadrupoles is read", "[eam]") {
    const EamFile file = parse_adp(adp(), "AlCu.adp");
    REQUIRE((file.elements.size() == 2 && file.elements[0].density.size() == 1));
    REQUIRE((file.dipole.size() == 3 && file.quadrupole.size() == 3));
    CHECK((file.pair_times_r[2].front() == 3000 && file.dipole[0].front() == 4000));
    CHECK((file.dipole[2].back() == 6001 && file.quadrupole[0].front() == 7000));
    CHECK(file.quadrupole[2].back() == 9001);
}

TEST_CASE("files with and without dipoles are not taken for each other", "[eam]") {
    CHECK(contains(refusal(adp()), "as many as files of angular-dependent potentials have"));
    CHECK(contains(refusal(setfl(1), parse_adp), "as many as files without u(r) and w(r) have"));
    CHECK(contains(refusal(setfl(2), parse_adp), "16 numbers found for Ni, 16 expected") == false);
    CHECK(contains(refusal(funcfl, parse_adp), "x.eam:3: sizes of one element"));
    CHECK_FALSE(contains(refusal(adp() + "1\n", parse_adp), "as many as"));
}

TEST_CASE("lines may end and be filled as anybody likes", "[eam]") {
    std::string text = funcfl;
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
        text.replace(at, 1, "\r\n");
    CHECK(parse_eam(text + "\r\n\r\n", "x").elements[0].density[0].back() == 21);
}

TEST_CASE("what is wrong with a file is said with its line", "[eam]") {
    CHECK(contains(refusal(""), "expected the number of elements"));
    CHECK(contains(refusal(funcfl + "7\n"), "17 numbers found for F(rho), Z(r) and f(r), 16"));
    CHECK(contains(refusal(replaced(funcfl, "1 1.25", "1 1.2x5")),
                   "x.eam:4: '1.2x5' is not a finite number"));
    CHECK(contains(refusal(replaced(funcfl, "29 63", "229 63")), "no element has the number 229"));
    CHECK(contains(refusal(replaced(funcfl, "63.55", "-3")), "x.eam:2: the mass -3 must be"));
    CHECK(contains(refusal(replaced(funcfl, "6 0.5 5", "4 0.5 5")), "x.eam:3: tables of 4 values"));
    CHECK(contains(refusal(setfl(1, "6 0.5 5 0 0.45")), "x.eam:5: steps and cutoff must be"));
    CHECK(contains(refusal(setfl(1, "6 0.5 5 0.1 0.45 3.0")), "eam/he"));
    CHECK(contains(refusal(setfl(3)), "21 numbers found for Ni, 16 expected"));
    CHECK(contains(refusal(replaced(setfl(1), "2 Ni Al", "2 Ni")), "x.eam:4: 2 names expected, 1"));
    CHECK(contains(refusal(replaced(setfl(1), "2 Ni Al", "3 Ni Al H")),
                   "has 2 blocks for 3 elements"));
    CHECK(contains(refusal(replaced(setfl(1), "2 Ni Al", "two")), "expected the number"));
    CHECK(contains(refusal(replaced(setfl(1), "28 58.71 3.52 fcc\n", "")), "expected the first"));
    CHECK(contains(refusal(replaced(setfl(1), "13 26.982", "13 nan")), "is not a finite number"));
}

TEST_CASE("sizes do not make the reader take memory", "[eam]") {
    CHECK(contains(refusal(setfl(1, "1000000 0.5 1000000 0.1 0.45")), "numbers found for Ni"));
    CHECK(contains(refusal(setfl(1, "1000001 0.5 5 0.1 0.45")), "tables of 1000001 values"));
}
