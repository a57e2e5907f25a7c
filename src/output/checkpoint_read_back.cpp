// SPDX-License-Identifier: BSD-3-Clause
#include "output/checkpoint_read_back.hpp"

#include <cstring>
#include <optional>
#include <vector>

#include "core/error.hpp"
#include "output/block_write.hpp"
#include "output/hdf5_objects.hpp"

namespace mdsim {

namespace {

/// Compares parts of a file with what they are to be; the first that differs is an
/// EnvironmentError.
class Comparison {
  public:
    explicit Comparison(const std::string& path) : file_(h5::File::open_read(path)) {}

    const h5::File& file() const { return file_; }
    void close() { file_.close(); }

    void expect(bool same, const std::string& object) const {
        if (!same)
            throw EnvironmentError(file_.path() + ": " + object +
                                   " does not read back as it was written: the disk is full, or "
                                   "its file system is broken");
    }

    void expect_shape(const std::string& object, const std::vector<hsize_t>& shape) const {
        const h5::Handle dataset = h5::open_dataset(file_, object);
        expect(h5::shape_of(file_, dataset.id()) == shape, object);
    }

    /// Compares rows from `first` on; `kind` gives their type and columns.
    void expect_rows(const std::string& object, const BlockArray& kind, std::int64_t first,
                     std::span<const std::byte> bytes) {
        found_.resize(bytes.size());
        const auto rows = static_cast<std::int64_t>(bytes.size() / kind.row_size());
        const h5::Handle dataset = h5::open_dataset(file_, object);
        h5::read_rows(file_, dataset.id(), {first, first + rows}, kind.type, kind.columns,
                      found_.data());
        expect(bytes.empty() || std::memcmp(found_.data(), bytes.data(), bytes.size()) == 0,
               object);
    }

  private:
    h5::File file_;
    std::vector<std::byte> found_;
};

template <class T>
void expect_numbers(Comparison& comparison, const std::string& object,
                    const std::vector<T>& wanted) {
    const BlockArray array = block_array(std::span<const T>(wanted));
    comparison.expect_shape(object, {wanted.size()});
    comparison.expect_rows(object, array, 0, array.bytes);
}

/// Compares all that rank 0 alone has written.
void expect_values(Comparison& comparison, const CheckpointContent& content) {
    const CheckpointInfo& info = content.info;
    const h5::File& file = comparison.file();
    comparison.expect(h5::read_attribute(file, "/", "run_id") == info.run_id, "run_id");
    comparison.expect(h5::read_attribute(file, "/", "program_version") == info.program_version,
                      "program_version");
    expect_numbers(comparison, "/step", std::vector<std::int64_t>{info.step});
    expect_numbers(comparison, "/atom_count", std::vector<std::int64_t>{info.atoms});
    for (const auto& entry : content.values) {
        const std::string object = "/values/" + entry.first;
        std::visit([&](const auto& values) { expect_numbers(comparison, object, values); },
                   entry.second);
    }
    for (const auto& [name, text] : content.texts)
        comparison.expect(h5::read_text(file, "/texts/" + name) == text, "/texts/" + name);
    for (const auto& [name, array] : content.arrays)
        comparison.expect_shape("/atoms/" + name, h5::array_shape(info.atoms, array.columns));
}

} // namespace

void read_back(const std::string& path, const CheckpointContent& content, BlockGather& gather) {
    const h5::Lock lock;
    const bool all_see_it = h5::parallel_build() && gather.communicator() != nullptr;
    const bool root = gather.rank() == 0;
    std::optional<Comparison> comparison;
    if (root || all_see_it) comparison.emplace(path);
    if (root) expect_values(*comparison, content);
    for (const auto& entry : content.arrays) {
        const BlockArray& array = entry.second;
        const auto compare = [&](std::int64_t first, std::span<const std::byte> bytes) {
            comparison->expect_rows("/atoms/" + entry.first, array, first, bytes);
        };
        if (all_see_it)
            cut_into_pieces(content.block.first, array.bytes, array.row_size(), compare);
        else
            gather.for_each_piece(array.bytes, array.row_size(), compare);
    }
    if (comparison) comparison->close();
}

} // namespace mdsim
