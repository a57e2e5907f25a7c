// SPDX-License-Identifier: BSD-3-Clause
#include "domain/site_codec.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/contract.hpp"
#include "core/error.hpp"

namespace mdsim {

namespace {

using site_code::columns;
using site_code::group_atoms;
using site_code::Header;
using site_code::most_held;

/// The words of a group: those of an atom side by side.
template <class W> using GroupWords = std::array<W, std::size_t{group_atoms} * columns>;

/// The words of the sites of a group; zeros where there are fewer.
template <class P>
GroupWords<site_code::Word<typename P::Fraction>> words_of(std::span<const Site<P>> sites) {
    static_assert(sizeof(Site<P>) == columns * sizeof(typename P::Fraction));
    GroupWords<site_code::Word<typename P::Fraction>> words{};
    std::memcpy(words.data(), sites.data(), sites.size_bytes());
    return words;
}

template <class W> std::uint32_t width_of(W bits) {
    return static_cast<std::uint32_t>(std::bit_width(bits));
}

/// The widths that what is missed needs, of numbers whose bits are set in `used`.
template <class W> Header header_for(std::uint32_t order, const std::array<W, columns>& used) {
    Header header;
    header.order = order;
    for (std::size_t c = 0; c < columns; ++c) header.width[c] = width_of(used[c]);
    return header;
}

/// Goes on from what a shorter prediction misses to what the next one does, and returns the bits
/// used of each column.
template <class W> std::array<W, columns> miss_more(const W* difference, GroupWords<W>& missed) {
    std::array<W, columns> used{};
    for (std::size_t i = 0; i < missed.size(); i += columns)
        for (std::size_t c = 0; c < columns; ++c) {
            missed[i + c] = static_cast<W>(missed[i + c] - difference[i + c]);
            used[c] |= site_code::folded(missed[i + c]);
        }
    return used;
}

/// Appends the low `width` bits of each number of a column, shifted down; at most 32 of them.
template <class W>
std::uint32_t* pack_bits(const W* number, unsigned shift, std::uint32_t width, std::uint32_t* to) {
    const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
    std::uint64_t waiting = 0;
    unsigned filled = 0;
    for (std::uint32_t i = 0; i < group_atoms; ++i) {
        const W folded = site_code::folded(number[i * columns]);
        waiting |= (static_cast<std::uint64_t>(folded >> shift) & mask) << filled;
        filled += width;
        if (filled < 32) continue;
        *to++ = static_cast<std::uint32_t>(waiting);
        waiting >>= 32;
        filled -= 32;
    }
    return to;
}

template <class W>
const std::uint32_t* unpack_bits(const std::uint32_t* from, unsigned shift, std::uint32_t width,
                                 W* number) {
    const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
    std::uint64_t waiting = 0;
    unsigned held = 0;
    for (std::uint32_t i = 0; i < group_atoms; ++i) {
        if (held < width) {
            waiting |= static_cast<std::uint64_t>(*from++) << held;
            held += 32;
        }
        number[i * columns] |= static_cast<W>(static_cast<W>(waiting & mask) << shift);
        waiting >>= width;
        held -= width;
    }
    return from;
}

/// Wide columns are the low 32 bits of all numbers, and then the others.
template <class W>
std::uint32_t* pack_column(const W* number, std::uint32_t width, std::uint32_t* to) {
    if (width == 0) return to;
    to = pack_bits(number, 0, std::min(width, 32U), to);
    if constexpr (sizeof(W) > 4)
        if (width > 32) to = pack_bits(number, 32, width - 32, to);
    return to;
}

template <class W>
const std::uint32_t* unpack_column(const std::uint32_t* from, std::uint32_t width, W* number) {
    if (width == 0) return from;
    from = unpack_bits(from, 0, std::min(width, 32U), number);
    if constexpr (sizeof(W) > 4)
        if (width > 32) from = unpack_bits(from, 32, width - 32, number);
    return from;
}

[[noreturn]] void refuse_code() {
    throw EnvironmentError("positions from another rank arrived damaged: what was packed there "
                           "cannot be unpacked here");
}

/// Throws unless the headers are ones of Word, and their groups lie within the code.
template <class W> void check_headers(std::span<const std::uint32_t> code, std::size_t groups) {
    if (code.size() < groups) refuse_code();
    std::size_t words = groups;
    for (std::size_t g = 0; g < groups; ++g) {
        const Header header = Header::unpacked(code[g]);
        if (header.order < 1 || header.order > most_held) refuse_code();
        for (const std::uint32_t width : header.width)
            if (width > 8 * sizeof(W)) refuse_code();
        words += header.words();
    }
    if (words > code.size()) refuse_code();
}

} // namespace

template <class P> void SiteCodec<P>::agree(std::span<const Site<P>> now) {
    atoms_ = now.size();
    for (std::vector<Word>& difference : difference_) difference.assign(groups() * group_words, 0);
    if (!now.empty()) std::memcpy(difference_[0].data(), now.data(), now.size_bytes());
    code_.resize(most_words());
}

template <class P>
std::span<const std::uint32_t> SiteCodec<P>::encode(std::span<const Site<P>> now) {
    MDSIM_REQUIRE(now.size() == atoms_);
    std::uint32_t* to = code_.data() + groups();
    for (std::size_t g = 0; g < groups(); ++g) {
        const std::size_t first = g * group_atoms;
        const std::size_t place = g * group_words;
        GroupWords<Word> last =
            words_of<P>(now.subspan(first, std::min<std::size_t>(group_atoms, atoms_ - first)));
        GroupWords<Word> best;
        Header header;
        for (std::uint32_t order = 1; order <= most_held; ++order) {
            Word* difference = difference_[order - 1].data() + place;
            const GroupWords<Word> held = last;
            const Header next = header_for(order, miss_more(difference, last));
            std::copy(held.begin(), held.end(), difference);
            if (order > 1 && next.words() >= header.words()) continue;
            header = next;
            best = last;
        }
        code_[g] = header.packed();
        for (std::size_t c = 0; c < columns; ++c)
            to = pack_column(best.data() + c, header.width[c], to);
    }
    return {code_.data(), static_cast<std::size_t>(to - code_.data())};
}

template <class P>
void SiteCodec<P>::decode(std::span<const std::uint32_t> code, std::span<Site<P>> now) {
    MDSIM_REQUIRE(now.size() == atoms_);
    check_headers<Word>(code, groups());
    const std::uint32_t* from = code.data() + groups();
    for (std::size_t g = 0; g < groups(); ++g) {
        const Header header = Header::unpacked(code[g]);
        GroupWords<Word> words{};
        for (std::size_t c = 0; c < columns; ++c)
            from = unpack_column(from, header.width[c], words.data() + c);
        const std::size_t place = g * group_words;
        for (Word& word : words) word = site_code::unfolded(word);
        for (std::uint32_t k = 0; k < header.order; ++k)
            for (std::size_t i = 0; i < group_words; ++i)
                words[i] = static_cast<Word>(words[i] + difference_[k][place + i]);
        const std::size_t first = g * group_atoms;
        const std::size_t here = std::min<std::size_t>(group_atoms, atoms_ - first);
        std::memcpy(now.data() + first, words.data(), here * sizeof(Site<P>));
        for (std::vector<Word>& difference : difference_)
            for (std::size_t i = 0; i < group_words; ++i) {
                const auto next = static_cast<Word>(words[i] - difference[place + i]);
                difference[place + i] = words[i];
                words[i] = next;
            }
    }
}

template <class P> std::size_t SiteCodec<P>::bytes() const {
    std::size_t sum = code_.capacity() * sizeof(std::uint32_t);
    for (const std::vector<Word>& difference : difference_)
        sum += difference.capacity() * sizeof(Word);
    return sum;
}

template class SiteCodec<MixedPrecision>;
template class SiteCodec<DoublePrecision>;

} // namespace mdsim
