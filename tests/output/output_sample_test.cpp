// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5_objects.hpp"
#include "output/output_support.hpp"

namespace mdsim::test {

namespace {

std::vector<float> read_frame(const h5::File& file, const std::string& path, std::int64_t frame,
                              std::int64_t atoms) {
    const h5::Handle dataset = h5::open_dataset(file, path);
    const h5::Handle space(H5Dget_space(dataset.id()), H5Sclose);
    const std::array<hsize_t, 3> start{static_cast<hsize_t>(frame), 0, 0};
    const std::array<hsize_t, 3> count{1, static_cast<hsize_t>(atoms), 3};
    H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
    const h5::Handle memory(H5Screate_simple(3, count.data(), nullptr), H5Sclose);
    std::vector<float> values(static_cast<std::size_t>(3 * atoms));
    h5::check(H5Dread(dataset.id(), H5T_NATIVE_FLOAT, memory.id(), space.id(), H5P_DEFAULT,
                      values.data()),
              "H5Dread", path);
    return values;
}

} // namespace

H5mdSetup Sample::setup(const std::string& path) const {
    H5mdSetup setup;
    setup.path = path;
    setup.run_id = "11111111-2222-3333-4444-555555555555";
    setup.atoms = atoms;
    setup.species = {{"Ar", 39.948, 0.0}, {"Kr", 83.798, 0.5}};
    setup.fields = {true, true, true};
    setup.units = {"nm", "ps", "nm ps-1", "kJ mol-1 nm-1", "g mol-1", "e"};
    setup.observables = {{"potential_energy", "kJ mol-1"}, {"temperature", "K"}};
    setup.provenance.version = "1.2.3";
    setup.provenance.commit = "abc";
    setup.provenance.command = "mdsim 'gr\xc3\xbc\xc3\x9f.toml'";
    setup.provenance.ranks = 3;
    setup.input_text = "[run]\nsteps = 10 # \xc3\xa4\n";
    return setup;
}

float Sample::position(std::int64_t frame, std::int64_t atom, int direction) const {
    return static_cast<float>(frame) + 0.001f * static_cast<float>(3 * atom + direction);
}

LowerTriangular<double> Sample::edges(std::int64_t frame) const {
    const double grown = 1e-3 * static_cast<double>(frame);
    return {5 + grown, 0.5, 6 + grown, -0.25, 0.75, 7 + grown};
}

H5mdWriter Sample::create(const std::string& path, BlockGather& gather) const {
    const IdBlock block = IdBlock::of(atoms, gather.rank(), gather.size());
    std::vector<std::int32_t> species;
    std::vector<double> mass, charge;
    for (std::int64_t id = block.first; id < block.last; ++id) {
        species.push_back(static_cast<std::int32_t>(id % 2));
        mass.push_back(id % 2 == 0 ? 39.948 : 83.798);
        charge.push_back(id % 2 == 0 ? 0.0 : 0.5);
    }
    return H5mdWriter::create(setup(path), {block, species, mass, charge}, gather);
}

void Sample::append(H5mdWriter& writer, std::int64_t frame, const BlockGather& gather) const {
    const IdBlock block = IdBlock::of(atoms, gather.rank(), gather.size());
    std::vector<Vec3<float>> x, v, f;
    std::vector<Vec3<std::int32_t>> image;
    for (std::int64_t id = block.first; id < block.last; ++id) {
        x.push_back({position(frame, id, 0), position(frame, id, 1), position(frame, id, 2)});
        v.push_back(-1.0f * x.back());
        f.push_back(2.0f * x.back());
        image.push_back({static_cast<std::int32_t>(frame), 0, static_cast<std::int32_t>(id)});
    }
    const std::array<double, 2> observables{-1.5 * static_cast<double>(frame), 300.0};
    H5mdFrame data;
    data.step = 10 * frame;
    data.time = 0.02 * static_cast<double>(frame);
    data.edges = edges(frame);
    data.block = block;
    data.position = x;
    data.velocity = v;
    data.force = f;
    data.image = image;
    data.observables = observables;
    writer.append(data);
}

std::vector<std::int64_t> steps_in(const std::string& path) {
    const h5::Lock lock;
    const h5::File file = h5::File::open_read(path);
    const h5::Handle dataset = h5::open_dataset(file, "/particles/system/position/step");
    std::vector<std::int64_t> steps(h5::shape_of(file, dataset.id()).at(0));
    h5::check(H5Dread(dataset.id(), H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, steps.data()),
              "H5Dread", path);
    return steps;
}

std::string difference(const Sample& sample, const std::string& path, std::int64_t frames) {
    const h5::Lock lock;
    const std::vector<std::int64_t> steps = steps_in(path);
    if (static_cast<std::int64_t>(steps.size()) != frames)
        return "frames: " + std::to_string(steps.size());
    const h5::File file = h5::File::open_read(path);
    for (std::int64_t frame = 0; frame < frames; ++frame) {
        if (steps[static_cast<std::size_t>(frame)] != 10 * frame)
            return "step of frame " + std::to_string(frame);
        const std::string group = "/particles/system/";
        const auto x = read_frame(file, group + "position/value", frame, sample.atoms);
        const auto v = read_frame(file, group + "velocity/value", frame, sample.atoms);
        const auto f = read_frame(file, group + "force/value", frame, sample.atoms);
        const auto image = read_frame(file, group + "image/value", frame, sample.atoms);
        for (std::size_t i = 0; i < x.size(); ++i) {
            const auto atom = static_cast<std::int64_t>(i / 3);
            const float expected = sample.position(frame, atom, static_cast<int>(i % 3));
            const float box = i % 3 == 0   ? static_cast<float>(frame)
                              : i % 3 == 1 ? 0.0f
                                           : static_cast<float>(atom);
            if (x[i] != expected || v[i] != -expected || f[i] != 2 * expected || image[i] != box)
                return "frame " + std::to_string(frame) + " number " + std::to_string(i);
        }
    }
    return {};
}

} // namespace mdsim::test
