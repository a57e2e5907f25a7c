// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "output/checkpoint_file.hpp"
#include "output/untrusted_file.hpp"

namespace mdsim {

/// The checkpoint to go on from.
struct FoundCheckpoint {
    std::string path;
    Step step = 0;
    std::vector<std::string> refused; ///< newer files that are damaged, each with the reason
};

/// Finds the newest whole checkpoint of a folder; reads all of it, so one rank should ask.
///
/// Throws InputError with a fault for each damaged file and what can be done, or one if there is no
/// checkpoint at all.
FoundCheckpoint find_checkpoint(const std::string& folder);

/// The newest checkpoint of a folder that is not after `newest`, a step whose checkpoint was good,
/// and whose head is whole and fits its size. Reads heads alone: for the end of a run, which
/// compared what it wrote or read all of it, and may have no time.
std::optional<FoundCheckpoint> sealed_checkpoint_in(const std::string& folder, Step newest);

/// Reads a checkpoint that find_checkpoint or verify_checkpoint found whole; any rank may have one.
///
/// A checksum shows damage, not forgery: nothing that the file says of its objects is believed.
class CheckpointReader {
  public:
    explicit CheckpointReader(const std::string& path);

    const CheckpointInfo& info() const { return info_; }

    /// The size of the file [bytes].
    std::uint64_t bytes() const { return file_.bytes(); }

    bool has_array(const std::string& name) const;
    bool has_value(const std::string& name) const;
    bool has_text(const std::string& name) const;

    /// The names of the arrays and of the values that begin so, sorted.
    std::vector<std::string> arrays_named(const std::string& prefix) const;
    std::vector<std::string> values_named(const std::string& prefix) const;

    /// Whether a value that is there holds integers.
    bool holds_integers(const std::string& name) const;

    /// Reads the rows of a block of ids of a per-atom array; `values` takes columns numbers a row.
    ///
    /// Throws InputError if there is no such array, it has another type or shape, or is damaged.
    template <class T>
    void read_array(const std::string& name, const IdBlock& block, int columns,
                    std::span<T> values) const {
        read_rows(name, block, columns, element_type<T>(), std::as_writable_bytes(values));
    }

    /// Reads a triple an atom.
    template <class T>
    void read_array(const std::string& name, const IdBlock& block,
                    std::span<Vec3<T>> values) const {
        read_rows(name, block, 3, element_type<T>(), std::as_writable_bytes(values));
    }

    /// Throws InputError if there is no such value, or it is damaged.
    std::vector<std::int64_t> integers(const std::string& name) const;
    std::vector<double> numbers(const std::string& name) const;
    std::string text(const std::string& name) const;

  private:
    void read_rows(const std::string& name, const IdBlock& block, int columns, ElementType type,
                   std::span<std::byte> bytes) const;
    /// Throws InputError where an array has another shape or type.
    void check_array(const std::string& name, const h5::UntrustedDataset& array, int columns,
                     ElementType type) const;
    /// Throws InputError where there is no object of this path.
    void expect_there(const std::string& path) const;
    template <class T> std::vector<T> values(const std::string& path) const;
    /// A single number from zero on.
    std::int64_t one_of(const std::string& path) const;
    h5::UntrustedDataset dataset(const std::string& path) const;
    std::vector<std::string> names_in(const std::string& group, const std::string& prefix) const;

    h5::UntrustedFile file_;
    CheckpointInfo info_;
};

} // namespace mdsim
