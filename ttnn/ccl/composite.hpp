// Collectives on any mesh and any tensor: along both axes, of pages that would be torn, of shards.
#pragma once

#include "ccl/exchange.hpp"
#include "ccl/reduce.hpp"

namespace ttnn::ccl {

void need_device(std::string_view op, const Tensor& input);

// all_gather; `dim` may be counted from the last one.
Tensor gather(ExchangeCall call, const Tensor& input,
              const std::optional<Tensor>& output = std::nullopt);
// all_broadcast: a tensor of every device, in their order.
std::vector<Tensor> spread(const ExchangeCall& call, const Tensor& input);
// broadcast: that of the sender.
Tensor spread_one(const ExchangeCall& call, const Tensor& input);

// all_reduce and its halves' words, the caller's in place of our own.
struct SumCall {
    ReduceCall reduce;
    std::optional<std::uint32_t> ready, done;  // of the gather
};
Tensor sum(const SumCall& call, const Tensor& input);
// reduce_scatter; `dim` may be counted from the last one.
Tensor sum_slices(ReduceCall call, const Tensor& input,
                  const std::optional<Tensor>& output = std::nullopt);

}  // namespace ttnn::ccl
