// SPDX-License-Identifier: BSD-3-Clause
#include "engine/host_decomposition.hpp"

namespace mdsim {

template <class P> AtomCapacity HostDecomposition<P>::rebuild() {
    atoms_->rebuild();
    forces_->build_lists();
    return AtomCapacity::enough;
}

template <class P> void HostDecomposition<P>::send_halo() {
    atoms_->halo().start(atoms_->particles().next.data());
}

template <class P> void HostDecomposition<P>::receive_halo() {
    Particles<P, Host>& particles = atoms_->particles();
    atoms_->halo().finish(particles.next.data());
    particles.site.swap(particles.next);
}

template class HostDecomposition<MixedPrecision>;
template class HostDecomposition<DoublePrecision>;

} // namespace mdsim
