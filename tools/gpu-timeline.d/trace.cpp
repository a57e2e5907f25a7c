// SPDX-License-Identifier: BSD-3-Clause
// Names kernels as the table shows them.
#include "trace.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace gpu_timeline {
namespace {

std::string short_name(const char* symbol) {
    const std::unique_ptr<char, decltype(&std::free)> plain(
        abi::__cxa_demangle(symbol, nullptr, nullptr, nullptr), &std::free);
    std::string name = plain ? plain.get() : symbol;
    constexpr std::string_view hidden = "(anonymous namespace)::";
    for (auto at = name.find(hidden); at != name.npos; at = name.find(hidden))
        name.erase(at, hidden.size());
    name.resize(std::min(name.find_first_of("<("), name.size()));
    return name.substr(name.find_last_of(": ") + 1);
}

} // namespace

std::uint32_t use_of(Trace& t, const char* symbol) {
    const auto [id, fresh] = t.ids.try_emplace(symbol ? symbol : "unnamed", first_kernel);
    if (!fresh) return id->second;
    const std::string name = short_name(id->first.c_str());
    while (id->second < t.uses.size() && t.uses[id->second].name != name) ++id->second;
    if (id->second == t.uses.size()) t.uses.push_back({name});
    return id->second;
}

} // namespace gpu_timeline
