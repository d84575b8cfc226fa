// Names and properties of element types; the text of shards of any rank.
#include <fmt/format.h>

#include <array>
#include <enchantum/enchantum.hpp>
#include <tt-metalium/tensor/tensor_types.hpp>
#include <tt-metalium/tile.hpp>

#include "tensor/require.hpp"
#include "tensor/spec/element.hpp"

namespace tt::tt_metal {
namespace {

using enum DataType;

struct Row {
    DataType type;
    std::string_view name;
    std::uint32_t bytes;  // of one element; of block formats, of one when it is unpacked
    bool floating = false;
    bool block = false;
};
constexpr std::array kRows{
    Row{BFLOAT16, "DataType::BFLOAT16", 2, true},
    Row{FLOAT32, "DataType::FLOAT32", 4, true},
    Row{UINT32, "DataType::UINT32", 4},
    Row{BFLOAT8_B, "DataType::BFLOAT8_B", 4, true, true},
    Row{BFLOAT4_B, "DataType::BFLOAT4_B", 4, true, true},
    Row{UINT8, "DataType::UINT8", 1},
    Row{UINT16, "DataType::UINT16", 2},
    Row{INT32, "DataType::INT32", 4},
    Row{FP8_E4M3, "DataType::FP8_E4M3", 1, true},
    Row{INT8, "DataType::INT8", 1},
};

const Row* row_of(DataType type) {
    const auto at = static_cast<std::size_t>(type);
    return at < kRows.size() ? &kRows[at] : nullptr;
}

std::string text_of(const CoreCoord& core) {
    return fmt::format(R"({{"x":{},"y":{}}})", core.x, core.y);
}

}  // namespace

std::string_view detail::name_of(DataType type) {
    const Row* row = row_of(type);
    return row != nullptr ? row->name : "Invalid";
}

std::ostream& operator<<(std::ostream& os, const DataType& type) {
    return os << detail::name_of(type);
}

bool is_floating_point(DataType dtype) {
    const Row* row = row_of(dtype);
    return row != nullptr && row->floating;
}

bool is_block_float(DataType dtype) {
    const Row* row = row_of(dtype);
    return row != nullptr && row->block;
}

std::uint32_t tile_size(DataType dtype) {
    return Tile().get_tile_size(datatype_to_dataformat_converter(dtype));
}

std::ostream& operator<<(std::ostream& os, const NdShardSpec& spec) {
    std::vector<std::string> ranges;
    for (const CoreRange& r : spec.grid.ranges())
        ranges.push_back(fmt::format(R"({{"start":{},"end":{}}})", text_of(r.start_coord),
                                     text_of(r.end_coord)));
    return os << fmt::format(R"({{"shard_shape":[{}],"grid":[{}],)",
                             fmt::join(spec.shard_shape.view(), ", "), fmt::join(ranges, ", "))
              << fmt::format(R"("orientation":"{}","shard_distribution_strategy":"{}"}})",
                             spec.orientation, spec.shard_distribution_strategy);
}

}  // namespace tt::tt_metal

std::uint32_t ironbird::tensor::element_bytes(tt::tt_metal::DataType type) {
    const auto* row = tt::tt_metal::row_of(type);
    require(row != nullptr, "Unsupported data type: elements of {} have no size", type);
    return row->bytes;
}
