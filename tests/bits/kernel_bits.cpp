// SPDX-License-Identifier: BSD-3-Clause
// Prints a hash of the bits of each result of the kernels over fixed inputs, at the SIMD level that
// MDSIM_SIMD names. All levels of all processors must print the same.
#include <array>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cpu/list_cases.hpp"
#include "cpu/simd/elementary_arguments.hpp"
#include "cpu/simd/lanes_of_levels.hpp"
#include "ops/motion.hpp"
#include "physics/motion/andersen.hpp"
#include "physics/motion/langevin.hpp"
#include "physics/motion/velocity_verlet.hpp"
#include "support/metal_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

/// Fowler, Noll and Vo's hash FNV-1a of 64 bits.
class Hash {
  public:
    template <class T> void add(const T& value) {
        std::array<unsigned char, sizeof(T)> bytes;
        std::memcpy(bytes.data(), &value, sizeof value);
        for (const unsigned char byte : bytes) state_ = (state_ ^ byte) * 0x100000001b3u;
    }
    std::uint64_t value() const { return state_; }

  private:
    std::uint64_t state_ = 0xcbf29ce484222325u;
};

void print(const std::string& name, const Hash& hash) {
    std::printf("%-60s %016" PRIx64 "\n", name.c_str(), hash.value());
}

constexpr std::array<const char*, elementary_count> elementary_names{
    "exponential",      "logarithm",      "power", "whole power",
    "error complement", "error gaussian", "sine",  "cosine"};

/// Each function in packs, and of numbers one by one.
template <class Real> void print_elementary(const std::string& precision) {
    constexpr std::size_t count = 4096 * lanes_padding;
    const auto y = elementary_arguments<Real>(Elementary::exponential, count);
    for (std::size_t k = 0; k < elementary_names.size(); ++k) {
        const auto function = static_cast<Elementary>(k);
        const auto x = elementary_arguments<Real>(function, count);
        std::vector<Real> found(count);
        Hash packs;
        Hash numbers;
        for (const LevelLanes<Real>& lanes : lanes_of_levels<Real>()) {
            if (lanes.level != simd_level()) continue;
            lanes.evaluate(function, x.data(), y.data(), found.data(), count);
        }
        for (const Real value : found) packs.add(value);
        for (std::size_t i = 0; i < count; ++i) numbers.add(evaluate(function, x[i], y[i]));
        print(precision + ", " + elementary_names[k] + ", packs", packs);
        print(precision + ", " + elementary_names[k] + ", numbers", numbers);
    }
}

Hash hash_of(const Forces& forces) {
    Hash hash;
    for (const Vec3<double>& force : forces.force) hash.add(force);
    hash.add(forces.energy);
    hash.add(forces.virial);
    hash.add(forces.lists.pairs);
    hash.add(forces.lists.entries);
    return hash;
}

/// Lists, forces, energy and virial of every case of these groups.
template <class P> void print_forces(const std::vector<ForceGroup>& groups) {
    for (const ForceGroup& group : groups) {
        int number = 0;
        for (const ForceCase& c : group.cases()) {
            for (const CellGrid& grid : c.grids) {
                auto rank = arranged<P>(c.atoms, in_order(c.atoms.type.size()), c.box, grid, 64);
                const Forces forces = driven(rank, c.field, {0.3, 0, 64}, c.box, grid);
                print(std::string(P::name) + ", " + group.name + " " + std::to_string(number++),
                      hash_of(forces));
            }
        }
    }
}

/// Atoms of three species with velocities.
template <class P> class Fluid {
    using Real = typename P::Real;

  public:
    explicit Fluid(const Vec3<double>& tilt) : box_(box_of({12, 12.5, 13}, tilt)) {
        const Atoms atoms = jittered({11, 11, 11}, 3, 0.2);
        rank_ = arranged<P>(atoms, in_order(atoms.type.size()), box_, grid_, tile_target);
        Particles<P, Host>& p = rank_.particles;
        for (std::size_t i = 0; i < p.size(); ++i) {
            const auto n = 3 * static_cast<std::uint64_t>(p.id[i]);
            p.velocity[i] = {Real(uniform(1, n) - 0.5), Real(uniform(1, n + 1) - 0.5),
                             Real(uniform(1, n + 2) - 0.5), Real(0)};
        }
        p.next.resize_discard(p.size());
        driver_.rebuild({&state_, &rank_.cells, &p, &seen_});
    }

    /// Moves all atoms by `steps` steps; the hash of what is left, and of whether pairs are
    /// missing.
    Hash moved(const Motion<Real>& motion, Step steps) {
        Particles<P, Host>& p = rank_.particles;
        Hash hash;
        for (Step step = 0; step < steps; ++step) {
            const MotionStep<P> now{motion, MotionEdges::of(box_), &inverse_mass_, 1.0, 99, step};
            hash.add(driver_.advance(p, now, TileSet::all).displacement2);
            std::swap(p.site, p.next);
            hash.add(driver_.has_missing_pair(p, rank_.cells));
        }
        for (std::size_t i = 0; i < p.size(); ++i) {
            hash.add(p.site[i]);
            hash.add(p.velocity[i]);
        }
        return hash;
    }

  private:
    static constexpr std::uint32_t tile_target = 64;
    Box box_;
    CellGrid grid_{{3, 3, 3}};
    BoxState state_{BoxState::at_start(box_, grid_)};
    PairDriver<P> driver_{mixture(2.5), {0.3, 0, tile_target, true}};
    std::vector<Real> inverse_mass_{Real(1), Real(0.4), Real(2.5)};
    std::vector<std::uint8_t> seen_;
    OneRank<P> rank_;
};

template <class P> void print_motion() {
    using Real = typename P::Real;
    const std::array<std::pair<const char*, Motion<Real>>, 3> motions{
        {{"velocity Verlet", velocity_verlet<Real>(0.002)},
         {"Langevin", langevin<Real>(0.002, 2.0, 1.0)},
         {"Andersen", andersen<Real>(0.002, 50.0, 1.0)}}};
    for (const Vec3<double>& tilt : {Vec3<double>{0, 0, 0}, Vec3<double>{2, -1, 3}}) {
        for (const auto& [name, motion] : motions) {
            const char* box = tilt.x == 0 ? ", straight box, " : ", tilted box, ";
            print(std::string(P::name) + box + name, Fluid<P>(tilt).moved(motion, 40));
        }
    }
}

} // namespace

int main() {
    try {
        std::fprintf(stderr, "kernels: %s\n", name_of(simd_level()));
        print_elementary<float>("float");
        print_elementary<double>("double");
        for (const auto* groups : {&force_groups(), &metal_groups()}) {
            print_forces<MixedPrecision>(*groups);
            print_forces<DoublePrecision>(*groups);
        }
        print_motion<MixedPrecision>();
        print_motion<DoublePrecision>();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "kernel_bits: %s\n", error.what());
        return 1;
    }
    return 0;
}
