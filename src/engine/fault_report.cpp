// SPDX-License-Identifier: BSD-3-Clause
#include "engine/fault_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "core/error.hpp"
#include "core/fraction.hpp"

namespace mdsim {

namespace {

/// The name of a type, in quotes, or its number where there are no names.
std::string species_of(const Domain& domain, std::int64_t type) {
    const auto t = static_cast<std::size_t>(type);
    return t < domain.species.size() ? fmt::format("\"{}\"", domain.species[t])
                                     : fmt::format("number {}", type);
}

/// "atom 17 (species "A") at (1, 2, 3) with velocity (4, 5, 6)"
template <class P> std::string describe(const AtomView<P>& atoms, LocalIndex i) {
    const Particles<P, Host>& p = *atoms.particles;
    const Site<P>& s = p.site[i];
    const Vec3<double> x =
        atoms.domain->box.to_position({to_double(s.x), to_double(s.y), to_double(s.z)});
    const Vec3<double> v{static_cast<double>(p.velocity[i].x), static_cast<double>(p.velocity[i].y),
                         static_cast<double>(p.velocity[i].z)};
    return fmt::format("atom {} (species {}) at ({:.6g}, {:.6g}, {:.6g}) with velocity ({:.6g}, "
                       "{:.6g}, {:.6g})",
                       p.id[i], species_of(*atoms.domain, s.type), x.x, x.y, x.z, v.x, v.y, v.z);
}

} // namespace

template <class P>
void throw_motion_fault(const AtomView<P>& atoms, LocalIndex atom, Rank rank, Step step,
                        const Communicator& comm) {
    std::string text;
    if (comm.rank() == rank)
        text = describe(atoms, atom) + " on rank " + std::to_string(rank) +
               " moved farther than the list range in step " + std::to_string(step) +
               ", or is not a number: the time step is too long, atoms overlap, or the temperature "
               "is far too high for the forces";
    throw PhysicsError(comm.broadcast(text, rank));
}

template <class P>
void throw_force_fault(const AtomView<P>& atoms, Step step, const Communicator& comm) {
    const Particles<P, Host>& p = *atoms.particles;
    LocalIndex worst = no_atom;
    double largest = -1;
    for (const LocalCell& cell : atoms.cells->cells) {
        for (LocalIndex i = cell.first; cell.owned && i < cell.first + cell.count; ++i) {
            const auto& f = p.force[i];
            const double size = std::fabs(static_cast<double>(f.x)) +
                                std::fabs(static_cast<double>(f.y)) +
                                std::fabs(static_cast<double>(f.z));
            const double known = std::isnan(size) ? std::numeric_limits<double>::infinity() : size;
            if (known > largest) {
                largest = known;
                worst = i;
            }
        }
    }
    const double most = comm.max_of(largest);
    const Rank holder = comm.min_of(largest == most ? comm.rank() : comm.size());
    std::string text;
    if (comm.rank() == holder)
        text = describe(atoms, worst) + " on rank " + std::to_string(holder) +
               " feels a force out of all bounds in step " + std::to_string(step) +
               ": atoms overlap. Check the starting structure, and the units of its lengths";
    throw PhysicsError(comm.broadcast(text, holder));
}

template <class P> void check_open_directions(const AtomView<P>& atoms, const Communicator& comm) {
    const auto& periodic = atoms.domain->box.periodic;
    if (periodic[0] && periodic[1] && periodic[2]) return;
    const Particles<P, Host>& p = *atoms.particles;
    LocalIndex lost = no_atom;
    for (const LocalCell& cell : atoms.cells->cells) {
        for (LocalIndex i = cell.first; cell.owned && i < cell.first + cell.count; ++i) {
            const Site<P>& from = p.reference[i];
            const Site<P>& to = p.site[i];
            const Vec3<std::int32_t>& image = p.image[i];
            if ((!periodic[0] && image.x + crossing(from.x, to.x) != 0) ||
                (!periodic[1] && image.y + crossing(from.y, to.y) != 0) ||
                (!periodic[2] && image.z + crossing(from.z, to.z) != 0))
                lost = i;
        }
    }
    const int found = comm.max_of(lost == no_atom ? -1 : comm.rank());
    if (found < 0) return;
    std::string text;
    if (comm.rank() == found)
        text = describe(atoms, lost) + " on rank " + std::to_string(found) +
               " left the box through a face that is not periodic; give the box more room in that "
               "direction (box.padding), or make it periodic";
    throw PhysicsError(comm.broadcast(text, found));
}

template void throw_motion_fault(const AtomView<MixedPrecision>&, LocalIndex, Rank, Step,
                                 const Communicator&);
template void throw_motion_fault(const AtomView<DoublePrecision>&, LocalIndex, Rank, Step,
                                 const Communicator&);
template void throw_force_fault(const AtomView<MixedPrecision>&, Step, const Communicator&);
template void throw_force_fault(const AtomView<DoublePrecision>&, Step, const Communicator&);
template void check_open_directions(const AtomView<MixedPrecision>&, const Communicator&);
template void check_open_directions(const AtomView<DoublePrecision>&, const Communicator&);

} // namespace mdsim
