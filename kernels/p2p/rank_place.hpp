// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace mdsim {

/// Where a rank runs and which GPU it drives; travels as bytes.
struct RankPlace {
    char host[64]{};
    char boot[40]{};          ///< sets hosts of one name apart; empty where it cannot be read
    char gpu[64]{};           ///< the model
    char bus[16]{};           ///< its PCI address
    unsigned char uuid[16]{}; ///< the GPU's own number, or that of the part (MIG) in use
    int device = 0;           ///< its number in this process

    /// "GPU 0000:1b:00.0 of host n12".
    std::string text() const;
};

bool on_same_host(const RankPlace& a, const RankPlace& b);
bool on_same_device(const RankPlace& a, const RankPlace& b);

/// This process and its device in use.
RankPlace find_place();

} // namespace mdsim
