// SPDX-License-Identifier: BSD-3-Clause
// HDF5 files that tests write object by object, without the writer of the program.
#pragma once

#include <hdf5.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace mdsim::test {

/// Writes an HDF5 file for one test, and removes it at the end.
class Hdf5Sample {
  public:
    Hdf5Sample()
        : path_((std::filesystem::temp_directory_path() /
                 ("mdsim-h5md-test-" + std::to_string(::getpid()) + ".h5md"))
                    .string()),
          file_(H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)),
          parents_(H5Pcreate(H5P_LINK_CREATE)) {
        H5Pset_create_intermediate_group(parents_, 1);
    }
    ~Hdf5Sample() {
        close();
        std::filesystem::remove(path_);
    }
    Hdf5Sample(const Hdf5Sample&) = delete;
    Hdf5Sample& operator=(const Hdf5Sample&) = delete;

    void reals(const std::string& name, const std::vector<hsize_t>& shape,
               std::vector<double> values) const {
        write(name, shape, H5T_NATIVE_FLOAT, H5T_NATIVE_DOUBLE, values.data());
    }
    void integers(const std::string& name, const std::vector<hsize_t>& shape,
                  std::vector<int> values) const {
        write(name, shape, H5T_NATIVE_INT, H5T_NATIVE_INT, values.data());
    }
    void long_integers(const std::string& name, const std::vector<hsize_t>& shape,
                       std::vector<long long> values) const {
        write(name, shape, H5T_NATIVE_LLONG, H5T_NATIVE_LLONG, values.data());
    }
    void unsigned_integers(const std::string& name, const std::vector<hsize_t>& shape,
                           std::vector<unsigned long long> values) const {
        write(name, shape, H5T_NATIVE_ULLONG, H5T_NATIVE_ULLONG, values.data());
    }
    void named(const std::string& name, std::vector<signed char> values) const {
        const hid_t type = H5Tenum_create(H5T_NATIVE_SCHAR);
        signed char value = 5;
        H5Tenum_insert(type, "Kr", &value);
        value = -3;
        H5Tenum_insert(type, "Ar", &value);
        write(name, {values.size()}, type, type, values.data());
        H5Tclose(type);
    }
    void texts(const std::string& name, std::vector<const char*> values) const {
        const hid_t type = variable_text();
        write(name, {values.size()}, type, type, values.data());
        H5Tclose(type);
    }

    /// One text of fixed length.
    void text(const std::string& name, const std::string& value) const {
        const hid_t type = H5Tcopy(H5T_C_S1);
        H5Tset_size(type, value.size() + 1);
        write(name, {}, type, type, value.c_str());
        H5Tclose(type);
    }

    /// An attribute of texts of fixed length, as the specification wants them.
    void attribute(const std::string& object, const std::string& name, const std::string& cells,
                   std::size_t width) const {
        const hid_t type = H5Tcopy(H5T_C_S1);
        H5Tset_size(type, width);
        H5Tset_strpad(type, H5T_STR_NULLPAD);
        const hsize_t count = cells.size() / width;
        const hid_t space = H5Screate_simple(1, &count, nullptr);
        write_attribute(object, name, type, space, cells.data());
        H5Tclose(type);
    }
    void attribute(const std::string& object, const std::string& name, const char* text) const {
        const hid_t type = variable_text();
        write_attribute(object, name, type, H5Screate(H5S_SCALAR), &text);
        H5Tclose(type);
    }
    void attribute(const std::string& object, const std::string& name, int value) const {
        write_attribute(object, name, H5Tcopy(H5T_NATIVE_INT), H5Screate(H5S_SCALAR), &value);
    }
    /// An attribute of three real numbers.
    void attribute(const std::string& object, const std::string& name,
                   std::vector<double> values) const {
        const hsize_t count = values.size();
        write_attribute(object, name, H5Tcopy(H5T_NATIVE_DOUBLE),
                        H5Screate_simple(1, &count, nullptr), values.data());
    }
    void soft_link(const std::string& target, const std::string& name) const {
        H5Lcreate_soft(target.c_str(), file_, name.c_str(), parents_, H5P_DEFAULT);
    }
    void external_link(const std::string& file, const std::string& name) const {
        H5Lcreate_external(file.c_str(), "/data", file_, name.c_str(), parents_, H5P_DEFAULT);
    }

    /// A dataset of real numbers that is never written, kept in another file or in chunks.
    void unwritten(const std::string& name, const std::vector<hsize_t>& shape, const char* file,
                   const std::vector<hsize_t>& chunk) const {
        const hid_t list = H5Pcreate(H5P_DATASET_CREATE);
        if (file != nullptr) H5Pset_external(list, file, 0, H5F_UNLIMITED);
        if (!chunk.empty()) H5Pset_chunk(list, static_cast<int>(chunk.size()), chunk.data());
        const hid_t space = H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
        const hid_t set =
            H5Dcreate2(file_, name.c_str(), H5T_IEEE_F32LE, space, parents_, list, H5P_DEFAULT);
        REQUIRE(set >= 0);
        H5Dclose(set);
        H5Sclose(space);
        H5Pclose(list);
    }
    void hard_link(const std::string& target, const std::string& name) const {
        H5Lcreate_hard(file_, target.c_str(), file_, name.c_str(), parents_, H5P_DEFAULT);
    }
    void remove(const std::string& name) const { H5Ldelete(file_, name.c_str(), H5P_DEFAULT); }

    /// Where the header of an object begins in the file [bytes].
    std::uint64_t header_address(const std::string& name) const {
#if H5_VERSION_GE(1, 12, 0)
        H5O_info1_t info{};
#else
        H5O_info_t info{};
#endif
        REQUIRE(H5Oget_info_by_name1(file_, name.c_str(), &info, H5P_DEFAULT) >= 0);
        return info.addr;
    }

    /// The file's path; what was written is in it.
    const std::string& flushed() const {
        H5Fflush(file_, H5F_SCOPE_LOCAL);
        return path_;
    }
    void close() {
        if (file_ < 0) return;
        H5Pclose(parents_);
        H5Fclose(file_);
        file_ = -1;
    }
    const std::string& path() const { return path_; }

  private:
    static hid_t variable_text() {
        const hid_t type = H5Tcopy(H5T_C_S1);
        H5Tset_size(type, H5T_VARIABLE);
        return type;
    }
    void write(const std::string& name, const std::vector<hsize_t>& shape, hid_t stored,
               hid_t given, const void* values) const {
        const hid_t space =
            shape.empty() ? H5Screate(H5S_SCALAR)
                          : H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
        const hid_t set =
            H5Dcreate2(file_, name.c_str(), stored, space, parents_, H5P_DEFAULT, H5P_DEFAULT);
        REQUIRE(H5Dwrite(set, given, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
        H5Dclose(set);
        H5Sclose(space);
    }
    void write_attribute(const std::string& object, const std::string& name, hid_t type,
                         hid_t space, const void* value) const {
        const hid_t attribute = H5Acreate_by_name(file_, object.c_str(), name.c_str(), type, space,
                                                  H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        REQUIRE(H5Awrite(attribute, type, value) >= 0);
        H5Aclose(attribute);
        H5Sclose(space);
    }

    std::string path_;
    hid_t file_;
    hid_t parents_;
};

inline const std::string group = "/particles/system";

/// Three frames of two atoms, laid out as mdsim writes them.
inline void write_trajectory(const Hdf5Sample& sample) {
    std::vector<double> position;
    std::vector<double> velocity;
    std::vector<double> edges;
    std::vector<int> image;
    for (int frame = 0; frame < 3; ++frame) {
        for (int i = 0; i < 6; ++i) {
            position.push_back(frame + 0.25 * i);
            velocity.push_back(-frame - 0.5 * i);
            image.push_back(frame * i - 2);
        }
        for (const double n : {10.0 + frame, 0.0, 0.0, 1.5, 11.0, 0.0, 2.5, -3.5, 12.0})
            edges.push_back(n);
    }
    sample.reals(group + "/position/value", {3, 2, 3}, position);
    sample.integers(group + "/position/step", {3}, {0, 100, 250});
    sample.attribute(group + "/position/value", "unit", "Angstrom");
    sample.reals(group + "/velocity/value", {3, 2, 3}, velocity);
    sample.hard_link(group + "/position/step", group + "/velocity/step");
    sample.integers(group + "/image/value", {3, 2, 3}, image);
    sample.hard_link(group + "/position/step", group + "/image/step");
    sample.reals(group + "/box/edges/value", {3, 3, 3}, edges);
    sample.hard_link(group + "/position/step", group + "/box/edges/step");
    sample.attribute(group + "/box", "dimension", 3);
    sample.attribute(group + "/box", "boundary", std::string("periodicnone\0\0\0\0periodic", 24),
                     8);
    sample.integers(group + "/species", {2}, {7, 3});
    sample.reals(group + "/mass", {2}, {4, 2});
    sample.reals(group + "/charge", {2}, {-1, 1});
    sample.soft_link("system", "/particles/all");
}

/// One fixed frame of four atoms, less its species.
inline void write_fixed(const Hdf5Sample& sample) {
    sample.reals("/particles/fluid/position", {4, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    sample.reals("/particles/fluid/box/edges", {3}, {20, 21, 22});
    sample.attribute("/particles/fluid/box", "boundary", "none");
}

} // namespace mdsim::test
