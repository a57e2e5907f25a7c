// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "kernels/runtime/device_sums.hpp"
#include "kernels/runtime/fork.hpp"
#include "kernels/runtime/pinned_array.hpp"
#include "kernels/runtime/staging.hpp"
#include "kernels/runtime/stream.hpp"
#include "ops/time_origins.hpp"

namespace mdsim {

/// Time origins in the memory of the device. A checkpoint copies an origin to the host once.
class DeviceTimeOrigins final : public TimeOrigins {
  public:
    /// Copies a column, in the order of ids, of this rank's block to memory of the device.
    using StoreColumn = std::function<void(const AnyColumn&, void*)>;

    DeviceTimeOrigins(const Stream& stream, const OriginRequest& request, std::size_t atoms,
                      StoreColumn store);

    void look(const LowerTriangular<double>& edges,
              const LowerTriangular<double>& carrying) override;
    void keep() override;
    void drop_oldest() override;
    std::size_t size() const override { return origins_.size(); }
    void begin_sums() override;
    std::vector<FixedSum> end_sums() override;
    Array array(std::size_t origin) override;
    void restore(const Array& origin) override;
    Carried carried() override;
    void restore(const Carried& carried) override;

  private:
    using Vectors = std::shared_ptr<Buffer<Vec3<double>, Device>>;

    /// Adds to the ways of atoms what the box has carried them since the last look.
    void carry_on(const LowerTriangular<double>& edges);
    /// Those of an origin that has been dropped, as it takes long to get memory and to give it
    /// back.
    Vectors unused_vectors();
    Array copy_of(const Buffer<Vec3<double>, Device>& vectors);
    Vectors upload(const Array& vectors);

    struct Origin {
        Vectors vectors;
        Array copy; ///< null until a checkpoint has asked for it
    };

    const Stream* stream_;
    OriginRequest request_;
    std::size_t atoms_;
    StoreColumn store_;
    Buffer<std::int32_t, Device> types_;
    Vectors now_;
    Vectors unused_;                    ///< perhaps null
    LowerTriangular<double> edges_{};   ///< by which boxes carried atoms, at the last look
    Buffer<Vec3<double>, Device> ways_; ///< empty: boxes have carried atoms nowhere
    std::vector<Origin> origins_;
    Fork beside_{Stream::Priority::usual}; ///< sums beside what the atoms do next
    const Stream* summing_ = nullptr;      ///< where they have been begun; null: nowhere
    Buffer<DeviceSums<1>, Device> totals_; ///< [origin][type]
    PinnedArray<DeviceSums<1>> seen_totals_;
    Staging staging_;
};

} // namespace mdsim
