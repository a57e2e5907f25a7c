// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/host_steps.hpp"

#include "kernels/decomposition/barrier_words.hpp"
#include "kernels/engine/pass_end.hpp"
#include "kernels/runtime/stopwatch.hpp"

namespace mdsim {

namespace {

/// All passes have one step kernel.
constexpr int kernel = 0;

/// Searches for missing pairs where an atom was too far; otherwise prepares the next step.
template <class P> void search_pairs(const Stream& stream, const ResidentParts<P>& parts) {
    AtomStore<P>& atoms = *parts.atoms;
    if (atoms.control().halted()) return;
    const bool far = checked(atoms.control(), kernel);
    if (far) atoms.push_control(); // the device may not know it, of another rank's atom
    parts.check->queue(stream, atoms.view(), *parts.lists, kernel);
    if (far) parts.ranks.host_barrier->reduce_after_check();
}

/// Leads a step to the all-reduce behind it; returns how long this device was at work [s].
template <class P>
double lead_step(const Stream& stream, HostBarrier<P>& barrier, const HostStep& step,
                 const Stopwatch& watch) {
    double busy = 0;
    if (step.has_round) {
        watch.start(stream);
        step.queue_round();
        watch.stop(stream);
        barrier.sync(Written::channel);
        busy = watch.seconds();
    }
    watch.start(stream);
    step.queue_moves();
    watch.stop(stream);
    barrier.reduce_after_step();
    return busy + watch.seconds();
}

} // namespace

template <class P>
HostSteps run_host_steps(const Stream& stream, const ResidentParts<P>& parts, Rebuild<P>& rebuild,
                         bool search, const HostStep& step) {
    AtomStore<P>& atoms = *parts.atoms;
    const Stopwatch watch;
    HostSteps done;
    for (bool again = true; again;) {
        done.busy += lead_step(stream, *parts.ranks.host_barrier, step, watch);
        if (search) search_pairs(stream, parts);
        const PassEnd end = end_pass(atoms.control());
        atoms.push_control();
        if (end.rebuild) done.capacity = rebuild.run();
        again = end.again && !atoms.control().halted();
    }
    stream.wait();
    return done;
}

#define MDSIM_INSTANTIATE(P)                                                                       \
    template HostSteps run_host_steps(const Stream&, const ResidentParts<P>&, Rebuild<P>&, bool,   \
                                      const HostStep&);

MDSIM_INSTANTIATE(MixedPrecision)
MDSIM_INSTANTIATE(DoublePrecision)

} // namespace mdsim
