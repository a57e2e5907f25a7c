// SPDX-License-Identifier: BSD-3-Clause
#include "guard/hdf5_filters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "core/contract.hpp"
#include "guard/hdf5_handle.hpp"
#include "guard/hdf5_reason.hpp"
#include "guard/inflate.hpp"
#include "guard/printable.hpp"

namespace mdsim::guard {

namespace {

constexpr int most_filters = 8;

/// Where scale-offset keeps what it needs to know of a chunk.
enum ScaleOffset : std::size_t { scale_type, factor, values, value_class, value_size, count = 20 };
constexpr unsigned integer_scale = 2; ///< the scale type of whole numbers
constexpr std::size_t header_bytes = 21;

bool is_allowed(H5Z_filter_t id) {
    return id == H5Z_FILTER_DEFLATE || id == H5Z_FILTER_SHUFFLE || id == H5Z_FILTER_FLETCHER32 ||
           id == H5Z_FILTER_SCALEOFFSET;
}

std::string scale_objection(const Hdf5Filter& filter, const Hdf5Layout& layout) {
    const std::vector<unsigned>& p = filter.parameters;
    const bool fits = p.size() == ScaleOffset::count &&
                      p[ScaleOffset::value_size] == layout.value_bytes && layout.value_bytes <= 8 &&
                      p[ScaleOffset::values] == layout.chunk_bytes() / layout.value_bytes;
    return fits ? ""
                : "is compressed by scale-offset for chunks of another size; the file is "
                  "damaged";
}

/// Undoes scale-offset, as far as sizes go: what it gives has the size of a chunk.
std::string undo_scale(const Hdf5Filter& filter, const Hdf5Layout& layout,
                       std::vector<std::byte>& data) {
    MDSIM_EXPECT(filter.parameters.size() == ScaleOffset::count);
    const std::uint64_t bits = 8 * layout.value_bytes;
    if (filter.parameters[ScaleOffset::scale_type] == integer_scale &&
        filter.parameters[ScaleOffset::factor] == bits)
        return ""; // stored as they are
    if (data.size() < header_bytes) return "is too short for its head";
    std::uint64_t used = 0;
    for (std::size_t i = 0; i < 4; ++i) used |= std::to_integer<std::uint64_t>(data[i]) << (8 * i);
    const std::uint64_t n = layout.chunk_bytes() / layout.value_bytes;
    if (used > bits || header_bytes + (used * n + 7) / 8 > data.size())
        return fmt::format("claims {} bits a value, for which it is too short", used);
    data.resize(layout.chunk_bytes());
    return "";
}

std::string undo_checksum(std::vector<std::byte>& data) {
    constexpr std::size_t bytes = 4;
    if (data.size() < bytes) return "is too short for its checksum";
    data.resize(data.size() - bytes);
    return "";
}

std::string undo(const Hdf5Filter& filter, const Hdf5Layout& layout, std::vector<std::byte>& data) {
    constexpr std::uint64_t slack = 64; ///< that other filters add to a chunk: heads and checksums
    if (filter.id == H5Z_FILTER_SCALEOFFSET) return undo_scale(filter, layout, data);
    if (filter.id == H5Z_FILTER_FLETCHER32) return undo_checksum(data);
    if (filter.id == H5Z_FILTER_DEFLATE) return inflate(data, layout.chunk_bytes() + slack);
    return "";
}

} // namespace

void forbid_hdf5_plugins() {
    static const herr_t done = H5PLset_loading_state(0);
    static_cast<void>(done);
}

std::string read_filters(hid_t creation, Hdf5Layout& layout) {
    MDSIM_EXPECT(layout.value_bytes > 0 && !layout.chunk.empty() && layout.filters.empty());
    const int n = H5Pget_nfilters(creation);
    if (n < 0) return fmt::format("its filters cannot be read ({})", hdf5_reason());
    if (n > most_filters) return fmt::format("has {} filters; {} are allowed", n, most_filters);
    for (int i = 0; i < n; ++i) {
        Hdf5Filter filter;
        std::array<unsigned, ScaleOffset::count> parameters{};
        std::size_t length = parameters.size();
        std::array<char, 64> name{};
        unsigned flags = 0;
        filter.id = H5Pget_filter2(creation, static_cast<unsigned>(i), &flags, &length,
                                   parameters.data(), name.size(), name.data(), nullptr);
        name.back() = '\0';
        if (!is_allowed(filter.id))
            return fmt::format("is compressed by the filter {} {}; only gzip, shuffle, "
                               "scale-offset and fletcher32 are read: copy the file with "
                               "h5repack -f SHUF -f GZIP=4",
                               filter.id, in_quotes(name.data()));
        filter.parameters.assign(
            parameters.begin(),
            parameters.begin() + static_cast<std::ptrdiff_t>(std::min(length, parameters.size())));
        const std::string scale =
            filter.id == H5Z_FILTER_SCALEOFFSET ? scale_objection(filter, layout) : "";
        if (!scale.empty()) return scale;
        layout.filters.push_back(std::move(filter));
    }
    return "";
}

std::string stored_chunk_objection(const Hdf5Layout& layout, std::vector<std::byte> stored,
                                   unsigned skipped) {
    MDSIM_EXPECT(layout.value_bytes > 0 && !layout.chunk.empty());
    MDSIM_EXPECT(layout.filters.size() <= most_filters); // a bit of `skipped` for each
    for (std::size_t i = layout.filters.size(); i-- > 0;) {
        if ((skipped >> i & 1U) != 0) continue;
        if (layout.filters[i].id == H5Z_FILTER_DEFLATE && !can_inflate()) return "";
        const std::string objection = undo(layout.filters[i], layout, stored);
        if (!objection.empty()) return objection;
    }
    if (stored.size() == layout.chunk_bytes()) return "";
    return fmt::format("gives {} bytes where a chunk has {}", stored.size(), layout.chunk_bytes());
}

} // namespace mdsim::guard
