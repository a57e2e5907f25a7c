// SPDX-License-Identifier: BSD-3-Clause
#include "validate/validate_direct_sum.hpp"

#include "core/contract.hpp"
#include "core/images.hpp"

namespace mdsim {

DirectSum direct_sum(const Box& box, const std::vector<Vec3<double>>& position,
                     const ForceField& field) {
    MDSIM_REQUIRE(field.types() == 1);
    std::vector<Vec3<double>> at;
    at.reserve(position.size());
    for (const Vec3<double>& x : position) at.push_back(wrapped(box, x));
    const std::vector<Vec3<double>> images = image_vectors(box, field.largest_cutoff());
    DirectSum sum;
    sum.force.resize(at.size());
    for (std::size_t i = 0; i < at.size(); ++i) {
        for (std::size_t j = 0; j < at.size(); ++j) {
            for (const Vec3<double>& image : images) {
                const Vec3<double> r = at[i] - at[j] - image;
                const double r2 = dot(r, r);
                if (r2 == 0) continue;
                const PairTerm<double> term = field.evaluate(0, 0, r2);
                const Vec3<double> f = term.force_over_r * r;
                sum.force[i] = sum.force[i] + f;
                sum.energy += 0.5 * term.energy;
                const double w[6] = {r.x * f.x, r.y * f.y, r.z * f.z,
                                     r.x * f.y, r.x * f.z, r.y * f.z};
                for (std::size_t a = 0; a < 6; ++a) sum.virial[a] += 0.5 * w[a];
            }
        }
    }
    return sum;
}

} // namespace mdsim
