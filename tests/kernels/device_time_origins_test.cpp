// SPDX-License-Identifier: BSD-3-Clause
// Time origins on a device, against the same sums on the host.
#include <algorithm>

#include "core/fixed_sum.hpp"
#include "kernels/device_mixed.hpp"
#include "ops/motion.hpp"
#include "physics/motion/velocity_verlet.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

using Vectors = Buffer<Vec3<double>, Host>;

/// A column of all atoms in the order of ids, as it is on the host.
template <class P>
std::shared_ptr<Vectors> vectors_of(DeviceSystem<P>& system, const AnyColumn& of) {
    const auto found = std::make_shared<Vectors>(system.atoms().owned());
    REQUIRE(system.id_order()->index());
    system.id_order()->write(of, found->data());
    return found;
}

template <class P> std::vector<std::int32_t> types_of(DeviceSystem<P>& system) {
    std::vector<std::int32_t> types(system.atoms().owned());
    REQUIRE(system.id_order()->index());
    system.id_order()->write(column::Type{}, types.data());
    return types;
}

std::vector<FixedSum> sums_of(const AnyProduct& product, const std::vector<std::int32_t>& type,
                              std::size_t types, const Vectors& then, const Vectors& now) {
    std::vector<FixedSum> sums(types, FixedSum(fixed_scale::correlation));
    std::visit(
        [&](const auto& of) {
            for (std::size_t i = 0; i < type.size(); ++i)
                sums[static_cast<std::size_t>(type[i])].add(of(then.data()[i], now.data()[i]));
        },
        product);
    return sums;
}

template <class P> void move(DeviceSystem<P>& system, std::int64_t steps) {
    StepBatch<P> batch;
    batch.steps = steps;
    batch.motion = {velocity_verlet<typename P::Real>(0.004)};
    batch.allowed_move = {0.15};
    system.forces().store(WantedSums::none);
    system.integrator().begin_step(batch.motion[0], 0);
    batch.first = 1;
    const BatchReport report = system.batches().run(batch);
    REQUIRE(report.fault == no_atom);
    if (report.rebuild_due) system.decomposition().rebuild();
    system.forces().store(WantedSums::all);
    system.integrator().complete_step(batch.motion[0]);
}

} // namespace

TEMPLATE_TEST_CASE("sums over time origins are those of the host, bit by bit", "[gpu][small]",
                   MixedPrecision, DoublePrecision) {
    const Box box = box_of({9, 9.5, 9}, {2, -1, 3});
    const ForceField field = mixture(2.5);
    DeviceSystem<TestType> system(device_setup(field, box, {{3, 2, 2}}, {64, 4}, 0.3));
    system.adopt(moving_records<TestType>(jittered({8, 8, 8}, 3, 0.1), 2));
    const std::vector<std::int32_t> type = types_of(system);
    const std::size_t types = 3;
    const std::pair<AnyColumn, AnyProduct> kinds[] = {
        {column::Unwrapped{box.edges}, product::SquaredDistance{}},
        {column::WideVelocity{}, product::Scalar{}}};
    for (const auto& [column, product] : kinds) {
        const auto origins = system.id_order()->time_origins(
            {column, product, types}, [&] { REQUIRE(system.id_order()->index()); });
        std::vector<std::shared_ptr<Vectors>> kept;
        for (int sample = 0; sample < 10; ++sample) {
            move(system, 20);
            origins->look(box.edges);
            const auto now = vectors_of(system, column);
            if (kept.size() == 6) {
                origins->drop_oldest();
                kept.erase(kept.begin());
            }
            if (sample != 2) {
                origins->keep();
                kept.push_back(now);
            }
            std::vector<FixedSum> expected;
            for (const auto& then : kept) {
                const auto sums = sums_of(product, type, types, *then, *now);
                expected.insert(expected.end(), sums.begin(), sums.end());
            }
            origins->begin_sums();
            move(system, 2); // meanwhile
            CHECK(origins->end_sums() == expected);
        }
        REQUIRE(origins->size() == kept.size());
        origins->look(box.edges);
        const auto copy = system.id_order()->time_origins({column, product, types}, [] {});
        for (std::size_t k = 0; k < kept.size(); ++k) {
            const TimeOrigins::Array saved = origins->array(k);
            CHECK(std::equal(saved->begin(), saved->end(), kept[k]->begin()));
            copy->restore(saved);
        }
        copy->look(box.edges);
        CHECK(copy->sums() == origins->sums());
    }
}

TEST_CASE("what a box carries atoms is left out of positions on a device", "[gpu]") {
    const Box box = box_of({9, 9.5, 9}, {2, -1, 3});
    const ForceField field = argon();
    DeviceSystem<MixedPrecision> system(device_setup(field, box, {{3, 2, 2}}, {64, 4}, 0.3));
    system.adopt(moving_records<MixedPrecision>(jittered({8, 8, 8}, 1, 0.1), 2));
    const auto make = [&] {
        return system.id_order()->time_origins(
            {column::Unwrapped{box.edges}, product::SquaredDistance{}, 1},
            [&] { REQUIRE(system.id_order()->index()); });
    };
    const auto origins = make();
    LowerTriangular<double> edges = box.edges;
    std::shared_ptr<Vectors> first, last;
    std::vector<Vec3<double>> ways;
    for (int sample = 0; sample < 4; ++sample) {
        move(system, 20);
        const LowerTriangular<double> change{1.01, 0.002, 0.99, 0, 0.003, 1.02};
        if (sample > 0) edges = edges * change;
        origins->look(edges);
        const auto now = vectors_of(system, column::Unwrapped{edges});
        ways.resize(now->size(), {0, 0, 0});
        for (std::size_t i = 0; i < now->size() && sample > 0; ++i) {
            const auto by = inverse(edges * inverse(change)) * edges;
            ways[i] = carried_on(ways[i], (*last)[i], by);
            (*now)[i] = (*now)[i] - ways[i];
        }
        if (sample == 0) {
            origins->keep();
            first = now;
        }
        last = now;
    }
    const double all =
        sums_of(product::SquaredDistance{}, types_of(system), 1, *first, *last)[0].value();
    CHECK(origins->sums()[0].value() == Approx(all).epsilon(1e-12));

    const auto copy = make();
    copy->restore(origins->array(0));
    copy->restore(origins->carried());
    move(system, 20);
    for (const auto& one : {&origins, &copy}) (*one)->look(1.01 * edges);
    CHECK(copy->sums() == origins->sums());
}

TEST_CASE("sums over time origins hold many atoms and types", "[gpu]") {
    // 894,000 atoms: many blocks, the last one short.
    const Box box = box_of({120, 120, 120}, {0, 0, 0});
    const ForceField field = argon();
    DeviceSystem<MixedPrecision> system(device_setup(field, box, {{24, 24, 24}}));
    system.adopt(moving_records<MixedPrecision>(jittered({96, 96, 97}, 1, 0.1), 2));
    const auto origins =
        system.id_order()->time_origins({column::WideVelocity{}, product::Scalar{}, 1000},
                                        [&] { REQUIRE(system.id_order()->index()); });
    origins->look({});
    origins->keep();
    const auto now = vectors_of(system, column::WideVelocity{});
    CHECK(origins->sums() == sums_of(product::Scalar{}, types_of(system), 1000, *now, *now));
}
