// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/h5md_box.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>
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

std::array<bool, 3> read_boundary(const Hdf5File& file, const std::string& name) {
    const std::vector<std::string> words = file.text_attribute(name, "boundary");
    if (words.size() != 1 && words.size() != 3)
        throw InputError(file.path(),
                         fmt::format("{}: the attribute boundary must hold three words; "
                                     "found {}",
                                     name, words.size()));
    std::array<bool, 3> periodic{};
    for (std::size_t k = 0; k < 3; ++k) {
        const std::string& word = words[words.size() == 1 ? 0 : k];
        if (word != "periodic" && word != "none")
            throw InputError(file.path(),
                             fmt::format("{}: boundary must be 'periodic' or 'none'; found "
                                         "'{}'",
                                         name, word));
        periodic[k] = word == "periodic";
    }
    return periodic;
}

/// The corner of the box, as mdsim writes it; zero where the file does not say.
Vec3<double> read_origin(const Hdf5File& file, const std::string& name) {
    const std::optional<std::vector<double>> origin = file.real_list_attribute(name, "origin");
    if (!origin) return {};
    const std::vector<double>& o = *origin;
    if (o.size() != 3)
        throw InputError(file.path(), fmt::format("{}: the attribute origin must hold three "
                                                  "numbers; found {}",
                                                  name, o.size()));
    for (const double value : o)
        if (!std::isfinite(value))
            throw InputError(file.path(), name + ": the attribute origin holds a value that is "
                                                 "not finite");
    return {o[0], o[1], o[2]};
}

/// The element of the edges of a box that can be read.
H5mdElement edges_of(const Hdf5File& file, const std::string& name) {
    if (!file.has(name + "/edges"))
        throw InputError(file.path(), name + "/edges: is not there; the box must be given");
    const std::vector<std::int64_t> dimension = file.integer_attribute(name, "dimension");
    if (!dimension.empty() && dimension[0] != 3)
        throw InputError(file.path(), fmt::format("{}: found dimension {}; only 3 can be read",
                                                  name, dimension[0]));
    return {file, name + "/edges"};
}

} // namespace

H5mdBoxes::H5mdBoxes(const Hdf5File& file, const std::string& group)
    : file_(file), edges_(edges_of(file, group + "/box")),
      periodic_(read_boundary(file, group + "/box")), origin_(read_origin(file, group + "/box")) {}

H5mdBox H5mdBoxes::at(const H5mdElement& position, std::int64_t frame) const {
    const std::optional<std::int64_t> place = edges_.matching(position, frame);
    if (!place)
        throw InputError(file_.path(),
                         edges_.name() + ": has no value at the step of the position");
    H5mdBox result;
    std::string fault;
    result.frame = cell_frame(read_edges(file_, edges_, *place), fault);
    if (!fault.empty()) throw InputError(file_.path(), edges_.values() + ": " + fault);
    result.box.edges = result.frame.edges;
    result.box.origin = result.frame.turned(origin_);
    result.box.periodic = periodic_;
    return result;
}

} // namespace mdsim::source
