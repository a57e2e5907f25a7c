// SPDX-License-Identifier: BSD-3-Clause
// Names kernels as the table shows them.
#include "trace.hpp"

#include <cxxabi.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

namespace gpu_timeline {
namespace {

/// A name without its namespaces and template arguments.
std::string bare(std::string_view name) {
    name = name.substr(0, name.find_first_of("<("));
    return std::string(name.substr(name.find_last_of(": ") + 1));
}

/// The template arguments of a kernel, if it has any, with their own.
std::vector<std::string_view> arguments_of(std::string_view name) {
    std::vector<std::string_view> arguments;
    const std::size_t open = name.find('<');
    if (open >= name.find('(')) return arguments;
    std::size_t begin = open + 1;
    int depth = 0;
    for (std::size_t at = open; at < name.size(); ++at) {
        if (name[at] == '<') ++depth;
        const bool ends = name[at] == '>' && --depth == 0;
        if (!ends && !(name[at] == ',' && depth == 1)) continue;
        arguments.push_back(name.substr(begin, at - begin));
        if (ends) break;
        begin = at + 1;
    }
    return arguments;
}

/// The name of a kernel, and of the classes that an instance of it is made for; the first is the
/// precision, the same for all.
std::string short_name(const char* symbol) {
    const std::unique_ptr<char, decltype(&std::free)> plain(
        abi::__cxa_demangle(symbol, nullptr, nullptr, nullptr), &std::free);
    std::string name = plain ? plain.get() : symbol;
    constexpr std::string_view hidden = "(anonymous namespace)::";
    for (auto at = name.find(hidden); at != name.npos; at = name.find(hidden))
        name.erase(at, hidden.size());
    std::string shown = bare(name);
    const auto arguments = arguments_of(name);
    for (std::size_t k = 1; k < arguments.size(); ++k)
        if (arguments[k].find("::") != arguments[k].npos) shown += " " + bare(arguments[k]);
    return shown;
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
