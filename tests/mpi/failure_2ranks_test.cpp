// SPDX-License-Identifier: BSD-3-Clause
#include "report/failure.hpp"

#include "core/agreement.hpp"
#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("ranks that all fail leave in order") {
    const Communicator ends = Communicator::world().duplicate();
    const Failure failure = met_by_all(failure_of(InputError("here", "wrong")), ends);
    CHECK(failure.known == Known::in_order);
    CHECK(failure.code == ExitCode::input_error);
    CHECK(failure.what == "here: wrong");
}

TEST_CASE("a failure is known as widely as its type says") {
    CHECK(failure_of(EnvironmentError("disk")).known == Known::here);
    CHECK(failure_of(SharedEnvironmentError("GPU")).known == Known::everywhere);
    CHECK(failure_of(OrderlyEnvironmentError("folder")).known == Known::in_order);
    CHECK(failure_of(std::bad_alloc()).known == Known::here);
    CHECK(failure_of(std::bad_alloc()).code == ExitCode::environment_error);
}
