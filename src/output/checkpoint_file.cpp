// SPDX-License-Identifier: BSD-3-Clause
#include "output/checkpoint_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "output/block_write.hpp"
#include "output/checkpoint_read_back.hpp"
#include "output/checkpoint_seal.hpp"
#include "output/hdf5_objects.hpp"

namespace mdsim {

namespace {

void write_numbers(const h5::File& file, const std::string& path,
                   const CheckpointNumbers& numbers) {
    std::visit(
        [&](const auto& values) {
            using T = typename std::decay_t<decltype(values)>::value_type;
            h5::write_dataset(file, path, {values.size()}, block_array(std::span<const T>(values)));
        },
        numbers);
}

/// Whether an array has a row for each id of a block.
[[maybe_unused]] bool holds_block(const BlockArray& array, const IdBlock& block) {
    return array.bytes.size() == size_of(array.type) * static_cast<std::size_t>(array.columns) *
                                     static_cast<std::size_t>(block.size());
}

} // namespace

std::string checkpoint_path(const std::string& folder, int age) {
    MDSIM_EXPECT(age >= 0);
    return folder + (age == 0 ? "/checkpoint.h5" : "/checkpoint." + std::to_string(age) + ".h5");
}

CheckpointWriter::CheckpointWriter(std::string folder, int keep_older, BlockGather& gather)
    : folder_(std::move(folder)), keep_older_(keep_older), gather_(&gather) {
    MDSIM_EXPECT(keep_older >= 0);
}

void CheckpointWriter::write(const CheckpointContent& content) {
    MDSIM_EXPECT(content.info.step >= 0 && content.info.atoms > 0);
    MDSIM_EXPECT(0 <= content.block.first && content.block.last <= content.info.atoms);
    MDSIM_EXPECT(std::all_of(content.arrays.begin(), content.arrays.end(), [&](const auto& named) {
        return holds_block(named.second, content.block);
    }));
    const std::string beside = checkpoint_path(folder_, 0) + ".tmp";
    const bool root = gather_->rank() == 0;
    try {
        if (root) create(beside, content);
        gather_->barrier();
        // Open from now on, so that no failure to bring a part to the disk is missed.
        std::optional<PosixFile> file;
        if (root || together()) file.emplace(beside, FileMode::update);
        write_arrays(beside, content);
        if (file && !root) file->sync();
        gather_->barrier();
        read_back(beside, content, *gather_);
        gather_->barrier();
        if (root) {
            seal_checkpoint(*file, content.info.step);
            rotate();
            replace_file(beside, checkpoint_path(folder_, 0));
            newest_ = identity_of(checkpoint_path(folder_, 0));
        }
    } catch (...) {
        if (root) ::unlink(beside.c_str());
        throw;
    }
    gather_->barrier();
}

void CheckpointWriter::create(const std::string& path, const CheckpointContent& content) const {
    const h5::Lock lock;
    h5::File file = h5::File::create(path, checkpoint_head_bytes);
    h5::make_group(file, "/atoms");
    h5::make_group(file, "/values");
    h5::make_group(file, "/texts");
    h5::write_attribute(file, "/", "run_id", content.info.run_id);
    h5::write_attribute(file, "/", "program_version", content.info.program_version);
    write_numbers(file, "/step", std::vector<std::int64_t>{content.info.step});
    write_numbers(file, "/atom_count", std::vector<std::int64_t>{content.info.atoms});
    for (const auto& [name, array] : content.arrays)
        h5::make_array(file, "/atoms/" + name, h5::array_shape(content.info.atoms, array.columns),
                       array.type);
    for (const auto& [name, numbers] : content.values)
        write_numbers(file, "/values/" + name, numbers);
    for (const auto& [name, text] : content.texts) h5::write_text(file, "/texts/" + name, text);
    file.close();
}

bool CheckpointWriter::together() const {
    return h5::parallel_build() && gather_->communicator() != nullptr;
}

void CheckpointWriter::write_arrays(const std::string& path,
                                    const CheckpointContent& content) const {
    const h5::Lock lock;
    h5::File file;
    if (together() || gather_->rank() == 0)
        file = h5::File::open_update(path, together() ? gather_->communicator() : nullptr);
    for (const auto& [name, array] : content.arrays) {
        h5::Handle dataset;
        if (file.open()) dataset = h5::open_dataset(file, "/atoms/" + name);
        h5::write_array(file, {dataset.id(), -1}, content.block, array, *gather_);
        dataset.close("H5Dclose", path);
    }
    file.close();
}

bool CheckpointWriter::newest_is_good() const {
    const std::string path = checkpoint_path(folder_, 0);
    const std::optional<FileIdentity> found = identity_of(path);
    if (!found) return false;
    if (newest_ == found) return true;
    try {
        verify_checkpoint(path);
    } catch (const std::exception&) {
        return false;
    }
    return true;
}

/// Gives the newest file a second name, so that there is a checkpoint.h5 at every instant.
void CheckpointWriter::rotate() const {
    if (keep_older_ < 1 || !newest_is_good()) return;
    for (int age = keep_older_; age > 1; --age)
        if (file_exists(checkpoint_path(folder_, age - 1)))
            replace_file(checkpoint_path(folder_, age - 1), checkpoint_path(folder_, age));
    const std::string newest = checkpoint_path(folder_, 0);
    const std::string older = checkpoint_path(folder_, 1);
    const std::string second = older + ".tmp";
    remove_file(second);
    if (::link(newest.c_str(), second.c_str()) == 0)
        replace_file(second, older);
    else // a file system without hard links
        replace_file(newest, older);
}

} // namespace mdsim
