// SPDX-License-Identifier: BSD-3-Clause
// The parts of a device joined by hand, without the graph of a batch, into which the tools that
// look for races cannot see: the kernels of a step in a stream.
#include <numeric>

#include "kernels/engine/atom_store.hpp"
#include "kernels/force/force_list.hpp"
#include "kernels/neighbor/tile_lists.hpp"
#include "kernels/queue_cases.hpp"
#include "kernels/sort/cell_order.hpp"
#include "ops/motion.hpp"
#include "physics/motion/langevin.hpp"
#include "physics/motion/velocity_verlet.hpp"
#include "physics/pair/pair_table.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

constexpr int steps = 6;
constexpr int queued = 8; // kernels of the pass: those beyond the steps must do nothing
constexpr double time_step = 0.004;
constexpr double skin = 0.3;
constexpr double speed = 2; // no atom gets half a skin far in these steps

DeviceSetup setup_of(const QueueCase& c, const Shape& shape) {
    DeviceSetup setup = device_setup(c.field, c.box, c.grid, shape, skin);
    for (std::size_t type = 0; type < setup.mass.size(); ++type)
        setup.mass[type] = 1 + 0.75 * static_cast<double>(type);
    return setup;
}

template <class P> Motion<typename P::Real> motion_of(const QueueCase& c) {
    using Real = typename P::Real;
    if (c.noise) return langevin<Real>(time_step, 2.0, 1.4);
    return velocity_verlet<Real>(time_step);
}

/// What the lists of these tables hold.
template <class P>
PairRanges<P> ranges_of(const std::vector<AnyPairTable<typename P::Real>>& tables,
                        std::size_t types) {
    using Real = typename P::Real;
    PairRanges<P> ranges;
    ranges.potentials = static_cast<std::uint32_t>(tables.size());
    ranges.types = static_cast<std::uint32_t>(types);
    const auto add = [&ranges](const auto& table) {
        for (const Real c2 : table.cutoff_squared) {
            const double range = std::sqrt(static_cast<double>(c2)) + skin;
            ranges.range2.push_back(c2 > 0 ? static_cast<Real>(range * range) : Real(-1));
            if (c2 > 0) ranges.largest = std::max(ranges.largest, range);
        }
    };
    for (const auto& table : tables) std::visit(add, table);
    return ranges;
}

/// Atoms, their order, lists and potentials on the device, and the steps that this host queues.
template <class P> class Queue {
  public:
    using Real = typename P::Real;

    Queue(const QueueCase& c, const Shape& shape, OrderDepth depth)
        : setup_(setup_of(c, shape)), depth_(depth), tables_(make_pair_tables<Real>(c.field)),
          atoms_(stream_, nullptr),
          order_(c.grid, c.atoms.type.size(), static_cast<double>(c.atoms.type.size())),
          lists_(stream_, setup_, ranges_of<P>(tables_, setup_.mass.size()), all_atoms(c)) {
        for (const auto& table : tables_) forces_.add(make_pair_force<P>(stream_, table));
        std::vector<Real> inverse;
        for (const double m : setup_.mass) inverse.push_back(static_cast<Real>(1 / m));
        inverse_mass_ = stream_.copy_of(inverse);
        motion_.view = {inverse_mass_.data(),
                        inverse.front(),
                        static_cast<std::uint32_t>(inverse.size()),
                        {},
                        setup_.seed};
        atoms_.box().set(stream_, setup_.box.edges, setup_.box.edges,
                         {setup_.largest_move, {skin / 2}});
        motion_.motions.one = motion_of<P>(c);
        atoms_.upload(moving_records<P>(c.atoms, speed), c.atoms.type.size());
        REQUIRE(forces_.size() == c.potentials);
        REQUIRE((lists_.view().slot_image != nullptr) == c.images);
    }

    /// Orders the atoms and builds lists, with as much capacity as they turn out to need.
    void rebuild() {
        queue_rebuild();
        for (ListShortage shortage{}; (shortage = found_shortage()) != ListShortage::none;) {
            lists_.resolve_shortage(shortage);
            if (shortage == ListShortage::capacity)
                lists_.build_again(stream_);
            else
                queue_rebuild();
        }
        atoms_.pull_control();
    }

    /// One pass, its kernels queued without waiting for any.
    void run() {
        Control& c = atoms_.control();
        c.pass_length = queued;
        c.steps_left = steps;
        c.rebuild_every = 1000;
        c.step = c.first_step = c.last_rebuild = 0;
        c.choose_kernels(steps - 1, false);
        atoms_.push_control();
        for (int kernel = 0; kernel < queued; ++kernel) queue_step(kernel);
        atoms_.pull_control();
        CHECK(c.pass.last == steps - 1);
        CHECK(c.too_far == 0);
        CHECK(c.fault == no_atom);
        c.position_buffer ^= steps & 1;
        atoms_.push_control();
    }

    Snapshot<P> look() {
        Snapshot<P> snapshot;
        std::vector<std::int64_t> cells(static_cast<std::size_t>(setup_.grid.total()));
        std::iota(cells.begin(), cells.end(), std::int64_t{0});
        atoms_.download(snapshot, order_.cell_first(), cells, setup_.grid.total());
        return snapshot;
    }

  private:
    static RankAtoms all_atoms(const QueueCase& c) {
        const auto cells = static_cast<std::uint32_t>(c.grid.total());
        const std::size_t atoms = c.atoms.type.size();
        return {atoms, atoms, static_cast<double>(atoms), {nullptr, nullptr, cells, cells}};
    }

    ListShortage found_shortage() {
        lists_.queue_use(stream_);
        stream_.wait();
        return lists_.shortage();
    }

    void queue_rebuild() {
        const AtomsView<P> view = atoms_.view();
        const bool deep = depth_ == OrderDepth::curve;
        order_.sort(stream_, view, lists_.source().cells, deep ? depth_ : lists_.order_depth());
        lists_.cut(stream_, view, order_.cell_first());
        lists_.arrange(stream_, view, order_.order());
        lists_.build(stream_);
    }

    void queue_step(int kernel) {
        WalkArgs<P> args{};
        args.atoms = atoms_.view();
        args.lists = lists_.view();
        args.lanes = lists_.shape().lanes;
        args.kernel = kernel;
        forces_.queue_advance(stream_, args, motion_);
    }

    DeviceSetup setup_;
    OrderDepth depth_;
    std::vector<AnyPairTable<Real>> tables_;
    Stream stream_;
    AtomStore<P> atoms_;
    CellOrder<P> order_;
    TileLists<P> lists_;
    ForceList<P> forces_;
    Buffer<Real, Device> inverse_mass_;
    AdvanceArgs<P> motion_{};
};

/// Whether two sets of atoms lie in the same order and are the same, bit by bit.
template <class P> bool same_atoms(const Particles<P, Host>& a, const Particles<P, Host>& b) {
    bool same = a.size() == b.size() && a.size() > 0;
    for (std::size_t i = 0; same && i < a.size(); ++i)
        same = a.id[i] == b.id[i] && a.site[i].position() == b.site[i].position() &&
               a.velocity[i].x == b.velocity[i].x && a.velocity[i].y == b.velocity[i].y &&
               a.velocity[i].z == b.velocity[i].z && a.image[i] == b.image[i];
    return same;
}

/// Compares the steps of a queue, in each shape and order, with those that `go` does with a system.
template <class P, class Go> void check_queue(const QueueCase& c, const Go& go) {
    for (const Shape& shape : {Shape{64, 1}, Shape{64, 2}, Shape{128, 2}}) {
        DeviceSystem<P> system(setup_of(c, shape));
        system.adopt(moving_records<P>(c.atoms, speed));
        go(system, motion_of<P>(c));
        for (const OrderDepth depth : {OrderDepth::cells, OrderDepth::curve}) {
            CAPTURE(c.name, shape.atoms, shape.lanes, depth == OrderDepth::curve);
            Queue<P> queue(c, shape, depth);
            queue.rebuild();
            queue.run();
            CHECK(same_atoms(queue.look().particles, system.atoms().look().particles));
        }
    }
}

} // namespace

TEMPLATE_TEST_CASE("steps that overlap in a stream are those done one by one",
                   "[gpu][small][stream]", MixedPrecision, DoublePrecision) {
    const QueueCase c = queue_case(GENERATE(0, 1, 2, 3));
    check_queue<TestType>(c, [](auto& system, const auto& motion) {
        for (Step step = 0; step < steps; ++step) {
            system.forces().store(WantedSums::none);
            system.integrator().complete_step(motion);
            REQUIRE(system.integrator().begin_step(motion, step).fault == no_atom);
        }
    });
}

TEMPLATE_TEST_CASE("steps that overlap in a stream are those of a batch", "[gpu][small]",
                   MixedPrecision, DoublePrecision) {
    const QueueCase c = queue_case(GENERATE(0, 1, 2, 3));
    check_queue<TestType>(c, [](auto& system, const auto& motion) {
        StepBatch<TestType> batch;
        batch.steps = steps;
        batch.motion = {motion};
        batch.allowed_move = {skin / 2};
        const BatchReport report = system.batches().run(batch);
        REQUIRE(report.steps == steps);
        REQUIRE(report.rebuilds == 0);
    });
}
