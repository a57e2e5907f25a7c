// SPDX-License-Identifier: BSD-3-Clause
// What a device keeps of positions on its way is what a host finds that stops there, and changes no
// bit.
#include <memory>
#include <vector>

#include "kernels/device_fluid.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

constexpr Step end_of_runs = 151;
const LookTasks both{.range = 2.0, .bins = 50, .unwrapped = true};

/// Sees distances, and displacements since it first looked.
template <class P> class Eye {
  public:
    explicit Eye(Fluid<P>& fluid)
        : fluid_(&fluid), types_(fluid.melt.field.types()),
          edges_(Fluid<P>::setup_of(fluid.melt).box.edges),
          origins_(fluid.system.id_order()->time_origins(
              {column::Unwrapped{edges_}, product::SquaredDistance{}, types_},
              [this] { REQUIRE(fluid_->system.id_order()->index()); })) {}

    void look(const LookTasks& tasks) {
        if (tasks.bins > 0) {
            PairHistogram histogram(tasks.range, tasks.bins, types_);
            fluid_->system.forces().count_distances(histogram);
            counts.push_back(histogram.count);
        }
        if (!tasks.unwrapped) return;
        origins_->look(edges_);
        if (origins_->size() == 0) origins_->keep();
        for (const FixedSum& sum : origins_->sums()) displacements.push_back(sum.value());
    }

    std::vector<std::vector<std::int64_t>> counts;
    std::vector<double> displacements;

  private:
    Fluid<P>* fluid_;
    std::size_t types_;
    LowerTriangular<double> edges_;
    std::unique_ptr<TimeOrigins> origins_;
};

/// Compares with a host that stops at each look.
template <class P>
void check_looks(const Melt& melt, const std::vector<BatchLook>& looks,
                 const BatchSamples& samples = {}, std::int64_t couple_every = 0,
                 const AnyThermostat& thermostat = chain()) {
    Fluid<P> host(melt, couple_every, thermostat);
    Eye<P> by_host(host);
    for (const BatchLook& look : looks) {
        host.run_by_device(look.step, samples, end_of_runs);
        by_host.look(look.tasks);
    }
    host.run_by_device(end_of_runs, samples, end_of_runs);
    CHECK(host.rebuilds > 5);

    Fluid<P> device(melt, couple_every, thermostat);
    Eye<P> by_device(device);
    device.run(end_of_runs - device.step, samples, looks);
    for (std::size_t k = 0; k < looks.size(); ++k) {
        device.system.batches().show_look(k);
        by_device.look(looks[k].tasks);
    }
    device.system.batches().show_atoms();
    check_same(host, device);
    CHECK(by_device.counts == by_host.counts);
    CHECK(by_device.displacements == by_host.displacements);
    REQUIRE(device.samples.size() == host.samples.size());
    for (std::size_t k = 0; k < device.samples.size(); ++k)
        CHECK(device.samples[k].pair.energy == host.samples[k].pair.energy);

    by_host.look(both);
    by_device.look(both); // of the atoms again
    CHECK(by_device.counts == by_host.counts);
    CHECK(by_device.displacements == by_host.displacements);
}

/// From step `first` on, at every step or as many apart.
std::vector<BatchLook> looks_from(Step first, Step every, const LookTasks& tasks = both) {
    std::vector<BatchLook> looks;
    for (Step step = first; step < end_of_runs && looks.size() < 32; step += every)
        looks.push_back({step, tasks});
    return looks;
}

BatchSamples samples_from(Step first, std::int64_t every) {
    BatchSamples samples;
    for (Step step = first; step < end_of_runs; step += every) REQUIRE(samples.add(step));
    return samples;
}

} // namespace

TEMPLATE_TEST_CASE("a device sees on its way what a host sees that stops", "[gpu][small]",
                   MixedPrecision, DoublePrecision) {
    const Shape shape = GENERATE(Shape{64, 4}, Shape{128, 1});
    const Step first = GENERATE(1, 2, 7);
    const Step every = GENERATE(1, 5, 20, 200);
    CAPTURE(shape.atoms, first, every);
    check_looks<TestType>({argon(2.5, Truncation::smooth), 10, shape, false},
                          looks_from(first, every));
}

TEST_CASE("a device sees what each look was asked for", "[gpu]") {
    const LookTasks counts{.range = 2.0, .bins = 50}, places{.unwrapped = true};
    check_looks<MixedPrecision>(
        {mixture(2.5), 20, {64, 4}, true},
        {{3, counts}, {4, places}, {50, both}, {51, counts}, {140, places}});
}

TEST_CASE("a device sees positions along a ramp of the temperature", "[gpu]") {
    check_looks<MixedPrecision>({argon(2.5, Truncation::smooth), 10, {64, 4}, false, true},
                                looks_from(1, 6));
}

TEST_CASE("a device sees positions beside samples and a thermostat", "[gpu]") {
    const std::int64_t couple_every = GENERATE(0, 1, 7, 40);
    const std::int64_t sample_every = GENERATE(1, 10, 13, 149);
    const Step every = GENERATE(5, 10);
    const AnyThermostat thermostat = GENERATE(chain(), rescaling());
    CAPTURE(couple_every, sample_every, every, name_of(thermostat));
    check_looks<MixedPrecision>({argon(2.5, Truncation::smooth), 10, {64, 4}, false},
                                looks_from(1, every), samples_from(1, sample_every), couple_every,
                                thermostat);
}
