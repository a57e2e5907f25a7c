// SPDX-License-Identifier: BSD-3-Clause
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "guard/hdf5_handle.hpp"
#include "guard/hdf5_layout.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::guard;

namespace {

/// A file with one data set of texts of variable length, "texts".
void write_texts(const std::string& path) {
    const Hdf5Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
                          H5Fclose);
    const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type.get(), H5T_VARIABLE);
    const hsize_t count = 2;
    const Hdf5Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
    const Hdf5Handle set(H5Dcreate2(file.get(), "texts", type.get(), space.get(), H5P_DEFAULT,
                                    H5P_DEFAULT, H5P_DEFAULT),
                         H5Dclose);
    const std::array<const char*, 2> texts{"argon", "krypton"};
    REQUIRE(H5Dwrite(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()) >= 0);
}

std::string objection_to(const std::string& path) {
    const Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    const Hdf5Handle set(H5Dopen2(file.get(), "texts", H5P_DEFAULT), H5Dclose);
    const Hdf5Handle type(H5Dget_type(set.get()), H5Tclose);
    REQUIRE(H5Tis_variable_str(type.get()) > 0);
    return hdf5_type_objection(type.get());
}

/// Makes the last byte of the size of a letter, as the type of the texts gives it, 255.
void spoil_size_of_letters(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), {}};
    // A list of class 9 and 16 bytes a reference, then its letters: whole numbers of one byte.
    const std::string list("\x10\0\0\0\x10\0\0\0\x01\0\0\0", 12);
    const std::size_t place = bytes.find(list);
    REQUIRE(place != std::string::npos);
    bytes[place + 11] = '\xff';
    std::ofstream(path, std::ios::binary) << bytes;
}

} // namespace

TEST_CASE("texts of variable length have letters of one byte") {
    const std::string path =
        (std::filesystem::temp_directory_path() / ("mdsim_texts_" + std::to_string(getpid())))
            .string();
    write_texts(path);
    CHECK(objection_to(path).empty());
    spoil_size_of_letters(path);
    CHECK_THAT(objection_to(path), ContainsSubstring("letters are not bytes"));
    std::filesystem::remove(path);
}
