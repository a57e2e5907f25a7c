// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/contract.hpp"
#include "core/hd.hpp"

namespace mdsim {

/// What a pass does where it is one of many bodies.
struct PassBody {
    bool rebuilds = false;  ///< ahead of its steps
    bool branch = false;    ///< it does one step, as a branch would
    bool sums = false;      ///< of a branch: it takes all sums; otherwise those of a thermostat
    std::int32_t phase = 0; ///< otherwise it is the body of this number among those of phases

    bool operator==(const PassBody&) const = default;
};

/// The bodies of which each pass is one, and their numbers: as many that begin with a rebuild as
/// others.
struct PassBodies {
    std::int32_t phases = 0; ///< CoupledBodies::count
    // Of which kinds there are branches.
    bool sums = false;
    bool couples = false;

    MDSIM_HD std::int32_t count() const { return 2 * without_rebuild(); }

    MDSIM_HD std::int32_t number_of(const PassBody& body) const {
        const std::int32_t first = body.rebuilds ? without_rebuild() : 0;
        if (!body.branch) return first + body.phase;
        MDSIM_EXPECT(body.sums ? sums : couples);
        return first + phases + (sums && !body.sums ? 1 : 0);
    }

    PassBody operator[](std::int32_t number) const {
        MDSIM_EXPECT(number >= 0 && number < count());
        const std::int32_t kind = number % without_rebuild();
        PassBody body;
        body.rebuilds = number >= without_rebuild();
        body.branch = kind >= phases;
        if (body.branch)
            body.sums = sums && kind == phases;
        else
            body.phase = kind;
        return body;
    }

  private:
    MDSIM_HD std::int32_t without_rebuild() const {
        return phases + (sums ? 1 : 0) + (couples ? 1 : 0);
    }
};

} // namespace mdsim
