// Walks the members of a plain struct, with their names, as far as C++20 lets one see them.
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>
#include <tt_stl/aggregate_bind.hpp>
#include <tuple>
#include <type_traits>
#include <utility>

namespace ttsl::aggregate {

inline constexpr std::size_t kMaxMembers = 64;

struct Anything {
    std::size_t ignored;
    template <typename T>
    operator T() const;
};
// Binds to members that are references; does not fit members that can only be moved.
struct AnyObject {
    std::size_t ignored;
    template <typename T>
    operator T&() const;
};

template <typename T, typename Init, std::size_t... I>
constexpr bool takes(std::index_sequence<I...>) {
    return requires { T{Init{I}...}; };
}

// The largest number of initialisers that T accepts is the number of its members. A smaller number
// may be refused too: members without a default constructor need their initialiser.
template <typename T, typename Init, std::size_t N>
constexpr std::size_t count_from() {
    if constexpr (N == 0)
        return 0;
    else if constexpr (takes<T, Init>(std::make_index_sequence<N>{}))
        return N;
    else
        return count_from<T, Init, N - 1>();
}

template <typename T>
constexpr std::size_t count() {
    if constexpr (std::is_empty_v<T>) {
        return 0;
    } else {
        // Bit fields are the only members smaller than a byte.
        constexpr std::size_t most = sizeof(T) < 8 ? 8 * sizeof(T) : sizeof(T);
        constexpr std::size_t from = most < kMaxMembers ? most : kMaxMembers + 1;
        constexpr std::size_t found = count_from<T, Anything, from>();
        if constexpr (found > 0)
            return found;
        else
            return count_from<T, AnyObject, from>();
    }
}

template <typename T>
concept Walkable = std::is_aggregate_v<T> && !std::is_array_v<T> && !std::is_union_v<T> &&
                   !requires { typename std::tuple_size<T>::type; } &&
                   (std::is_empty_v<T> || count<T>() > 0) && (count<T>() <= kMaxMembers);

// References to all members.
template <Walkable T>
constexpr auto members(const T& o) {
    return bind<count<T>()>(o);
}
template <Walkable T>
constexpr auto members(T& o) {
    return bind<count<T>()>(o);
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
