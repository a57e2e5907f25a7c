// SPDX-License-Identifier: BSD-3-Clause
// A broken contract of a kernel ends what this process does on its GPU: hence a program of its own.
#include "core/error.hpp"
#include "kernels/contract/break_contract.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

TEST_CASE("a kernel says which of its contracts is broken", "[gpu]") {
    CHECK_NOTHROW(break_contract_in_kernel(1, 2));
#ifdef NDEBUG
    CHECK_NOTHROW(break_contract_in_kernel(2, 2)); // stands only in debug builds
#else
    CHECK_THROWS_WITH(break_contract_in_kernel(2, 2),
                      ContainsSubstring("a contract of a kernel was broken"));
#endif
}
