// What the blocks of the model share: sizes of tensors and products of matrices.
#pragma once

#include "tt/chips.hpp"
#include "ttnn/operations/matmul/matmul.hpp"

namespace qwen3::device {

// Extents of tensors have 32 bits.
inline std::uint32_t extent(std::int64_t value) {
    return static_cast<std::uint32_t>(value);
}

inline ttnn::WormholeComputeKernelConfig precise() {
    return {.math_fidelity = tt::tt_metal::MathFidelity::HiFi4,
            .math_approx_mode = false,
            .fp32_dest_acc_en = true,
            .packer_l1_acc = true};
}

inline Tensor multiplied(const Tensor& a, const Tensor& b, DataType dtype = DataType::BFLOAT16,
                         const ttnn::MemoryConfig& memory = ttnn::DRAM_MEMORY_CONFIG) {
    return ttnn::matmul(a, b, false, false, memory, dtype, std::nullopt, std::nullopt, precise());
}

}  // namespace qwen3::device
