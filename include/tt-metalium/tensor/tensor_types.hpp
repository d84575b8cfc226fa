// Element types of tensors, and shards of any number of dimensions.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <ostream>
#include <string_view>
#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/buffer.hpp>
#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/device.hpp>
#include <tt-metalium/float8.hpp>
#include <tt-metalium/mesh_buffer.hpp>
#include <tt-metalium/shape.hpp>
#include <tt-metalium/tt_backend_api_types.hpp>
#include <tt_stl/concepts.hpp>
#include <tt_stl/fmt.hpp>
#include <tt_stl/span.hpp>
#include <type_traits>

namespace tt::tt_metal {

enum class DataType {
    BFLOAT16 = 0,
    FLOAT32 = 1,
    UINT32 = 2,
    BFLOAT8_B = 3,
    BFLOAT4_B = 4,
    UINT8 = 5,
    UINT16 = 6,
    INT32 = 7,
    FP8_E4M3 = 8,
    INT8 = 9,
    INVALID = 10,
};

std::ostream& operator<<(std::ostream& os, const DataType& type);

namespace detail {
std::string_view name_of(DataType type);
}

// Block formats and FP8 have no C++ type.
template <typename T>
consteval DataType convert_to_data_type() {
    if constexpr (std::is_same_v<T, std::uint8_t>)
        return DataType::UINT8;
    else if constexpr (std::is_same_v<T, std::int8_t>)
        return DataType::INT8;
    else if constexpr (std::is_same_v<T, std::uint16_t>)
        return DataType::UINT16;
    else if constexpr (std::is_same_v<T, std::int32_t>)
        return DataType::INT32;
    else if constexpr (std::is_same_v<T, std::uint32_t>)
        return DataType::UINT32;
    else if constexpr (std::is_same_v<T, float>)
        return DataType::FLOAT32;
    else if constexpr (std::is_same_v<T, bfloat16>)
        return DataType::BFLOAT16;
    else
        static_assert(ttsl::concepts::always_false_v<T>, "no DataType stands for this type");
}

bool is_floating_point(DataType dtype);
bool is_block_float(DataType dtype);

// Both throw for a type that has no counterpart.
tt::DataFormat datatype_to_dataformat_converter(DataType datatype);
DataType dataformat_to_datatype_converter(tt::DataFormat dataformat);

// Bytes of a 32x32 tile; throws for INVALID.
std::uint32_t tile_size(DataType dtype);

// Shards of a tensor of any rank, in elements. An aggregate: it is hashed member by member.
struct NdShardSpec {
    Shape shard_shape;
    CoreRangeSet grid;
    ShardOrientation orientation = ShardOrientation::ROW_MAJOR;
    ShardDistributionStrategy shard_distribution_strategy =
        ShardDistributionStrategy::ROUND_ROBIN_1D;

    NdShardSpec with_shard_shape(Shape new_shard_shape) const {
        return {std::move(new_shard_shape), grid, orientation, shard_distribution_strategy};
    }

    bool operator==(const NdShardSpec&) const = default;
    bool operator!=(const NdShardSpec&) const = default;
};

std::ostream& operator<<(std::ostream& os, const NdShardSpec& spec);

}  // namespace tt::tt_metal

template <>
struct fmt::formatter<tt::tt_metal::DataType> : fmt::formatter<fmt::string_view> {
    auto format(tt::tt_metal::DataType dtype, fmt::format_context& ctx) const {
        return fmt::formatter<fmt::string_view>::format(tt::tt_metal::detail::name_of(dtype), ctx);
    }
};
