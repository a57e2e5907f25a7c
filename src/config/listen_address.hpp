// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <variant>

namespace mdsim {

/// Where a server listens.
struct ListenAddress {
    std::string host; ///< a numeric address
    int port = 0;     ///< 0: any that is free
    bool ipv6 = false;
    bool loopback = false; ///< this machine alone reaches it

    /// "127.0.0.1:9464", "[::1]:9464".
    std::string text() const;
};

/// The address that "127.0.0.1:9464", "[::1]:9464" or "localhost:9464" names, or what is wrong with
/// the text.
std::variant<ListenAddress, std::string> read_listen_address(const std::string& text);

} // namespace mdsim
