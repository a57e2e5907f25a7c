// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/agreement.hpp"
#include "core/communicator.hpp"
#include "core/contract.hpp"
#include "domain/piece_gather.hpp"
#include "output/block_gather.hpp"
#include "output/hdf5.hpp"

namespace mdsim {

/// Lets the ranks of a run write files together: by parallel HDF5 where the build has it, otherwise
/// in pieces through rank 0. Has traffic of its own, so a writer thread may use it.
class MpiBlockGather final : public BlockGather {
  public:
    /// Collective.
    explicit MpiBlockGather(const Communicator& comm)
        : comm_(comm.duplicate()), native_(comm_.native()), pieces_(comm_, max_piece_bytes) {}

    int rank() const override { return comm_.rank(); }
    int size() const override { return comm_.size(); }
    void for_each_piece(std::span<const std::byte> mine, std::size_t element_size,
                        const PieceSink& sink) override {
        MDSIM_EXPECT(element_size > 0 && mine.size() % element_size == 0);
        const auto rows = static_cast<std::int64_t>(mine.size() / element_size);
        pieces_.gather(mine, element_size, comm_.sum_of(rows), sink);
    }
    void barrier() override { comm_.barrier(); }
    void on_root(const std::function<void()>& work) override {
        agree_on(comm_, [&] {
            if (comm_.is_root()) work();
        });
    }
    const void* communicator() const override {
        return h5::parallel_build() && comm_.size() > 1 ? &native_ : nullptr;
    }

  private:
    Communicator comm_;
    MPI_Comm native_;
    PieceGather pieces_;
};

} // namespace mdsim
