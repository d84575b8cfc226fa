// Losses: an element-wise operation and a reduction.
#include "ttnn/operations/loss/loss.hpp"

#include <tt_stl/assert.hpp>

#include "ttnn/operations/eltwise/binary/binary.hpp"
#include "ttnn/operations/eltwise/unary/unary.hpp"
#include "ttnn/operations/reduction/generic/generic_reductions.hpp"

namespace ttnn {

using operations::loss::LossReductionMode;

namespace reduction {
namespace {

Tensor combined(const Tensor& losses, LossReductionMode mode,
                const std::optional<MemoryConfig>& memory) {
    return mode == LossReductionMode::MEAN ? mean(losses, std::nullopt, false, memory)
                                           : sum(losses, std::nullopt, false, memory);
}

void check_losses(std::string_view op, const Tensor& ref, const Tensor& prediction,
                  LossReductionMode mode, bool with_output) {
    TT_FATAL(ref.logical_shape() == prediction.logical_shape(), "{}: the shapes {} and {} differ",
             op, ref.logical_shape(), prediction.logical_shape());
    TT_FATAL(mode == LossReductionMode::NONE || !with_output,
             "{}: an output tensor is not supported with a reduction", op);
}

}  // namespace
}  // namespace reduction

Tensor mse_loss(const Tensor& ref, const Tensor& prediction, LossReductionMode mode,
                const std::optional<MemoryConfig>& memory, const std::optional<Tensor>& output) {
    reduction::check_losses("mse_loss", ref, prediction, mode, output.has_value());
    const Tensor losses = squared_difference(ref, prediction, std::nullopt, memory, output);
    return mode == LossReductionMode::NONE ? losses : reduction::combined(losses, mode, memory);
}
Tensor l1_loss(const Tensor& ref, const Tensor& prediction, LossReductionMode mode,
               const std::optional<MemoryConfig>& memory, const std::optional<Tensor>& output) {
    reduction::check_losses("l1_loss", ref, prediction, mode, output.has_value());
    const Tensor losses = abs(subtract(ref, prediction), memory, output);
    return mode == LossReductionMode::NONE ? losses : reduction::combined(losses, mode, memory);
}

}  // namespace ttnn
