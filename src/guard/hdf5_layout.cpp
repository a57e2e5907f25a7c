// SPDX-License-Identifier: BSD-3-Clause
#include "guard/hdf5_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/contract.hpp"
#include "guard/hdf5_filters.hpp"
#include "guard/hdf5_handle.hpp"
#include "guard/hdf5_reason.hpp"
#include "guard/printable.hpp"

namespace mdsim::guard {

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 62;
constexpr std::uint64_t free_bytes = std::uint64_t{1} << 26; ///< that need no backing
constexpr std::uint64_t gzip_ratio = 1032;                   ///< the most that deflate can reach

/// The product of all factors; 2^62 where it is that or more.
std::uint64_t product(std::uint64_t first, const std::vector<hsize_t>& factors) {
    std::uint64_t result = first;
    for (const hsize_t factor : factors)
        result = factor != 0 && result > most_bytes / factor ? most_bytes : result * factor;
    return std::min(result, most_bytes);
}

std::string damaged(const std::string& what) { return fmt::format("{} ({})", what, hdf5_reason()); }

/// Reads the extent; returns an objection.
std::string read_extent(hid_t dataset, std::vector<hsize_t>& extent) {
    const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
    const H5S_class_t kind = space.valid() ? H5Sget_simple_extent_type(space.get()) : H5S_NO_CLASS;
    if (kind == H5S_NULL) return "holds no values at all";
    const int rank = kind == H5S_NO_CLASS ? -1 : H5Sget_simple_extent_ndims(space.get());
    if (rank < 0) return damaged("its extent cannot be read");
    extent.resize(static_cast<std::size_t>(rank));
    if (H5Sget_simple_extent_dims(space.get(), extent.data(), nullptr) < 0)
        return damaged("its extent cannot be read");
    for (const hsize_t n : extent)
        if (n >= most_bytes) return fmt::format("claims an extent of {}, which cannot be", n);
    return "";
}

std::string external_objection(hid_t creation) {
    if (H5Pget_external_count(creation) == 0) return "";
    std::vector<char> name(1024, '\0');
    H5Pget_external(creation, 0, name.size() - 1, name.data(), nullptr, nullptr);
    return fmt::format("keeps its values in another file ({}), and no other file is opened; write "
                       "them into this one",
                       in_quotes(name.data(), 200));
}

/// What speaks against the chunks and what is done to them.
std::string chunk_objection(hid_t creation, const std::string& type, Hdf5Layout& layout) {
    unsigned options = 0;
    layout.chunk.resize(H5S_MAX_RANK);
    const int rank = H5Pget_chunk(creation, H5S_MAX_RANK, layout.chunk.data());
    if (rank < 1) return damaged("the size of its chunks cannot be read");
    layout.chunk.resize(static_cast<std::size_t>(rank));
    if (layout.chunk.size() != layout.extent.size() ||
        std::count(layout.chunk.begin(), layout.chunk.end(), 0) > 0)
        return "has chunks of another shape than itself";
    if (layout.chunk_bytes() > std::numeric_limits<std::uint32_t>::max() ||
        !is_backed(layout.chunk_bytes(), layout.stored))
        return fmt::format("has chunks of {} bytes, but only {} bytes are stored in all; no "
                           "compression makes that of them",
                           layout.chunk_bytes(), layout.stored);
    if (!type.empty()) return "";
    const std::string filters = read_filters(creation, layout);
    if (!filters.empty()) return filters;
    if (H5Pget_chunk_opts(creation, &options) < 0 || (options != 0 && !layout.filters.empty()))
        return "leaves chunks at its edges uncompressed; copy the file with h5repack";
    return "";
}

/// The size of a value in the file, where a text of variable length is its length and a place
/// [bytes].
std::size_t stored_value_bytes(hid_t dataset, hid_t type) {
    if (H5Tis_variable_str(type) <= 0) return H5Tget_size(type);
    const Hdf5Handle file(H5Iget_file_id(dataset), H5Fclose);
    const Hdf5Handle creation(H5Fget_create_plist(file.get()), H5Pclose);
    std::size_t address = 0;
    if (H5Pget_sizes(creation.get(), &address, nullptr) < 0) return 0;
    return address + 2 * sizeof(std::uint32_t);
}

/// What speaks against the sizes, once the extent is known.
std::string size_objection(hid_t dataset, H5D_layout_t kind, hid_t creation,
                           std::uint64_t file_bytes, Hdf5Layout& layout) {
    const Hdf5Handle type(H5Dget_type(dataset), H5Tclose);
    layout.value_bytes = type.valid() ? stored_value_bytes(dataset, type.get()) : 0;
    if (layout.value_bytes == 0) return damaged("its type cannot be read");
    const std::uint64_t all = product(layout.value_bytes, layout.extent);
    if (all >= most_bytes) return "claims more values than there can be";
    if (layout.stored > file_bytes)
        return fmt::format("claims to store {} bytes, more than the {} of the file", layout.stored,
                           file_bytes);
    const std::string unreadable = hdf5_type_objection(type.get());
    if (kind == H5D_CHUNKED) return chunk_objection(creation, unreadable, layout);
    const bool may_be_empty = kind != H5D_COMPACT; // where it is, the library reads from nowhere
    if (!unreadable.empty() || (layout.stored == 0 && may_be_empty) || layout.stored == all)
        return "";
    return fmt::format("claims {} bytes of values, but stores {}", all, layout.stored);
}

} // namespace

std::uint64_t Hdf5Layout::chunk_bytes() const { return product(value_bytes, chunk); }

bool is_backed(std::uint64_t claimed, std::uint64_t stored) {
    return claimed <= free_bytes || claimed / gzip_ratio <= stored;
}

Hdf5Layout hdf5_layout(hid_t dataset, const RegularFile& file) {
    Hdf5Layout layout;
    const Hdf5Handle creation(H5Dget_create_plist(dataset), H5Pclose);
    if (!creation.valid()) {
        layout.objection = damaged("how it is stored cannot be read");
        return layout;
    }
    const H5D_layout_t kind = H5Pget_layout(creation.get());
    if (kind == H5D_VIRTUAL)
        layout.objection = "is a virtual dataset, made of parts of other ones, which may be in "
                           "other files; write its values into a dataset (h5repack -l CONTI)";
    if (layout.objection.empty()) layout.objection = external_objection(creation.get());
    if (layout.objection.empty()) layout.objection = read_extent(dataset, layout.extent);
    if (!layout.objection.empty()) return layout;

    layout.stored = H5Dget_storage_size(dataset);
    layout.objection = size_objection(dataset, kind, creation.get(), file.size(), layout);
    layout.stored = std::min(layout.stored, file.allocated());
    MDSIM_ENSURE(!layout.objection.empty() || layout.value_bytes > 0);
    MDSIM_ENSURE(!layout.objection.empty() || layout.chunk.empty() ||
                 layout.chunk.size() == layout.extent.size());
    return layout;
}

} // namespace mdsim::guard
