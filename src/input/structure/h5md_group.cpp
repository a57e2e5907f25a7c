// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/h5md_group.hpp"

#include <fmt/format.h>

#include <algorithm>

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

H5mdElement h5md_position(const Hdf5File& file, const std::string& group) {
    if (!file.has(group + "/position"))
        throw InputError(file.path(), group + "/position: is not there");
    H5mdElement element(file, group + "/position");
    if (element.extent().size() != 2 || element.extent()[1] != 3 || element.extent()[0] < 1)
        throw InputError(file.path(), element.values() + ": a frame must be N x 3, N at least 1");
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
