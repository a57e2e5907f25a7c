// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/hdf5_text_type.hpp"

#include <string_view>

#include "core/contract.hpp"

namespace mdsim::source {

guard::Hdf5Handle text_type(hid_t stored) {
    MDSIM_EXPECT(H5Tget_class(stored) == H5T_STRING);
    guard::Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    const bool variable = H5Tis_variable_str(stored) > 0;
    H5Tset_size(type.get(), variable ? H5T_VARIABLE : H5Tget_size(stored) + 1);
    H5Tset_cset(type.get(), H5Tget_cset(stored));
    return type;
}

std::vector<std::string> texts_of_cells(const std::vector<char>& cells, std::size_t width) {
    MDSIM_EXPECT(width > 0 && cells.size() % width == 0);
    std::vector<std::string> texts;
    for (std::size_t first = 0; first < cells.size(); first += width) {
        const std::string_view cell(cells.data() + first, width);
        texts.emplace_back(cell.substr(0, cell.find('\0')));
    }
    return texts;
}

} // namespace mdsim::source
