// The softmax of scores: a scale made from the size of a head.
#include "ttnn/operations/transformer/attention_softmax/attention_softmax.hpp"

#include <cmath>

#include "ttnn/operations/eltwise/binary/binary.hpp"

namespace ttnn::transformer {

namespace {

float scale_of(const std::optional<int>& head_size) {
    return head_size ? 1 / std::sqrt(static_cast<float>(*head_size)) : 1.0f;
}

}  // namespace

Tensor attention_softmax(Tensor& input, const std::optional<int>& head_size,
                         const std::optional<const Tensor>& mask, const SoftmaxProgramConfig&,
                         std::optional<bool> causal, const std::optional<MemoryConfig>& memory) {
    if (mask)
        return scale_mask_softmax(input, scale_of(head_size), mask, memory, causal.value_or(false));
    const Tensor scaled = head_size ? multiply(input, scale_of(head_size)) : input;
    return softmax(scaled, -1, memory);
}

Tensor attention_softmax_(Tensor& input, const std::optional<int>& head_size,
                          const std::optional<const Tensor>& mask,
                          const SoftmaxProgramConfig& config, std::optional<bool> causal,
                          const std::optional<MemoryConfig>&) {
    if (mask)
        return scale_mask_softmax_in_place(input, scale_of(head_size), mask, config,
                                           causal.value_or(false), std::nullopt,
                                           /*numeric_stable=*/true);
    if (head_size) (void)multiply(input, scale_of(head_size), std::nullopt, std::nullopt, input);
    return softmax_in_place(input, -1, config);
}

}  // namespace ttnn::transformer
