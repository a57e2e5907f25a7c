// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/atom_table.hpp"
#include "ops/time_origins.hpp"

namespace mdsim {

/// Time origins in the memory of the host, of atoms wherever they are. Sums run on all threads.
template <class P> class HostTimeOrigins final : public TimeOrigins {
  public:
    using MakeTable = std::function<std::unique_ptr<AtomTable<P>>()>;

    /// `table` gives the atoms as they are at each look().
    HostTimeOrigins(const OriginRequest& request, MakeTable table)
        : request_(request), table_(std::move(table)) {}

    void look(const LowerTriangular<double>& edges,
              const LowerTriangular<double>& carrying) override;
    void keep() override;
    void drop_oldest() override;
    std::size_t size() const override { return origins_.size(); }
    void begin_sums() override;
    std::vector<FixedSum> end_sums() override;
    Array array(std::size_t origin) override { return origins_[origin]; }
    void restore(const Array& origin) override { origins_.push_back(origin); }
    Carried carried() override;
    void restore(const Carried& carried) override;

  private:
    /// Appends the sums over the atoms of each type.
    template <class Product>
    void add_sums(const Product& product, std::span<const Vec3<double>> then);

    /// Adds to the ways of atoms what the box has carried them since the last look.
    void carry_on(const LowerTriangular<double>& edges);

    OriginRequest request_;
    MakeTable table_;
    Buffer<std::int32_t, Host> types_; ///< of the atoms of the block
    Array now_;
    LowerTriangular<double> edges_{}; ///< by which boxes carried atoms, at the last look
    Array ways_;                      ///< null: boxes have carried atoms nowhere
    std::vector<Array> origins_;
    std::vector<FixedSum> sums_;
    bool summing_ = false; ///< they have been begun
};

} // namespace mdsim
