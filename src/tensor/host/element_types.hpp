// From data types to the C++ types that store their elements.
#pragma once

#include <cstdint>
#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/float8.hpp>
#include <tt-metalium/tensor/tensor_types.hpp>
#include <type_traits>

#include "tensor/require.hpp"

namespace ironbird::tensor {

// Calls f(std::type_identity<T>) with the type of the stored elements; block formats are words.
template <typename F>
decltype(auto) with_element(tt::tt_metal::DataType type, F&& f) {
    using enum tt::tt_metal::DataType;
    switch (type) {
        case BFLOAT16:
            return f(std::type_identity<bfloat16>());
        case FLOAT32:
            return f(std::type_identity<float>());
        case INT32:
            return f(std::type_identity<std::int32_t>());
        case UINT32:
        case BFLOAT8_B:
        case BFLOAT4_B:
            return f(std::type_identity<std::uint32_t>());
        case UINT16:
            return f(std::type_identity<std::uint16_t>());
        case UINT8:
            return f(std::type_identity<std::uint8_t>());
        case INT8:
            return f(std::type_identity<std::int8_t>());
        case FP8_E4M3:
            return f(std::type_identity<float8_e4m3>());
        default:
            refuse("Unsupported data type {}", type);
    }
}

}  // namespace ironbird::tensor

// All element types of the templates of the public headers.
#define IB_FOR_EACH_ELEMENT(X) \
    X(bfloat16)                \
    X(float)                   \
    X(std::int32_t)            \
    X(std::uint32_t)           \
    X(std::uint16_t)           \
    X(std::uint8_t)            \
    X(std::int8_t)
