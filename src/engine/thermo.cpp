// SPDX-License-Identifier: BSD-3-Clause
#include "engine/thermo.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/contract.hpp"
#include "core/error.hpp"

namespace mdsim {

namespace {

bool any_saturated(std::span<FixedSum* const> sums) {
    return std::any_of(sums.begin(), sums.end(), [](const FixedSum* s) { return s->saturated(); });
}

/// Adds the sums over ranks; returns whether one overflowed.
bool reduce_words(std::span<FixedSum* const> sums, const Communicator& comm) {
    std::vector<std::uint64_t> words;
    for (const FixedSum* sum : sums) {
        words.push_back(sum->words().low);
        words.push_back(sum->words().high);
    }
    comm.sum_wide(words);
    const bool saturated = comm.max_of(any_saturated(sums) ? 1 : 0) != 0;
    for (std::size_t i = 0; i < sums.size(); ++i)
        *sums[i] =
            FixedSum::from_words(sums[i]->scale(), {words[2 * i], words[2 * i + 1]}, saturated);
    return saturated;
}

void reduce(std::span<FixedSum* const> sums, const Communicator& comm, const char* what) {
    if (comm.size() > 1 ? reduce_words(sums, comm) : any_saturated(sums))
        throw PhysicsError(
            std::string("the sum of the ") + what +
            " overflowed or is not a number: atoms overlap or move far too fast. "
            "Check the starting structure; a first stage of ensemble \"minimize\" brings atoms "
            "apart that overlap, unless they lie almost on top of each other");
}

} // namespace

void add_over_ranks(PairSums& sums, const Communicator& comm) {
    auto& w = sums.virial;
    FixedSum* const all[] = {&sums.energy, &w[0], &w[1], &w[2], &w[3], &w[4], &w[5], &sums.beyond};
    reduce(all, comm, "pair energy or virial");
}

void add_over_ranks(KineticSums& sums, const Communicator& comm) {
    auto& k = sums.tensor;
    auto& p = sums.momentum;
    FixedSum* const all[] = {&k[0], &k[1], &k[2], &k[3], &k[4], &k[5], &p[0], &p[1], &p[2]};
    reduce(all, comm, "kinetic energy or momentum");
}

void add_over_ranks(std::span<FixedSum> sums, const Communicator& comm, const char* what) {
    std::vector<FixedSum*> all;
    for (FixedSum& sum : sums) all.push_back(&sum);
    reduce(all, comm, what);
}

Thermo make_thermo(const PairSums& pair, const KineticSums& kinetic, const ThermoContext& context) {
    MDSIM_EXPECT(context.volume > 0 && context.atoms > 0);
    Thermo t;
    t.beyond = std::llround(pair.beyond.value());
    t.potential = pair.energy.value() + context.tail.energy;
    t.kinetic = kinetic.kinetic_energy();
    t.temperature = context.degrees_of_freedom > 0 ? 2 * t.kinetic / context.degrees_of_freedom : 0;
    t.volume = context.volume;
    t.density = static_cast<double>(context.atoms) / context.volume;
    t.tail_virial = context.tail.virial;
    for (std::size_t a = 0; a < 6; ++a) {
        t.virial[a] = pair.virial[a].value();
        const double tail = a < 3 ? t.tail_virial / 3 : 0;
        t.kinetic2[a] = kinetic.tensor[a].value();
        t.pressure_tensor[a] = (t.kinetic2[a] + t.virial[a] + tail) / context.volume;
    }
    t.momentum = {kinetic.momentum[0].value(), kinetic.momentum[1].value(),
                  kinetic.momentum[2].value()};
    return t;
}

} // namespace mdsim
