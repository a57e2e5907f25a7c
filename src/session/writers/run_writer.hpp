// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "config/cadence.hpp"
#include "engine/any_simulation.hpp"
#include "engine/observer.hpp"
#include "output/sums_check.hpp"
#include "output/writer_thread.hpp"
#include "session/measures/measured_atoms.hpp"
#include "session/mpi_block_gather.hpp"
#include "session/output_state.hpp"
#include "session/run_context.hpp"

namespace mdsim {

/// What a writer works with; all of it outlives the writers.
template <class P> struct WriterTools {
    const RunContext* run = nullptr;
    AnySimulation<P>* simulation = nullptr;
    const Cadence* cadence = nullptr;
    BlockGather* gather = nullptr;
    MeasuredAtoms<P>* measured = nullptr;
    WriterThread* writer = nullptr; ///< does what must not hold up the run
};

/// One output of a run: its file or files, and what they take from the simulation.
///
/// `save` and `commit` belong to a checkpoint: `save` is called when its step is reached, `commit`
/// by the writing thread behind the jobs of all samples before it. What `save` noted makes a writer
/// go on from there, in a later part of the run; the constructor of a writer restores it.
template <class P> class RunWriter {
  public:
    virtual ~RunWriter() = default;

    /// What it needs of a step; depends on the step alone.
    virtual StepNeeds needs(Step step) const = 0;

    /// As Observer::next_need().
    virtual Step next_need(Step step, Step end) const {
        return first_need(step, end, [this](Step s) { return needs(s); });
    }

    /// Whether it takes a sample of what is shown; asked once for each step.
    virtual bool is_due(const Observation& seen) const = 0;

    /// Takes a sample, and hands what is to be written to the writing thread. Collective.
    virtual void sample(const Observation& seen) = 0;

    /// Takes in what was worked out of the last sample while the run went on. Called ahead of the
    /// next sample of any writer, of `save`, and at the end. Collective.
    virtual void settle() {}

    /// Adds what it must find again.
    virtual void save(OutputState& state) const = 0;

    /// Makes what was sampled survive the end of the process and a power cut. Collective where the
    /// file is.
    virtual void commit() {}

    /// Brings files up to date that are replaced as a whole; before a checkpoint and at the end.
    virtual void refresh() {}

    /// Ends its files at the end of the run; no jobs are left. Collective.
    virtual void finish() {}

    /// What is to be said of it at the end of the run, in whole lines.
    virtual std::string closing_text() const { return {}; }

    /// What is known of rows that earlier parts of the run wrote, once, on rank 0.
    virtual std::vector<EarlierRows> take_earlier() { return {}; }
};

} // namespace mdsim
