// SPDX-License-Identifier: BSD-3-Clause
// Whatever bytes an input file holds: it is either accepted, and then its effective text is
// accepted too and says the same, or refused with errors that each say something.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "config/config.hpp"
#include "input/error_list.hpp"
#include "input/toml_parse.hpp"

namespace {

void check(bool condition) {
    if (!condition) {
        __builtin_trap();
    }
}

void read(std::string_view text) {
    mdsim::Config config;
    try {
        config = mdsim::parse_config(text, "fuzz.toml", {}, ".");
    } catch (const mdsim::InputError& error) {
        check(!error.errors().empty());
        for (const mdsim::Diagnostic& found : error.errors()) {
            check(!found.message.empty());
        }
        return;
    }
    const auto again = mdsim::parse_config(config.effective_text, "again.toml", {}, ".");
    check(again.effective_text == config.effective_text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    read(text);
    mdsim::ErrorList errors;
    mdsim::TomlValue root =
        mdsim::parse_toml("[stage]\n[[pair.potential]]\nname = 'x'\n", "base", errors);
    mdsim::apply_override(root, text, errors);
    return 0;
}
