// JSON of numbers, text, containers, and whatever describes itself.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <tt_stl/attributes.hpp>
#include <tt_stl/type_name.hpp>
#include <type_traits>

namespace ttsl::json {

template <typename T>
struct to_json_t;
template <typename T>
struct from_json_t;

template <typename T>
nlohmann::json to_json(const T& object) {
    return to_json_t<std::decay_t<T>>{}(object);
}

template <typename T>
T from_json(const nlohmann::json& json) {
    return from_json_t<T>{}(json);
}

namespace detail {

// Enumerators are numbers, as upstream writes them.
template <typename T>
concept Simple = std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, std::string> ||
                 std::is_same_v<T, const char*>;

template <typename T>
concept Pointer = std::is_pointer_v<T> && !Simple<T>;

template <typename T>
concept Map = requires { typename T::mapped_type; };

template <typename T>
concept List = reflection::Iterable<T> && !Simple<T> && !Map<T> && !reflection::HasAttributes<T>;

template <typename T>
concept Product =
    reflection::TupleLike<T> && !reflection::Iterable<T> && !reflection::HasAttributes<T>;

template <typename T>
concept Described = reflection::HasAttributes<T> || concepts::Reflectable<T>;

}  // namespace detail

// What nothing below knows; upstream's text.
template <typename T>
struct to_json_t {
    nlohmann::json operator()(const T&) const {
        return "ttsl::json::to_json_t: Unsupported type " + std::string(short_type_name<T>);
    }
};

template <detail::Simple T>
struct to_json_t<T> {
    nlohmann::json operator()(const T& value) const { return value; }
};
template <detail::Simple T>
struct from_json_t<T> {
    T operator()(const nlohmann::json& json) const { return json.get<T>(); }
};

template <detail::Pointer T>
struct to_json_t<T> {
    nlohmann::json operator()(T pointer) const {
        if constexpr (std::is_void_v<std::remove_pointer_t<T>>)
            return nullptr;
        else
            return pointer != nullptr ? to_json(*pointer) : nlohmann::json();
    }
};
template <detail::Pointer T>
struct from_json_t<T> {
    T operator()(const nlohmann::json& json) const {
        if (!json.is_null()) throw std::runtime_error("a pointer cannot be read from JSON");
        return nullptr;
    }
};

template <typename T>
struct to_json_t<std::optional<T>> {
    nlohmann::json operator()(const std::optional<T>& value) const {
        return value ? to_json(*value) : nlohmann::json();
    }
};
template <typename T>
struct from_json_t<std::optional<T>> {
    std::optional<T> operator()(const nlohmann::json& json) const {
        if (json.is_null()) return std::nullopt;
        return from_json<T>(json);
    }
};

template <typename T>
struct to_json_t<std::reference_wrapper<T>> {
    nlohmann::json operator()(const std::reference_wrapper<T>& ref) const {
        return to_json(ref.get());
    }
};

template <typename... Ts>
struct to_json_t<std::variant<Ts...>> {
    nlohmann::json operator()(const std::variant<Ts...>& variant) const {
        nlohmann::json value = std::visit([](const auto& v) { return to_json(v); }, variant);
        return {{"index", variant.index()}, {"value", std::move(value)}};
    }
};
template <typename... Ts>
struct from_json_t<std::variant<Ts...>> {
    std::variant<Ts...> operator()(const nlohmann::json& json) const {
        using Read = std::variant<Ts...> (*)(const nlohmann::json&);
        static constexpr Read readers[] = {
            [](const nlohmann::json& j) { return std::variant<Ts...>(from_json<Ts>(j)); }...};
        const auto index = json.at("index").get<std::size_t>();
        if (index >= sizeof...(Ts))
            throw std::runtime_error("there is no alternative " + std::to_string(index));
        return readers[index](json.at("value"));
    }
};

template <detail::List T>
struct to_json_t<T> {
    nlohmann::json operator()(const T& list) const {
        nlohmann::json out = nlohmann::json::array();
        for (const auto& element : list) out.push_back(to_json(element));
        return out;
    }
};
template <detail::List T>
struct from_json_t<T> {
    T operator()(const nlohmann::json& json) const {
        T out{};
        if constexpr (reflection::TupleLike<T>) {
            for (std::size_t i = 0; i < out.size(); i++)
                out[i] = from_json<typename T::value_type>(json.at(i));
        } else {
            for (const auto& element : json)
                out.insert(out.end(), from_json<typename T::value_type>(element));
        }
        return out;
    }
};

template <detail::Product T>
struct to_json_t<T> {
    nlohmann::json operator()(const T& product) const {
        nlohmann::json out = nlohmann::json::array();
        std::apply([&](const auto&... parts) { (out.push_back(to_json(parts)), ...); }, product);
        return out;
    }
};
template <detail::Product T>
struct from_json_t<T> {
    T operator()(const nlohmann::json& json) const {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return T(from_json<std::tuple_element_t<I, T>>(json.at(I))...);
        }(std::make_index_sequence<std::tuple_size_v<T>>{});
    }
};

// The text of a key is its JSON, so that a key that is text keeps its quotes.
template <detail::Map T>
struct to_json_t<T> {
    nlohmann::json operator()(const T& map) const {
        nlohmann::json out = nlohmann::json::object();
        for (const auto& [key, value] : map) out[to_json(key).dump()] = to_json(value);
        return out;
    }
};
template <detail::Map T>
struct from_json_t<T> {
    T operator()(const nlohmann::json& json) const {
        T out;
        for (const auto& [key, value] : json.items())
            out.emplace(from_json<typename T::key_type>(nlohmann::json::parse(key)),
                        from_json<typename T::mapped_type>(value));
        return out;
    }
};

template <detail::Described T>
struct to_json_t<T> {
    nlohmann::json operator()(const T& object) const {
        nlohmann::json out = nlohmann::json::object();
        reflection::for_each_attribute(object, [&](std::string_view name, const auto& value) {
            out[std::string(name)] = to_json(value);
        });
        return out;
    }
};
template <typename T>
    requires(concepts::Reflectable<T> && !reflection::HasAttributes<T>)
struct from_json_t<T> {
    T operator()(const nlohmann::json& json) const {
        T object{};
        auto members = aggregate::members(object);
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            ((std::get<I>(members) =
                  from_json<std::remove_cvref_t<std::tuple_element_t<I, decltype(members)>>>(
                      json.at(std::string(aggregate::member_name<T, I>())))),
             ...);
        }(std::make_index_sequence<aggregate::count<T>()>{});
        return object;
    }
};

}  // namespace ttsl::json
