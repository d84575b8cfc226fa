// fmt formatters for standard containers, enumerations and the types of tt_stl.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <enchantum/scoped.hpp>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tt_stl/small_vector.hpp>
#include <tt_stl/strong_type.hpp>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace ttsl::fmt_detail {

using Out = fmt::format_context::iterator;

template <typename T>
Out format_value(Out out, const T& value) {
    using Target = std::remove_cv_t<std::remove_pointer_t<T>>;
    if constexpr (std::is_pointer_v<T> && !std::is_same_v<Target, char>)
        return value == nullptr ? fmt::format_to(out, "nullptr")
                                : fmt::format_to(out, "{}", fmt::ptr(value));
    else
        return fmt::format_to(out, "{}", value);
}

// One after another with commas between them; `one` writes an element.
template <typename Range, typename One>
Out format_list(Out out, const Range& range, One one) {
    std::string_view between;
    for (const auto& element : range) {
        out = one(fmt::format_to(out, "{}", between), element);
        between = ", ";
    }
    return out;
}

// A format that takes no options.
struct Plain {
    constexpr auto parse(fmt::format_parse_context& ctx) { return ctx.begin(); }
};

struct Sequence : Plain {
    template <typename Range>
    auto format(const Range& range, fmt::format_context& ctx) const {
        using Element = typename Range::value_type;  // not the proxy of vector<bool>
        const auto one = [](Out out, const Element& e) { return format_value(out, e); };
        return fmt::format_to(format_list(fmt::format_to(ctx.out(), "{{"), range, one), "}}");
    }
};

struct Mapping : Plain {
    template <typename Map>
    auto format(const Map& map, fmt::format_context& ctx) const {
        const auto one = [](Out out, const auto& entry) {
            return format_value(fmt::format_to(format_value(out, entry.first), ": "), entry.second);
        };
        return fmt::format_to(format_list(fmt::format_to(ctx.out(), "{{"), map, one), "}}");
    }
};

struct Product : Plain {
    template <typename Tuple>
    auto format(const Tuple& tuple, fmt::format_context& ctx) const {
        Out out = fmt::format_to(ctx.out(), "(");
        std::string_view between;
        const auto add = [&](const auto& value) {
            out = format_value(fmt::format_to(out, "{}", between), value);
            between = ", ";
        };
        std::apply([&](const auto&... values) { (add(values), ...); }, tuple);
        return fmt::format_to(out, ")");
    }
};

}  // namespace ttsl::fmt_detail

template <typename T>
    requires std::is_enum_v<T>
struct fmt::formatter<T> : ttsl::fmt_detail::Plain {
    auto format(T value, fmt::format_context& ctx) const {
        return fmt::format_to(ctx.out(), "{}", enchantum::scoped::to_string(value));
    }
};

template <>
struct fmt::formatter<std::filesystem::path> : ttsl::fmt_detail::Plain {
    auto format(const std::filesystem::path& path, fmt::format_context& ctx) const {
        return fmt::format_to(ctx.out(), "{}", path.string());
    }
};

template <typename T, typename Tag>
struct fmt::formatter<ttsl::StrongType<T, Tag>> : ttsl::fmt_detail::Plain {
    auto format(const ttsl::StrongType<T, Tag>& strong, fmt::format_context& ctx) const {
        return fmt::format_to(ctx.out(), "{}", *strong);
    }
};

template <typename T>
struct fmt::formatter<std::optional<T>> : ttsl::fmt_detail::Plain {
    auto format(const std::optional<T>& value, fmt::format_context& ctx) const {
        return value ? ttsl::fmt_detail::format_value(ctx.out(), *value)
                     : fmt::format_to(ctx.out(), "std::nullopt");
    }
};

template <typename... Ts>
struct fmt::formatter<std::variant<Ts...>> : ttsl::fmt_detail::Plain {
    auto format(const std::variant<Ts...>& value, fmt::format_context& ctx) const {
        return std::visit(
            [&](const auto& v) { return ttsl::fmt_detail::format_value(ctx.out(), v); }, value);
    }
};

template <typename T>
struct fmt::formatter<std::reference_wrapper<T>> : ttsl::fmt_detail::Plain {
    auto format(const std::reference_wrapper<T>& ref, fmt::format_context& ctx) const {
        return ttsl::fmt_detail::format_value(ctx.out(), ref.get());
    }
};

template <typename T, typename A>
struct fmt::formatter<std::vector<T, A>> : ttsl::fmt_detail::Sequence {};
template <typename T, std::size_t N>
struct fmt::formatter<std::array<T, N>> : ttsl::fmt_detail::Sequence {};
template <typename T, typename C, typename A>
struct fmt::formatter<std::set<T, C, A>> : ttsl::fmt_detail::Sequence {};
template <typename T, std::size_t N>
struct fmt::formatter<ttsl::SmallVector<T, N>> : ttsl::fmt_detail::Sequence {};
template <typename K, typename V, typename C, typename A>
struct fmt::formatter<std::map<K, V, C, A>> : ttsl::fmt_detail::Mapping {};
template <typename K, typename V, typename H, typename E, typename A>
struct fmt::formatter<std::unordered_map<K, V, H, E, A>> : ttsl::fmt_detail::Mapping {};
template <typename A, typename B>
struct fmt::formatter<std::pair<A, B>> : ttsl::fmt_detail::Product {};
template <typename... Ts>
struct fmt::formatter<std::tuple<Ts...>> : ttsl::fmt_detail::Product {};
