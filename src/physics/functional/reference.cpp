// SPDX-License-Identifier: BSD-3-Clause
#include "physics/functional/reference.hpp"

#include <array>
#include <variant>

#include "core/contract.hpp"
#include "core/images.hpp"
#include "physics/cluster/cluster_table.hpp"
#include "physics/functional/functional_table.hpp"

namespace mdsim {

namespace {

/// Atoms in a box that repeats.
struct Atoms {
    std::vector<Vec3<double>> at; ///< in the box
    const std::vector<TypeId>* type;
    std::vector<Vec3<double>> images;

    TypeId type_of(std::size_t i) const { return (*type)[i]; }

    /// Calls visit(i, j, from j to i, squared distance) for each atom and each image of another, or
    /// of itself.
    template <class Visit> void for_each_neighbour(const Visit& visit) const {
        for (std::size_t i = 0; i < at.size(); ++i) {
            for (std::size_t j = 0; j < at.size(); ++j) {
                for (const Vec3<double>& image : images) {
                    const Vec3<double> d = at[i] - at[j] - image;
                    const double r2 = dot(d, d);
                    if (r2 > 0) visit(i, j, d, r2);
                }
            }
        }
    }
};

void add_energy(double energy, std::size_t i, ReferenceForces& sum) {
    sum.energy += energy;
    sum.atom_energy[i] += energy;
}

/// Adds half of what a pair does to atom i; `away` points from the neighbour to it.
void add_directed_term(const DirectedTerm<double>& pair, std::size_t i, const Vec3<double>& away,
                       ReferenceForces& sum) {
    const Vec3<double>& d = away;
    const Vec3<double>& f = pair.force;
    sum.force[i] = sum.force[i] + f;
    add_energy(0.5 * pair.energy, i, sum);
    const double w[6] = {d.x * f.x, d.y * f.y, d.z * f.z, d.x * f.y, d.x * f.z, d.y * f.z};
    for (std::size_t a = 0; a < 6; ++a) sum.virial[a] += 0.5 * w[a];
}

/// Adds what a neighbour does to atom i; half of the pair's energy and virial is counted here.
void add_term(const PairTerm<double>& term, std::size_t i, const Vec3<double>& d,
              ReferenceForces& sum) {
    add_directed_term({term.energy, term.force_over_r * d}, i, d, sum);
}

/// Adds densities, embeddings and pair terms of one functional.
template <class Functional>
void add_functional(const FunctionalTable<Functional>& table, const Atoms& atoms,
                    ReferenceForces& sum) {
    std::vector<double> density(atoms.at.size(), 0);
    std::vector<double> slope(atoms.at.size(), 0);
    const auto pair_of = [&](std::size_t i, std::size_t j) {
        return std::size_t{atoms.type_of(i)} * table.types + atoms.type_of(j);
    };
    atoms.for_each_neighbour([&](std::size_t i, std::size_t j, const Vec3<double>&, double r2) {
        const std::size_t pair = pair_of(i, j);
        if (r2 < table.cutoff_squared[pair])
            density[i] += evaluate_density(table.functional[pair], r2, table.samples.data());
    });
    for (std::size_t i = 0; i < density.size(); ++i) {
        if (!table.serves(atoms.type_of(i))) continue;
        const Embedded embedded = evaluate_embedding<Functional>(
            table.embedding[atoms.type_of(i)], density[i], table.embedding_samples.data());
        sum.density[i] = density[i];
        add_energy(embedded.energy, i, sum);
        slope[i] = embedded.slope;
    }
    atoms.for_each_neighbour([&](std::size_t i, std::size_t j, const Vec3<double>& d, double r2) {
        const std::size_t pair = pair_of(i, j);
        if (r2 < table.cutoff_squared[pair])
            add_term(evaluate_functional(table.functional[pair], r2, slope[i], slope[j],
                                         table.samples.data()),
                     i, d, sum);
    });
}

/// Adds moments, the energies by them, and pair terms of one functional.
template <class M>
void add_moment_functional(const FunctionalTable<M>& table, const Atoms& atoms,
                           ReferenceForces& sum) {
    using Numbers = std::array<double, std::size_t{M::moments}>;
    std::vector<Numbers> moment(atoms.at.size(), Numbers{}), slope(moment);
    const auto visit_pairs = [&](const auto& visit) {
        atoms.for_each_neighbour([&](std::size_t i, std::size_t j, const Vec3<double>& away,
                                     double r2) {
            const std::size_t pair = std::size_t{atoms.type_of(i)} * table.types + atoms.type_of(j);
            if (r2 < table.cutoff_squared[pair]) visit(i, j, away, r2, table.functional[pair]);
        });
    };
    visit_pairs([&](std::size_t i, std::size_t, const Vec3<double>& away, double r2, const M& m) {
        add_moments(m, -1.0 * away, r2, moment[i].data(), table.samples.data());
    });
    for (std::size_t i = 0; i < moment.size(); ++i) {
        if (!table.serves(atoms.type_of(i))) continue;
        sum.density[i] = moment[i][0];
        const MomentEnergy embedded =
            embed_moments<M>(table.embedding[atoms.type_of(i)], moment[i].data(), slope[i].data(),
                             table.embedding_samples.data());
        add_energy(embedded.energy, i, sum);
    }
    visit_pairs([&](std::size_t i, std::size_t j, const Vec3<double>& away, double r2, const M& m) {
        add_directed_term(evaluate_moments(m, -1.0 * away, r2, slope[i].data(), slope[j].data(),
                                           table.samples.data()),
                          i, away, sum);
    });
}

/// Adds the energies of the clusters of all atoms, and what they do to their neighbours.
template <class C>
void add_clusters(const ClusterTable<C>& table, const Atoms& atoms, ReferenceForces& sum) {
    std::vector<Cluster<double>> cluster(atoms.at.size());
    std::vector<std::vector<std::size_t>> neighbours(atoms.at.size());
    for (std::size_t i = 0; i < cluster.size(); ++i) cluster[i].own_type = atoms.type_of(i);
    atoms.for_each_neighbour([&](std::size_t i, std::size_t j, const Vec3<double>& d, double r2) {
        const std::size_t pair = std::size_t{atoms.type_of(i)} * table.types + atoms.type_of(j);
        if (!(r2 < table.cutoff_squared[pair])) return;
        cluster[i].add(-1.0 * d, atoms.type_of(j));
        neighbours[i].push_back(j);
    });
    for (std::size_t i = 0; i < cluster.size(); ++i) {
        MDSIM_REQUIRE(cluster[i].fits());
        ClusterSlopes<double> slope;
        add_energy(C::evaluate(cluster[i], table.constants(), slope), i, sum);
        for (int b = 0; b < cluster[i].count; ++b) {
            const Vec3<double>& d = cluster[i].d[b];
            const Vec3<double>& g = slope[b];
            sum.force[i] = sum.force[i] + g;
            Vec3<double>& other = sum.force[neighbours[i][static_cast<std::size_t>(b)]];
            other = other - g;
            const double w[6] = {d.x * g.x, d.y * g.y, d.z * g.z, d.x * g.y, d.x * g.z, d.y * g.z};
            for (std::size_t a = 0; a < 6; ++a) sum.virial[a] -= w[a];
        }
    }
}

} // namespace

ReferenceForces reference_forces(const ForceField& field, const Box& box,
                                 const std::vector<Vec3<double>>& position,
                                 const std::vector<TypeId>& type) {
    MDSIM_REQUIRE(position.size() == type.size() && field.largest_cutoff() > 0);
    Atoms atoms{{}, &type, image_vectors(box, field.largest_cutoff())};
    atoms.at.reserve(position.size());
    for (const Vec3<double>& x : position) atoms.at.push_back(wrapped(box, x));
    ReferenceForces sum;
    sum.force.assign(position.size(), {0, 0, 0});
    sum.atom_energy.assign(position.size(), 0);
    sum.density.assign(position.size(), 0);
    atoms.for_each_neighbour([&](std::size_t i, std::size_t j, const Vec3<double>& d, double r2) {
        add_term(field.evaluate(atoms.type_of(i), atoms.type_of(j), r2), i, d, sum);
    });
    for (const auto& any : make_functional_tables<double>(field))
        std::visit([&](const auto& table) { add_functional(table, atoms, sum); }, any);
    for (const auto& any : make_moment_tables<double>(field))
        std::visit([&](const auto& table) { add_moment_functional(table, atoms, sum); }, any);
    for (const auto& any : make_cluster_tables<double>(field))
        std::visit([&](const auto& table) { add_clusters(table, atoms, sum); }, any);
    return sum;
}

} // namespace mdsim
