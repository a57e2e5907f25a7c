// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "output/hdf5.hpp"

namespace mdsim {

/// Which program made a file, how, where and when. No number of a run depends on it.
struct Provenance {
    std::string version;   ///< "0.2.0"
    std::string commit;    ///< of the source, "-dirty" behind it if files had been changed
    std::string build;     ///< compiler, kind of build, libraries, CUDA
    std::string command;   ///< the command line, as a shell takes it
    std::string directory; ///< in which it was given
    std::string host;      ///< all hosts, that of rank 0 first
    std::string device;    ///< "cpu" with its instruction set, or the GPU
    std::string started;   ///< when the program was started, in UTC: 2026-01-31T12:00:00Z
    int ranks = 1;
    int threads = 1; ///< of rank 0
};

/// The version with the commit as semantic versioning writes it: "0.2.0+811b65c".
std::string full_version(const Provenance& provenance);

/// Each word with its name, in the order of the members.
std::vector<std::pair<std::string, std::string>> named_words(const Provenance& provenance);

/// Writes each word as a text in a new group of the file.
void write_provenance(const h5::File& file, const std::string& group, const Provenance& provenance);

} // namespace mdsim
