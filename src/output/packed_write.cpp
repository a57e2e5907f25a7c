// SPDX-License-Identifier: BSD-3-Clause
#include "output/packed_write.hpp"

#include <algorithm>
#include <array>

#include "core/contract.hpp"
#include "output/deflate.hpp"
#include "output/hdf5_objects.hpp"
#include "output/scale_offset.hpp"

#if !H5_VERSION_GE(1, 10, 3)
#error "HDF5 1.10.3 or later is needed, for H5Dwrite_chunk"
#endif

namespace mdsim::h5 {

namespace {

/// The parameters of scale-offset that say how a chunk is packed, as the library stores them.
enum ScaleOffset : std::size_t {
    scale_type = 0,
    factor = 1,
    value_class = 3,
    value_size = 4,
    has_sign = 5,
    byte_order = 6,
    fill_value = 7,
    parameters = 20
};

/// Chunks of equal numbers could store next to nothing, which programs that distrust files refuse,
/// mdsim among them. So each stored byte stands for this many at most; zeros fill up.
constexpr std::size_t most_in_byte = 1000;

struct Filter {
    H5Z_filter_t id = 0;
    std::array<unsigned, parameters> values{};
};

Filter filter_of(hid_t creation, unsigned number, const std::string& path) {
    Filter filter;
    std::size_t length = filter.values.size();
    unsigned flags = 0;
    filter.id =
        static_cast<H5Z_filter_t>(check(H5Pget_filter2(creation, number, &flags, &length,
                                                       filter.values.data(), 0, nullptr, nullptr),
                                        "H5Pget_filter2", path));
    return filter;
}

/// Whether chunks are packed as pack_chunk does it; fills in the type and its decimals.
bool is_packed(const Filter& filter, PackedChunks& chunks) {
    constexpr unsigned whole = 0, real = 1, little_endian = 0, undefined = 0, most_decimals = 9;
    const auto& p = filter.values;
    if (filter.id != H5Z_FILTER_SCALEOFFSET || p[value_size] != 4 ||
        p[byte_order] != little_endian || p[fill_value] != undefined)
        return false;
    chunks.type = p[value_class] == real ? ElementType::float32 : ElementType::int32;
    chunks.decimals = static_cast<int>(std::min(p[factor], most_decimals));
    if (p[value_class] == real)
        return p[scale_type] == H5Z_SO_FLOAT_DSCALE && p[factor] <= most_decimals;
    return p[value_class] == whole && p[scale_type] == H5Z_SO_INT && p[has_sign] == 1 &&
           p[factor] == H5Z_SO_INT_MINBITS_DEFAULT;
}

/// Whether the filters of a dataset are scale-offset, as it is done here, and deflate or nothing.
bool read_filters(hid_t creation, const std::string& path, PackedChunks& chunks) {
    const auto filters = check(H5Pget_nfilters(creation), "H5Pget_nfilters", path);
    if (filters < 1 || filters > 2 || !is_packed(filter_of(creation, 0, path), chunks))
        return false;
    chunks.deflated = filters == 2;
    return filters == 1 || (filter_of(creation, 1, path).id == H5Z_FILTER_DEFLATE && can_deflate());
}

/// The bits that a packed chunk says it has for each number.
unsigned bits_in(const std::vector<std::byte>& stored) {
    return std::to_integer<unsigned>(stored.front());
}

} // namespace

std::optional<PackedChunks> packed_chunks(const File& file, hid_t dataset) {
    const std::string& path = file.path();
    const Handle creation(check(H5Dget_create_plist(dataset), "H5Dget_create_plist", path),
                          H5Pclose);
    const std::vector<hsize_t> shape = shape_of(file, dataset);
    const std::size_t ranks = shape.size();
    if (ranks < 2 || ranks > 3 || H5Pget_layout(creation.id()) != H5D_CHUNKED) return {};
    std::array<hsize_t, 3> chunk{1, 1, 1};
    check(H5Pget_chunk(creation.id(), static_cast<int>(ranks), chunk.data()), "H5Pget_chunk", path);
    PackedChunks chunks;
    chunks.atoms = static_cast<std::int64_t>(shape[1]);
    chunks.rows = static_cast<std::int64_t>(chunk[1]);
    chunks.columns = ranks == 3 ? static_cast<int>(shape[2]) : 1;
    if (chunk[0] != 1 || chunk[2] != 1 || !read_filters(creation.id(), path, chunks)) return {};
    return chunks;
}

template <class T>
PackedFrame<T>::PackedFrame(const File& file, hid_t dataset, const PackedChunks& chunks,
                            std::int64_t frame)
    : file_(&file), dataset_(dataset), chunks_(chunks), frame_(frame) {
    MDSIM_EXPECT(chunks.rows > 0 && chunks.columns > 0 && frame >= 0);
    MDSIM_EXPECT(chunks.type == element_type<T>());
    const std::vector<T> block(static_cast<std::size_t>(chunks.rows));
    blocks_.assign(static_cast<std::size_t>(chunks.columns), block);
}

template <class T> void PackedFrame<T>::add(std::span<const T> numbers) {
    MDSIM_EXPECT(numbers.size() % blocks_.size() == 0);
    for (std::size_t next = 0; next < numbers.size(); next += blocks_.size()) {
        for (std::size_t column = 0; column < blocks_.size(); ++column)
            blocks_[column][static_cast<std::size_t>(held_)] = numbers[next + column];
        if (++held_ == chunks_.rows) write_block();
    }
}

template <class T> void PackedFrame<T>::finish() {
    if (held_ > 0) write_block();
    MDSIM_EXPECT(written_ == chunks_.atoms);
}

/// What a last block lacks repeats its last atom, which takes no more bits.
template <class T> void PackedFrame<T>::write_block() {
    for (std::size_t column = 0; column < blocks_.size(); ++column) {
        std::vector<T>& block = blocks_[column];
        const auto end = block.begin() + static_cast<std::ptrdiff_t>(held_);
        std::fill(end, block.end(), *(end - 1));
        write_chunk(block, column);
    }
    written_ += held_;
    held_ = 0;
}

/// Numbers of many bits look like noise to deflate: it would be slow and save little.
template <class T> void PackedFrame<T>::write_chunk(std::span<const T> numbers, hsize_t column) {
    constexpr unsigned worth_it = 4, without_deflate = 2; // the second filter is left out
    pack_chunk(numbers, chunks_.decimals, stored_);
    const unsigned bits = bits_in(stored_);
    const bool deflated = chunks_.deflated && bits > 0 && bits <= worth_it;
    if (deflated) deflate(stored_);
    stored_.resize(std::max(stored_.size(), numbers.size_bytes() / most_in_byte));
    const std::array<hsize_t, 3> place{static_cast<hsize_t>(frame_), static_cast<hsize_t>(written_),
                                       column};
    check(H5Dwrite_chunk(dataset_, H5P_DEFAULT, chunks_.deflated && !deflated ? without_deflate : 0,
                         place.data(), stored_.size(), stored_.data()),
          "H5Dwrite_chunk", file_->path());
}

template class PackedFrame<float>;
template class PackedFrame<std::int32_t>;

} // namespace mdsim::h5
