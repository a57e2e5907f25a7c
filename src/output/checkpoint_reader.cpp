// SPDX-License-Identifier: BSD-3-Clause
#include "output/checkpoint_reader.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "output/block_write.hpp"
#include "output/checkpoint_seal.hpp"
#include "output/hdf5_objects.hpp"

namespace mdsim {

namespace {

/// The checkpoints of a folder, newest first; their numbers may have gaps.
std::vector<std::string> candidates(const std::string& folder) {
    constexpr int oldest = 1000;
    std::vector<std::string> paths;
    for (int age = 0; age <= oldest; ++age)
        if (std::filesystem::exists(checkpoint_path(folder, age)))
            paths.push_back(checkpoint_path(folder, age));
    return paths;
}

/// What can be done where checkpoints are lost.
constexpr const char* way_out =
    "bring back a copy, or begin anew from the last frame of trajectory.h5md ([system.file]); "
    "checkpoint.keep says how many older ones are kept";

/// Reads an object of a checkpoint. What HDF5 finds wrong with it is an error of the file.
template <class Read> auto reading(const std::string& path, const std::string& object, Read read) {
    try {
        return read();
    } catch (const EnvironmentError& error) {
        throw InputError(path, fmt::format("{} of this checkpoint cannot be read ({}): move this "
                                           "file away, and the run goes on from the one before it, "
                                           "if that was kept; else {}",
                                           object, error.what(), way_out));
    }
}

/// A dataset as checkpoints have them: whole numbers or texts in one piece, uncompressed.
h5::UntrustedDataset plain_dataset(const h5::UntrustedFile& file, const std::string& path) {
    h5::UntrustedDataset found = file.dataset(path);
    if (!found.layout.chunk.empty())
        throw InputError(file.path(), path +
                                          " is stored in pieces, as mdsim never does; it was not "
                                          "written by mdsim, or was packed anew");
    return found;
}

template <class T> std::vector<T> read_all(const h5::UntrustedFile& file, const std::string& path) {
    const h5::UntrustedDataset found = plain_dataset(file, path);
    const std::vector<hsize_t>& shape = found.layout.extent;
    if (shape.size() > 1) throw InputError(file.path(), path + " is no list of numbers");
    file.expect_readable(path, found, std::vector<hsize_t>(shape.size(), 0), shape);
    std::vector<T> values(shape.empty() ? 1 : shape[0]);
    if (!values.empty())
        h5::check(H5Dread(found.handle.id(), h5::native_type(element_type<T>()), H5S_ALL, H5S_ALL,
                          H5P_DEFAULT, values.data()),
                  "H5Dread", file.path());
    return values;
}

} // namespace

FoundCheckpoint find_checkpoint(const std::string& folder) {
    FoundCheckpoint found;
    std::vector<Diagnostic> errors;
    for (const std::string& path : candidates(folder)) {
        try {
            found.step = verify_checkpoint(path).step;
            found.path = path;
            return found;
        } catch (const InputError& error) {
            errors.insert(errors.end(), error.errors().begin(), error.errors().end());
            found.refused.emplace_back(error.what());
        } catch (const EnvironmentError& error) {
            errors.push_back({"", error.what()});
            found.refused.emplace_back(error.what());
        }
    }
    if (errors.empty())
        errors.push_back({folder, "there is no checkpoint.h5 to go on from; start the run anew, "
                                  "or with --resume=auto, which does so by itself"});
    else
        errors.push_back({folder, std::string("no checkpoint is left to go on from: ") + way_out});
    throw InputError(std::move(errors));
}

std::optional<FoundCheckpoint> sealed_checkpoint_in(const std::string& folder, Step newest) {
    for (const std::string& path : candidates(folder)) {
        try {
            const Step step = read_head(path).step;
            if (step <= newest) return FoundCheckpoint{path, step, {}};
        } catch (const InputError&) {
            continue;
        } catch (const EnvironmentError&) {
            continue;
        }
    }
    return std::nullopt;
}

CheckpointReader::CheckpointReader(const std::string& path)
    : file_(reading(path, "the head", [&] { return h5::UntrustedFile(path); })) {
    const h5::Lock lock;
    reading(path, "the head", [&] {
        info_.run_id = h5::read_attribute(file_.file(), "/", "run_id");
        info_.program_version = h5::read_attribute(file_.file(), "/", "program_version");
    });
    info_.step = one_of("/step");
    info_.atoms = one_of("/atom_count");
    if (static_cast<std::uint64_t>(info_.atoms) > file_.bytes())
        throw InputError(path, "this checkpoint claims more atoms than it has bytes");
}

std::int64_t CheckpointReader::one_of(const std::string& path) const {
    const std::vector<std::int64_t> numbers = values<std::int64_t>(path);
    if (numbers.size() != 1 || numbers[0] < 0)
        throw InputError(file_.path(), path + " of this checkpoint is no number of that kind");
    return numbers[0];
}

template <class T> std::vector<T> CheckpointReader::values(const std::string& path) const {
    return reading(file_.path(), path, [&] {
        expect_there(path);
        return read_all<T>(file_, path);
    });
}

bool CheckpointReader::has_array(const std::string& name) const {
    return file_.has("/atoms/" + name);
}

bool CheckpointReader::has_value(const std::string& name) const {
    return file_.has("/values/" + name);
}

bool CheckpointReader::has_text(const std::string& name) const {
    return file_.has("/texts/" + name);
}

std::vector<std::string> CheckpointReader::names_in(const std::string& group,
                                                    const std::string& prefix) const {
    const std::string start = group + "/" + prefix;
    std::vector<std::string> names;
    for (const std::string& path : file_.datasets_below(group))
        if (path.rfind(start, 0) == 0) names.push_back(path.substr(group.size() + 1));
    return names;
}

std::vector<std::string> CheckpointReader::arrays_named(const std::string& prefix) const {
    return names_in("/atoms", prefix);
}

std::vector<std::string> CheckpointReader::values_named(const std::string& prefix) const {
    return names_in("/values", prefix);
}

bool CheckpointReader::holds_integers(const std::string& name) const {
    const h5::Lock lock;
    const std::string path = "/values/" + name;
    return reading(file_.path(), path, [&] {
        const h5::UntrustedDataset value = dataset(path);
        const h5::Handle stored(
            h5::check(H5Dget_type(value.handle.id()), "H5Dget_type", file_.path()), H5Tclose);
        return H5Tget_class(stored.id()) == H5T_INTEGER;
    });
}

void CheckpointReader::expect_there(const std::string& path) const {
    if (!file_.has(path))
        throw InputError(file_.path(), "this checkpoint has no " + path +
                                           "; it was written for another kind of run");
}

h5::UntrustedDataset CheckpointReader::dataset(const std::string& path) const {
    expect_there(path);
    return plain_dataset(file_, path);
}

void CheckpointReader::read_rows(const std::string& name, const IdBlock& block, int columns,
                                 ElementType type, std::span<std::byte> bytes) const {
    MDSIM_EXPECT(0 <= block.first && block.last <= info_.atoms);
    const h5::Lock lock;
    reading(file_.path(), "/atoms/" + name, [&] {
        const h5::UntrustedDataset array = dataset("/atoms/" + name);
        check_array(name, array, columns, type);
        MDSIM_REQUIRE(bytes.size() == size_of(type) * static_cast<std::size_t>(columns) *
                                          static_cast<std::size_t>(block.size()));
        h5::read_rows(file_.file(), array.handle.id(), block, type, columns, bytes.data());
    });
}

void CheckpointReader::check_array(const std::string& name, const h5::UntrustedDataset& array,
                                   int columns, ElementType type) const {
    std::vector<hsize_t> expected{static_cast<hsize_t>(info_.atoms)};
    if (columns > 1) expected.push_back(static_cast<hsize_t>(columns));
    const h5::Handle stored(h5::check(H5Dget_type(array.handle.id()), "H5Dget_type", file_.path()),
                            H5Tclose);
    if (array.layout.extent != expected || H5Tequal(stored.id(), h5::file_type(type)) <= 0)
        throw InputError(file_.path(), "the array " + name + " of this checkpoint has another " +
                                           "shape or precision than this run needs");
}

std::vector<std::int64_t> CheckpointReader::integers(const std::string& name) const {
    const h5::Lock lock;
    return values<std::int64_t>("/values/" + name);
}

std::vector<double> CheckpointReader::numbers(const std::string& name) const {
    const h5::Lock lock;
    return values<double>("/values/" + name);
}

std::string CheckpointReader::text(const std::string& name) const {
    const h5::Lock lock;
    const std::string path = "/texts/" + name;
    return reading(file_.path(), path, [&] {
        expect_there(path);
        return file_.text(path);
    });
}

} // namespace mdsim
