// SPDX-License-Identifier: BSD-3-Clause
#include "input/potential/eam_file.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/chemical_elements.hpp"
#include "core/counted.hpp"
#include "input/potential/eam_numbers.hpp"

namespace mdsim {

namespace {

using Words = std::vector<std::string_view>;

/// Elements of one file; their pairs are as many as half of the square.
constexpr std::int64_t most_elements = 100;

/// One element of a file of several: its line, and the numbers that follow.
struct ElementBlock {
    EamHead head;
    NumberBlock block;
};

/// The functions that a file has of each pair.
enum class PairFunctions { phi = 1, phi_and_angular = 3 };

PairFunctions other(PairFunctions functions) {
    return functions == PairFunctions::phi ? PairFunctions::phi_and_angular : PairFunctions::phi;
}

/// What to say of as many numbers as the other kind has.
std::string_view of_other_kind(PairFunctions functions) {
    return functions == PairFunctions::phi
               ? "as many as files of angular-dependent potentials have (type = \"adp\")"
               : "as many as files without u(r) and w(r) have (type = \"eam\")";
}

class EamParser {
  public:
    EamParser(std::string_view text, const std::string& path, PairFunctions functions)
        : lines_(text), findings_(path), functions_(functions) {}

    /// The third line has the sizes if the file is of one element, else it is a comment.
    EamFile parse() {
        Words words[3];
        for (Words& line : words) read_line(line);
        const bool one = looks_like_sizes(words[2]);
        if (one && functions_ != PairFunctions::phi)
            findings_.error(3, "sizes of one element, as funcfl files have them; expected setfl "
                               "with u(r) and w(r) of all pairs");
        findings_.raise();
        EamFile file = one ? parse_one(words[1], words[2]) : parse_several();
        findings_.raise();
        return file;
    }

  private:
    /// False at the end of the text.
    bool read_line(Words& words) {
        std::string_view line;
        words.clear();
        if (!lines_.next(line)) return false;
        source::split_words(line, words);
        return true;
    }

    static bool looks_like_sizes(const Words& words) {
        double number = 0;
        for (std::size_t i = 0; i < 5; ++i)
            if (words.size() < 5 || !source::parse_number(words[i], number)) return false;
        return true;
    }

    EamFile begin(const EamSizes& sizes) const {
        EamFile file;
        file.density_spacing = sizes.density_spacing;
        file.spacing = sizes.spacing;
        file.cutoff = sizes.cutoff;
        return file;
    }

    EamFile parse_one(const Words& head_words, const Words& size_words) {
        const EamHead head = read_eam_head(head_words, 2, findings_);
        const EamSizes sizes = read_eam_sizes(size_words, 3, findings_);
        NumberBlock block;
        for (Words words; read_line(words);) add_numbers(words, lines_.number(), block, findings_);
        findings_.raise();
        const std::size_t expected = sizes.densities + 2 * sizes.distances;
        if (!has_numbers(block, expected, "F(rho), Z(r) and f(r)", 0)) return {};
        EamFile file = begin(sizes);
        EamFileElement& element = file.elements.emplace_back();
        element.name = element_symbol(head.atomic_number);
        element.mass = head.mass;
        if (element.name.empty())
            findings_.error(2, fmt::format("no element has the number {}", head.atomic_number));
        element.embedding = block.take(sizes.densities);
        element.charge = block.take(sizes.distances);
        element.density.push_back(block.take(sizes.distances));
        return file;
    }

    EamFile parse_several() {
        const std::vector<std::string> names = read_names();
        Words words;
        read_line(words);
        const EamSizes sizes = read_eam_sizes(words, lines_.number(), findings_);
        findings_.raise();
        std::vector<ElementBlock> blocks = read_blocks();
        findings_.raise();
        if (blocks.size() != names.size()) {
            findings_.error(0, fmt::format("has {} for {}; each begins with its atomic number, "
                                           "mass, lattice constant and lattice",
                                           counted(std::ssize(blocks), "block"),
                                           counted(std::ssize(names), "element")));
            return {};
        }
        return assembled(names, sizes, blocks);
    }

    /// `N Name1 Name2 ...`
    std::vector<std::string> read_names() {
        Words words;
        read_line(words);
        std::int64_t count = 0;
        const std::int64_t line = lines_.number();
        if (words.empty() || !source::parse_integer(words[0], count) || count < 1 ||
            count > most_elements)
            findings_.error(line, "expected the number of elements and their names behind three "
                                  "lines of comment, as in setfl files; or five sizes on line 3, "
                                  "as in funcfl files");
        else if (std::ssize(words) != count + 1)
            findings_.error(line, fmt::format("{} expected, {} found", counted(count, "name"),
                                              std::ssize(words) - 1));
        findings_.raise();
        return {words.begin() + 1, words.end()};
    }

    std::vector<ElementBlock> read_blocks() {
        std::vector<ElementBlock> blocks;
        for (Words words; read_line(words);) {
            if (is_eam_head(words))
                blocks.push_back({read_eam_head(words, lines_.number(), findings_), {}});
            else if (!blocks.empty())
                add_numbers(words, lines_.number(), blocks.back().block, findings_);
            else if (!words.empty())
                findings_.error(lines_.number(), "expected the first element: atomic number, mass, "
                                                 "lattice constant, lattice");
        }
        return blocks;
    }

    EamFile assembled(const std::vector<std::string>& names, const EamSizes& sizes,
                      std::vector<ElementBlock>& blocks) {
        const std::size_t n = names.size();
        const std::size_t pairs = n * (n + 1) / 2;
        const auto in_pairs = [&](PairFunctions functions) {
            return static_cast<std::size_t>(functions) * pairs * sizes.distances;
        };
        const bool by_both =
            n > 1 && blocks[0].block.numbers.size() != sizes.densities + sizes.distances;
        const std::size_t densities = by_both ? n : 1;
        EamFile file = begin(sizes);
        for (std::size_t a = 0; a < n; ++a) {
            NumberBlock& block = blocks[a].block;
            const std::size_t own = sizes.densities + densities * sizes.distances;
            const bool last = a + 1 == n; // pairs follow
            if (!has_numbers(block, own + (last ? in_pairs(functions_) : 0), names[a],
                             blocks[a].head.line, last ? own + in_pairs(other(functions_)) : 0))
                return {};
            EamFileElement& element = file.elements.emplace_back();
            element.name = names[a];
            element.mass = blocks[a].head.mass;
            element.embedding = block.take(sizes.densities);
            for (std::size_t b = 0; b < densities; ++b)
                element.density.push_back(block.take(sizes.distances));
        }
        for (auto* const function : {&file.pair_times_r, &file.dipole, &file.quadrupole}) {
            if (functions_ == PairFunctions::phi && function != &file.pair_times_r) break;
            for (std::size_t pair = 0; pair < pairs; ++pair)
                function->push_back(blocks.back().block.take(sizes.distances));
        }
        return file;
    }

    /// `elsewhere` is how many a file of the other kind would have; zero if that is unknown.
    bool has_numbers(const NumberBlock& block, std::size_t expected, const std::string& of,
                     std::int64_t line, std::size_t elsewhere = 0) {
        const std::size_t found = block.numbers.size();
        if (found == expected) return true;
        std::string message =
            fmt::format("{} numbers found for {}, {} expected by the sizes", found, of, expected);
        if (found == elsewhere) message += fmt::format("; {}", of_other_kind(functions_));
        findings_.error(line, message);
        return false;
    }

    source::LineReader lines_;
    source::Findings findings_;
    PairFunctions functions_;
};

} // namespace

EamFile parse_eam(std::string_view text, const std::string& path) {
    return EamParser(text, path, PairFunctions::phi).parse();
}

EamFile parse_adp(std::string_view text, const std::string& path) {
    return EamParser(text, path, PairFunctions::phi_and_angular).parse();
}

EamFile read_adp_file(const std::string& path) {
    const source::TextFile file(path);
    return parse_adp(file.text(), path);
}

EamFile read_eam_file(const std::string& path) {
    const source::TextFile file(path);
    return parse_eam(file.text(), path);
}

} // namespace mdsim
