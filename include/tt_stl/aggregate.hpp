// Walks the members of a plain struct, with their names, as far as C++20 lets one see them.
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace ttsl::aggregate {

inline constexpr std::size_t kMaxMembers = 16;

struct Anything {
    std::size_t ignored;
    template <typename T>
    operator T() const;
};

template <typename T, std::size_t... I>
constexpr bool takes(std::index_sequence<I...>) {
    return requires { T{Anything{I}...}; };
}

// The largest number of initialisers that T accepts is the number of its members.
template <typename T, std::size_t N = kMaxMembers + 1>
constexpr std::size_t count() {
    if constexpr (takes<T>(std::make_index_sequence<N>{}))
        return N;
    else if constexpr (N > 0)
        return count<T, N - 1>();
    else
        return 0;
}

template <typename T>
concept Walkable = std::is_aggregate_v<T> && !std::is_array_v<T> && !std::is_union_v<T> &&
                   !requires { typename std::tuple_size<T>::type; } && (count<T>() > 0) &&
                   (count<T>() <= kMaxMembers);

// References to all members.
template <Walkable T>
constexpr auto members(const T& o) {
    constexpr std::size_t n = count<T>();
    if constexpr (n == 1) {
        const auto& [a] = o;
        return std::tie(a);
    } else if constexpr (n == 2) {
        const auto& [a, b] = o;
        return std::tie(a, b);
    } else if constexpr (n == 3) {
        const auto& [a, b, c] = o;
        return std::tie(a, b, c);
    } else if constexpr (n == 4) {
        const auto& [a, b, c, d] = o;
        return std::tie(a, b, c, d);
    } else if constexpr (n == 5) {
        const auto& [a, b, c, d, e] = o;
        return std::tie(a, b, c, d, e);
    } else if constexpr (n == 6) {
        const auto& [a, b, c, d, e, f] = o;
        return std::tie(a, b, c, d, e, f);
    } else if constexpr (n == 7) {
        const auto& [a, b, c, d, e, f, g] = o;
        return std::tie(a, b, c, d, e, f, g);
    } else if constexpr (n == 8) {
        const auto& [a, b, c, d, e, f, g, h] = o;
        return std::tie(a, b, c, d, e, f, g, h);
    } else if constexpr (n == 9) {
        const auto& [a, b, c, d, e, f, g, h, i] = o;
        return std::tie(a, b, c, d, e, f, g, h, i);
    } else if constexpr (n == 10) {
        const auto& [a, b, c, d, e, f, g, h, i, j] = o;
        return std::tie(a, b, c, d, e, f, g, h, i, j);
    } else if constexpr (n == 11) {
        const auto& [a, b, c, d, e, f, g, h, i, j, k] = o;
        return std::tie(a, b, c, d, e, f, g, h, i, j, k);
    } else if constexpr (n == 12) {
        const auto& [a, b, c, d, e, f, g, h, i, j, k, l] = o;
        return std::tie(a, b, c, d, e, f, g, h, i, j, k, l);
    } else if constexpr (n == 13) {
        const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = o;
        return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m);
    } else if constexpr (n == 14) {
        const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, p] = o;
        return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, p);
    } else if constexpr (n == 15) {
        const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, p, q] = o;
        return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, p, q);
    } else {
        const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, p, q, r] = o;
        return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, p, q, r);
    }
}

// An object that is named but never made: a pointer to its member, as a template argument, carries
// the member's name into the text of the function.
template <typename T>
struct Ghost {
    const T value;
};
template <typename T>
extern const Ghost<T> ghost;

template <auto Member>
consteval std::string_view member_text() {
    return __PRETTY_FUNCTION__;
}

constexpr std::string_view last_identifier(std::string_view text) {
    const auto in_name = [](char c) {
        return c == '_' || ('0' <= c && c <= '9') || ('a' <= c && c <= 'z') ||
               ('A' <= c && c <= 'Z');
    };
    std::size_t end = text.find(';');  // g++ explains aliases behind it
    if (end == std::string_view::npos) end = text.size();
    while (end > 0 && !in_name(text[end - 1])) end--;
    std::size_t begin = end;
    while (begin > 0 && in_name(text[begin - 1])) begin--;
    return text.substr(begin, end - begin);
}

#pragma GCC diagnostic push
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wundefined-var-template"
#endif
template <Walkable T, std::size_t I>
consteval std::string_view member_name() {
    return last_identifier(member_text<&std::get<I>(members(ghost<T>.value))>());
}
#pragma GCC diagnostic pop

}  // namespace ttsl::aggregate
