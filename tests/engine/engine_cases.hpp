// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <type_traits>
#include <vector>

#include "core/fraction.hpp"
#include "core/noise.hpp"
#include "domain/cell_grid.hpp"
#include "engine/simulation.hpp"
#include "engine/system_on_device.hpp"
#include "engine/system_on_host.hpp"
#include "physics/potentials.hpp"
#include "state/column_cases.hpp"
#include "support/alone.hpp"

namespace mdsim::test {

/// A Lennard-Jones fluid of one species, started on an fcc lattice.
struct Fluid {
    ForceField field;
    SimulationSetup setup;
    int cells;

    /// 4 cells^3 atoms at a number density, in reduced units.
    Fluid(int edge_cells, double density, Truncation truncation, double cutoff = 2.5)
        : field(single(LennardJonesParams{1, 1}, truncation, cutoff, 0.8 * cutoff)),
          cells(edge_cells) {
        const auto atoms = static_cast<std::int64_t>(4) * cells * cells * cells;
        const double edge = std::cbrt(static_cast<double>(atoms) / density);
        setup.skin = 0.3;
        setup.domain.box.edges = {edge, 0, edge, 0, 0, edge};
        setup.domain.list_range = cutoff + setup.skin;
        setup.domain.grid = choose_grid(setup.domain.box, setup.domain.list_range, atoms, 64);
        setup.domain.tile_target = 64;
        setup.domain.total_atoms = atoms;
        setup.force_field = &field;
        setup.mass = {1.0};
        setup.count_of_type = {atoms};
        setup.seed = 4711;
    }
    Fluid(const Fluid&) = delete;
    Fluid& operator=(const Fluid&) = delete;

    template <class P> std::vector<AtomRecord<P>> records() const {
        using Fraction = typename P::Fraction;
        static constexpr double basis[4][3] = {
            {0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
        std::vector<AtomRecord<P>> all;
        for (int cell = 0; cell < cells * cells * cells; ++cell) {
            const int at[3] = {cell % cells, cell / cells % cells, cell / cells / cells};
            for (const auto& b : basis) {
                AtomRecord<P> r{};
                r.site.x = to_fixed_fraction<Fraction>((at[0] + b[0]) / cells);
                r.site.y = to_fixed_fraction<Fraction>((at[1] + b[1]) / cells);
                r.site.z = to_fixed_fraction<Fraction>((at[2] + b[2]) / cells);
                r.id = static_cast<ParticleId>(all.size());
                all.push_back(r);
            }
        }
        return all;
    }
};

/// The system whose atoms are in the memory of a Space.
template <class P, class Space>
std::unique_ptr<System<P>> system_in(const Communicator& comm, const SimulationSetup& setup) {
    if constexpr (std::is_same_v<Space, Host>)
        return std::make_unique<SystemOnHost<P>>(comm, setup);
    else
        return std::make_unique<SystemOnDevice<P>>(comm, setup);
}

/// A simulation on processors, or on a device.
template <class P, class Space> struct SimulationOn final : Simulation<P> {
    SimulationOn(const Communicator& comm, const SimulationSetup& setup)
        : Simulation<P>(comm, system_in<P, Space>(comm, setup)) {}
};

/// Collects the thermodynamics of every `every`-th step.
class Collector final : public Observer {
  public:
    explicit Collector(Step every) : every_(every) {}

    StepNeeds needs(Step step) const override { return {every_ > 0 && step % every_ == 0, false}; }
    void observe(const Observation& seen) override {
        if (seen.needs.energy) seen_.push_back(seen.thermo);
    }
    Request request(Step) override { return Request::none; }
    const std::vector<Thermo>& seen() const { return seen_; }

  private:
    Step every_;
    std::vector<Thermo> seen_;
};

/// Asks for a stop as soon as a step has come, once.
class Stopper final : public Observer {
  public:
    explicit Stopper(Step at) : at_(at) {}
    StepNeeds needs(Step step) const override { return {step % 90 == 0, false}; }
    void observe(const Observation&) override {}
    Request request(Step step) override { return step >= at_ ? Request::stop : Request::none; }

  private:
    Step at_;
};

inline StageSettings nve(Step steps, double time_step) {
    StageSettings stage;
    stage.steps = steps;
    stage.time_step = time_step;
    return stage;
}

inline StageSettings langevin(Step steps, double time_step, double temperature, double friction) {
    StageSettings stage = nve(steps, time_step);
    stage.ensemble = Ensemble::langevin;
    stage.temperature = temperature;
    stage.friction = friction;
    return stage;
}

inline StageSettings andersen(Step steps, double time_step, double temperature, double frequency) {
    StageSettings stage = nve(steps, time_step);
    stage.ensemble = Ensemble::andersen;
    stage.temperature = temperature;
    stage.collision_frequency = frequency;
    return stage;
}

inline StageSettings nose_hoover(Step steps, double time_step, double temperature,
                                 double relaxation) {
    StageSettings stage = nve(steps, time_step);
    stage.ensemble = Ensemble::nose_hoover;
    stage.temperature = temperature;
    stage.relaxation_time = relaxation;
    return stage;
}

inline StageSettings velocity_rescaling(Step steps, double time_step, double temperature,
                                        double relaxation) {
    StageSettings stage = nose_hoover(steps, time_step, temperature, relaxation);
    stage.ensemble = Ensemble::velocity_rescaling;
    return stage;
}

inline StageSettings berendsen(Step steps, double time_step, double temperature,
                               double relaxation) {
    StageSettings stage = nose_hoover(steps, time_step, temperature, relaxation);
    stage.ensemble = Ensemble::berendsen;
    return stage;
}

/// Whether these are the same atoms, in the same order, in all that a checkpoint holds.
template <class P>
bool same_bits(const std::vector<AtomRecord<P>>& a, const std::vector<AtomRecord<P>>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& p, const auto& q) {
        return p.site.position() == q.site.position() && p.moved == q.moved && same_columns(p, q);
    });
}

/// Mean and variance of correlated numbers with their statistical errors, from blocks.
struct Estimate {
    double mean = 0, mean_error = 0;
    double variance = 0, variance_error = 0;

    Estimate(const std::vector<double>& values, std::size_t blocks) {
        const std::size_t size = values.size() / blocks;
        std::vector<double> means;
        std::vector<double> squares;
        for (const double v : values) mean += v / static_cast<double>(values.size());
        for (std::size_t b = 0; b < blocks; ++b) {
            double m = 0;
            double s = 0;
            for (std::size_t i = b * size; i < (b + 1) * size; ++i) {
                m += values[i] / static_cast<double>(size);
                s += (values[i] - mean) * (values[i] - mean) / static_cast<double>(size);
            }
            means.push_back(m);
            squares.push_back(s);
        }
        mean_error = error_of(means);
        variance_error = error_of(squares);
        for (const double s : squares) variance += s / static_cast<double>(blocks);
    }

  private:
    static double error_of(const std::vector<double>& values) {
        const auto n = static_cast<double>(values.size());
        double m = 0;
        double s = 0;
        for (const double v : values) m += v / n;
        for (const double v : values) s += (v - m) * (v - m);
        return std::sqrt(s / (n - 1) / n);
    }
};

} // namespace mdsim::test
