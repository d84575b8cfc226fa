// The name of a type as the compiler spells it, with and without its namespaces.
#pragma once

#include <cstddef>
#include <string_view>

namespace ttsl {
namespace detail {

template <typename T>
constexpr std::string_view pretty_function() {
    return __PRETTY_FUNCTION__;
}

// What surrounds the type in the text is the same for every type; a known one shows how long it is.
inline constexpr std::string_view probe = pretty_function<double>();
inline constexpr std::size_t probe_begin = probe.find("double");
inline constexpr std::size_t probe_tail =
    probe.size() - probe_begin - std::string_view("double").size();

template <typename T>
constexpr std::string_view long_name() {
    constexpr std::string_view whole = pretty_function<T>();
    // g++ lists aliases after a semicolon ("T = int; std::string_view = …"): the same for all
    // types.
    return whole.substr(probe_begin, whole.size() - probe_begin - probe_tail);
}

// Everything after the last "::" that is outside template arguments.
constexpr std::string_view without_scope(std::string_view name) {
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i < name.size(); i++) {
        if (name[i] == '<') depth++;
        if (name[i] == '>') depth--;
        if (name[i] == ':' && depth == 0) begin = i + 1;
    }
    return name.substr(begin);
}

}  // namespace detail

template <typename T>
inline constexpr std::string_view long_type_name = detail::long_name<T>();

template <typename T>
inline constexpr std::string_view short_type_name = detail::without_scope(long_type_name<T>);

}  // namespace ttsl

namespace tt::stl {
using namespace ::ttsl;
}  // namespace tt::stl
