// SPDX-License-Identifier: BSD-3-Clause
#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "config/config_rows.hpp"
#include "core/version.hpp"
#include "engine/thermo_columns.hpp"
#include "output/provenance.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/device_array.hpp"
#include "python/bindings/errors.hpp"
#include "python/bindings/led_run.hpp"
#include "python/bindings/process.hpp"

namespace nb = nanobind;

namespace {

using namespace mdsim;
using namespace mdsim::python;

using Unlocked = nb::call_guard<nb::gil_scoped_release>;

std::unique_ptr<LedRun> lead(const std::string& text, const std::filesystem::path& source,
                             const std::vector<std::string>& overrides,
                             const std::optional<std::filesystem::path>& folder,
                             const std::string& resume, bool overwrite, bool quiet) {
    RunRequest request{text, source, overrides, folder, Resume::no, overwrite, quiet};
    if (resume == "yes") request.resume = Resume::yes;
    if (resume == "auto") request.resume = Resume::automatic;
    return lead_run(request);
}

/// The edges as rows.
nb::object cell_of(const Box& box) {
    const auto& e = box.edges;
    return array_of<double>({e.xx, 0, 0, e.xy, e.yy, 0, e.xz, e.yz, e.zz}, 3);
}

nb::list species_of(const LedRun& run) {
    nb::list list;
    for (const Species& s : run.species())
        list.append(nb::make_tuple(s.name, run.units().to_user(Dimension::mass, s.mass), s.charge));
    return list;
}

nb::list stages_of(const LedRun& run) {
    nb::list list;
    for (const StageSettings& s : run.stages())
        list.append(
            nb::make_tuple(s.name, std::string(enum_name(s.ensemble)), s.steps, s.time_step));
    return list;
}

nb::dict thermo_units_of(const LedRun& run) {
    nb::dict units;
    for (const ThermoQuantity& quantity : thermo_quantities)
        units[nb::str(quantity.name.data(), quantity.name.size())] = quantity.unit_in(run.units());
    return units;
}

nb::dict units_of(const LedRun& run) {
    constexpr std::pair<const char*, Dimension> kinds[] = {{"length", Dimension::length},
                                                           {"time", Dimension::time},
                                                           {"energy", Dimension::energy},
                                                           {"velocity", Dimension::velocity},
                                                           {"force", Dimension::force},
                                                           {"mass", Dimension::mass},
                                                           {"temperature", Dimension::temperature},
                                                           {"pressure", Dimension::pressure}};
    nb::dict names;
    for (const auto& [kind, dimension] : kinds)
        names[kind] = std::string(run.units().name(dimension));
    return names;
}

std::vector<std::string> warnings_of(LedRun& run) {
    std::vector<std::string> texts;
    for (const Diagnostic& d : run.take_warnings())
        texts.push_back(d.where.empty() ? d.message : d.where + ": " + d.message);
    return texts;
}

void bind_run(nb::module_& m) {
    nb::enum_<Return>(m, "Return")
        .value("there", Return::there)
        .value("finished", Return::finished)
        .value("stopped", Return::stopped);
    nb::class_<LedRun>(m, "Run")
        .def("advance", &LedRun::advance, nb::arg("until").none(), Unlocked())
        .def("keep", &LedRun::keep, Unlocked())
        .def("end", &LedRun::end, Unlocked())
        .def_prop_ro("over", &LedRun::over)
        .def_prop_ro("step", [](const LedRun& run) { return run.at().step; })
        .def_prop_ro("time", [](const LedRun& run) { return run.at().time; })
        .def_prop_ro("stage", [](const LedRun& run) { return run.at().stage; })
        .def_prop_ro("signal", &LedRun::signal)
        .def_prop_ro("processor", &LedRun::processor)
        .def("thermo", &LedRun::thermo)
        .def("vectors",
             [](LedRun& run, const std::string& name) { return array_of(run.vectors(name), 3); })
        .def("device_vectors",
             [](LedRun& run, const std::string& name) -> nb::object {
                 const auto values = run.device_vectors(name);
                 return values ? nb::cast(*values) : nb::none();
             })
        .def("block",
             [](const LedRun& run) { return nb::make_tuple(run.block().first, run.block().last); })
        .def("images", [](LedRun& run) { return array_of(run.images(), 3); })
        .def("types", [](LedRun& run) { return array_of(run.types()); })
        .def("cell", [](const LedRun& run) { return cell_of(run.box()); })
        .def("origin",
             [](const LedRun& run) {
                 const Vec3<double> o = run.box().origin;
                 return array_of<double>({o.x, o.y, o.z});
             })
        .def("periodic",
             [](const LedRun& run) {
                 const auto p = run.box().periodic;
                 return nb::make_tuple(p[0], p[1], p[2]);
             })
        .def("units", &units_of)
        .def("thermo_units", &thermo_units_of)
        .def("species", &species_of)
        .def("stages", &stages_of)
        .def("folder", &LedRun::folder)
        .def("warnings", &warnings_of);
    m.def("lead", &lead, nb::arg("text"), nb::arg("source"), nb::arg("overrides"),
          nb::arg("folder").none(), nb::arg("resume"), nb::arg("overwrite"), nb::arg("quiet"),
          Unlocked());
}

} // namespace

NB_MODULE(_core, m) {
    m.doc() = "The engine of mdsim; use the package mdsim.";
    translate_errors();
    bind_device_array(m);
    bind_run(m);
    m.attr("version") = std::string(version);
    m.def("describe", &describe, nb::arg("what"));
    m.def("rank", [] { return Process::instance().comm().rank(); });
    m.def("size", [] { return Process::instance().comm().size(); });
    m.def("root_text",
          [](const std::string& text) { return Process::instance().comm().broadcast(text); });
    m.def(
        "barrier", [] { Process::instance().comm().barrier(); }, Unlocked());
    nb::module_::import_("atexit").attr("register")(nb::cpp_function(&Process::end));
}
