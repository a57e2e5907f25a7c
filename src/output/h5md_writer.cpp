// SPDX-License-Identifier: BSD-3-Clause
#include "output/h5md_writer.hpp"

#include <utility>
#include <vector>

#include "core/contract.hpp"
#include "output/h5md_layout.hpp"

namespace mdsim {

namespace {

void write_atoms(SeriesFile& file, const H5mdAtoms& atoms) {
    const std::string group = h5md::group;
    std::vector<ParticleId> ids(static_cast<std::size_t>(atoms.block.size()));
    for (std::size_t i = 0; i < ids.size(); ++i)
        ids[i] = atoms.labels.of(atoms.block.first + static_cast<ParticleId>(i));
    file.write_fixed(group + "/id", atoms.block, block_array(std::span<const ParticleId>(ids)));
    file.write_fixed(group + "/species", atoms.block, block_array(atoms.species));
    file.write_fixed(group + "/mass", atoms.block, block_array(atoms.mass));
    file.write_fixed(group + "/charge", atoms.block, block_array(atoms.charge));
}

} // namespace

H5mdWriter::H5mdWriter(const H5mdSetup& setup, SeriesFile file)
    : fields_(setup.fields), elements_(setup.elements), observables_(setup.observables.size()),
      file_(std::move(file)) {}

H5mdWriter H5mdWriter::create(const H5mdSetup& setup, const H5mdAtoms& atoms, BlockGather& gather) {
    MDSIM_EXPECT(0 <= atoms.block.first && atoms.block.last <= setup.atoms);
    MDSIM_EXPECT(static_cast<std::int64_t>(atoms.species.size()) == atoms.block.size());
    MDSIM_EXPECT(atoms.mass.size() == atoms.species.size());
    MDSIM_EXPECT(atoms.charge.size() == atoms.species.size());
    const auto layout = [&](const h5::File& file) { h5md::write_layout(file, setup); };
    SeriesFile file = SeriesFile::create(h5md::series_of(setup), layout, gather);
    write_atoms(file, atoms);
    file.commit();
    return H5mdWriter(setup, std::move(file));
}

H5mdWriter H5mdWriter::resume(const H5mdSetup& setup, const ResumePoint& point,
                              BlockGather& gather) {
    const auto inspect = [&](const h5::File& file) { h5md::check_layout(file, setup); };
    return H5mdWriter(setup, SeriesFile::resume(h5md::series_of(setup), inspect, point, gather));
}

void H5mdWriter::expect_resumable(const H5mdSetup& setup, const ResumePoint& point) {
    const auto inspect = [&](const h5::File& file) { h5md::check_layout(file, setup); };
    SeriesFile::expect_resumable(h5md::series_of(setup), inspect, point);
}

void H5mdWriter::append(const H5mdFrame& frame) {
    MDSIM_EXPECT(frame.edges.xx > 0 && frame.edges.yy > 0 && frame.edges.zz > 0);
    MDSIM_EXPECT(static_cast<std::int64_t>(frame.position.size()) == frame.block.size());
    MDSIM_EXPECT(!fields_.velocity || frame.velocity.size() == frame.position.size());
    MDSIM_EXPECT(!fields_.force || frame.force.size() == frame.position.size());
    MDSIM_EXPECT(!fields_.image || frame.image.size() == frame.position.size());
    MDSIM_REQUIRE(!file_.is_root() || frame.observables.size() == observables_);
    MDSIM_REQUIRE(frame.elements.size() == elements_.size());
    std::array<double, 9> edges{
        frame.edges.xx, 0, 0, frame.edges.xy, frame.edges.yy, 0, frame.edges.xz, frame.edges.yz,
        frame.edges.zz};
    std::size_t series = 0;
    file_.begin_row(frame.step, frame.time);
    file_.write_values(series++, edges);
    file_.write_atoms(series++, frame.block, block_array(frame.position));
    if (fields_.velocity) file_.write_atoms(series++, frame.block, block_array(frame.velocity));
    if (fields_.force) file_.write_atoms(series++, frame.block, block_array(frame.force));
    if (fields_.image) file_.write_atoms(series++, frame.block, block_array(frame.image));
    for (std::size_t i = 0; i < elements_.size(); ++i) {
        MDSIM_EXPECT(frame.elements[i].type == elements_[i].type);
        MDSIM_EXPECT(frame.elements[i].columns == elements_[i].columns);
        MDSIM_EXPECT(frame.elements[i].rows() == frame.block.size());
        file_.write_atoms(series++, frame.block, frame.elements[i]);
    }
    if (file_.is_root()) {
        for (std::size_t i = 0; i < observables_; ++i)
            file_.write_values(series++, frame.observables.subspan(i, 1));
    }
    file_.flush();
}

} // namespace mdsim
