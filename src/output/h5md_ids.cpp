// SPDX-License-Identifier: BSD-3-Clause
#include "output/h5md_ids.hpp"

#include <fmt/format.h>

#include <string>

#include "core/error.hpp"
#include "output/h5md_layout.hpp"
#include "output/hdf5_objects.hpp"

namespace mdsim::h5md {

namespace {

/// The number in one row of a list.
ParticleId number_at(const h5::File& file, const std::string& list, std::int64_t row) {
    const h5::Handle dataset = h5::open_dataset(file, list);
    const h5::Handle space(h5::check(H5Dget_space(dataset.id()), "H5Dget_space", file.path()),
                           H5Sclose);
    const hsize_t start = static_cast<hsize_t>(row);
    const hsize_t one = 1;
    h5::check(H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, &start, nullptr, &one, nullptr),
              "H5Sselect_hyperslab", file.path());
    const h5::Handle memory(h5::check(H5Screate_simple(1, &one, nullptr), "H5Screate", file.path()),
                            H5Sclose);
    ParticleId number = 0;
    h5::check(
        H5Dread(dataset.id(), H5T_NATIVE_INT64, memory.id(), space.id(), H5P_DEFAULT, &number),
        "H5Dread", file.path());
    return number;
}

} // namespace

void check_ids(const h5::File& file, const H5mdSetup& setup) {
    const std::string list = std::string(group) + "/id";
    if (!setup.first_label || setup.atoms < 1 || !h5::exists(file, list)) return;
    const ParticleId last_label = *setup.first_label + setup.atoms - 1;
    const ParticleId first = number_at(file, list, 0);
    const ParticleId last = number_at(file, list, setup.atoms - 1);
    if (first == *setup.first_label && last == last_label) return;
    throw InputError(setup.path, fmt::format("this file numbers its atoms from {} to {}, the run "
                                             "from {} to {}; bring back the file that this run "
                                             "wrote",
                                             first, last, *setup.first_label, last_label));
}

} // namespace mdsim::h5md
