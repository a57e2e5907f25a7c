// SPDX-License-Identifier: BSD-3-Clause
#include "session/trajectory_setup.hpp"

#include "core/contract.hpp"
#include "session/frame_elements.hpp"

namespace mdsim {

H5mdSetup trajectory_setup(const TrajectorySettings& settings, const InputText& input,
                           const SystemParts& parts, const RunFiles& files,
                           const std::string& run_id, const Provenance& provenance) {
    const Units& units = parts.units;
    const auto name = [&units](Dimension d) { return std::string(units.trajectory_name(d)); };
    H5mdSetup setup;
    setup.path = files.trajectory();
    setup.run_id = run_id;
    setup.atoms = parts.structure.total;
    setup.periodic = parts.structure.box.periodic;
    setup.origin = parts.structure.box.origin;
    setup.species = parts.species;
    setup.fields = {settings.holds(TrajectoryField::velocity),
                    settings.holds(TrajectoryField::force), settings.holds(TrajectoryField::image)};
    setup.elements = frame_elements(settings, units);
    setup.decimals = settings.precision.value_or(-1);
    setup.units = {name(Dimension::length), name(Dimension::time), name(Dimension::velocity),
                   name(Dimension::force),  name(Dimension::mass), name(Dimension::charge)};
    setup.strict_units = settings.strict_units;
    const std::string energy(units.name(Dimension::energy));
    setup.observables = {{"potential_energy", energy},
                         {"kinetic_energy", energy},
                         {"temperature", std::string(units.name(Dimension::temperature))},
                         {"pressure", std::string(units.name(Dimension::pressure))}};
    setup.author = parts.engine.run.author;
    const AtomLabels& labels = parts.structure.labels;
    if (labels.in_order()) setup.first_label = labels.first();
    setup.provenance = provenance;
    setup.input_text = input.effective_text;
    return setup;
}

FrameRequest frame_request(const TrajectorySettings& settings, const Units& units) {
    return {settings.holds(TrajectoryField::velocity), settings.holds(TrajectoryField::force),
            settings.holds(TrajectoryField::image), units.to_trajectory(Dimension::force, 1)};
}

std::vector<double> trajectory_observables(const Units& units, const Thermo& thermo) {
    return {units.to_user(Dimension::energy, thermo.potential),
            units.to_user(Dimension::energy, thermo.kinetic),
            units.to_user(Dimension::temperature, thermo.temperature),
            units.to_user(Dimension::pressure, thermo.pressure())};
}

AtomProperties atom_properties(const SystemParts& parts, const Communicator& comm) {
    const Structure& structure = parts.structure;
    MDSIM_EXPECT(structure.type.size() == structure.id.size());
    MDSIM_EXPECT(structure.charge.empty() || structure.charge.size() == structure.id.size());
    AtomProperties p;
    p.block = IdBlock::of(structure.total, comm.rank(), comm.size());
    p.labels = structure.labels;
    const auto count = static_cast<std::size_t>(p.block.size());
    p.species.resize(count);
    p.mass.resize(count);
    p.charge.resize(count);
    for (std::size_t i = 0; i < structure.id.size(); ++i) {
        MDSIM_REQUIRE(p.block.contains(structure.id[i]));
        const auto row = static_cast<std::size_t>(structure.id[i] - p.block.first);
        const Species& s = parts.species[structure.type[i]];
        p.species[row] = static_cast<std::int32_t>(structure.type[i]);
        p.mass[row] = parts.units.to_user(Dimension::mass, s.mass);
        p.charge[row] = structure.charge.empty() ? s.charge : structure.charge[i];
    }
    return p;
}

} // namespace mdsim
