// SPDX-License-Identifier: BSD-3-Clause
#include "output/extxyz_writer.hpp"

#include "core/contract.hpp"

namespace mdsim {

namespace {

void write_vector(TextFile& file, const Vec3<double>& v) {
    file.print(" {:.9g} {:.9g} {:.9g}", v.x, v.y, v.z);
}

/// Whether labels are not what a reader of lines takes for granted.
bool writes_labels(const TextFrame& frame) {
    return !frame.labels.in_order() || frame.labels.first() != 1;
}

void write_comment(TextFile& file, const TextFrame& frame) {
    const LowerTriangular<double>& e = frame.box.edges;
    file.print("Lattice=\"{} 0 0 {} {} 0 {} {} {}\"", e.xx, e.xy, e.yy, e.xz, e.yz, e.zz);
    const Vec3<double>& origin = frame.box.origin;
    if (origin != Vec3<double>{}) file.print(" Origin=\"{} {} {}\"", origin.x, origin.y, origin.z);
    file.print(" Properties=species:S:1:pos:R:3");
    if (writes_labels(frame)) file.print(":id:I:1");
    if (!frame.velocity.empty()) file.print(":velo:R:3");
    if (!frame.force.empty()) file.print(":forces:R:3");
    for (const AtomNumbers& numbers : frame.numbers)
        file.print(":{}:{}:{}", numbers.form.name, numbers.form.whole ? 'I' : 'R',
                   numbers.form.columns);
    if (frame.step) file.print(" Step={}", *frame.step);
    if (frame.time) file.print(" Time={}", *frame.time);
    if (!frame.units.empty()) file.print(" units={}", frame.units);
    const auto& periodic = frame.box.periodic;
    file.print(" pbc=\"{} {} {}\"\n", periodic[0] ? 'T' : 'F', periodic[1] ? 'T' : 'F',
               periodic[2] ? 'T' : 'F');
}

} // namespace

void write_extxyz(TextFile& file, const TextFrame& frame) {
    MDSIM_EXPECT(frame.has_entry_an_atom());
    file.print("{}\n", frame.position.size());
    write_comment(file, frame);
    for (std::size_t i = 0; i < frame.position.size(); ++i) {
        file.print("{}", frame.species[frame.type[i]]);
        write_vector(file, frame.position[i]);
        if (writes_labels(frame)) file.print(" {}", frame.labels.of(static_cast<ParticleId>(i)));
        if (!frame.velocity.empty()) write_vector(file, frame.velocity[i]);
        if (!frame.force.empty()) write_vector(file, frame.force[i]);
        frame.for_each_number(i, [&](double value) { file.print(" {:.9g}", value); });
        file.print("\n");
    }
}

} // namespace mdsim
