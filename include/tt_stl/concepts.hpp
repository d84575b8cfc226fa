// Constants and concepts of template code.
#pragma once

#include <tt_stl/aggregate.hpp>
#include <type_traits>

namespace ttsl::concepts {

template <typename... T>
inline constexpr bool always_false_v = false;

// A struct whose members can be walked without any help from it.
template <typename T>
concept Reflectable = aggregate::Walkable<std::decay_t<T>>;

}  // namespace ttsl::concepts

namespace tt::stl {
using namespace ::ttsl;
}  // namespace tt::stl
