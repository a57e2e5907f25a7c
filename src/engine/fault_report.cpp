// SPDX-License-Identifier: BSD-3-Clause
#include "engine/fault_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "core/fraction.hpp"
#include "core/no_particle.hpp"
#include "physics/cluster/cluster.hpp"

namespace mdsim {

namespace {

/// The name of a type, in quotes, or its number where there are no names.
std::string species_of(const Domain& domain, std::int64_t type) {
    const auto t = static_cast<std::size_t>(type);
    return t < domain.species.size() ? fmt::format("\"{}\"", domain.species[t])
                                     : fmt::format("number {}", type);
}

/// "atom 17 (species "A") at (1, 2, 3) with velocity (4, 5, 6)", by the label of the atom.
template <class P> std::string describe(const AtomView<P>& atoms, LocalIndex i, ParticleId label) {
    const Particles<P, Host>& p = *atoms.particles;
    const Site<P>& s = p.site[i];
    const Vec3<double> x = atoms.box->to_position({to_double(s.x), to_double(s.y), to_double(s.z)});
    const Vec3<double> v{static_cast<double>(p.velocity[i].x), static_cast<double>(p.velocity[i].y),
                         static_cast<double>(p.velocity[i].z)};
    return fmt::format("atom {} (species {}) at ({:.6g}, {:.6g}, {:.6g}) with velocity ({:.6g}, "
                       "{:.6g}, {:.6g})",
                       label, species_of(*atoms.domain, s.type), x.x, x.y, x.z, v.x, v.y, v.z);
}

template <class P> ParticleId id_of(const AtomView<P>& atoms, LocalIndex i) {
    return i == no_atom ? no_particle : atoms.particles->id[i];
}

/// Throws about the atom of lowest number among those that ranks name; `no_atom` names none.
template <class P>
[[noreturn]] void throw_about(const AtomView<P>& atoms, LocalIndex atom, const std::string& what,
                              const Communicator& comm) {
    const ParticleId mine = id_of(atoms, atom);
    const ParticleId lowest = comm.min_of(mine);
    MDSIM_REQUIRE(lowest != no_particle);
    const ParticleId label = atoms.domain->labels.find(lowest, comm);
    const Rank holder = comm.min_of(mine == lowest ? comm.rank() : comm.size());
    std::string text;
    if (comm.rank() == holder) text = describe(atoms, atom, label) + " " + what;
    throw PhysicsError(comm.broadcast(text, holder));
}

/// What else may be the reason, behind others: forces of clusters are no numbers where a cluster is
/// too large. Empty where there are none.
std::string crowd_as_reason(const ForceField& field) {
    if (!field.has_clusters()) return {};
    return fmt::format("; or an atom has more than {} neighbours within the cutoff of its "
                       "[[many_body]], which are more than that potential is computed for",
                       most_cluster_neighbours);
}

/// Calls act(i) for each owned atom.
template <class P, class Act> void for_owned(const AtomView<P>& atoms, const Act& act) {
    for (const LocalCell& cell : atoms.cells->cells)
        for (LocalIndex i = cell.first; cell.owned && i < cell.first + cell.count; ++i) act(i);
}

/// The sum of the sizes of the components of a stored force; infinite where it is not a number.
template <class P> double force_size(const AtomView<P>& atoms, LocalIndex i) {
    const auto& f = atoms.particles->force[i];
    const double size = std::fabs(static_cast<double>(f.x)) + std::fabs(static_cast<double>(f.y)) +
                        std::fabs(static_cast<double>(f.z));
    return std::isnan(size) ? std::numeric_limits<double>::infinity() : size;
}

/// The atom of lowest number that crossed a face in a direction that is not periodic; `no_atom` if
/// there is none.
template <class P> LocalIndex lowest_crossed(const AtomView<P>& atoms) {
    const auto& periodic = atoms.box->periodic;
    const Particles<P, Host>& p = *atoms.particles;
    LocalIndex lowest = no_atom;
    for_owned(atoms, [&](LocalIndex i) {
        const Site<P>& from = p.reference[i];
        const Site<P>& to = p.site[i];
        const Vec3<std::int32_t>& image = p.image[i];
        const bool left = (!periodic[0] && image.x + crossing(from.x, to.x) != 0) ||
                          (!periodic[1] && image.y + crossing(from.y, to.y) != 0) ||
                          (!periodic[2] && image.z + crossing(from.z, to.z) != 0);
        if (left && id_of(atoms, i) < id_of(atoms, lowest)) lowest = i;
    });
    return lowest;
}

} // namespace

template <class P>
void throw_motion_fault(const AtomView<P>& atoms, LocalIndex atom, Step step,
                        const ForceField& field, const Communicator& comm) {
    throw_about(
        atoms, atom,
        fmt::format(
            "moved farther than the list range in step {}, or is not a number: the "
            "time step is too long, atoms overlap, or the temperature is far too high for the "
            "forces{}",
            step, crowd_as_reason(field)),
        comm);
}

template <class P>
void throw_force_fault(const AtomView<P>& atoms, Step step, const ForceField& field,
                       const Communicator& comm) {
    double largest = -1;
    for_owned(atoms, [&](LocalIndex i) { largest = std::max(largest, force_size(atoms, i)); });
    largest = comm.max_of(largest);
    LocalIndex worst = no_atom;
    for_owned(atoms, [&](LocalIndex i) {
        if (force_size(atoms, i) == largest && id_of(atoms, i) < id_of(atoms, worst)) worst = i;
    });
    throw_about(atoms, worst,
                fmt::format("feels a force out of all bounds in step {}: atoms overlap. Check the "
                            "starting structure, and the units of its lengths{}",
                            step, crowd_as_reason(field)),
                comm);
}

template <class P> bool crossed_open_face(const AtomView<P>& atoms) {
    return lowest_crossed(atoms) != no_atom;
}

template <class P> void throw_face_fault(const AtomView<P>& atoms, const Communicator& comm) {
    throw_about(atoms, lowest_crossed(atoms),
                "left the box through a face that is not periodic; give the box more room in that "
                "direction (box.padding), or make it periodic",
                comm);
}

template void throw_motion_fault(const AtomView<MixedPrecision>&, LocalIndex, Step,
                                 const ForceField&, const Communicator&);
template void throw_motion_fault(const AtomView<DoublePrecision>&, LocalIndex, Step,
                                 const ForceField&, const Communicator&);
template void throw_force_fault(const AtomView<MixedPrecision>&, Step, const ForceField&,
                                const Communicator&);
template void throw_force_fault(const AtomView<DoublePrecision>&, Step, const ForceField&,
                                const Communicator&);
template bool crossed_open_face(const AtomView<MixedPrecision>&);
template void throw_face_fault(const AtomView<MixedPrecision>&, const Communicator&);
template bool crossed_open_face(const AtomView<DoublePrecision>&);
template void throw_face_fault(const AtomView<DoublePrecision>&, const Communicator&);

} // namespace mdsim
