// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/buffer.hpp"
#include "core/matrix3.hpp"
#include "core/precision.hpp"
#include "core/vec3.hpp"
#include "engine/atom_table.hpp"
#include "output/element.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// Numbers of the atoms of this rank's block of ids, kept until they are written.
struct ColumnBlock {
    ElementType type{};
    int columns = 1;
    std::vector<std::byte> bytes;
};

/// This rank's block of ids of what a frame shows, in internal units.
struct FrameBlock {
    IdBlock block;
    LowerTriangular<double> edges;      ///< of the box [length]
    Vec3<double> origin;                ///< the corner of the box [length]
    Buffer<Vec3<float>, Host> position; ///< inside the box, in the coordinates of the input
    Buffer<Vec3<float>, Host> velocity; ///< those not wanted are empty
    Buffer<Vec3<float>, Host> force;
    Buffer<Vec3<std::int32_t>, Host> image;
    std::vector<ColumnBlock> numbers; ///< in the order of H5mdSetup::elements

    void add_numbers(const BlockArray& more) {
        numbers.push_back({more.type, more.columns, {more.bytes.begin(), more.bytes.end()}});
    }
    /// The numbers as they are written. Borrowed.
    std::vector<BlockArray> elements() const {
        std::vector<BlockArray> arrays;
        for (const ColumnBlock& one : numbers) arrays.push_back({one.type, one.columns, one.bytes});
        return arrays;
    }
};

/// What to put into the frames of a run beside positions.
struct FrameRequest {
    bool velocity = false;
    bool force = false;
    bool image = false;
    double force_factor = 1; ///< from internal units to those of the file
};

/// The atoms as a frame shows them, into a block that knows its box. It may have held another
/// frame of the run, as memory that is in use already costs less. Collective.
template <class P>
void fill_frame(AtomTable<P>& atoms, const FrameRequest& request, FrameBlock& frame);

/// All that an atom needs to go on from a checkpoint, by blocks of ids: so `id` stays empty.
template <class P> struct CheckpointBlock : FollowingColumns<P, StoredBuffers> {
    using Fraction = typename P::Fraction;
    IdBlock block;
    Buffer<Vec3<Fraction>, Host> reference; ///< fractions of the box at the last rebuild
    Buffer<Vec3<Fraction>, Host> moved;     ///< since then
    Buffer<std::int32_t, Host> type;
};

/// The atoms as a checkpoint stores them, into a block that may have held others of the run.
/// Collective.
template <class P> void fill_checkpoint(AtomTable<P>& atoms, CheckpointBlock<P>& block);

/// The inverse: records of this rank's block of ids.
template <class P> std::vector<AtomRecord<P>> records_of(const CheckpointBlock<P>& block);

} // namespace mdsim
