// SPDX-License-Identifier: BSD-3-Clause
#include "output/lammps_dump_writer.hpp"

#include <algorithm>

#include "core/contract.hpp"

namespace mdsim {

namespace {

const char* boundary(bool periodic) { return periodic ? "pp" : "ff"; }

/// The bounds of a slanted box are those of what encloses it (LAMMPS manual, "Triclinic simulation
/// boxes").
void write_box(TextFile& file, const Box& box) {
    const LowerTriangular<double>& e = box.edges;
    const Vec3<double>& low = box.origin;
    const auto& p = box.periodic;
    const bool slanted = !box.orthorhombic();
    file.print("ITEM: BOX BOUNDS {}{} {} {}\n", slanted ? "xy xz yz " : "", boundary(p[0]),
               boundary(p[1]), boundary(p[2]));
    if (!slanted) {
        file.print("{} {}\n{} {}\n{} {}\n", low.x, low.x + e.xx, low.y, low.y + e.yy, low.z,
                   low.z + e.zz);
        return;
    }
    const double left = std::min({0.0, e.xy, e.xz, e.xy + e.xz});
    const double right = std::max({0.0, e.xy, e.xz, e.xy + e.xz});
    file.print("{} {} {}\n", low.x + left, low.x + e.xx + right, e.xy);
    file.print("{} {} {}\n", low.y + std::min(0.0, e.yz), low.y + e.yy + std::max(0.0, e.yz), e.xz);
    file.print("{} {} {}\n", low.z, low.z + e.zz, e.yz);
}

void write_vector(TextFile& file, const Vec3<double>& v) {
    file.print(" {:.9g} {:.9g} {:.9g}", v.x, v.y, v.z);
}

/// The names of columns: that of the numbers, with directions where they are a matrix.
void write_names(TextFile& file, const NumberForm& form) {
    if (form.columns == 1) return file.print(" {}", form.name);
    MDSIM_EXPECT(form.columns == 9);
    for (const char* directions : {"xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz"})
        file.print(" {}_{}", form.name, directions);
}

/// What is added to labels, which ascend: LAMMPS knows no atom 0.
ParticleId lift(const TextFrame& frame) {
    return !frame.position.empty() && frame.labels.of(0) == 0 ? 1 : 0;
}

} // namespace

void write_lammps_dump(TextFile& file, const TextFrame& frame) {
    MDSIM_EXPECT(frame.has_entry_an_atom());
    MDSIM_EXPECT(!frame.unwrapped || frame.image.empty()); // images would be added once more
    if (frame.first && !frame.units.empty()) file.print("ITEM: UNITS\n{}\n", frame.units);
    if (frame.time && !frame.units.empty()) file.print("ITEM: TIME\n{}\n", *frame.time);
    file.print("ITEM: TIMESTEP\n{}\nITEM: NUMBER OF ATOMS\n{}\n", frame.step.value_or(0),
               frame.position.size());
    write_box(file, frame.box);
    file.print("ITEM: ATOMS id type element {}{}{}{}", frame.unwrapped ? "xu yu zu" : "x y z",
               frame.image.empty() ? "" : " ix iy iz", frame.velocity.empty() ? "" : " vx vy vz",
               frame.force.empty() ? "" : " fx fy fz");
    for (const AtomNumbers& numbers : frame.numbers) write_names(file, numbers.form);
    file.print("\n");
    const ParticleId shift = lift(frame);
    for (std::size_t i = 0; i < frame.position.size(); ++i) {
        file.print("{} {} {}", frame.labels.of(static_cast<ParticleId>(i)) + shift,
                   frame.type[i] + 1, frame.species[frame.type[i]]);
        write_vector(file, frame.position[i]);
        if (!frame.image.empty())
            file.print(" {} {} {}", frame.image[i].x, frame.image[i].y, frame.image[i].z);
        if (!frame.velocity.empty()) write_vector(file, frame.velocity[i]);
        if (!frame.force.empty()) write_vector(file, frame.force[i]);
        frame.for_each_number(i, [&](double value) { file.print(" {:.9g}", value); });
        file.print("\n");
    }
}

} // namespace mdsim
