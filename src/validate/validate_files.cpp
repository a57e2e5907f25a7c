// SPDX-License-Identifier: BSD-3-Clause
#include "validate/validate_files.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "config/config.hpp"
#include "core/agreement.hpp"
#include "core/contract.hpp"
#include "core/error.hpp"
#include "validate/validate_single_point.hpp"
#include "validate/validate_trajectory.hpp"

namespace mdsim {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* reference_name = "reference.json";

/// Reads something on every rank; an error of the JSON file is reported like any error of the
/// input.
void read_agreed(const Communicator& comm, const fs::path& file,
                 const std::function<void()>& read) {
    agree_on(comm, [&] {
        try {
            read();
        } catch (const json::exception& error) {
            throw InputError(file.string(), error.what());
        }
    });
}

/// Lines of an index and `columns` numbers; the index goes from 1 without gap, # begins a comment.
std::vector<std::vector<double>> read_rows(const fs::path& file, std::size_t columns) {
    std::ifstream stream(file);
    std::vector<std::vector<double>> rows;
    std::string line;
    while (std::getline(stream, line)) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream text(line);
        std::size_t index = 0;
        std::vector<double> row(columns);
        text >> index;
        for (double& value : row) text >> value;
        if (!text || index != rows.size() + 1)
            throw InputError(file.string(), "line of row " + std::to_string(rows.size() + 1) +
                                                " is not an index and " + std::to_string(columns) +
                                                " numbers");
        rows.push_back(std::move(row));
    }
    if (rows.empty()) throw InputError(file.string(), "holds no rows, or cannot be read");
    return rows;
}

std::vector<Vec3<double>> vectors(const std::vector<std::vector<double>>& rows, std::size_t first) {
    std::vector<Vec3<double>> all;
    all.reserve(rows.size());
    for (const std::vector<double>& row : rows) {
        MDSIM_EXPECT(first + 3 <= row.size());
        all.push_back({row[first], row[first + 1], row[first + 2]});
    }
    return all;
}

template <class P> RelativeTolerance tolerance_of(const json& reference) {
    const json& t = reference.at("tolerance").at(P::name);
    return {t.at("energy"), t.at("forces"), t.at("virial")};
}

SinglePointReference single_point_reference(const fs::path& folder, const std::string& variant,
                                            const json& values) {
    SinglePointReference reference;
    reference.name = folder.filename().string() + " " + variant;
    reference.energy = values.at("energy_total").get<double>();
    reference.energy_error = values.value("energy_error", 0.0);
    reference.virial_error = values.value("virial_error", 0.0);
    if (values.contains("virial_trace"))
        reference.virial_trace = values.at("virial_trace").get<double>();
    if (values.contains("virial_xx_yy_zz_xy_xz_yz"))
        reference.virial = values.at("virial_xx_yy_zz_xy_xz_yz").get<std::array<double, 6>>();
    if (values.contains("forces"))
        reference.force = vectors(read_rows(folder / values.at("forces").get<std::string>(), 3), 0);
    return reference;
}

void check_single_points(const fs::path& folder, const json& reference, const Communicator& comm,
                         const Processor& processor, std::vector<Check>& checks) {
    for (const auto& [variant, values] : reference.at("variants").items()) {
        Config config;
        SinglePointReference expected;
        RelativeTolerance exact;
        RelativeTolerance mixed;
        read_agreed(comm, folder / reference_name, [&, &variant = variant, &values = values] {
            config = read_config(folder / (variant + ".toml"));
            expected = single_point_reference(folder, variant, values);
            exact = tolerance_of<DoublePrecision>(reference);
            mixed = tolerance_of<MixedPrecision>(reference);
        });
        const SystemParts parts = assemble_system(config, comm, processor);
        check_single_point<DoublePrecision>(parts, comm, expected, exact, checks);
        check_single_point<MixedPrecision>(parts, comm, expected, mixed, checks);
    }
}

void check_trajectory_files(const fs::path& folder, const json& reference, const Communicator& comm,
                            const Processor& processor, std::vector<Check>& checks) {
    Config config;
    TrajectoryReference expected;
    read_agreed(comm, folder / reference_name, [&] {
        config = read_config(folder / "nve.toml");
        const auto rows = read_rows(folder / "final.txt", 6);
        const json& tolerance = reference.at("tolerance");
        expected.name = folder.filename().string();
        expected.thermo = reference.at("thermo").get<std::vector<std::vector<double>>>();
        expected.position = vectors(rows, 0);
        expected.velocity = vectors(rows, 3);
        expected.energy_double = tolerance.at("double").at("energy");
        expected.energy_mixed = tolerance.at("mixed").at("energy");
        expected.position_double = tolerance.at("double").at("position");
    });
    check_trajectory(config.stages.front(), assemble_system(config, comm, processor), comm,
                     expected, checks);
}

} // namespace

fs::path find_reference_data() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    fs::path folder = program.parent_path();
    for (int up = 0; up < 4 && !folder.empty(); ++up) {
        for (const char* name : {"share/mdsim/validation", "validation"}) {
            if (fs::is_regular_file(folder / name / "nist-lj" / reference_name, error))
                return folder / name;
        }
        folder = folder == folder.parent_path() ? fs::path() : folder.parent_path();
    }
    return {};
}

std::vector<Check> file_checks(const fs::path& folder, const Communicator& comm,
                               const Processor& processor) {
    std::vector<fs::path> cases;
    agree_on(comm, [&] {
        std::error_code error;
        for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
            if (fs::is_regular_file(entry.path() / reference_name, error))
                cases.push_back(entry.path());
        }
        if (cases.empty())
            throw InputError(folder.string(),
                             "holds no reference cases: none of its folders has a reference.json");
    });
    std::sort(cases.begin(), cases.end());
    std::vector<Check> checks;
    for (const fs::path& next : cases) {
        json reference;
        read_agreed(comm, next / reference_name, [&] {
            std::ifstream stream(next / reference_name);
            reference = json::parse(stream);
            if (reference.value("kind", "") == "single_point" &&
                !reference.at("variants").is_object())
                throw InputError((next / reference_name).string(), "`variants` is not an object");
        });
        const std::string kind = reference.value("kind", "");
        if (kind == "single_point")
            check_single_points(next, reference, comm, processor, checks);
        else if (kind == "trajectory")
            check_trajectory_files(next, reference, comm, processor, checks);
    }
    return checks;
}

} // namespace mdsim
