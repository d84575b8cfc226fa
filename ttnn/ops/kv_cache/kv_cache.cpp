// fill_cache and update_cache: what is allowed.
#include "ttnn/operations/kv_cache/kv_cache.hpp"

#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"
#include "ops/kv_cache/cache.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

kv_cache::View checked_view(std::string_view op, const Tensor& cache, const Tensor& input) {
    eltwise::need_device(op, cache);
    eltwise::need_device(op, input);
    const auto &of_cache = cache.padded_shape(), &of_input = input.padded_shape();
    TT_FATAL(of_cache.rank() == 4 && of_input.rank() == 4,
             "{}: the cache is {} and the input {}, 4 dimensions are expected", op, of_cache,
             of_input);
    TT_FATAL(of_input[-1] == of_cache[-1],
             "{}: Input tensor width ({}) must equal cache tensor width ({})", op, of_input[-1],
             of_cache[-1]);
    TT_FATAL(of_input[0] == 1, "{}: Input tensor batch size must be 1 but got {}", op, of_input[0]);
    TT_FATAL(of_input[1] == of_cache[1],
             "{}: Input tensor height ({}) must equal cache tensor height ({})", op, of_input[1],
             of_cache[1]);
    return {of_cache[1], of_cache[-2] / 32, of_cache[-1] / 32};
}

}  // namespace

Tensor fill_cache(const Tensor& cache, const Tensor& input, std::uint32_t batch_idx,
                  std::uint32_t update_idx) {
    const std::string_view op = "fill_cache";
    const kv_cache::View view = checked_view(op, cache, input);
    const auto &of_cache = cache.padded_shape(), &of_input = input.padded_shape();
    TT_FATAL(batch_idx < of_cache[0],
             "{}: Batch index ({}) must be less than cache tensor batch size ({})", op, batch_idx,
             of_cache[0]);
    TT_FATAL(update_idx % 32 == 0,
             "{}: Fill update_idx ({}) must be a multiple of TILE_HEIGHT (32)", op, update_idx);
    TT_FATAL(update_idx + of_input[-2] <= of_cache[-2],
             "{}: Fill update_idx ({}) + input tensor height ({}) must be <= cache tensor height "
             "({})",
             op, update_idx, of_input[-2], of_cache[-2]);
    kv_cache::fill({.op = op, .view = view, .start = update_idx / 32, .user = batch_idx}, cache,
                   input);
    return cache;
}

Tensor update_cache(const Tensor& cache, const Tensor& input, std::uint32_t update_idx,
                    std::uint32_t batch_offset, std::optional<const DeviceComputeKernelConfig>) {
    const std::string_view op = "update_cache";
    const kv_cache::View view = checked_view(op, cache, input);
    const std::uint32_t users = cache.padded_shape()[0], rows = input.padded_shape()[-2];
    TT_FATAL(users + batch_offset <= rows,
             "{}: Cache tensor batch size ({}) + batch offset ({}) must be <= input tensor height "
             "({})",
             op, users, batch_offset, rows);
    TT_FATAL(update_idx < cache.padded_shape()[-2], "{}: token {} is beyond the {} of the cache",
             op, update_idx, cache.padded_shape()[-2]);
    kv_cache::update({.op = op,
                      .view = view,
                      .users = users,
                      .heads = view.heads,
                      .user_rows = true,
                      .offset = batch_offset,
                      .positions = std::vector<std::uint32_t>(users, update_idx)},
                     cache, input);
    return cache;
}

Tensor fill_cache_for_user_(const Tensor& cache, const Tensor& input, std::uint32_t batch_index,
                            std::uint32_t update_idx) {
    return fill_cache(cache, input, batch_index, update_idx);
}
Tensor update_cache_for_token_(const Tensor& cache, const Tensor& input, std::uint32_t update_index,
                               std::uint32_t batch_offset,
                               std::optional<const DeviceComputeKernelConfig> config) {
    return update_cache(cache, input, update_index, batch_offset, config);
}

}  // namespace ttnn
