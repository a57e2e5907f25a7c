// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/box.hpp"
#include "core/ids.hpp"
#include "ops/atom_columns.hpp"
#include "ops/device_links.hpp"
#include "ops/motion.hpp"
#include "ops/pair_driver.hpp"
#include "ops/pair_histogram.hpp"
#include "ops/rank_layout.hpp"
#include "ops/step_batch.hpp"
#include "ops/sums.hpp"
#include "ops/time_origins.hpp"
#include "ops/transport.hpp"
#include "physics/pair/force_field.hpp"
#include "state/cell_grid.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// What a device holds of a run, fixed for its whole length; internal units.
struct DeviceSetup {
    Box box; ///< of the frame, and of the atoms that are adopted [length]
    CellGrid grid;
    const ForceField* force_field = nullptr;
    std::vector<double> mass;         ///< of each type
    double skin = 0;                  ///< lists go this far beyond each pair's cutoff [length]
    double sampled_range = 0;         ///< or beyond this, where it is more [length]
    std::uint32_t tile_target = 0;    ///< atoms in a tile, at most; a multiple of 32
    std::uint32_t lanes_per_atom = 1; ///< threads that share the list of one atom: 1, 2 or 4
    /// Lists are used until a missing pair comes within its cutoff, where the box is wide enough to
    /// search for it; otherwise until an atom moved farther than allowed.
    bool exact_check = false;
    /// Cells, as in in_columns: so narrow that the L2 cache still holds the positions of one plane
    /// of a column when the steps have come to the next.
    int column_width = 12;
    double largest_move = 0; ///< in one step, beyond which it is an error [length]
    std::uint64_t seed = 0;
    const RankLayout* ranks = nullptr; ///< of several ranks, each with a device; null: one
    TransportRequest transport;        ///< between them
    /// How long a rank may stay away from the others, as while its host writes a file.
    std::chrono::nanoseconds longest_wait = std::chrono::minutes(10);
    std::int64_t slowdown =
        1; ///< for tests: times that forces of steps of several ranks are computed
};

/// Atoms below which steps of a device are so short that a search for missing pairs costs
/// more than it saves.
inline constexpr std::int64_t least_atoms_to_search = 400000;

/// The atoms of a device as they lie there, for those who look.
template <class P> struct Snapshot {
    Particles<P, Host> particles; ///< `next` is empty
    LocalCells cells;
};

/// What atoms, lists and time origins take on a device, for a forecast [bytes for each atom].
struct DeviceMemory {
    double atoms = 0;
    double lists = 0;
    double rebuild = 0;
    double origins = 0; ///< of correlation functions
    double total() const { return atoms + lists + rebuild + origins; }
};

/// A device that this process could use.
struct DeviceInfo {
    std::string name;
    std::string architecture; ///< as compilers write it: sm_90
    std::int64_t memory = 0;  ///< [bytes]
    std::int64_t free = 0;    ///< [bytes]
    int multiprocessors = 0;
    std::string bus;        ///< where it sits: distinguishes the GPUs of a node
    bool supported = false; ///< this program has kernels for it
};

/// All devices; none where there is no driver. `why_none` says why there is none.
std::vector<DeviceInfo> find_devices(std::string& why_none);

/// How many devices there are; `why_none` says why there is none. Looks at none of them.
int count_devices(std::string& why_none);

/// One of them; the others are left alone.
DeviceInfo find_device(int device);

/// Uses a device from now on in this thread; throws EnvironmentError.
void use_device(int device);

/// Bytes an atom for lists of `neighbors` atoms within list range.
template <class P> DeviceMemory forecast_device_memory(const DeviceSetup& setup, double neighbors);

/// The atoms of one rank, their lists and their motion, resident on the device in use.
///
/// Between two looks the device goes on by itself. What it computes depends on the atoms alone, not
/// on how the run is cut into batches. Throws EnvironmentError where the device fails or its
/// memory is too small.
template <class P> class DeviceSystem {
  public:
    explicit DeviceSystem(const DeviceSetup& setup);
    ~DeviceSystem();
    DeviceSystem(DeviceSystem&&) noexcept;
    DeviceSystem& operator=(DeviceSystem&&) noexcept;

    /// Replaces all atoms and builds lists on the positions `site`; then moves the atoms by
    /// `moved`.
    void adopt(std::span<const AtomRecord<P>> records);

    /// Lets the ranks hold other cells, from the next adopt() on. Collective.
    void divide(const RankLayout& layout);

    /// Makes the present positions the reference: sorts the atoms and builds lists anew. Image
    /// counts are brought up to date.
    AtomCapacity rebuild();

    /// Adds this rank's atoms to those of each cell of the grid, as they were at the last rebuild.
    void count_atoms(std::span<std::int64_t> of_cell);

    /// Stores the forces on all atoms, with energy and virial for pair_sums() if asked for; does
    /// not wait.
    void queue_forces(bool with_sums);

    /// Energy and virial of the forces stored last, if they were asked for.
    PairSums pair_sums();

    /// Both at once; adds energy and virial to `sums` unless it is null.
    void store_forces(PairSums* sums) {
        queue_forces(sums != nullptr);
        if (sums != nullptr) sums->merge(pair_sums());
    }

    /// Ends a step: the second half kick by the stored forces.
    void complete_step(const Motion<typename P::Real>& motion);

    /// Begins a step: first half kick by the stored forces, and drift.
    MotionReport begin_step(const Motion<typename P::Real>& motion, Step step);

    /// Whether lists may be stale, as an atom moved farther than the batch allows: searched
    /// for where the setup asks for an exact check.
    bool list_is_stale();

    /// Whether batches may have a coupling: not where hosts carry what the ranks share.
    bool couples() const;

    /// Whether batches may have samples: hosts that lead the steps take them between batches.
    bool takes_samples() const;

    /// Goes through a batch, forces, motion and rebuilds; without the host where all ranks can
    /// write into each other's memory.
    BatchReport run(const StepBatch<P>& batch);

    KineticSums kinetic_sums();
    void transform_velocities(double factor, const Vec3<double>& shift);
    /// Velocities of the Maxwell-Boltzmann distribution at kT [energy].
    void draw_velocities(double temperature);
    void count_distances(PairHistogram& histogram);

    /// Whether the devices put columns in the order of ids: not where hosts lead the steps of
    /// several ranks.
    bool orders_by_id() const;

    /// Prepares column_by_id(); false, on all ranks, if an id below the number of atoms is missing.
    /// Collective.
    bool index_ids();

    /// Copies what `column` says of the atoms to `to`, in the order of ids, where index_ids() has
    /// been called since the atoms changed last: of all atoms, or of those whose ids are in the
    /// block of this rank. The devices do the ordering and the arithmetic, so only what was asked
    /// for travels. Collective.
    void column_by_id(const AnyColumn& column, void* to);

    /// Time origins in the memory of the device, where orders_by_id(); this outlives them. `index`
    /// is called when ids are needed and atoms have changed: it calls index_ids().
    std::unique_ptr<TimeOrigins> time_origins(const OriginRequest& request,
                                              std::function<void()> index);

    /// Whether an atom crossed a face in a direction that is not periodic.
    bool crossed_open_face();

    /// The atoms as they are now, all of them and all about them, copied to the host if they
    /// changed since the last look: for errors and tests.
    const Snapshot<P>& look();

    std::size_t atoms() const;
    /// Atoms of other ranks that this one is sent at each step.
    std::size_t halo_atoms() const;
    ListReport report() const;
    /// What carries between the devices of several ranks.
    CarrierCounts carriers() const;
    /// The same with what was measured, pair by pair; empty for one rank. Collective.
    DeviceLinks links();
    /// Memory held on the device [bytes].
    std::size_t bytes() const;

  private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace mdsim
