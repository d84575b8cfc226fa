// A value of any type that can be printed, hashed and written as JSON; lists of such with names.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <tt_stl/attributes.hpp>
#include <tt_stl/fmt.hpp>
#include <tt_stl/hash.hpp>
#include <tt_stl/json.hpp>
#include <tt_stl/type_name.hpp>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace ttsl::reflection {

using AttributeName = std::string;

struct Attribute {
    template <typename T, typename Value = std::decay_t<T>>
        requires(!std::is_same_v<Value, Attribute>)
    Attribute(T&& value) : held_(std::make_shared<Held<Value>>(std::forward<T>(value))) {}

    std::string to_string() const { return held_->to_string(); }
    std::size_t to_hash() const { return held_->to_hash(); }
    nlohmann::json to_json() const { return held_->to_json(); }

 private:
    struct Interface {
        virtual ~Interface() = default;
        virtual std::string to_string() const = 0;
        virtual std::size_t to_hash() const = 0;
        virtual nlohmann::json to_json() const = 0;
    };
    template <typename T>
    struct Held final : Interface {
        explicit Held(T from) : value(std::move(from)) {}

        std::string to_string() const override {
            if constexpr (std::is_pointer_v<T>)
                return std::string(short_type_name<std::remove_cv_t<std::remove_pointer_t<T>>>) +
                       "*";
            else
                return fmt::format("{}", value);
        }
        std::size_t to_hash() const override { return hash::hash_objects(0, value); }
        nlohmann::json to_json() const override { return json::to_json(value); }

        T value;
    };

    std::shared_ptr<const Interface> held_;
};

using Attributes = std::vector<std::tuple<AttributeName, Attribute>>;

// From the attributes that a type declares, else from its members, else from what it says itself.
template <typename T>
Attributes get_attributes(const T& object) {
    if constexpr (HasAttributes<T> || concepts::Reflectable<T>) {
        Attributes list;
        for_each_attribute(object, [&](std::string_view name, const auto& value) {
            list.emplace_back(std::string(name), Attribute(value));
        });
        return list;
    } else {
        return object.attributes();
    }
}

}  // namespace ttsl::reflection

template <>
struct ttsl::json::to_json_t<ttsl::reflection::Attribute> {
    nlohmann::json operator()(const ttsl::reflection::Attribute& attribute) const {
        return attribute.to_json();
    }
};
