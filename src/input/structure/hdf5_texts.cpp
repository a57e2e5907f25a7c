// SPDX-License-Identifier: BSD-3-Clause
// The part of Hdf5File that reads texts and named values.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string_view>

#include "core/error.hpp"
#include "guard/hdf5_heap.hpp"
#include "input/structure/hdf5_reader.hpp"
#include "input/structure/hdf5_text_type.hpp"

namespace mdsim::source {

namespace {

/// Memory for texts whose lengths a file gives: it ends when they are longer than they can be
/// meant.
class TextArena {
  public:
    TextArena() : list_(H5Pcreate(H5P_DATASET_XFER), H5Pclose) {
        H5Pset_vlen_mem_manager(list_.get(), take, this, leave, this);
    }
    TextArena(const TextArena&) = delete;
    TextArena& operator=(const TextArena&) = delete;

    /// The list of settings with which the library takes memory from here.
    hid_t list() const { return list_.get(); }

    bool is_spent() const { return spent_; }

  private:
    static void* take(std::size_t bytes, void* arena) {
        auto& self = *static_cast<TextArena*>(arena);
        constexpr std::size_t most = std::size_t{1} << 26;
        self.spent_ = self.spent_ || bytes > most - self.used_;
        if (self.spent_) return nullptr;
        self.used_ += bytes;
        return self.texts_.emplace_back(std::make_unique<char[]>(bytes + 1)).get();
    }
    static void leave(void*, void*) {}

    Hdf5Handle list_;
    std::vector<std::unique_ptr<char[]>> texts_;
    std::size_t used_ = 0; ///< [bytes]
    bool spent_ = false;
};

/// The names of an enumeration by value, and the same enumeration with 64-bit values.
std::map<std::int64_t, std::string> value_names(hid_t stored, hid_t wide) {
    std::map<std::int64_t, std::string> names;
    const int members = H5Tget_nmembers(stored);
    const Hdf5Handle base(H5Tget_super(stored), H5Tclose);
    for (int i = 0; i < members; ++i) {
        char* name = H5Tget_member_name(stored, static_cast<unsigned>(i));
        if (name == nullptr) continue;
        std::int64_t value = 0; // converted in place, so as wide as either type
        H5Tget_member_value(stored, static_cast<unsigned>(i), &value);
        H5Tconvert(base.get(), H5T_NATIVE_INT64, 1, &value, nullptr, H5P_DEFAULT);
        H5Tenum_insert(wide, name, &value);
        names[value] = name;
        H5free_memory(name);
    }
    return names;
}

} // namespace

std::vector<std::string> Hdf5File::variable_texts(const std::string& name, hid_t stored,
                                                  const std::vector<std::int64_t>& start,
                                                  const std::vector<std::int64_t>& count) const {
    check_block(name, start, count, sizeof(char*));
    const Dataset& set = dataset(name);
    const std::string broken = guard::texts_objection(set.handle.get(), set.layout, source_);
    if (!broken.empty()) fail(name, broken + "; the file is damaged: take another copy of it");
    const Hdf5Handle type = text_type(stored);
    TextArena arena;
    std::vector<char*> pointers(hdf5_size(count), nullptr);
    try {
        if (!pointers.empty())
            read(name, type.get(), start, count, static_cast<void*>(pointers.data()), arena.list());
    } catch (const InputError&) {
        if (arena.is_spent()) fail(name, "holds texts of more than 64 MiB together");
        throw;
    }
    std::vector<std::string> texts;
    for (const char* pointer : pointers) texts.emplace_back(pointer == nullptr ? "" : pointer);
    return texts;
}

std::vector<std::string> Hdf5File::fixed_texts(const std::string& name, hid_t stored,
                                               const std::vector<std::int64_t>& start,
                                               const std::vector<std::int64_t>& count) const {
    const Hdf5Handle type = text_type(stored);
    const std::size_t width = H5Tget_size(type.get());
    check_block(name, start, count, width);
    std::vector<char> cells(hdf5_size(count) * width, '\0');
    if (!cells.empty()) read(name, type.get(), start, count, static_cast<void*>(cells.data()));
    return texts_of_cells(cells, width);
}

std::vector<std::string> Hdf5File::named_values(const std::string& name, hid_t stored,
                                                const std::vector<std::int64_t>& start,
                                                const std::vector<std::int64_t>& count) const {
    check_block(name, start, count, sizeof(std::int64_t));
    const Hdf5Handle wide(H5Tenum_create(H5T_NATIVE_INT64), H5Tclose);
    const std::map<std::int64_t, std::string> names = value_names(stored, wide.get());
    std::vector<std::int64_t> values(hdf5_size(count));
    if (!values.empty()) read(name, wide.get(), start, count, values.data());
    std::vector<std::string> texts;
    for (const std::int64_t value : values) {
        const auto found = names.find(value);
        if (found == names.end()) fail(name, fmt::format("the value {} has no name", value));
        texts.push_back(found->second);
    }
    return texts;
}

std::vector<std::string> Hdf5File::texts(const std::string& name,
                                         const std::vector<std::int64_t>& start,
                                         const std::vector<std::int64_t>& count) const {
    const Hdf5Handle stored(H5Dget_type(dataset(name).handle.get()), H5Tclose);
    const H5T_class_t kind = H5Tget_class(stored.get());
    if (kind != H5T_STRING && kind != H5T_ENUM) fail(name, "must hold texts");
    if (kind == H5T_ENUM) return named_values(name, stored.get(), start, count);
    return H5Tis_variable_str(stored.get()) > 0 ? variable_texts(name, stored.get(), start, count)
                                                : fixed_texts(name, stored.get(), start, count);
}

} // namespace mdsim::source
