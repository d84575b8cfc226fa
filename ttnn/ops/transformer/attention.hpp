// Attention with a softmax that goes on from chunk to chunk: one operation for all its forms.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ops/kv_cache/cache.hpp"
#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/operations/transformer/sdpa_config.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/types.hpp"

namespace ttnn::transformer {

// What a call asks for. Queries are [b, heads, s, d], or in decode [1, users, heads, d].
struct AttentionCall {
    std::string_view op;
    bool decode = false, causal = true;
    std::optional<Tensor> mask = std::nullopt, sink = std::nullopt;
    std::optional<float> scale = std::nullopt;
    std::uint32_t window = 0;
    std::optional<Tensor> table = std::nullopt;
    // Of the first query, or of each user: in a list or in a tensor.
    std::vector<std::uint32_t> positions = {};
    std::optional<Tensor> position_list = std::nullopt;
    // How a paged cache is seen.
    std::optional<kv_cache::View> view = std::nullopt;
    std::uint32_t keys = 0;         // that a sequence has at most
    std::uint32_t value_width = 0;  // in elements, where v is a part of k
    bool shared = false;            // one cache for all users
    std::optional<MemoryConfig> memory = std::nullopt;
    std::optional<operations::transformer::SDPAProgramConfig> config = std::nullopt;
    std::optional<DeviceComputeKernelConfig> compute = std::nullopt;
};

Tensor attend(const AttentionCall& call, const Tensor& q, const Tensor& k, const Tensor& v);

}  // namespace ttnn::transformer
