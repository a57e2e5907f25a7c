// SPDX-License-Identifier: BSD-3-Clause
#include "output/block_write.hpp"

#include <cstring>

#include "core/contract.hpp"

namespace mdsim::h5 {

namespace {

/// The spaces that describe a part in the file and in memory.
struct Selection {
    Handle in_file;
    Handle in_memory;
};

Selection select(const File& file, hid_t dataset, const Hyperslab& part) {
    MDSIM_EXPECT(!part.start.empty() && part.start.size() == part.count.size());
    Selection selection;
    selection.in_file = Handle(check(H5Dget_space(dataset), "H5Dget_space", file.path()), H5Sclose);
    check(H5Sselect_hyperslab(selection.in_file.id(), H5S_SELECT_SET, part.start.data(), nullptr,
                              part.count.data(), nullptr),
          "H5Sselect_hyperslab", file.path());
    selection.in_memory = Handle(
        check(H5Screate_simple(static_cast<int>(part.count.size()), part.count.data(), nullptr),
              "H5Screate_simple", file.path()),
        H5Sclose);
    return selection;
}

/// The shape of a row, which arrays have behind their first index; empty: a number.
std::vector<hsize_t> row_shape(int columns) {
    MDSIM_EXPECT(columns > 0);
    if (columns == 1) return {};
    if (columns == 9) return {3, 3};
    return {static_cast<hsize_t>(columns)};
}

Hyperslab rows_of(const ArrayPlace& place, std::int64_t first, std::int64_t rows, int columns) {
    MDSIM_EXPECT(first >= 0 && rows >= 0);
    Hyperslab part;
    if (place.frame >= 0) {
        part.start.push_back(static_cast<hsize_t>(place.frame));
        part.count.push_back(1);
    }
    part.start.push_back(static_cast<hsize_t>(first));
    part.count.push_back(static_cast<hsize_t>(rows));
    for (const hsize_t count : row_shape(columns)) {
        part.start.push_back(0);
        part.count.push_back(count);
    }
    return part;
}

/// Writes a part together with all other ranks; the part of a rank may be empty.
void write_together([[maybe_unused]] const File& file, [[maybe_unused]] hid_t dataset,
                    [[maybe_unused]] const Hyperslab& part, [[maybe_unused]] ElementType type,
                    [[maybe_unused]] const void* data) {
#ifdef MDSIM_HDF5_PARALLEL
    const Selection selection = select(file, dataset, part);
    for (const hsize_t count : part.count)
        if (count == 0) {
            check(H5Sselect_none(selection.in_file.id()), "H5Sselect_none", file.path());
            check(H5Sselect_none(selection.in_memory.id()), "H5Sselect_none", file.path());
        }
    const Handle transfer(check(H5Pcreate(H5P_DATASET_XFER), "H5Pcreate", file.path()), H5Pclose);
    check(H5Pset_dxpl_mpio(transfer.id(), H5FD_MPIO_COLLECTIVE), "H5Pset_dxpl_mpio", file.path());
    check(H5Dwrite(dataset, native_type(type), selection.in_memory.id(), selection.in_file.id(),
                   transfer.id(), data),
          "H5Dwrite", file.path());
#endif
}

/// Packs the frame of all ranks, whose numbers come to rank 0 in order.
template <class T>
void write_packed(const File& file, const ArrayPlace& place, const BlockArray& array,
                  BlockGather& gather) {
    MDSIM_EXPECT(array.type == element_type<T>() && array.columns == place.packed->columns);
    PackedFrame<T> frame(file, place.dataset, *place.packed, place.frame);
    std::vector<T> numbers;
    gather.for_each_piece(array.bytes, array.row_size(),
                          [&](std::int64_t, std::span<const std::byte> bytes) {
                              numbers.resize(bytes.size() / sizeof(T));
                              std::memcpy(numbers.data(), bytes.data(), bytes.size());
                              frame.add(numbers);
                          });
    frame.finish();
}

} // namespace

void write_part(const File& file, hid_t dataset, const Hyperslab& part, ElementType type,
                const void* data) {
    const Selection selection = select(file, dataset, part);
    check(H5Dwrite(dataset, native_type(type), selection.in_memory.id(), selection.in_file.id(),
                   H5P_DEFAULT, data),
          "H5Dwrite", file.path());
}

std::vector<hsize_t> array_shape(std::int64_t atoms, int columns) {
    std::vector<hsize_t> shape{static_cast<hsize_t>(atoms)};
    for (const hsize_t count : row_shape(columns)) shape.push_back(count);
    return shape;
}

void write_array(const File& file, const ArrayPlace& place, const IdBlock& block,
                 const BlockArray& array, BlockGather& gather) {
    MDSIM_REQUIRE(array.rows() == block.size());
    MDSIM_EXPECT(file.open() ? place.dataset >= 0 : gather.rank() != 0);
    if (file.collective()) {
        write_together(file, place.dataset,
                       rows_of(place, block.first, block.size(), array.columns), array.type,
                       array.bytes.data());
        return;
    }
    if (place.packed && place.packed->type == ElementType::float32)
        return write_packed<float>(file, place, array, gather);
    if (place.packed) return write_packed<std::int32_t>(file, place, array, gather);
    const std::size_t row_size = array.row_size();
    gather.for_each_piece(
        array.bytes, row_size, [&](std::int64_t first, std::span<const std::byte> bytes) {
            const auto rows = static_cast<std::int64_t>(bytes.size() / row_size);
            write_part(file, place.dataset, rows_of(place, first, rows, array.columns), array.type,
                       bytes.data());
        });
}

void read_rows(const File& file, hid_t dataset, const IdBlock& rows, ElementType type, int columns,
               void* data) {
    if (rows.size() == 0) return;
    const Selection selection =
        select(file, dataset, rows_of({dataset, -1}, rows.first, rows.size(), columns));
    check(H5Dread(dataset, native_type(type), selection.in_memory.id(), selection.in_file.id(),
                  H5P_DEFAULT, data),
          "H5Dread", file.path());
}

} // namespace mdsim::h5
