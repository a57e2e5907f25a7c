// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/buffer.hpp"
#include "core/vec3.hpp"
#include "output/checkpoint_file.hpp"
#include "output/checkpoint_reader.hpp"

namespace mdsim {

/// What the outputs of a run must find again in its checkpoint, by names that are unique in it.
///
/// Values matter on rank 0; arrays are this rank's block of ids and are shared with whoever sampled
/// them, as they do not change any more.
class OutputState {
  public:
    using Array = std::shared_ptr<const Buffer<Vec3<double>, Host>>;

    void set(const std::string& name, CheckpointNumbers numbers);
    void set_count(const std::string& name, std::int64_t count);
    void set_array(const std::string& name, Array array);

    /// The numbers of this name; none where there is no such value. Throws InputError where they
    /// are of the other kind.
    std::vector<std::int64_t> integers(const std::string& name) const;
    std::vector<double> numbers(const std::string& name) const;
    /// The first of the integers; 0 where there are none.
    std::int64_t count(const std::string& name) const;
    /// Null where there is no such array.
    Array array(const std::string& name) const;

    const std::vector<std::pair<std::string, CheckpointNumbers>>& values() const { return values_; }
    const std::vector<std::pair<std::string, Array>>& arrays() const { return arrays_; }

  private:
    template <class T> std::vector<T> get(const std::string& name) const;

    std::vector<std::pair<std::string, CheckpointNumbers>> values_;
    std::vector<std::pair<std::string, Array>> arrays_;
};

/// Adds the state to what a checkpoint holds, which borrows the arrays.
void add_outputs(const OutputState& state, CheckpointContent& content);

/// Reads the state, with this block of the arrays; also that of version 0.1.0, which had other
/// names. Throws InputError where a value is damaged or counts what cannot be.
OutputState read_outputs(const CheckpointReader& reader, const std::string& path,
                         const IdBlock& block);

} // namespace mdsim
