// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "core/ids.hpp"
#include "physics/functional/effective_pair.hpp"
#include "physics/functional/functional_entry.hpp"
#include "physics/pair/list.hpp"
#include "physics/pair/mixing.hpp"
#include "physics/pair/pair_term.hpp"
#include "physics/pair/truncation.hpp"

namespace mdsim {

/// How two species interact.
struct PairInteraction {
    PairPotentialParams params;
    double cutoff = 0; ///< [length]
    Truncation truncation = Truncation::cut;
    double switch_from = 0; ///< where a smooth truncation begins [length]
};

/// By what the interaction is to be measured.
PotentialScale scale_of(const PairInteraction& pair);

/// One entry of the input: a pair of species and what it does; no interaction means that the two
/// do not see each other, which must be said. Two entries of the same pair act together, if their
/// sum is offered (PotentialSums).
struct PairEntry {
    std::string where; ///< where the input says so, for messages: "melt.toml:12"
    TypeId a = 0;
    TypeId b = 0;
    std::optional<PairInteraction> interaction;
};

/// All that the input says about forces.
struct ForceFieldSpec {
    std::vector<std::string> species;         ///< names, in the order of their types
    std::vector<PairEntry> pairs;             ///< not of pairs that a functional serves
    std::vector<FunctionalEntry> functionals; ///< one a pair; mixing does not touch them
    std::optional<MixingRule> mixing;         ///< for the unlike pairs that have no entry
    bool tail_correction = false;
};

/// What lies beyond the cutoff, if matter there is uniform.
struct TailTerm {
    double energy = 0; ///< [energy]
    double virial = 0; ///< trace of sum r F; the pressure is a third of it over the volume [energy]
};

/// Which species interact how: a symmetric table over pairs of types.
class ForceField {
  public:
    /// Everything that is wrong with a specification; none if a ForceField can be made of it.
    static std::vector<Diagnostic> errors(const ForceFieldSpec& spec);

    /// Throws InputError with all errors.
    explicit ForceField(const ForceFieldSpec& spec);

    TypeId types() const { return types_; }

    /// The interaction of two types, mixed where the input did not give it; none if they have none.
    const std::optional<PairInteraction>& interaction(TypeId a, TypeId b) const {
        return pairs_[index(a, b)].interaction;
    }

    /// The functional that serves two types, the same for (b, a); none if none does. Then the two
    /// have no pair potential.
    const std::optional<ManyBodyParams>& functional(TypeId a, TypeId b) const {
        return pairs_[index(a, b)].functional;
    }
    /// What computes it: the same potential, perhaps in another form.
    const std::optional<ActingParams>& acting_functional(TypeId a, TypeId b) const {
        return pairs_[index(a, b)].acting;
    }
    /// Whether any many-body potential serves any pair.
    bool has_functionals() const;
    /// Whether a cluster functional is computed for any pair.
    bool has_clusters() const;
    /// Whether a moment functional is.
    bool has_moments() const;

    /// How many numbers of each atom its neighbours must know beside its position: none without
    /// many-body potentials, one of pair functionals, several of moment functionals, of cluster
    /// functionals a record for each neighbour.
    std::size_t channel_width() const;

    /// Where the forces of two types end, by a potential or a functional; zero if they have none
    /// [length].
    double cutoff(TypeId a, TypeId b) const;

    /// What a truncation needs to know of the pair's potential; the pair must interact.
    const CutoffEdge& edge(TypeId a, TypeId b) const { return pairs_[index(a, b)].edge; }

    /// The largest cutoff of any pair, functionals included; zero if nothing interacts [length].
    double largest_cutoff() const;

    /// The tail correction of pair potentials, zero unless the specification asks for it; Allen and
    /// Tildesley (2nd ed. 2017), eqs. 2.144 ff., summed over pairs of types.
    TailTerm tail(const std::vector<std::int64_t>& count_of_type, double volume) const;
    /// The same times the volume, on which it does not depend.
    TailTerm tail_times_volume(const std::vector<std::int64_t>& count_of_type) const;

    /// Energy and force of a pair in plain double precision: the reference for every driver. Zero
    /// at and beyond the cutoff, and for pairs without a potential; of functionals see
    /// reference_forces().
    PairTerm<double> evaluate(TypeId a, TypeId b, double r2) const;

    /// The same; of a pair that a functional serves that of its EffectivePair. For checks of sizes.
    PairTerm<double> estimate(TypeId a, TypeId b, double r2) const;
    /// By what the forces of two types are to be measured, if they have any.
    std::optional<PotentialScale> scale(TypeId a, TypeId b) const;

  private:
    struct Pair {
        std::optional<PairInteraction> interaction;
        CutoffEdge edge;
        std::function<PairTerm<double>(double)> term; ///< of r^2, with its truncation
        std::optional<ManyBodyParams> functional;
        std::optional<ActingParams> acting;     ///< by which it is computed
        std::optional<EffectivePair> effective; ///< of the functional
    };

    std::size_t index(TypeId a, TypeId b) const {
        MDSIM_EXPECT(a < types_ && b < types_);
        return std::size_t{a} * types_ + b;
    }

    TypeId types_;
    bool tail_correction_;
    std::vector<Pair> pairs_;
};

} // namespace mdsim
