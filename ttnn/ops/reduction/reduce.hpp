// The reduction engine: any dimensions of a tensor in one program, or in two where few results are
// made of many tiles.
#pragma once

#include <optional>
#include <string_view>

#include "ops/reduction/lines.hpp"
#include "ttnn/types.hpp"

namespace ttnn::reduction {

enum class Kind : std::uint32_t { sum, max, min };

// What nothing at all is reduced to.
double neutral(Kind kind, DataType dtype);

struct Wish {
    float factor = 1;                              // of the result
    std::optional<DataType> dtype = std::nullopt;  // that of the input otherwise
    std::optional<MemoryConfig> memory = std::nullopt;
    std::optional<CoreRangeSet> cores = std::nullopt;
};

// The reduced dimensions stay, with an extent of 1. The input is in tiles on a device and has no
// dimension of 0.
Tensor reduce(std::string_view op, Kind kind, const Tensor& input, const Reduced& reduced,
              const Wish& wish);

tt::tt_metal::Shape kept_shape(const tt::tt_metal::Shape& shape, const Reduced& reduced);

}  // namespace ttnn::reduction
