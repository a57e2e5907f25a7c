// SPDX-License-Identifier: BSD-3-Clause
// Where a run computes, and what the input leaves open for each processor.
#include "machine/processor.hpp"

#include <deque>
#include <string>

#include "engine/engine_cases.hpp"
#include "forecast/gpu_memory.hpp"
#include "forecast/liquid_text.hpp"
#include "setup/make_simulation.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

std::string input(int cells, const std::string& more) {
    const std::string n = std::to_string(cells);
    return test::liquid_text(n + ", " + n + ", " + n) + R"(
        [[stage]]
        ensemble = "nve"
        steps = 1
        time_step = 0.005
        )" +
           more;
}

SimulationSetup setup_of(int cells, const Processor& processor, const std::string& more = "",
                         std::uint32_t largest_tile = 0) {
    static std::deque<SystemParts> kept; // the setup refers to their force field
    const Config config = parse_config(input(cells, more), "case.toml");
    kept.push_back(assemble_system(config, alone(), processor));
    kept.back().largest_tile = largest_tile;
    return make_setup(kept.back());
}

} // namespace

TEST_CASE("the device that the input asks for is taken or refused, never replaced") {
    std::vector<Diagnostic> warnings;
    CHECK(choose_processor({DeviceChoice::cpu}, alone(), warnings).name() == "cpu");
    std::string why;
    bool usable = false;
    for (const DeviceInfo& device : find_devices(why)) usable = usable || device.supported;
    if (usable) {
        CHECK(choose_processor({DeviceChoice::cuda}, alone(), warnings).gpu);
        CHECK(choose_processor({DeviceChoice::automatic}, alone(), warnings).gpu);
        return;
    }
    CHECK_FALSE(choose_processor({DeviceChoice::automatic}, alone(), warnings).gpu);
    std::string told;
    try {
        choose_processor({DeviceChoice::cuda}, alone(), warnings);
    } catch (const InputError& error) {
        told = error.what();
    }
    CHECK(told.find("run.device: \"cuda\" cannot be had") != std::string::npos);
    CHECK(told.find(why) != std::string::npos);
}

TEST_CASE("what the input leaves open is chosen for the processor, but for the box") {
    const Processor gpu = imagined_gpu(80e9);
    CHECK(setup_of(6, {}).skin == Approx(0.3));
    CHECK(setup_of(6, gpu).skin == Approx(0.6));
    CHECK(setup_of(6, gpu, "[neighbor]\nskin = 0.4\n").skin == Approx(0.4));
    const std::string open = "[box]\nperiodic = [true, true, false]\n";
    CHECK(setup_of(6, gpu, open).domain.box.edges.zz == setup_of(6, {}, open).domain.box.edges.zz);
}

TEST_CASE("box, skin and cells are those of the forces, however far g(r) reaches") {
    const std::string tiles = "[neighbor]\ntile = 32\n";
    const std::string open = "[box]\nperiodic = [true, true, false]\n";
    for (const std::string& more : {tiles, tiles + open})
        for (const Processor& processor : {Processor{}, imagined_gpu(80e9)}) {
            const SimulationSetup plain = setup_of(10, processor, more);
            const SimulationSetup sampled =
                setup_of(10, processor, more + "[rdf]\nevery = 1\nrange = 12\n");
            CHECK(sampled.domain.list_range > 12);
            CHECK(sampled.domain.grid == plain.domain.grid);
            CHECK(sampled.domain.box.edges.zz == plain.domain.box.edges.zz);
            CHECK(sampled.skin == plain.skin);
        }
}

TEST_CASE("tiles on a GPU grow with the system and keep their threads") {
    const Processor gpu = imagined_gpu(80e9);
    const SimulationSetup small = setup_of(10, gpu); // 4000 atoms
    CHECK(small.domain.tile_target == 64);
    CHECK(small.lanes_per_atom == 2);
    const SimulationSetup middle = setup_of(30, gpu); // 108000 atoms
    CHECK(middle.domain.tile_target == 128);
    CHECK(middle.lanes_per_atom == 2);
    const SimulationSetup given = setup_of(10, gpu, "[neighbor]\ntile = 256\n");
    CHECK(given.domain.tile_target == 256);
    CHECK(given.lanes_per_atom == 1);
    const SimulationSetup resumed = setup_of(30, gpu, "", 96); // whose tiles became smaller
    CHECK(resumed.domain.tile_target == 96);
    CHECK(resumed.lanes_per_atom == middle.lanes_per_atom);
    CHECK(resumed.domain.grid == middle.domain.grid);
    CHECK(setup_of(30, {}, "", 96).domain.tile_target == setup_of(30, {}).domain.tile_target);
    CHECK_THROWS_AS(setup_of(10, gpu, "[neighbor]\ntile = 288\n"), InputError);
    CHECK(setup_of(10, {}, "[neighbor]\ntile = 288\n").domain.tile_target == 288);
}

TEST_CASE("a system that does not fit a GPU is refused, with the number of atoms that would") {
    const Config config = parse_config(input(10, ""), "case.toml");
    const SystemParts large = assemble_system(config, alone(), imagined_gpu(80e9));
    CHECK_NOTHROW(check_gpu_memory(large, alone()));
    CHECK(gpu_memory_text(large, alone()).find("80.0 GB") != std::string::npos);
    const SystemParts tiny = assemble_system(config, alone(), imagined_gpu(1e5));
    if (!forecast_gpu_memory(tiny, alone()).known()) return; // a build without kernels cannot tell
    CHECK_THROWS_AS(check_gpu_memory(tiny, alone()), InputError);
    CHECK(gpu_memory_text(tiny, alone()).find("too small") != std::string::npos);
}
