// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/h5md_box.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <vector>

#include "core/error.hpp"

namespace mdsim::source {

namespace {

/// The edge vectors as rows, from a vector of lengths or a matrix.
std::array<Vec3<double>, 3> read_edges(const Hdf5File& file, const H5mdElement& edges,
                                       std::int64_t frame) {
    const bool vector = edges.extent() == std::vector<std::int64_t>{3};
    if (!vector && edges.extent() != std::vector<std::int64_t>{3, 3})
        throw InputError(file.path(), edges.values() + ": must hold 3 lengths or 3 x 3 components");
    const std::vector<double> n = edges.reals(frame, 0, 3);
    for (const double value : n)
        if (!std::isfinite(value))
            throw InputError(file.path(), edges.values() + ": holds a value that is not finite");
    if (vector) return {{{n[0], 0, 0}, {0, n[1], 0}, {0, 0, n[2]}}};
    return {{{n[0], n[1], n[2]}, {n[3], n[4], n[5]}, {n[6], n[7], n[8]}}};
}

void read_boundary(const Hdf5File& file, const std::string& name, Box& box) {
    const std::vector<std::string> words = file.text_attribute(name, "boundary");
    if (words.size() != 1 && words.size() != 3)
        throw InputError(file.path(),
                         fmt::format("{}: the attribute boundary must hold three words; "
                                     "found {}",
                                     name, words.size()));
    for (std::size_t k = 0; k < 3; ++k) {
        const std::string& word = words[words.size() == 1 ? 0 : k];
        if (word != "periodic" && word != "none")
            throw InputError(file.path(),
                             fmt::format("{}: boundary must be 'periodic' or 'none'; found "
                                         "'{}'",
                                         name, word));
        box.periodic[k] = word == "periodic";
    }
}

} // namespace

H5mdBox read_h5md_box(const Hdf5File& file, const std::string& group, const H5mdElement& position,
                      std::int64_t frame) {
    const std::string name = group + "/box";
    if (!file.has(name + "/edges"))
        throw InputError(file.path(), name + "/edges: is not there; the box must be given");
    const std::vector<std::int64_t> dimension = file.integer_attribute(name, "dimension");
    if (!dimension.empty() && dimension[0] != 3)
        throw InputError(file.path(), fmt::format("{}: found dimension {}; only 3 can be read",
                                                  name, dimension[0]));
    H5mdBox result;
    read_boundary(file, name, result.box);
    const H5mdElement edges(file, name + "/edges");
    const std::optional<std::int64_t> place = edges.matching(position, frame);
    if (!place)
        throw InputError(file.path(), edges.name() + ": has no value at the step of the position");
    std::string fault;
    result.frame = cell_frame(read_edges(file, edges, *place), fault);
    if (!fault.empty()) throw InputError(file.path(), edges.values() + ": " + fault);
    result.box.edges = result.frame.edges;
    return result;
}

} // namespace mdsim::source
