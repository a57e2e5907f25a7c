// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "guard/hdf5_handle.hpp"
#include "guard/hdf5_layout.hpp"

namespace mdsim::guard {

namespace {

constexpr std::size_t longest_text = std::size_t{1} << 24; ///< of one cell [bytes]
constexpr int most_names = 65536;                          ///< of an enumeration

bool is_plain_integer(hid_t type) {
    const std::array<hid_t, 16> plain = {H5T_STD_I8LE, H5T_STD_I16LE, H5T_STD_I32LE, H5T_STD_I64LE,
                                         H5T_STD_I8BE, H5T_STD_I16BE, H5T_STD_I32BE, H5T_STD_I64BE,
                                         H5T_STD_U8LE, H5T_STD_U16LE, H5T_STD_U32LE, H5T_STD_U64LE,
                                         H5T_STD_U8BE, H5T_STD_U16BE, H5T_STD_U32BE, H5T_STD_U64BE};
    for (const hid_t one : plain)
        if (H5Tequal(type, one) > 0) return true;
    return false;
}

/// The layout of IEEE 754 half precision, for which HDF5 has no name.
bool is_half(hid_t type) {
    std::size_t sign = 0, exponent = 0, exponent_bits = 0, mantissa = 0, mantissa_bits = 0;
    return H5Tget_size(type) == 2 && H5Tget_precision(type) == 16 && H5Tget_offset(type) == 0 &&
           H5Tget_ebias(type) == 15 && H5Tget_norm(type) == H5T_NORM_IMPLIED &&
           H5Tget_fields(type, &sign, &exponent, &exponent_bits, &mantissa, &mantissa_bits) >= 0 &&
           sign == 15 && exponent == 10 && exponent_bits == 5 && mantissa == 0 &&
           mantissa_bits == 10;
}

bool is_plain_float(hid_t type) {
    const std::array<hid_t, 4> plain = {H5T_IEEE_F32LE, H5T_IEEE_F64LE, H5T_IEEE_F32BE,
                                        H5T_IEEE_F64BE};
    for (const hid_t one : plain)
        if (H5Tequal(type, one) > 0) return true;
    return is_half(type);
}

std::string name_objection(hid_t type) {
    const Hdf5Handle base(H5Tget_super(type), H5Tclose);
    if (!base.valid() || !is_plain_integer(base.get()))
        return "names values that are not whole numbers of 8 to 64 bits";
    if (hdf5_exceeds_int64(base.get()))
        return "names values of 64 bits without a sign; allowed are up to 63 bits";
    return H5Tget_nmembers(type) > most_names ? "names more than 65536 values" : "";
}

/// To the library a text of variable length is a list of letters, for which it takes memory by
/// the size that the file gives for one.
std::string text_objection(hid_t type) {
    if (H5Tis_variable_str(type) > 0) {
        const Hdf5Handle letter(H5Tget_super(type), H5Tclose);
        const bool byte = letter.valid() && H5Tget_size(letter.get()) == 1;
        return byte ? "" : "holds texts whose letters are not bytes; the file is damaged";
    }
    if (H5Tget_size(type) <= longest_text) return "";
    return fmt::format("holds texts of {} bytes each; allowed are {}", H5Tget_size(type),
                       longest_text);
}

} // namespace

bool hdf5_exceeds_int64(hid_t type) {
    return H5Tget_class(type) == H5T_INTEGER && H5Tget_sign(type) == H5T_SGN_NONE &&
           H5Tget_size(type) >= sizeof(std::int64_t);
}

std::string hdf5_type_objection(hid_t type) {
    switch (H5Tget_class(type)) {
    case H5T_INTEGER:
        return is_plain_integer(type) ? ""
                                      : "holds whole numbers of an unusual form; allowed are "
                                        "8, 16, 32 and 64 bits without padding";
    case H5T_FLOAT:
        return is_plain_float(type) ? ""
                                    : "holds real numbers of an unusual form; allowed are "
                                      "IEEE 754 numbers of 16, 32 and 64 bits";
    case H5T_STRING:
        return text_objection(type);
    case H5T_ENUM:
        return name_objection(type);
    default:
        return "holds neither numbers nor texts nor names";
    }
}

} // namespace mdsim::guard
