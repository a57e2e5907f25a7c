// SPDX-License-Identifier: BSD-3-Clause
#include "guard/hdf5_heap.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

#include "core/contract.hpp"
#include "guard/hdf5_handle.hpp"

namespace mdsim::guard {

namespace {

constexpr std::size_t reference_bytes = 16; ///< length, address and number of a text
constexpr std::size_t head_bytes = 16;      ///< of a heap, and of each object in it

std::uint64_t number_at(std::span<const std::byte> bytes, std::size_t first, std::size_t count) {
    MDSIM_EXPECT(count <= sizeof(std::uint64_t) && first + count <= bytes.size());
    std::uint64_t value = 0;
    for (std::size_t i = count; i-- > 0;)
        value = value << 8 | std::to_integer<std::uint64_t>(bytes[first + i]);
    return value;
}

/// The heaps of a file, in which texts lie.
class Heaps {
  public:
    Heaps(const RegularFile& file, std::uint64_t base) : file_(file), base_(base) {}

    /// Whether the heap at an address has an object of this number and size.
    bool has(std::uint64_t address, std::uint64_t number, std::uint64_t size) {
        const auto known = heaps_.find(address);
        const Objects& objects = known != heaps_.end()
                                     ? known->second
                                     : heaps_.emplace(address, read(address)).first->second;
        const auto found = objects.find(number);
        return found != objects.end() && found->second == size;
    }

  private:
    using Objects = std::map<std::uint64_t, std::uint64_t>; ///< the size of each number

    /// The objects of a heap; none where there is no heap, or one that is damaged.
    Objects read(std::uint64_t address) {
        std::array<std::byte, head_bytes> head{};
        constexpr std::uint64_t signature = 0x4c4f4347; // "GCOL"
        if (address > file_.size() || !file_.read_at(base_ + address, head) ||
            number_at(head, 0, 4) != signature)
            return {};
        const std::uint64_t end = number_at(head, 8, 8);
        if (end > file_.size() - address) return {};
        Objects objects;
        for (std::uint64_t place = head_bytes; place + head_bytes <= end;) {
            if (!file_.read_at(base_ + address + place, head)) return {};
            if (++seen_ > file_.size() / head_bytes) return {}; // heaps do not overlap
            const std::uint64_t size = number_at(head, 8, 8);
            if (number_at(head, 0, 2) == 0) { // what is left is free; the library steps by its size
                if (size != end - place) return {};
                break;
            }
            if (size > end - place - head_bytes ||
                !objects.emplace(number_at(head, 0, 2), size).second)
                return {};
            place += head_bytes + (size + 7) / 8 * 8;
        }
        return objects;
    }

    const RegularFile& file_;
    std::uint64_t base_;
    std::map<std::uint64_t, Objects> heaps_;
    std::uint64_t seen_ = 0; ///< objects in all heaps
};

/// The bytes before the start of HDF5 in a file.
std::uint64_t base_of(hid_t dataset) {
    const Hdf5Handle file(H5Iget_file_id(dataset), H5Fclose);
    const Hdf5Handle creation(H5Fget_create_plist(file.get()), H5Pclose);
    hsize_t bytes = 0;
    return H5Pget_userblock(creation.get(), &bytes) < 0 ? 0 : bytes;
}

} // namespace

std::string texts_objection(hid_t dataset, const Hdf5Layout& layout, const RegularFile& file) {
    const haddr_t place = H5Dget_offset(dataset);
    if (!layout.chunk.empty() || layout.value_bytes != reference_bytes || place == HADDR_UNDEF)
        return "";
    Heaps heaps(file, base_of(dataset));
    std::array<std::byte, reference_bytes> text{};
    for (std::uint64_t first = 0; first + reference_bytes <= layout.stored;
         first += reference_bytes) {
        if (!file.read_at(place + first, text)) return "has texts beyond the end of the file";
        const std::uint64_t address = number_at(text, 4, 8);
        if (address != 0 && !heaps.has(address, number_at(text, 12, 4), number_at(text, 0, 4)))
            return "refers to a text that is not in the file, or not of that length";
    }
    return "";
}

} // namespace mdsim::guard
