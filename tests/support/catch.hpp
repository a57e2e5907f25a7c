// SPDX-License-Identifier: BSD-3-Clause
// The one way tests reach Catch2: the same macros and Approx with version 2 and version 3.
#pragma once

#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_approx.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif
