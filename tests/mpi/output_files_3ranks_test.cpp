// SPDX-License-Identifier: BSD-3-Clause
// Files written by three ranks, gathered by rank 0 and, with parallel HDF5, by all ranks together:
// the same content as one rank writes.
#include <mpi.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "output/checkpoint_file.hpp"
#include "output/checkpoint_reader.hpp"
#include "output/h5md_writer.hpp"
#include "output/hdf5_objects.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// The ranks of MPI_COMM_WORLD.
class WorldGather final : public BlockGather {
  public:
    explicit WorldGather(bool together) : together_(together) {
        MPI_Comm_rank(world_, &rank_);
        MPI_Comm_size(world_, &size_);
    }
    int rank() const override { return rank_; }
    int size() const override { return size_; }
    void barrier() override { MPI_Barrier(world_); }
    const void* communicator() const override { return together_ ? &world_ : nullptr; }

    void for_each_piece(std::span<const std::byte> mine, std::size_t element_size,
                        const PieceSink& sink) override {
        std::size_t bytes = mine.size();
        if (rank_ != 0) {
            MPI_Send(&bytes, sizeof bytes, MPI_BYTE, 0, 0, world_);
            MPI_Send(mine.data(), static_cast<int>(bytes), MPI_BYTE, 0, 0, world_);
            return;
        }
        cut_into_pieces(0, mine, element_size, sink);
        std::size_t first = bytes / element_size;
        for (int other = 1; other < size_; ++other) {
            MPI_Recv(&bytes, sizeof bytes, MPI_BYTE, other, 0, world_, MPI_STATUS_IGNORE);
            std::vector<std::byte> theirs(bytes);
            MPI_Recv(theirs.data(), static_cast<int>(bytes), MPI_BYTE, other, 0, world_,
                     MPI_STATUS_IGNORE);
            cut_into_pieces(static_cast<std::int64_t>(first), theirs, element_size, sink);
            first += bytes / element_size;
        }
    }

  private:
    MPI_Comm world_ = MPI_COMM_WORLD;
    bool together_;
    int rank_ = 0;
    int size_ = 1;
};

/// A folder of rank 0's making, known to all.
class SharedDir {
  public:
    SharedDir() {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        std::string name = (std::filesystem::temp_directory_path() / "mdsim_ranks_XXXXXX").string();
        std::array<char, 256> shared{};
        if (rank_ == 0) {
            REQUIRE(::mkdtemp(name.data()) != nullptr);
            std::strncpy(shared.data(), name.c_str(), shared.size() - 1);
        }
        MPI_Bcast(shared.data(), static_cast<int>(shared.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
        path_ = shared.data();
    }
    ~SharedDir() {
        MPI_Barrier(MPI_COMM_WORLD);
        std::error_code ignored;
        if (rank_ == 0) std::filesystem::remove_all(path_, ignored);
    }
    std::string file(const std::string& name) const { return path_ + "/" + name; }

  private:
    int rank_ = 0;
    std::string path_;
};

constexpr std::int64_t atoms = 100'003; // several chunks, and blocks that end inside one

/// Without images and rounding all ranks may write at once.
H5mdSetup setup_of(const std::string& path, int decimals, bool images) {
    H5mdSetup setup;
    setup.path = path;
    setup.run_id = "run-of-this-test";
    setup.atoms = atoms;
    setup.species = {{"Ar", 39.948, 0}};
    setup.fields = {true, false, images};
    setup.decimals = decimals;
    setup.observables = {{"energy", ""}};
    setup.provenance.version = "1";
    return setup;
}

void append(H5mdWriter& writer, std::int64_t frame, bool images, const BlockGather& gather) {
    const IdBlock block = IdBlock::of(atoms, gather.rank(), gather.size());
    std::vector<Vec3<float>> x;
    std::vector<Vec3<std::int32_t>> image;
    for (std::int64_t id = block.first; id < block.last; ++id) {
        const float number = static_cast<float>(frame) + 1e-4f * static_cast<float>(id);
        x.push_back({number, 2 * number, -number});
        image.push_back({static_cast<std::int32_t>(id), 0, static_cast<std::int32_t>(frame)});
    }
    const double energy = -0.5 * static_cast<double>(frame);
    H5mdFrame data;
    data.step = frame;
    data.time = 0.5 * static_cast<double>(frame);
    data.edges = {1, 0.1, 2, 0.2, 0.3, 3};
    data.block = block;
    data.position = x;
    data.velocity = x;
    if (images) data.image = image;
    if (gather.rank() == 0) data.observables = {&energy, 1};
    writer.append(data);
}

/// Frames 0 to 4, dropped again from frame 3 on and continued to frame 5.
void write_trajectory(const H5mdSetup& setup, BlockGather& gather) {
    const IdBlock block = IdBlock::of(atoms, gather.rank(), gather.size());
    const bool images = setup.fields.image;
    const auto size = static_cast<std::size_t>(block.size());
    const std::vector<std::int32_t> species(size, 0);
    const std::vector<double> mass(size, 39.948);
    const std::vector<double> charge(size, 0.25);
    {
        H5mdWriter writer = H5mdWriter::create(setup, {block, species, mass, charge}, gather);
        for (std::int64_t frame = 0; frame < 3; ++frame) append(writer, frame, images, gather);
        writer.commit();
        for (std::int64_t frame = 3; frame < 5; ++frame) append(writer, frame, images, gather);
    }
    gather.barrier();
    H5mdWriter writer = H5mdWriter::resume(setup, {2, 3}, gather);
    for (std::int64_t frame = 3; frame < 6; ++frame) append(writer, frame, images, gather);
    writer.finish();
}

/// The raw numbers of a dataset, as the file holds them.
std::vector<char> content(const std::string& path, const std::string& dataset) {
    const h5::Lock lock;
    const h5::File file = h5::File::open_read(path);
    const h5::Handle data = h5::open_dataset(file, dataset);
    const h5::Handle type(H5Dget_type(data.id()), H5Tclose);
    std::size_t size = H5Tget_size(type.id());
    for (const hsize_t n : h5::shape_of(file, data.id())) size *= n;
    std::vector<char> bytes(size);
    REQUIRE(H5Dread(data.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) >= 0);
    return bytes;
}

std::vector<bool> ways() {
    return h5::parallel_build() ? std::vector<bool>{false, true} : std::vector<bool>{false};
}

} // namespace

TEST_CASE("a trajectory of three ranks holds what one rank writes", "[ranks]") {
    const SharedDir dir;
    const auto [decimals, images] = GENERATE(std::pair(-1, false), std::pair(-1, true),
                                             std::pair(3, false), std::pair(3, true));
    const std::string kind = std::to_string(decimals) + (images ? "_images" : "") + ".h5md";
    SingleRank alone;
    WorldGather world(false);
    REQUIRE(world.size() == 3);
    const std::string expected = dir.file("one" + kind);
    if (world.rank() == 0) write_trajectory(setup_of(expected, decimals, images), alone);
    for (const bool together : ways()) {
        WorldGather gather(together);
        const std::string path = dir.file((together ? "together" : "gathered") + kind);
        write_trajectory(setup_of(path, decimals, images), gather);
        gather.barrier();
        if (gather.rank() != 0) continue;
        const std::string group = "/particles/system/";
        for (const char* name :
             {"position/value", "velocity/value", images ? "image/value" : "position/value",
              "position/step", "position/time", "box/edges/value", "id", "species", "mass",
              "charge"}) {
            INFO(path << " " << name);
            const bool same = content(path, group + name) == content(expected, group + name);
            CHECK(same);
        }
        CHECK(content(path, "/observables/energy/value") ==
              content(expected, "/observables/energy/value"));
        CHECK(content(path, group + "position/step").size() == 6 * 8);
    }
}

TEST_CASE("a checkpoint of three ranks is read back on any number", "[ranks]") {
    for (const bool together : ways()) {
        const SharedDir dir;
        WorldGather gather(together);
        const IdBlock block = IdBlock::of(atoms, gather.rank(), gather.size());
        std::vector<Vec3<double>> velocity;
        for (std::int64_t id = block.first; id < block.last; ++id)
            velocity.push_back({static_cast<double>(id), 0.1, -static_cast<double>(id)});
        CheckpointContent checkpoint;
        checkpoint.info = {12, atoms, "run-of-this-test", "1"};
        checkpoint.block = block;
        checkpoint.arrays = {{"velocity", block_array(std::span<const Vec3<double>>(velocity))}};
        checkpoint.values = {{"seed", std::vector<std::int64_t>{42}}};
        CheckpointWriter writer(dir.file("."), 1, gather);
        writer.write(checkpoint);
        checkpoint.info.step = 13;
        writer.write(checkpoint);

        const FoundCheckpoint found = find_checkpoint(dir.file("."));
        CHECK(found.step == 13);
        CHECK(found.refused.empty());
        const CheckpointReader reader(found.path);
        const IdBlock all{0, atoms};
        std::vector<Vec3<double>> back(static_cast<std::size_t>(atoms));
        reader.read_array("velocity", all, std::span(back));
        bool same = true;
        for (std::int64_t id = 0; id < atoms; ++id)
            same = same && back[static_cast<std::size_t>(id)] ==
                               Vec3<double>{static_cast<double>(id), 0.1, -static_cast<double>(id)};
        CHECK(same);
        CHECK(reader.integers("seed") == std::vector<std::int64_t>{42});
    }
}
