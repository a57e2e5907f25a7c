// SPDX-License-Identifier: BSD-3-Clause
#include "config/listen_address.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mdsim {

namespace {

constexpr int highest_port = 65535;

/// A text cut at the colon in front of its port; the brackets of an IPv6 address are gone.
struct HostAndPort {
    std::string host;
    std::string_view port;
    bool bracketed = false;
};

std::optional<HostAndPort> cut(std::string_view text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos || colon == 0 || colon + 1 == text.size())
        return std::nullopt;
    std::string_view host = text.substr(0, colon);
    const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
    if (bracketed) host = host.substr(1, host.size() - 2);
    if (!bracketed && host.find(':') != std::string_view::npos) return std::nullopt;
    return HostAndPort{std::string(host), text.substr(colon + 1), bracketed};
}

std::optional<int> port_of(std::string_view text) {
    int port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    if (!whole || port < 0 || port > highest_port) return std::nullopt;
    return port;
}

/// Sets what kind of address the host is; false where it is none.
bool judge_host(ListenAddress& address) {
    in6_addr six{};
    in_addr four{};
    if (address.ipv6) {
        if (inet_pton(AF_INET6, address.host.c_str(), &six) != 1) return false;
        address.loopback = IN6_IS_ADDR_LOOPBACK(&six);
        return true;
    }
    if (inet_pton(AF_INET, address.host.c_str(), &four) != 1) return false;
    constexpr std::uint32_t loopback_network = 127;
    address.loopback = ntohl(four.s_addr) >> 24 == loopback_network;
    return true;
}

} // namespace

std::string ListenAddress::text() const {
    return ipv6 ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

std::variant<ListenAddress, std::string> read_listen_address(const std::string& text) {
    const std::optional<HostAndPort> parts = cut(text);
    if (!parts)
        return fmt::format("found \"{}\"; allowed is an address with a port, such as "
                           "\"127.0.0.1:9464\" or \"[::1]:9464\"",
                           text);
    const std::optional<int> port = port_of(parts->port);
    if (!port)
        return fmt::format("found the port \"{}\"; allowed: 0 to {}, where 0 takes any that is "
                           "free",
                           parts->port, highest_port);
    ListenAddress address{parts->host, *port, parts->bracketed, false};
    if (!address.ipv6 && address.host == "localhost") address.host = "127.0.0.1";
    if (!judge_host(address))
        return fmt::format("found the address \"{}\"; allowed are numbers, such as 127.0.0.1 or "
                           "[::1], and localhost",
                           parts->host);
    return address;
}

} // namespace mdsim
