// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/h5md_trajectory.hpp"

#include "h5md_sample.hpp"
#include "structure_support.hpp"

using namespace mdsim;
using namespace mdsim::test;

TEST_CASE("a trajectory gives its frames one by one, with step, time and all vectors") {
    Hdf5Sample sample;
    write_trajectory(sample);
    sample.reals(group + "/position/time", {3}, {0, 0.5, 1.25});
    sample.reals(group + "/force/value", {3, 2, 3},
                 {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4, 5});
    sample.hard_link(group + "/position/step", group + "/force/step");
    const H5mdTrajectory trajectory(sample.flushed());
    CHECK(trajectory.frames() == 3);
    CHECK(trajectory.atoms() == 2);
    CHECK(trajectory.species() == std::vector<std::string>{"3", "7"});
    CHECK(trajectory.types() == std::vector<TypeId>{1, 0});
    for (const int n : {2, 0, 1}) {
        const TrajectoryFrame frame = trajectory.read(n);
        CHECK(frame.step == (n == 0 ? 0 : n == 1 ? 100 : 250));
        CHECK(frame.time == (n == 0 ? 0.0 : n == 1 ? 0.5 : 1.25));
        CHECK(frame.box.edges == LowerTriangular<double>{10.0 + n, 1.5, 11, 2.5, -3.5, 12});
        CHECK(frame.box.periodic == std::array<bool, 3>{true, false, true});
        CHECK(frame.position[1] == Vec3<double>{n + 0.75, n + 1.0, n + 1.25});
        CHECK(frame.velocity[1] == Vec3<double>{-n - 1.5, -n - 2.0, -n - 2.5});
        CHECK(frame.image[1] == Vec3<std::int32_t>{3 * n - 2, 4 * n - 2, 5 * n - 2});
    }
    CHECK(trajectory.read(2).force[1] == Vec3<double>{3, 4, 5});
}

TEST_CASE("the box begins at its attribute origin") {
    Hdf5Sample sample;
    write_trajectory(sample);
    CHECK(H5mdTrajectory(sample.flushed()).read(0).box.origin == Vec3<double>{});
    sample.attribute(group + "/box", "origin", std::vector<double>{-3.25, 1e6, 0.5});
    CHECK(H5mdTrajectory(sample.flushed()).read(2).box.origin == Vec3<double>{-3.25, 1e6, 0.5});
}

TEST_CASE("the origin of a box turns with its edges") {
    Hdf5Sample sample;
    sample.reals("/particles/fluid/position", {1, 3}, {1, 2, 3});
    sample.reals("/particles/fluid/box/edges", {3, 3}, {0, 5, 0, 0, 0, 6, 7, 0, 0}); // a along y
    sample.attribute("/particles/fluid/box", "boundary", "periodic");
    sample.attribute("/particles/fluid/box", "origin", std::vector<double>{10, 20, 30});
    const TrajectoryFrame frame = H5mdTrajectory(sample.flushed()).read(0);
    CHECK(frame.box.origin == Vec3<double>{20, 30, 10});
    CHECK(frame.position[0] == Vec3<double>{2, 3, 1});
}

TEST_CASE("a fixed frame has neither step nor time, and ids order its atoms") {
    Hdf5Sample sample;
    write_fixed(sample);
    sample.integers("/particles/fluid/id", {4}, {40, 7, 100, 9});
    sample.texts("/particles/fluid/species", {"Xe", "Ar", "Xe", "Kr"});
    const H5mdTrajectory trajectory(sample.flushed());
    CHECK(trajectory.frames() == 1);
    CHECK(trajectory.species() == std::vector<std::string>{"Ar", "Kr", "Xe"});
    CHECK(trajectory.types() == std::vector<TypeId>{0, 1, 2, 2});
    const TrajectoryFrame frame = trajectory.read(0);
    CHECK_FALSE(frame.step.has_value());
    CHECK_FALSE(frame.time.has_value());
    CHECK(frame.position ==
          std::vector<Vec3<double>>{{3, 4, 5}, {9, 10, 11}, {0, 1, 2}, {6, 7, 8}});
    CHECK(frame.velocity.empty());
    CHECK(frame.force.empty());
    CHECK(frame.image.empty());
}

TEST_CASE("a quantity of another cadence is in the frames of its steps only") {
    Hdf5Sample sample;
    write_trajectory(sample);
    sample.remove(group + "/velocity");
    sample.reals(group + "/velocity/value", {2, 2, 3}, {0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6});
    sample.integers(group + "/velocity/step", {2}, {0, 250});
    const H5mdTrajectory trajectory(sample.flushed());
    CHECK(trajectory.read(2).velocity[1] == Vec3<double>{4, 5, 6});
    CHECK(trajectory.read(1).velocity.empty());
    CHECK(trajectory.read(1).image.size() == 2);
}

TEST_CASE("rotated boxes turn positions, velocities and forces") {
    Hdf5Sample sample;
    sample.reals(group + "/position", {1, 3}, {1, 2, 3});
    sample.reals(group + "/velocity", {1, 3}, {4, 5, 6});
    sample.reals(group + "/force", {1, 3}, {7, 8, 9});
    sample.reals(group + "/box/edges", {3, 3}, {0, 5, 0, 0, 0, 6, 7, 0, 0}); // x, y, z are b, c, a
    sample.attribute(group + "/box", "boundary", "periodic");
    const TrajectoryFrame frame = H5mdTrajectory(sample.flushed()).read(0);
    CHECK(frame.box.edges == LowerTriangular<double>{5, 0, 6, 0, 0, 7});
    CHECK(frame.position[0] == Vec3<double>{2, 3, 1});
    CHECK(frame.velocity[0] == Vec3<double>{5, 6, 4});
    CHECK(frame.force[0] == Vec3<double>{8, 9, 7});
}

TEST_CASE("a trajectory that cannot be read is refused in the right words") {
    CHECK(contains(refusal([] { H5mdTrajectory("/no/such.h5md"); }), "there is no such file"));
    Hdf5Sample sample;
    CHECK(contains(refusal([&] { H5mdTrajectory trajectory(sample.flushed()); }),
                   "is this an H5MD file?"));
    write_trajectory(sample);
    sample.remove(group + "/image");
    sample.texts(group + "/image", {"a", "b"});
    CHECK(contains(refusal([&] { H5mdTrajectory trajectory(sample.flushed()); }),
                   "/image: a frame must have the extent 2 x 3; found 2"));
}
