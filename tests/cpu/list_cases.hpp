// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/box.hpp"
#include "core/contract.hpp"
#include "core/fraction.hpp"
#include "core/math.hpp"
#include "core/noise.hpp"
#include "ops/canonical_order.hpp"
#include "ops/pair_driver.hpp"
#include "physics/functional/reference.hpp"
#include "physics/pair/force_field.hpp"
#include "physics/potentials.hpp"
#include "state/cell_grid.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim::test {

/// A number in [0, 1) of a numbered series.
inline double uniform(std::uint64_t series, std::uint64_t i) {
    const PhiloxBlock bits =
        random_bits({series, static_cast<ParticleId>(i), 0, NoisePurpose::initial_velocity}, 0);
    return (bits.word[0] + 0x1p32 * bits.word[1]) * 0x1p-64;
}

/// Atoms in fractions of the box, the same whatever precision they are put into.
struct Atoms {
    std::vector<Vec3<double>> fraction;
    std::vector<int> type;
};

/// A box of edge lengths along x, y, z and tilts xy, xz, yz.
inline Box box_of(const Vec3<double>& edges, const Vec3<double>& tilt = {0, 0, 0},
                  std::array<bool, 3> periodic = {true, true, true}) {
    return {{edges.x, tilt.x, edges.y, tilt.y, tilt.z, edges.z}, {0, 0, 0}, periodic};
}

/// A jittered lattice of `count` sites that fills part of each direction, species in turns.
inline Atoms jittered(const Vec3<int>& count, int types, double jitter = 0.1,
                      const Vec3<double>& from = {0, 0, 0}, const Vec3<double>& to = {1, 1, 1}) {
    Atoms atoms;
    std::uint64_t n = 0;
    for (int z = 0; z < count.z; ++z) {
        for (int y = 0; y < count.y; ++y) {
            for (int x = 0; x < count.x; ++x, ++n) {
                const Vec3<int> at{x, y, z};
                Vec3<double> s;
                for (int d = 0; d < 3; ++d) {
                    const double off =
                        jitter * (uniform(17, 3 * n + static_cast<std::uint64_t>(d)) - 0.5);
                    s[d] = from[d] + (to[d] - from[d]) * (at[d] + 0.5 + off) / count[d];
                }
                atoms.fraction.push_back(s);
                atoms.type.push_back(static_cast<int>(uniform(18, n) * types));
            }
        }
    }
    return atoms;
}

/// One rank that owns everything, in canonical order.
template <class P> struct OneRank {
    Particles<P, Host> particles;
    LocalCells cells;
};

/// Puts atoms, handed over in the order `order`, into canonical order.
template <class P>
OneRank<P> arranged(const Atoms& atoms, const std::vector<std::size_t>& order, const Box& box,
                    const CellGrid& grid, std::uint32_t tile_target) {
    std::vector<Site<P>> site;
    std::vector<ParticleId> id;
    for (const std::size_t i : order) {
        const Vec3<double>& s = atoms.fraction[i];
        using Fraction = typename P::Fraction;
        site.push_back({to_fixed_fraction<Fraction>(s.x), to_fixed_fraction<Fraction>(s.y),
                        to_fixed_fraction<Fraction>(s.z), static_cast<Fraction>(atoms.type[i])});
        id.push_back(static_cast<ParticleId>(i));
    }
    std::vector<LocalIndex> sorted(site.size());
    std::iota(sorted.begin(), sorted.end(), LocalIndex{0});
    std::stable_sort(sorted.begin(), sorted.end(), [&](LocalIndex a, LocalIndex b) {
        return grid.cell_of(site[a]) < grid.cell_of(site[b]);
    });
    OneRank<P> result;
    LocalCells& cells = result.cells;
    for (std::int64_t c = 0; c < grid.total(); ++c) {
        cells.cells.push_back({c, 0, 0, true});
        cells.place.push_back(static_cast<std::int32_t>(c));
    }
    for (const LocalIndex i : sorted)
        ++cells.cells[static_cast<std::size_t>(grid.cell_of(site[i]))].count;
    for (LocalCell& cell : cells.cells) {
        cell.first = cells.atoms;
        cells.atoms += cell.count;
    }
    cells.owned_atoms = cells.atoms;
    sort_cells<P>(sorted, cells.cells, site.data(), id.data(), box.heights(), tile_target);
    Particles<P, Host>& p = result.particles;
    for (const LocalIndex i : sorted) {
        p.site.append(site[i]);
        p.reference.append(site[i]);
        p.id.append(id[i]);
        p.force.append({0, 0, 0, 0});
        p.velocity.append({0, 0, 0, 0});
    }
    return result;
}

inline std::vector<std::size_t> in_order(std::size_t count) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    return order;
}

/// Forces by particle id, energy and virial (xx yy zz xy xz yz).
struct Forces {
    std::vector<Vec3<double>> force;
    double energy = 0;
    std::array<double, 6> virial{};
    ListReport lists;
};

/// What a driver has stored and added up.
template <class P> Forces forces_of(const Particles<P, Host>& particles, const PairSums& sums) {
    Forces result;
    result.force.resize(particles.size());
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const auto& f = particles.force[i];
        result.force[static_cast<std::size_t>(particles.id[i])] = {f.x, f.y, f.z};
    }
    result.energy = sums.energy.value();
    for (std::size_t a = 0; a < 6; ++a) result.virial[a] = sums.virial[a].value();
    return result;
}

/// Throws unless forces and the diagonal of the virial are the same where nothing else is wanted.
template <class P>
void require_same_diagonal(PairDriver<P>& driver, OneRank<P>& rank, const Forces& whole) {
    PairSums sums;
    if (driver.rounds() > 0) driver.prepare(rank.particles, TileSet::all, &sums);
    driver.store_forces(rank.particles, &sums, WantedSums::diagonals);
    const Forces found = forces_of(rank.particles, sums);
    MDSIM_REQUIRE(found.force == whole.force);
    for (std::size_t d = 0; d < 3; ++d) MDSIM_REQUIRE(found.virial[d] == whole.virial[d]);
}

/// What the driver computes.
template <class P>
Forces driven(OneRank<P>& rank, const ForceField& field, const ListSettings& settings,
              const Box& box, const CellGrid& grid) {
    PairDriver<P> driver(field, settings);
    const std::vector<std::uint8_t> seen;
    const BoxState state = BoxState::at_start(box, grid);
    driver.rebuild({&state, &rank.cells, &rank.particles, &seen});
    PairSums sums;
    if (driver.rounds() > 0) driver.prepare(rank.particles, TileSet::all, &sums);
    driver.store_forces(rank.particles, &sums);
    Forces result = forces_of(rank.particles, sums);
    result.lists = driver.report();
    require_same_diagonal(driver, rank, result);
    return result;
}

/// The images along one direction that can matter, for atoms whose fractions differ by less than 1.
inline int image_reach(const Box& box, double cutoff, int d) {
    return box.periodic[static_cast<std::size_t>(d)]
               ? static_cast<int>(std::ceil(cutoff / box.heights()[d]))
               : 0;
}

/// Shifts to all images of the box that can matter.
inline std::vector<Vec3<double>> images_of(const Box& box, double cutoff) {
    const Vec3<int> reach{image_reach(box, cutoff, 0), image_reach(box, cutoff, 1),
                          image_reach(box, cutoff, 2)};
    std::vector<Vec3<double>> images;
    for (int z = -reach.z; z <= reach.z; ++z)
        for (int y = -reach.y; y <= reach.y; ++y)
            for (int x = -reach.x; x <= reach.x; ++x)
                images.push_back(Vec3<double>{double(x), double(y), double(z)} * box.edges);
    return images;
}

/// The positions that the integers stand for.
template <class P>
std::vector<Vec3<double>> positions_of(const Particles<P, Host>& p, const Box& box) {
    std::vector<Vec3<double>> at;
    for (const Site<P>& s : p.site)
        at.push_back(Vec3<double>{to_double(s.x), to_double(s.y), to_double(s.z)} * box.edges);
    return at;
}

/// The sum of potentials and functionals, from the reference.
template <class P>
Forces functional_sum(const Particles<P, Host>& p, const ForceField& field, const Box& box) {
    std::vector<TypeId> type;
    for (const Site<P>& s : p.site) type.push_back(static_cast<TypeId>(s.type));
    const ReferenceForces found = reference_forces(field, box, positions_of(p, box), type);
    Forces sum;
    sum.energy = found.energy;
    std::copy(std::begin(found.virial), std::end(found.virial), sum.virial.begin());
    sum.force.resize(p.size());
    for (std::size_t i = 0; i < p.size(); ++i)
        sum.force[static_cast<std::size_t>(p.id[i])] = found.force[i];
    return sum;
}

/// The sum over all pairs and all images, in double, of the positions that the integers stand for.
template <class P>
Forces direct_sum(const Particles<P, Host>& p, const ForceField& field, const Box& box) {
    if (field.channel_width() > 0) return functional_sum(p, field, box);
    const double cutoff = field.largest_cutoff();
    const std::vector<Vec3<double>> images = images_of(box, cutoff);
    const std::vector<Vec3<double>> at = positions_of(p, box);
    Forces sum;
    sum.force.resize(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
        Vec3<double>& force = sum.force[static_cast<std::size_t>(p.id[i])];
        for (std::size_t j = 0; j < p.size(); ++j) {
            for (const Vec3<double>& image : images) {
                const Vec3<double> d = at[i] - (at[j] + image);
                const double r2 = dot(d, d);
                if (r2 >= cutoff * cutoff || (i == j && image == Vec3<double>{0, 0, 0})) continue;
                const PairTerm<double> term = field.evaluate(
                    static_cast<TypeId>(p.site[i].type), static_cast<TypeId>(p.site[j].type), r2);
                const Vec3<double> f = term.force_over_r * d;
                force = force + f;
                sum.energy += 0.5 * term.energy;
                const double w[6] = {d.x * f.x, d.y * f.y, d.z * f.z,
                                     d.x * f.y, d.x * f.z, d.y * f.z};
                for (std::size_t a = 0; a < 6; ++a) sum.virial[a] += 0.5 * w[a];
            }
        }
    }
    return sum;
}

} // namespace mdsim::test
