// Rows of a table by their numbers.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {
namespace prim {

// What is said about the numbers; the result is the same.
enum class EmbeddingsType { GENERIC, PADDED, BINARY };

}  // namespace prim

// A row of the weights for every number: indices of shape [a, b] and weights of [rows, width] make
// [a, b, width]. Layout and type are those of the weights unless told otherwise.
Tensor embedding(const Tensor& input_tensor, const Tensor& weight_arg,
                 const std::optional<int>& pad_token = std::nullopt,
                 const std::optional<Layout>& layout = std::nullopt,
                 prim::EmbeddingsType embeddings_type = prim::EmbeddingsType::GENERIC,
                 std::optional<const DataType> dtype = std::nullopt,
                 const std::optional<MemoryConfig>& memory_config = std::nullopt,
                 const std::optional<Tensor>& optional_output_tensor = std::nullopt);

}  // namespace ttnn
