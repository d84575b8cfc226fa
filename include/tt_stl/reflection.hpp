// Printing, hashing and JSON of types that describe themselves.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <ostream>
#include <sstream>
#include <string_view>
#include <tt-logger/tt-logger.hpp>
#include <tt_stl/attribute.hpp>
#include <tt_stl/attributes.hpp>
#include <tt_stl/canonical_key.hpp>
#include <tt_stl/concepts.hpp>
#include <tt_stl/fmt.hpp>
#include <tt_stl/hash.hpp>
#include <tt_stl/json.hpp>
#include <tt_stl/object_walk.hpp>
#include <tt_stl/overloaded.hpp>  // programs take it from here
#include <tt_stl/reflect.hpp>
#include <tt_stl/small_vector.hpp>
#include <tt_stl/span.hpp>
#include <tt_stl/type_name.hpp>
#include <type_traits>

namespace ttsl {

template <typename T>
constexpr std::string_view get_type_name() {
    return short_type_name<std::decay_t<T>>;
}
template <typename T>
constexpr std::string_view get_type_name(const T&) {
    return get_type_name<T>();
}

template <typename T>
concept IsVariant = reflection::is_one_of<T, std::variant>;

template <IsVariant Variant>
constexpr std::string_view get_active_type_name_in_variant(const Variant& variant) {
    return std::visit([](const auto& value) { return get_type_name(value); }, variant);
}

template <typename T, template <typename...> class Template>
inline constexpr bool is_specialization_v = reflection::is_one_of<T, Template>;

template <typename T>
inline constexpr bool is_span_v = false;
template <typename T, std::size_t N>
inline constexpr bool is_span_v<std::span<T, N>> = true;
template <typename T>
using is_span = std::bool_constant<is_span_v<T>>;

namespace reflection {

template <typename T>
concept Described =
    HasToString<T> || HasAttributes<T> ||
    (concepts::Reflectable<T> && !requires(std::ostream& os, const T& o) { os.operator<<(o); });

// As part of something larger: bools are numbers, and what has no text is named by its type.
template <typename T>
void write_part(std::ostream& os, const T& value) {
    if constexpr (std::is_same_v<T, bool>)
        os << (value ? '1' : '0');
    else if constexpr (std::is_pointer_v<T> && !std::is_convertible_v<T, std::string_view>)
        value == nullptr ? os << "nullptr" : os << static_cast<const void*>(value);
    else if constexpr (fmt::is_formattable<T>::value)
        os << fmt::format("{}", value);
    else if constexpr (requires { os << value; })
        os << value;
    else
        os << get_type_name<T>();
}

// What the library cannot stream itself.
template <typename T>
concept Composed =
    std::is_enum_v<T> || is_one_of<T, std::optional> || is_one_of<T, std::variant> ||
    is_one_of<T, std::reference_wrapper> || is_one_of<T, std::pair> || is_one_of<T, std::tuple> ||
    is_one_of<T, std::vector> || is_one_of<T, std::set> || is_one_of<T, std::map> ||
    is_one_of<T, std::unordered_map> ||
    requires { []<class E, std::size_t N>(const std::array<E, N>&) {}(std::declval<T>()); };

template <Composed T>
std::ostream& operator<<(std::ostream& os, const T& value) {
    return os << fmt::format("{}", value);
}

template <Described T>
std::ostream& operator<<(std::ostream& os, const T& object) {
    if constexpr (HasToString<T>) {
        return os << object.to_string();
    } else {
        os << get_type_name<T>() << '(';
        std::string_view between;
        for_each_attribute(object, [&](std::string_view name, const auto& value) {
            os << between << name << '=';
            write_part(os, value);
            between = ",";
        });
        return os << ')';
    }
}

}  // namespace reflection

template <typename T, std::size_t N>
std::ostream& operator<<(std::ostream& os, const SmallVector<T, N>& vector) {
    os << "SmallVector([";
    for (std::size_t i = 0; i < vector.size(); i++)
        os << (i == 0 ? "" : ", ") << fmt::format("{}", vector[i]);
    return os << "])";
}

}  // namespace ttsl

template <typename T>
    requires(ttsl::reflection::Described<T> && !ttsl::is_strong_type_v<T>)
struct fmt::formatter<T> : ttsl::fmt_detail::Plain {
    auto format(const T& object, fmt::format_context& ctx) const {
        std::ostringstream text;
        ttsl::reflection::operator<<(text, object);
        return fmt::format_to(ctx.out(), "{}", text.str());
    }
};
