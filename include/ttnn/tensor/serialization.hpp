// Tensors in files of our own format (docs/ttnn.md says how they look inside).
#pragma once

#include <cstdint>
#include <string>

#include "ttnn/tensor/tensor.hpp"

namespace ttnn {

enum class DumpTensorMode : std::uint8_t { DISTRIBUTED_GATHER = 0, LOCAL = 1 };

// The names are upstream's; its files are FlatBuffers, which are refused by name. File names end in
// .tensorbin. A device tensor is read back first.
void dump_tensor_flatbuffer(const std::string& file_name, const Tensor& tensor,
                            DumpTensorMode mode = DumpTensorMode::DISTRIBUTED_GATHER);
Tensor load_tensor_flatbuffer(const std::string& file_name,
                              tt::tt_metal::distributed::MeshDevice* device = nullptr);

}  // namespace ttnn
