// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/field.hpp"
#include "core/hd.hpp"
#include "core/math.hpp"
#include "physics/pair/potential.hpp"
#include "physics/pair/switch_function.hpp"

namespace mdsim {

/// What happens to a pair potential at its cutoff r_c.
enum class Truncation {
    cut,         ///< nothing: energy and force jump to zero
    shift,       ///< the energy is shifted to zero at r_c; the force jumps
    force_shift, ///< energy and force go to zero at r_c
    smooth       ///< energy, force and its slope go to zero between switch_from and r_c
};

constexpr EnumNames<Truncation, 4> enum_names(Truncation) {
    return {{{"cut", Truncation::cut},
             {"shift", Truncation::shift},
             {"force_shift", Truncation::force_shift},
             {"smooth", Truncation::smooth}}};
}

/// What a truncation needs to know of the potential that it truncates, and nothing else.
struct CutoffEdge {
    double cutoff = 0;       ///< r_c [length]
    double switch_from = 0;  ///< where the switch begins, for `smooth` only [length]
    PairTerm<double> term{}; ///< what is taken off: the potential's own, at r_c; nothing for `cut`
};

/// V(r) - V(r_c), or the plain potential where nothing is taken off.
///
/// Allen and Tildesley, Computer Simulation of Liquids (2nd ed. 2017), chapter 5.
template <class Potential> class Shifted {
  public:
    using value_type = typename Potential::value_type;
    template <class Other> using rebind = Shifted<typename Potential::template rebind<Other>>;
    static constexpr bool uses_samples = Potential::uses_samples;

    Shifted(const Potential& potential, const CutoffEdge& edge)
        : potential_(potential), shift_(static_cast<value_type>(edge.term.energy)) {}

    template <class... Samples>
    MDSIM_HD PairTerm<value_type> operator()(value_type r2, const Samples*... samples) const {
        const PairTerm<value_type> full = potential_(r2, samples...);
        return {full.energy - shift_, full.force_over_r};
    }

    MDSIM_HD const Potential& inner() const { return potential_; }
    value_type shift() const { return shift_; }

  private:
    Potential potential_;
    value_type shift_; ///< V(r_c) [energy]
};

/// V(r) - V(r_c) - V'(r_c) (r - r_c): the force is shifted by its value at the cutoff.
///
/// Stoddard and Ford, Phys. Rev. A 8, 1504 (1973), doi:10.1103/PhysRevA.8.1504; the "LFS" of the
/// NIST reference calculations.
template <class Potential> class ForceShifted {
  public:
    using value_type = typename Potential::value_type;
    template <class Other> using rebind = ForceShifted<typename Potential::template rebind<Other>>;
    static constexpr bool uses_samples = Potential::uses_samples;

    ForceShifted(const Potential& potential, const CutoffEdge& edge)
        : potential_(potential),
          force_(static_cast<value_type>(edge.term.force_over_r * edge.cutoff)),
          shift_(static_cast<value_type>(edge.term.energy +
                                         edge.term.force_over_r * edge.cutoff * edge.cutoff)) {}

    template <class... Samples>
    MDSIM_HD PairTerm<value_type> operator()(value_type r2, const Samples*... samples) const {
        const PairTerm<value_type> full = potential_(r2, samples...);
        const value_type r = square_root(r2);
        const value_type inverse_r =
            r * reciprocal(r2); // most potentials have this reciprocal already
        return {fused_multiply_add(force_, r, full.energy - shift_),
                fused_multiply_add(-force_, inverse_r, full.force_over_r)};
    }

  private:
    Potential potential_;
    value_type force_; ///< -V'(r_c) [energy / length]
    value_type shift_; ///< V(r_c) - V'(r_c) r_c [energy]
};

/// V(r) S(r): energy, force and its slope go to zero at the cutoff, by a switch function.
template <class Potential> class Switched {
  public:
    using value_type = typename Potential::value_type;
    template <class Other> using rebind = Switched<typename Potential::template rebind<Other>>;
    static constexpr bool uses_samples = Potential::uses_samples;

    Switched(const Potential& potential, const CutoffEdge& edge)
        : potential_(potential), switch_(edge.switch_from, edge.cutoff) {}

    template <class... Samples>
    MDSIM_HD PairTerm<value_type> operator()(value_type r2, const Samples*... samples) const {
        const PairTerm<value_type> full = potential_(r2, samples...);
        const value_type r = square_root(r2);
        const value_type inverse_r = r * reciprocal(r2);
        const auto [value, fall] = switch_(r);
        return {full.energy * value,
                fused_multiply_add(full.force_over_r, value,
                                   full.energy * fall * switch_.scale() * inverse_r)};
    }

  private:
    Potential potential_;
    SwitchFunction<value_type> switch_;
};

} // namespace mdsim
