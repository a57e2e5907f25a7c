// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/h5md_group.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/contract.hpp"
#include "core/error.hpp"

namespace mdsim::source {

std::string h5md_group(const Hdf5File& file, const std::string& wanted) {
    if (!file.has("/particles"))
        throw InputError(file.path(), "/particles: there is no such group; is this an H5MD file?");
    const std::vector<std::string> names = file.names("/particles");
    const std::string name = wanted.empty() ? "system" : wanted;
    if (std::find(names.begin(), names.end(), name) != names.end()) return "/particles/" + name;
    if (!wanted.empty() || names.empty())
        throw InputError(
            file.path(),
            fmt::format("/particles: there is no group '{}'; found {}", name,
                        names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
    return "/particles/" + names.front();
}

namespace {

/// Datasets that hold bonds and the like: all in /connectivity, and what VMD looks for.
std::vector<std::string> connections(const Hdf5File& file) {
    std::vector<std::string> found;
    if (file.has("/connectivity"))
        for (const std::string& name : file.names("/connectivity")) {
            const std::string path = "/connectivity/" + name;
            found.push_back(file.is_dataset(path) ? path : path + "/value");
        }
    found.emplace_back("/parameters/vmd_structure/bond_from");
    return found;
}

} // namespace

void refuse_h5md_connections(const Hdf5File& file) {
    for (const std::string& path : connections(file)) {
        if (!file.is_dataset(path) || hdf5_size(file.shape(path)) == 0) continue;
        throw InputError(file.path(),
                         path + ": bonds and other connections are not supported yet; only files "
                                "without them can be read");
    }
}

namespace {

/// Compressed by gzip, a perfect lattice has 2.4 atoms in each stored byte, and nothing that was
/// simulated has one; so 16 leave a wide margin, and what claims more is no positions of atoms.
constexpr std::uint64_t atoms_in_byte = 16;
constexpr std::uint64_t free_bytes = std::uint64_t{1} << 20; ///< that need no backing

/// The size of a frame, uncompressed [bytes].
std::uint64_t frame_bytes(const Hdf5File& file, const H5mdElement& position) {
    return static_cast<std::uint64_t>(hdf5_size(position.extent())) *
           file.value_bytes(position.values());
}

void check_atoms(const Hdf5File& file, const H5mdElement& position) {
    const std::uint64_t stored = file.stored_bytes(position.values());
    const std::int64_t atoms = position.extent()[0];
    if (frame_bytes(file, position) <= free_bytes ||
        static_cast<std::uint64_t>(atoms) / atoms_in_byte <= stored)
        return;
    throw InputError(file.path(),
                     fmt::format("{}: claims {} atoms, but stores {} bytes for all its frames; "
                                 "different places take at least a byte for {} atoms, however "
                                 "compressed. Was it ever written? If these numbers are meant, "
                                 "copy the file with h5repack -f NONE",
                                 position.values(), atoms, stored, atoms_in_byte));
}

} // namespace

void check_h5md_frames(const Hdf5File& file, const H5mdElement& position) {
    MDSIM_EXPECT(position.extent().size() == 2); // atoms and components
    const std::uint64_t stored = file.stored_bytes(position.values());
    const std::uint64_t all =
        frame_bytes(file, position) * static_cast<std::uint64_t>(position.frames());
    if (guard::is_backed(all, stored)) return;
    throw InputError(file.path(),
                     fmt::format("{}: claims {} frames of {} atoms, but stores {} bytes; no "
                                 "compression makes that of them. Cut off the frames that were "
                                 "never written",
                                 position.values(), position.frames(), position.extent()[0],
                                 stored));
}

H5mdElement h5md_position(const Hdf5File& file, const std::string& group) {
    if (!file.has(group + "/position"))
        throw InputError(file.path(), group + "/position: is not there");
    H5mdElement element(file, group + "/position");
    if (element.extent().size() != 2 || element.extent()[1] != 3 || element.extent()[0] < 1)
        throw InputError(file.path(), element.values() + ": a frame must be N x 3, N at least 1");
    check_atoms(file, element);
    return element;
}

std::optional<H5mdElement> h5md_optional(const Hdf5File& file, const std::string& path,
                                         const std::vector<std::int64_t>& extent) {
    if (!file.has(path)) return std::nullopt;
    H5mdElement element(file, path);
    if (element.extent() != extent)
        throw InputError(file.path(), fmt::format("{}: a frame must have the extent {}; found {}",
                                                  element.values(), fmt::join(extent, " x "),
                                                  fmt::join(element.extent(), " x ")));
    return element;
}

} // namespace mdsim::source
