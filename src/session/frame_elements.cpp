// SPDX-License-Identifier: BSD-3-Clause
#include "session/frame_elements.hpp"

#include <optional>
#include <string>

#include "session/observables/unit_power.hpp"
#include "state/atom_numbers.hpp"

namespace mdsim {

namespace {

std::string unit_of(const NumberForm& form, const Units& units) {
    if (form.energy) return std::string(units.trajectory_name(Dimension::energy));
    if (form.length_power == 0) return {};
    return unit_power(units.trajectory_name(Dimension::length), form.length_power);
}

/// The form of a field; none of positions, velocities, forces and images.
std::optional<NumberForm> form_of(TrajectoryField field) {
    for (const NumberForm& form : share_forms)
        if (form.name == enum_name(field)) return form;
    for (const NumberForm& form : measure_forms)
        if (form.name == enum_name(field)) return form;
    return std::nullopt;
}

template <class P, class Column>
void add_column(AtomTable<P>& atoms, const Column& column, FrameBlock& frame) {
    Buffer<ColumnValue<P, Column>, Host> values;
    atoms.fill(column, values);
    frame.add_numbers(block_array(std::as_const(values).span()));
}

} // namespace

std::vector<AtomElement> frame_elements(const TrajectorySettings& settings, const Units& units) {
    std::vector<AtomElement> elements;
    for (const TrajectoryField field : settings.fields_written)
        if (const auto form = form_of(field))
            elements.push_back({std::string(form->name), unit_of(*form, units),
                                form->whole ? ElementType::int32 : ElementType::float32,
                                form->columns});
    return elements;
}

template <class P>
bool add_share(AtomTable<P>& atoms, const AtomElement& element, const Units& units,
               FrameBlock& frame) {
    const double factor = units.to_trajectory(Dimension::energy, 1);
    if (element.name == energy_share_form.name)
        add_column(atoms, column::EnergyShare{factor}, frame);
    else if (element.name == virial_share_form.name)
        add_column(atoms, column::VirialShare{factor}, frame);
    else
        return false;
    return true;
}

template bool add_share(AtomTable<MixedPrecision>&, const AtomElement&, const Units&, FrameBlock&);
template bool add_share(AtomTable<DoublePrecision>&, const AtomElement&, const Units&, FrameBlock&);

} // namespace mdsim
