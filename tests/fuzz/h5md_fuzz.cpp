// SPDX-License-Identifier: BSD-3-Clause
// Any bytes are either read as an H5MD file, whole, or refused with InputError.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

#include <fcntl.h>
#include <unistd.h>

#include "input/structure/h5md.hpp"
#include "input/structure/h5md_trajectory.hpp"

namespace {

/// A file in memory for the bytes of each call; HDF5 opens it by its path.
const std::string& scratch() {
    static const std::string path = "/dev/shm/mdsim-h5md-fuzz-" + std::to_string(::getpid());
    return path;
}

bool write_scratch(const std::uint8_t* data, std::size_t size) {
    static const int file = ::open(scratch().c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    return file >= 0 && ::ftruncate(file, static_cast<off_t>(size)) == 0 &&
           ::pwrite(file, data, size, 0) == static_cast<ssize_t>(size);
}

/// Whether a structure keeps the promises of its type.
bool is_whole(const mdsim::Structure& s) {
    const std::size_t n = s.position.size();
    bool good = static_cast<std::size_t>(s.total) == n && s.id.size() == n && s.type.size() == n;
    good = good && (s.velocity.empty() || s.velocity.size() == n);
    good = good && (s.image.empty() || s.image.size() == n);
    good = good && (s.charge.empty() || s.charge.size() == n);
    good = good && s.box.edges.xx > 0 && s.box.edges.yy > 0 && s.box.edges.zz > 0;
    for (std::size_t i = 0; good && i < n; ++i)
        good = s.type[i] < s.species.size() && s.id[i] == static_cast<mdsim::ParticleId>(i);
    return good;
}

void read_start() {
    try {
        constexpr mdsim::IdBlock all{0, std::numeric_limits<std::int64_t>::max()};
        const mdsim::H5mdOptions options{-1, 1, {}, mdsim::UnitSystem::lj};
        if (!is_whole(mdsim::read_h5md(scratch(), options, all))) std::abort();
    } catch (const mdsim::InputError&) {
    }
}

void read_frames() {
    constexpr std::int64_t most_frames = 4;
    try {
        const mdsim::H5mdTrajectory trajectory(scratch());
        for (std::int64_t frame = 0; frame < std::min(trajectory.frames(), most_frames); ++frame)
            if (static_cast<std::int64_t>(trajectory.read(frame).position.size()) !=
                trajectory.atoms())
                std::abort();
    } catch (const mdsim::InputError&) {
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0 || !write_scratch(data, size)) return 0;
    read_start();
    read_frames();
    return 0;
}
