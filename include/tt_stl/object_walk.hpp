// Finds the objects of one type inside another: in optionals, lists, tuples, attributes, members.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <tt_stl/attributes.hpp>
#include <tt_stl/type_name.hpp>
#include <type_traits>
#include <utility>
#include <vector>

namespace ttsl::reflection {
namespace walk {

template <typename T>
inline constexpr bool is_list = false;
template <typename T, typename A>
inline constexpr bool is_list<std::vector<T, A>> = true;
template <typename T, std::size_t N>
inline constexpr bool is_list<std::array<T, N>> = true;

template <typename T>
concept Open = is_one_of<T, std::optional> || is_list<T> || is_one_of<T, std::tuple> ||
               HasAttributes<T> || concepts::Reflectable<T>;

// Calls step(part) for each direct part of an object that has parts.
template <typename T, typename Step>
void parts(T& object, Step step) {
    using Plain = std::remove_const_t<T>;
    if constexpr (is_one_of<Plain, std::optional>) {
        if (object) step(*object);
    } else if constexpr (is_list<Plain>) {
        for (auto& element : object) step(element);
    } else {
        auto&& values = [&]() -> decltype(auto) {
            if constexpr (is_one_of<Plain, std::tuple>)
                return (object);
            else if constexpr (HasAttributes<Plain>)
                return object.attribute_values();
            else
                return aggregate::members(object);
        }();
        std::apply([&](auto&... each) { (step(each), ...); }, values);
    }
}

template <typename T>
[[noreturn]] void refuse(const char* what) {
    throw std::runtime_error("Unsupported " + std::string(what) +
                             " of object of type: " + std::string(short_type_name<T>));
}

}  // namespace walk

// Specialise these for a type that hides what it holds.
template <typename T>
struct visit_object_of_type_t {
    template <typename object_t, typename F>
    void operator()(F&& callback, const T& object) const;
};
template <typename T>
struct update_object_of_type_t {
    template <typename object_t, typename F>
    void operator()(F&& callback, T& object) const;
};
template <typename T>
struct transform_object_of_type_t {
    template <typename object_t, typename F>
    T operator()(F&& callback, const T& object) const;
};

// Each object of the type, in order. Meeting anything that is neither it nor a holder of it throws.
template <typename object_t, typename F, typename T>
void visit_object_of_type(F&& callback, const T& object) {
    visit_object_of_type_t<std::decay_t<T>>{}.template operator()<object_t>(callback, object);
}
template <typename object_t, typename F, typename T>
void update_object_of_type(F&& callback, T& object) {
    update_object_of_type_t<std::decay_t<T>>{}.template operator()<object_t>(callback, object);
}
// A copy in which callback(object) stands for each object of the type.
template <typename object_t, typename F, typename T>
T transform_object_of_type(F&& callback, const T& object) {
    return transform_object_of_type_t<std::decay_t<T>>{}.template operator()<object_t>(callback,
                                                                                       object);
}

template <typename object_t, typename T>
std::size_t count_object_of_type(const T& object) {
    std::size_t count = 0;
    visit_object_of_type<object_t>([&](const auto&) { count++; }, object);
    return count;
}

// Of a tuple, and so of attributes, only the first element is looked into.
template <typename object_t, typename T>
std::optional<object_t> get_first_object_of_type(const T& object) {
    if constexpr (std::is_same_v<T, object_t>) {
        return object;
    } else if constexpr (is_one_of<T, std::tuple>) {
        if constexpr (std::tuple_size_v<T> > 0)
            return get_first_object_of_type<object_t>(std::get<0>(object));
        else
            return std::nullopt;
    } else if constexpr (HasAttributes<T>) {
        const auto values = object.attribute_values();
        return get_first_object_of_type<object_t>(values);
    } else if constexpr (walk::Open<T>) {
        std::optional<object_t> found;
        walk::parts(object, [&](const auto& part) {
            if (!found) found = get_first_object_of_type<object_t>(part);
        });
        return found;
    } else {
        return std::nullopt;
    }
}

template <typename T>
template <typename object_t, typename F>
void visit_object_of_type_t<T>::operator()(F&& callback, const T& object) const {
    if constexpr (std::is_same_v<T, object_t>)
        callback(object);
    else if constexpr (walk::Open<T>)
        walk::parts(object,
                    [&](const auto& part) { visit_object_of_type<object_t>(callback, part); });
    else
        walk::refuse<T>("visit");
}

template <typename T>
template <typename object_t, typename F>
void update_object_of_type_t<T>::operator()(F&& callback, T& object) const {
    if constexpr (std::is_same_v<T, object_t>)
        callback(object);
    else if constexpr (walk::Open<T>)
        walk::parts(object, [&](auto& part) { update_object_of_type<object_t>(callback, part); });
    else
        walk::refuse<T>("update");
}

template <typename T>
template <typename object_t, typename F>
T transform_object_of_type_t<T>::operator()(F&& callback, const T& object) const {
    const auto each = [&](const auto& part) {
        return transform_object_of_type<object_t>(callback, part);
    };
    if constexpr (std::is_same_v<T, object_t>) {
        return callback(object);
    } else if constexpr (is_one_of<T, std::optional>) {
        return object ? T(each(*object)) : std::nullopt;
    } else if constexpr (walk::is_list<T>) {
        T copy = object;
        for (auto& element : copy) element = each(element);
        return copy;
    } else if constexpr (is_one_of<T, std::tuple>) {
        return std::apply([&](const auto&... parts) { return T(each(parts)...); }, object);
    } else if constexpr (HasAttributes<T>) {
        static_assert(concepts::always_false_v<T>, "attributes cannot be put back into an object");
    } else if constexpr (concepts::Reflectable<T>) {
        return std::apply([&](const auto&... parts) { return T{each(parts)...}; },
                          aggregate::members(object));
    } else {
        return object;
    }
}

}  // namespace ttsl::reflection
