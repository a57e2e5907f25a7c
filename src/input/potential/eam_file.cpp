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

class EamParser {
  public:
    EamParser(std::string_view text, const std::string& path) : lines_(text), findings_(path) {}

    /// The third line has the sizes if the file is of one element, else it is a comment.
    EamFile parse() {
        Words words[3];
        for (Words& line : words) read_line(line);
        EamFile file = looks_like_sizes(words[2]) ? parse_one(words[1], words[2]) : parse_several();
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
        const std::size_t pairs = n * (n + 1) / 2 * sizes.distances;
        const bool by_both =
            n > 1 && blocks[0].block.numbers.size() != sizes.densities + sizes.distances;
        const std::size_t densities = by_both ? n : 1;
        EamFile file = begin(sizes);
        for (std::size_t a = 0; a < n; ++a) {
            NumberBlock& block = blocks[a].block;
            const std::size_t own = sizes.densities + densities * sizes.distances;
            if (!has_numbers(block, own + (a + 1 == n ? pairs : 0), names[a], blocks[a].head.line))
                return {};
            EamFileElement& element = file.elements.emplace_back();
            element.name = names[a];
            element.mass = blocks[a].head.mass;
            element.embedding = block.take(sizes.densities);
            for (std::size_t b = 0; b < densities; ++b)
                element.density.push_back(block.take(sizes.distances));
        }
        for (std::size_t pair = 0; pair < n * (n + 1) / 2; ++pair)
            file.pair_times_r.push_back(blocks.back().block.take(sizes.distances));
        return file;
    }

    bool has_numbers(const NumberBlock& block, std::size_t expected, const std::string& of,
                     std::int64_t line) {
        if (block.numbers.size() == expected) return true;
        findings_.error(line, fmt::format("{} numbers found for {}, {} expected by the sizes",
                                          block.numbers.size(), of, expected));
        return false;
    }

    source::LineReader lines_;
    source::Findings findings_;
};

} // namespace

EamFile parse_eam(std::string_view text, const std::string& path) {
    return EamParser(text, path).parse();
}

EamFile read_eam_file(const std::string& path) {
    const source::TextFile file(path);
    return parse_eam(file.text(), path);
}

} // namespace mdsim
