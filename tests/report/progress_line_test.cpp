// SPDX-License-Identifier: BSD-3-Clause
#include "report/progress_line.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdint>

#include "report/console.hpp"
#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("the least important fields are left out until a line fits") {
    const std::vector<ProgressField> fields{
        {"melt", 3}, {"step 5/9", 9, " "}, {"1 steps/s", 2}, {"left 4 s", 8}, {"E -5", 1}};
    CHECK(fitted_line(fields, 200) == "melt step 5/9 | 1 steps/s | left 4 s | E -5");
    CHECK(fitted_line(fields, 43) == "melt step 5/9 | 1 steps/s | left 4 s | E -5");
    CHECK(fitted_line(fields, 42) == "melt step 5/9 | 1 steps/s | left 4 s");
    CHECK(fitted_line(fields, 35) == "melt step 5/9 | left 4 s");
    CHECK(fitted_line(fields, 23) == "step 5/9 | left 4 s");
    CHECK(fitted_line(fields, 10) == "step 5/9");
    CHECK(fitted_line(fields, 6) == "step 5");
    CHECK(fitted_line(fields, 0).empty());
    CHECK(fitted_line({}, 10).empty());
}

TEST_CASE("characters of several bytes are one column and stay whole") {
    const std::string text = "gr\xc3\xbc\xc3\x9f";
    CHECK(cut_to(text, 4) == text);
    CHECK(cut_to(text, 3) == "gr\xc3\xbc");
    CHECK(cut_to(text, 2) == "gr");
    CHECK(fitted_line({{text, 1}, {"ab", 2}}, 9) == text + " | ab");
    CHECK(fitted_line({{text, 1}, {"ab", 2}}, 8) == "ab");
}

TEST_CASE("a terminal is asked for its width each time") {
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0) return; // a machine without terminals
    for (const unsigned short columns :
         {std::uint16_t{40}, std::uint16_t{80}, std::uint16_t{115}}) {
        const winsize size{24, columns, 0, 0};
        REQUIRE(::ioctl(terminal, TIOCSWINSZ, &size) == 0);
        CHECK(columns_of_terminal(terminal) == columns - 1u);
    }
    ::close(terminal);
    CHECK(columns_of_terminal(-1) == 79);
}

TEST_CASE("short times are told with their digits") {
    CHECK(elapsed_text(0.25) == "0.25 s");
    CHECK(elapsed_text(0.00412) == "0.0041 s");
    CHECK(elapsed_text(3.42) == "3.4 s");
    CHECK(elapsed_text(9.96) == "10 s");
    CHECK(elapsed_text(12.4) == "12 s");
    CHECK(elapsed_text(185) == "3 min 05 s");
    CHECK(elapsed_text(0) == "0 s");
}
