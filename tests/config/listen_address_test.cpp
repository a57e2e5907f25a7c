// SPDX-License-Identifier: BSD-3-Clause
#include "config/listen_address.hpp"

#include "support/catch.hpp"

using namespace mdsim;

namespace {

ListenAddress address_of(const std::string& text) {
    const auto read = read_listen_address(text);
    INFO(text);
    REQUIRE(std::holds_alternative<ListenAddress>(read));
    return std::get<ListenAddress>(read);
}

std::string fault_of(const std::string& text) {
    const auto read = read_listen_address(text);
    INFO(text);
    REQUIRE(std::holds_alternative<std::string>(read));
    return std::get<std::string>(read);
}

} // namespace

TEST_CASE("addresses are numbers with a port, of both versions of IP, or localhost") {
    CHECK(address_of("127.0.0.1:9464").text() == "127.0.0.1:9464");
    CHECK(address_of("[::1]:80").text() == "[::1]:80");
    CHECK(address_of("localhost:0").text() == "127.0.0.1:0");
    CHECK(address_of("0.0.0.0:65535").port == 65535);
}

TEST_CASE("this machine alone reaches addresses of the loopback") {
    for (const char* text : {"127.0.0.1:1", "127.200.3.4:1", "localhost:1", "[::1]:1"})
        CHECK(address_of(text).loopback);
    for (const char* text :
         {"0.0.0.0:1", "128.0.0.1:1", "10.0.0.1:1", "[::]:1", "[fe80::1]:1", "[::ffff:10.0.0.1]:1"})
        CHECK_FALSE(address_of(text).loopback);
}

TEST_CASE("what is no address with a port is refused in words") {
    for (const char* text : {"", ":", "9464", ":9464", "127.0.0.1", "127.0.0.1:", "::1:9464"})
        CHECK_THAT(fault_of(text), ContainsSubstring("allowed is an address with a port"));
    for (const char* text : {"127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:80s", "127.0.0.1:+80",
                             "127.0.0.1: 80", "127.0.0.1:99999999999999999999"})
        CHECK_THAT(fault_of(text), ContainsSubstring("allowed: 0 to 65535"));
    for (const char* text :
         {"node17:80", "127.1:80", "[127.0.0.1]:80", "[::1%lo]:80", "*:80", "127.0.0.1,0.0.0.0:80"})
        CHECK_THAT(fault_of(text), ContainsSubstring("allowed are numbers"));
}
