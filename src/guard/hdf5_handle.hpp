// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <hdf5.h>

#include <utility>

namespace mdsim::guard {

/// Notes that the library could not close something: it then stumbles over it when MPI ends.
void note_unclosed_hdf5();

/// Whether every identifier of this process could be closed so far.
bool all_hdf5_closed();

/// Owns one identifier of the HDF5 library. One that cannot be closed is noted.
class Hdf5Handle {
  public:
    using Closer = herr_t (*)(hid_t);

    Hdf5Handle(hid_t id, Closer closer) : id_(id), closer_(closer) {}
    ~Hdf5Handle() {
        if (id_ >= 0 && closer_(id_) < 0) note_unclosed_hdf5();
    }
    Hdf5Handle(Hdf5Handle&& other) noexcept
        : id_(std::exchange(other.id_, -1)), closer_(other.closer_) {}
    Hdf5Handle(const Hdf5Handle&) = delete;
    Hdf5Handle& operator=(const Hdf5Handle&) = delete;

    hid_t get() const { return id_; }
    bool valid() const { return id_ >= 0; }

    /// Gives up ownership.
    hid_t release() { return std::exchange(id_, -1); }

  private:
    hid_t id_;
    Closer closer_;
};

/// Keeps the library from printing while a call is tried whose failure is judged here.
class Hdf5Quiet {
  public:
    Hdf5Quiet() {
        H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    }
    ~Hdf5Quiet() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }
    Hdf5Quiet(const Hdf5Quiet&) = delete;
    Hdf5Quiet& operator=(const Hdf5Quiet&) = delete;

  private:
    H5E_auto2_t function_ = nullptr;
    void* data_ = nullptr;
};

} // namespace mdsim::guard
