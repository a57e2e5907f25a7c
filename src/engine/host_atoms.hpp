// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/decomposition.hpp"
#include "ops/local_atoms.hpp"

namespace mdsim {

/// The atoms of a rank in the memory of the host.
template <class P> class HostAtoms final : public LocalAtoms<P> {
  public:
    explicit HostAtoms(Decomposition<P>& atoms) : atoms_(&atoms) {}

    SeenAtoms<P> look() override { return {atoms_->particles(), atoms_->cells()}; }
    std::size_t owned() const override { return atoms_->cells().owned_atoms; }
    std::size_t halo() const override {
        return static_cast<std::size_t>(atoms_->halo().statistics().halo_atoms);
    }
    void count_in_cells(std::span<std::int64_t> of_cell) override;
    bool crossed_open_face() override;
    std::size_t bytes() const override { return atoms_->bytes(); }

  private:
    Decomposition<P>* atoms_;
};

} // namespace mdsim
