// Names of enumerators, read out of the compiler's own text; the part of enchantum that hosts use.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace enchantum {

template <typename E>
concept Enum = std::is_enum_v<E>;

template <Enum E>
constexpr std::underlying_type_t<E> to_underlying(E value) noexcept {
    return static_cast<std::underlying_type_t<E>>(value);
}

namespace detail {

// Values outside 0…255 have no name here; no enumeration of the API goes further.
inline constexpr std::size_t kValues = 256;

// Not a static_cast: an enumeration without a fixed type has no constants behind its last one.
template <typename E, std::size_t Value>
inline constexpr E constant = std::bit_cast<E>(static_cast<std::underlying_type_t<E>>(Value));

template <typename E, E... Values>
constexpr std::string_view listing() {
    return __PRETTY_FUNCTION__;  // "… {A::x, A::y, (A)2, …}…", in the order of Values
}

template <typename E, std::size_t... I>
constexpr std::string_view listing_of(std::index_sequence<I...>) {
    return listing<E, constant<E, I>...>();
}

constexpr std::string_view last_part(std::string_view name) {
    const std::size_t colon = name.rfind(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

// A number without an enumerator is printed as a cast, which begins with a parenthesis or a digit.
constexpr bool is_name(std::string_view text) {
    const char c = text.empty() ? '(' : text.front();
    return c != '(' && c != '-' && (c < '0' || c > '9');
}

template <typename E>
constexpr auto parse_names() {
    std::array<std::string_view, kValues> names{};
    const std::string_view text = listing_of<E>(std::make_index_sequence<kValues>{});
    std::size_t begin = text.rfind('{') + 1;
    const std::size_t stop = text.rfind('}');
    for (std::size_t i = 0; i < kValues && begin < stop; i++) {
        std::size_t end = text.find(',', begin);
        if (end == std::string_view::npos || end > stop) end = stop;
        const std::string_view entry = text.substr(begin, end - begin);
        if (is_name(entry)) names[i] = last_part(entry);
        begin = end + 2;
    }
    return names;
}

template <typename E>
constexpr std::size_t text_size() {
    std::size_t bytes = 0;
    for (const std::string_view name : parse_names<E>()) bytes += name.size() + 1;
    return bytes;
}

// The names again, each with a zero behind it, so that neither C functions nor the linker meet the
// compiler's whole text.
template <typename E>
constexpr auto pack_text() {
    std::array<char, text_size<E>()> text{};
    std::size_t at = 0;
    for (const std::string_view name : parse_names<E>()) {
        for (const char c : name) text[at++] = c;
        at++;
    }
    return text;
}

template <typename E>
inline constexpr auto text_of = pack_text<E>();

template <typename E>
constexpr auto point_into_text() {
    std::array<std::string_view, kValues> names{};
    const char* at = text_of<E>.data();
    for (std::string_view& name : names) {
        name = std::string_view(at);
        at += name.size() + 1;
    }
    return names;
}

template <typename E>
struct Names {
    static constexpr auto by_value = point_into_text<E>();
};

template <typename E>
constexpr std::size_t count_names() {
    constexpr auto names = parse_names<E>();  // g++ 12 cannot use Names<E> in a template argument
    std::size_t n = 0;
    for (const std::string_view name : names) n += !name.empty();
    return n;
}

template <typename E>
constexpr auto list_entries() {
    std::array<std::pair<E, std::string_view>, count_names<E>()> out{};
    std::size_t n = 0;
    for (std::size_t i = 0; i < Names<E>::by_value.size(); i++)
        if (!Names<E>::by_value[i].empty()) out[n++] = {static_cast<E>(i), Names<E>::by_value[i]};
    return out;
}

template <typename E>
constexpr std::string_view scope_of() {
    const std::string_view text = listing_of<E>(std::make_index_sequence<0>{});
    const std::size_t begin = text.find("E = ") + 4;
    return last_part(text.substr(begin, text.find_first_of(";]", begin) - begin));
}

template <typename E, bool First>
constexpr auto one_side() {
    constexpr auto entries = list_entries<E>();
    std::array<std::conditional_t<First, E, std::string_view>, entries.size()> out{};
    for (std::size_t i = 0; i < entries.size(); i++) {
        if constexpr (First)
            out[i] = entries[i].first;
        else
            out[i] = entries[i].second;
    }
    return out;
}

}  // namespace detail

template <Enum E>
inline constexpr auto entries = detail::list_entries<E>();
template <Enum E>
inline constexpr auto values = detail::one_side<E, true>();
template <Enum E>
inline constexpr auto names = detail::one_side<E, false>();
template <Enum E>
inline constexpr auto entries_generator = detail::list_entries<E>();
template <Enum E>
inline constexpr auto values_generator = detail::one_side<E, true>();
template <Enum E>
inline constexpr std::size_t count = detail::count_names<E>();
template <Enum E>
inline constexpr std::string_view type_name = detail::scope_of<E>();

// Empty for a value that has no enumerator.
template <Enum E>
constexpr std::string_view to_string(E value) noexcept {
    const auto index = static_cast<std::size_t>(to_underlying(value));
    const auto& known = detail::Names<E>::by_value;
    return index < known.size() ? known[index] : std::string_view{};
}

template <Enum E>
constexpr bool contains(E value) noexcept {
    return !to_string(value).empty();
}

template <Enum E>
constexpr std::optional<E> cast(std::string_view name) noexcept {
    for (const auto& [value, known] : entries<E>)
        if (known == name) return value;
    return std::nullopt;
}

template <Enum E>
constexpr std::optional<E> index_to_enum(std::size_t index) noexcept {
    if (index >= values<E>.size()) return std::nullopt;
    return values<E>[index];
}

}  // namespace enchantum
