// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/lattice_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/contract.hpp"
#include "core/cube_root.hpp"

namespace mdsim {

namespace {

/// By how much a lattice is stretched to fit a periodic box, for edges written with some digits.
constexpr double stretch = 1e-4;

/// Cells in one direction, as many as `cells` may name.
constexpr double most_cells = 100000;

double cell_constant(const LatticeSpec& spec, const UnitCell& cell) {
    if (spec.constant > 0) return spec.constant;
    const double shape = cell.edges.x * cell.edges.y * cell.edges.z;
    return cube_root(static_cast<double>(cell.sites.size()) / (spec.density * shape));
}

/// One direction of a plan.
struct Line {
    double box;  ///< edge of the box
    double cell; ///< edge of a cell
    double gap;  ///< between a part of the box and its image, below which nothing separates them
    bool periodic;
    bool fills;        ///< take as many cells as there is room for
    double last_site;  ///< largest fraction of a site in its cell
    double low, width; ///< what is to be filled, in fractions of the box

    double cells_of_box() const { return box / cell; }
    bool fits(double cells) const { return std::abs(cells * cell - box) <= stretch * box; }
    bool exceeds(double cells) const { return cells * cell > box * (1 + stretch); }

    /// Whether what is to be filled comes so near to itself, or to both ends, that it is one
    /// lattice.
    bool goes_around() const { return (1 - width) * box < gap; }
};

struct PlannedLine {
    double cells = 1;
    double cell = 0;
    double corner = 0;
    double low = 0, high = 1;
    bool cut = false;
};

/// Puts the atoms of given cells around a place.
PlannedLine around(const Line& line, double cells, double center) {
    return {cells, line.cell, center - (cells - 1 + line.last_site) / 2 * line.cell};
}

PlannedLine plan_line(const Line& line, double cells, const double* center) {
    const double middle = center ? *center : line.box / 2;
    if (line.fills && !line.goes_around()) {
        const double half = std::floor(line.width * line.box / (2 * line.cell)) + 1;
        const double heart = (line.low + line.width / 2) * line.box;
        return {2 * half, line.cell, heart - half * line.cell, line.low, line.low + line.width,
                true};
    }
    if (line.fills)
        cells = line.periodic ? std::round(line.cells_of_box())
                              : std::floor(line.cells_of_box() * (1 + stretch));
    PlannedLine plan = around(line, cells, middle);
    if (line.periodic && line.fits(cells)) {
        plan.cell = line.box / cells;
        plan.corner =
            center ? around({line.box, plan.cell, line.gap, true, false, line.last_site, 0, 1},
                            cells, middle)
                         .corner
                   : 0;
    }
    return plan;
}

/// The directions of a lattice in its box.
std::array<Line, 3> lines_of(const LatticeSpec& spec, const UnitCell& cell, const Box& box,
                             const BoxPart& part) {
    const double constant = cell_constant(spec, cell);
    const Vec3<double> edge = constant * cell.edges;
    const FractionBounds bounds = part.bounds();
    const double lengths[3] = {box.edges.xx, box.edges.yy, box.edges.zz};
    std::array<Line, 3> lines{};
    for (int d = 0; d < 3; ++d) {
        double last = 0;
        for (const Vec3<double>& site : cell.sites) last = std::max(last, site[d]);
        const auto i = static_cast<std::size_t>(d);
        // An oriented cell may be far longer than what the atoms of a surface notice.
        const double gap = spec.orient ? std::min(edge[d], constant) : edge[d];
        lines[i] = {lengths[i],    edge[d], gap,           spec.periodic[i],
                    spec.fill_box, last,    bounds.low[d], bounds.width[d]};
    }
    return lines;
}

/// The box of a lattice whose cells have these edges.
Box box_of(const LatticeSpec& spec, const Vec3<double>& edge) {
    Box box;
    box.periodic = spec.periodic;
    box.edges.xx = spec.edges ? spec.edges->x : static_cast<double>(spec.cells[0]) * edge.x;
    box.edges.yy = spec.edges ? spec.edges->y : static_cast<double>(spec.cells[1]) * edge.y;
    box.edges.zz = spec.edges ? spec.edges->z : static_cast<double>(spec.cells[2]) * edge.z;
    return box;
}

BoxPart part_of(const LatticeSpec& spec, const Box& box) {
    BoxPart part;
    for (const RegionShape& shape : spec.inside) part.inside.emplace_back(shape, box);
    for (const RegionShape& shape : spec.outside) part.outside.emplace_back(shape, box);
    return part;
}

std::string misfit(const Line& line, char axis) {
    const double below = std::floor(line.cells_of_box());
    const auto choice = [&](double n) {
        return fmt::format("{:.8g} ({:.0f} cells)", n * line.cell, n);
    };
    return fmt::format("found {:.8g} along {}, which repeats, and cells of {:.8g}: whole cells "
                       "must fit. Take {}{}; for vacuum, give `cells`, or a region that does not "
                       "go around the box",
                       line.box, axis, line.cell,
                       below > 0 ? choice(below) + " or " : std::string(), choice(below + 1));
}

/// Whether the sites can be numbered.
void check_number(const LatticeSpec& spec, std::vector<Diagnostic>& errors) {
    const LatticePlan plan = plan_lattice(spec);
    auto sites = static_cast<double>(plan.cell.sites());
    for (const std::int64_t n : plan.cells) sites *= static_cast<double>(n);
    if (sites > static_cast<double>(most_lattice_sites))
        errors.push_back({"box.edges", fmt::format("the lattice has {:.3g} sites in it; allowed: "
                                                   "up to 2^44",
                                                   sites)});
}

} // namespace

Box lattice_box(const LatticeSpec& spec) {
    const UnitCell cell = lattice_cell(spec).cell;
    return box_of(spec, cell_constant(spec, cell) * cell.edges);
}

LatticePlan plan_lattice(const LatticeSpec& spec) {
    LatticePlan plan;
    plan.cell = lattice_cell(spec);
    const UnitCell& cell = plan.cell.cell;
    plan.edge = cell_constant(spec, cell) * cell.edges;
    plan.box = box_of(spec, plan.edge);
    plan.part = part_of(spec, plan.box);
    plan.cells = spec.cells;
    plan.cut = !plan.part.whole();
    constexpr double endless = std::numeric_limits<double>::infinity();
    plan.low = {-endless, -endless, -endless};
    plan.high = {endless, endless, endless};
    if (!spec.edges) return plan;
    const auto lines = lines_of(spec, cell, plan.box, plan.part);
    for (int d = 0; d < 3; ++d) {
        const auto i = static_cast<std::size_t>(d);
        const PlannedLine line = plan_line(lines[i], static_cast<double>(spec.cells[i]),
                                           spec.center ? &(*spec.center)[d] : nullptr);
        plan.cells[i] = static_cast<std::int64_t>(line.cells);
        plan.edge[d] = line.cell;
        plan.corner[d] = line.corner;
        if (!line.cut) continue;
        plan.low[d] = line.low;
        plan.high[d] = line.high;
    }
    MDSIM_ENSURE(spec.fill_box || plan.cells == spec.cells);
    return plan;
}

std::vector<Diagnostic> lattice_plan_faults(const LatticeSpec& spec) {
    std::vector<Diagnostic> errors;
    if (!spec.edges) return errors;
    const UnitCell cell = lattice_cell(spec).cell;
    const Box box = box_of(spec, cell_constant(spec, cell) * cell.edges);
    const auto lines = lines_of(spec, cell, box, part_of(spec, box));
    for (std::size_t d = 0; d < 3; ++d) {
        const Line& line = lines[d];
        const char axis = "xyz"[d];
        const auto cells = static_cast<double>(spec.cells[d]);
        const auto add = [&](std::string text) {
            errors.push_back({"box.edges", std::move(text)});
        };
        if (line.fills && line.cells_of_box() * line.width > most_cells)
            add(fmt::format("found {:.8g} along {}, which is more than {:.0f} cells of {:.8g}",
                            line.box, axis, most_cells, line.cell));
        else if (line.fills && line.goes_around() && line.periodic &&
                 !line.fits(std::max(1.0, std::round(line.cells_of_box()))))
            add(misfit(line, axis));
        else if (line.fills && line.goes_around() && line.cells_of_box() * (1 + stretch) < 1)
            add(fmt::format("found {:.8g} along {}, which is less than one cell of {:.8g}",
                            line.box, axis, line.cell));
        else if (!line.fills && line.exceeds(cells))
            add(fmt::format("found {:.8g} along {}, but {:.0f} cells of {:.8g} take {:.8g}; "
                            "make it larger, or give fewer `cells`",
                            line.box, axis, cells, line.cell, cells * line.cell));
    }
    if (errors.empty()) check_number(spec, errors);
    return errors;
}

} // namespace mdsim
