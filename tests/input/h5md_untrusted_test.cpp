// SPDX-License-Identifier: BSD-3-Clause
// H5MD files that lead out of themselves, or claim more than they hold.
#include "h5md_sample.hpp"
#include "input/structure/h5md.hpp"
#include "input/structure/h5md_element.hpp"
#include "input/structure/h5md_trajectory.hpp"
#include "structure_support.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

const std::string position = group + "/position/value";

/// What both readers say of a file: the same.
std::string refused(const Hdf5Sample& sample) {
    const std::string start = refusal([&] { read_h5md(sample.flushed(), {}, every_id); });
    CHECK(refusal([&] { H5mdTrajectory(sample.path()).read(0); }) == start);
    return start;
}

} // namespace

TEST_CASE("no link out of the file is followed, straight or through others") {
    Hdf5Sample sample;
    write_trajectory(sample);
    const std::string place =
        GENERATE(as<std::string>{}, position, group + "/position", group + "/box/edges", group);
    sample.remove(place);
    sample.external_link("elsewhere.h5", place);
    CHECK(contains(refused(sample), place + " is a link to another file ('elsewhere.h5')"));
    sample.remove(place);
    sample.external_link("elsewhere.h5", "/out");
    sample.soft_link("/out/data", place);
    CHECK(contains(refused(sample), "/out is a link to another file"));
}

TEST_CASE("links in a circle end") {
    Hdf5Sample sample;
    write_trajectory(sample);
    sample.remove(position);
    sample.soft_link("value", position);
    CHECK(contains(refused(sample), position + " is a link in a circle"));
}

TEST_CASE("values in other files are not looked for") {
    Hdf5Sample sample;
    write_trajectory(sample);
    sample.remove(position);
    sample.unwritten(position, {3, 2, 3}, "/etc/passwd", {});
    CHECK(contains(refused(sample), position + ": keeps its values in another file "
                                               "('/etc/passwd')"));
}

TEST_CASE("atoms and frames are not believed that nothing in the file backs") {
    Hdf5Sample sample;
    write_trajectory(sample);
    sample.remove(group);
    SECTION("atoms") {
        sample.unwritten(position, {1, hsize_t{1} << 50, 3}, nullptr, {1, 1000, 3});
        CHECK(
            contains(refused(sample), position + ": claims 1125899906842624 atoms, but stores 0"));
    }
    SECTION("steps") {
        sample.unwritten(position, {hsize_t{1} << 40, 2, 3}, nullptr, {1, 2, 3});
        sample.unwritten(group + "/position/step", {hsize_t{1} << 40}, nullptr, {1000});
        CHECK(contains(refused(sample), "/position/step: claims 1099511627776 values"));
    }
    SECTION("frames, of which a start takes one and an export all") {
        sample.unwritten(position, {hsize_t{1} << 40, 2, 3}, nullptr, {1, 2, 3});
        sample.integers(group + "/position/step", {}, {10});
        sample.reals(group + "/box/edges", {3}, {20, 21, 22});
        sample.attribute(group + "/box", "boundary", "none");
        CHECK(read_h5md(sample.flushed(), {}, every_id).total == 2);
        CHECK(contains(refusal([&] { H5mdTrajectory(sample.path()).frames(); }),
                       "claims 1099511627776 frames of 2 atoms"));
    }
}

TEST_CASE("steps at intervals are computed, forwards and backwards") {
    Hdf5Sample sample;
    write_trajectory(sample);
    const auto velocity_at = [&](int increment, int offset) {
        sample.remove(group + "/velocity");
        sample.reals(group + "/velocity/value", {2, 2, 3}, {0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6});
        sample.integers(group + "/velocity/step", {}, {increment});
        sample.attribute(group + "/velocity/step", "offset", offset);
        H5mdOptions options;
        options.frame = 1; // step 100
        return read_h5md(sample.flushed(), options, every_id).velocity;
    };
    const std::vector<Vec3<double>> zeros(2), numbers{{1, 2, 3}, {4, 5, 6}};
    CHECK(velocity_at(60, 40) == numbers);
    CHECK(velocity_at(-60, 160) == numbers);
    CHECK(velocity_at(50, 100) == zeros);
    CHECK(velocity_at(0, 100) == numbers); // both are of this step, and frame 1 is that of frame 1
    CHECK(velocity_at(30, 40).empty());    // beyond the last frame
    CHECK(velocity_at(7, 40).empty());
    CHECK(velocity_at(60, 160).empty());
}
