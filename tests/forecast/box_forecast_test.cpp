// SPDX-License-Identifier: BSD-3-Clause
// What a plan says of a box that changes, and of GPUs that cannot divide it.
#include "forecast/box_forecast.hpp"

#include "forecast/host_forecast.hpp"
#include "forecast/liquid_text.hpp"
#include "setup/make_simulation.hpp"
#include "support/app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

std::string liquid(const std::string& cells = "24, 14, 14") {
    return test::liquid_text(cells) + R"(
    [velocity]
    temperature = 1.0
    [[stage]]
    ensemble = "langevin"
    friction = 1
    temperature = 1
    steps = 1000
    time_step = 0.005
    )";
}

/// Compresses the box along an edge to a part of it.
std::string along(const std::string& axis, double part) {
    return "[[stage.deform]]\ncomponent = \"" + axis +
           "\"\nrate = " + std::to_string((part - 1) / 5) + "\n";
}

constexpr const char* barostat = R"(
    [stage.barostat]
    type = "cell_rescaling"
    pressure = 1.0
    relaxation_time = 1.0
    )";

struct Plan {
    explicit Plan(const std::string& more, const Processor& processor = {},
                  const std::string& start = liquid())
        : config(parse_config(start + more, "case.toml")),
          parts(assemble_system(config, alone(), processor)) {}

    std::string text() const { return box_outlook_text(config.stages, parts); }
    std::vector<Diagnostic> warnings(int ranks) {
        parts.warnings.clear();
        warn_of_indivisible_box(config.stages, ranks, parts);
        return parts.warnings;
    }

    Config config;
    SystemParts parts;
};

} // namespace

TEST_CASE("a plan tells of strains, of pressure, or of nothing") {
    CHECK(Plan("").text().empty());
    CHECK(Plan(along("xx", 0.5)).text().find("2 times as dense as the first") != std::string::npos);
    const std::string grown = Plan(along("xx", 1.5)).text();
    CHECK(grown.find("after 1000 steps of stage 0") != std::string::npos);
    CHECK(grown.find("dense") == std::string::npos);
    CHECK(Plan(barostat).text().find("from stage 0 on the box follows it") != std::string::npos);
}

TEST_CASE("memory is forecast for the densest box that strains lead to") {
    const auto bytes = [](const Plan& plan) {
        return forecast_host_memory(plan.parts, alone()).bytes_per_atom;
    };
    const double fixed = bytes(Plan(""));
    CHECK(bytes(Plan(along("xx", 0.5))) > 1.2 * fixed);
    CHECK(bytes(Plan(along("xx", 1.5))) == fixed);
    const HostForecast coupled = forecast_host_memory(Plan(barostat).parts, alone());
    CHECK(coupled.bytes_per_atom == fixed);
    CHECK(coupled.if_denser > 0);
    CHECK(host_memory_text(coupled).find("in nine tenths of the volume") != std::string::npos);
}

TEST_CASE("a box that several GPUs cannot divide is foreseen, with the step and the reason") {
    const Processor gpu = imagined_gpu(80e9);
    CHECK(Plan("", gpu).warnings(3).empty());
    CHECK(Plan(along("xx", 0.9), gpu).warnings(3).empty());
    Plan thin(along("zz", 0.4), gpu);
    CHECK(thin.warnings(1).empty());
    const std::vector<Diagnostic> found = thin.warnings(3);
    REQUIRE(found.size() == 1);
    CHECK(found[0].where == "stage.0.deform");
    CHECK(found[0].message.find("an atom is near at several images there") != std::string::npos);
    CHECK(found[0].message.find("on fewer GPUs") != std::string::npos);
    CHECK(Plan(along("zz", 0.4)).warnings(3).empty());
}

TEST_CASE("a box too short for a grid of ranks is foreseen") {
    Plan planes(along("xx", 0.5), imagined_gpu(80e9), liquid("60, 18, 18"));
    planes.parts.engine.layout.layout = LayoutKind::grid;
    planes.parts.engine.layout.grid = {0, 1, 1};
    const int cells = make_setup(planes.parts).domain.grid.count.x;
    CHECK(planes.warnings(cells / 2).empty());
    const std::vector<Diagnostic> found = planes.warnings(cells);
    REQUIRE(found.size() == 1);
    CHECK(found[0].message.find("a rank has no cell there") != std::string::npos);
}
