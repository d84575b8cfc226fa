// What tests of tensors share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <tt-metalium/tensor/spec/tensor_spec.hpp>
#include <type_traits>
#include <vector>

namespace ironbird::tensor {

// The text of what f throws; empty if it throws nothing.
inline std::string thrown(const std::function<void()>& f) {
    try {
        f();
    } catch (const std::exception& e) {
        return e.what();
    }
    return "";
}

// 0, 1, 2, … as far as the type counts exactly, again and again.
template <typename T>
std::vector<T> counted(std::size_t count) {
    constexpr std::size_t most = sizeof(T) == 1 ? 128 : sizeof(T) == 2 ? 256 : 65536;
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; i++) values[i] = static_cast<T>(static_cast<int>(i % most));
    return values;
}

inline tt::tt_metal::TensorSpec spec_of(
    const tt::tt_metal::Shape& shape, tt::tt_metal::DataType type, tt::tt_metal::Layout layout,
    const tt::tt_metal::MemoryConfig& memory = tt::tt_metal::MemoryConfig()) {
    return {shape, tt::tt_metal::TensorLayout(type, layout, memory)};
}

}  // namespace ironbird::tensor
