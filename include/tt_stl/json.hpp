// JSON of numbers, text, containers, and whatever describes itself.
#pragma once

#include <enchantum/enchantum.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tt_stl/attributes.hpp>
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

template <typename T>
concept Simple =
    std::is_arithmetic_v<T> || std::is_same_v<T, std::string> || std::is_same_v<T, const char*>;

// A map becomes a list of pairs unless its keys are text.
template <typename T>
concept Map = requires { typename T::mapped_type; };

template <typename T>
concept List = reflection::Iterable<T> && !Simple<T> && !Map<T> && !reflection::HasAttributes<T>;

template <typename T>
concept Described = reflection::HasAttributes<T> || concepts::Reflectable<T>;

}  // namespace detail

template <detail::Simple T>
struct to_json_t<T> {
    nlohmann::json operator()(const T& value) const { return value; }
};
template <detail::Simple T>
struct from_json_t<T> {
    T operator()(const nlohmann::json& json) const { return json.get<T>(); }
};

template <typename T>
    requires std::is_enum_v<T>
struct to_json_t<T> {
    nlohmann::json operator()(T value) const { return std::string(enchantum::to_string(value)); }
};
template <typename T>
    requires std::is_enum_v<T>
struct from_json_t<T> {
    T operator()(const nlohmann::json& json) const {
        return enchantum::cast<T>(json.get<std::string>()).value();
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

template <detail::Map T>
struct to_json_t<T> {
    nlohmann::json operator()(const T& map) const {
        nlohmann::json out = nlohmann::json::array();
        for (const auto& [key, value] : map) out.push_back({to_json(key), to_json(value)});
        return out;
    }
};
template <detail::Map T>
struct from_json_t<T> {
    T operator()(const nlohmann::json& json) const {
        T out;
        for (const auto& entry : json)
            out.emplace(from_json<typename T::key_type>(entry.at(0)),
                        from_json<typename T::mapped_type>(entry.at(1)));
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

}  // namespace ttsl::json
