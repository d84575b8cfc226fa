// Router, experts and the sum over chips.
#include "tt/experts.hpp"

#include <algorithm>

#include "error.hpp"
#include "tt/matmul.hpp"
#include "ttnn/operations/ccl/all_reduce/all_reduce.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/repeat/repeat.hpp"
#include "ttnn/operations/data_movement/transpose/transpose.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"
#include "ttnn/operations/eltwise/unary/unary.hpp"
#include "ttnn/operations/experimental/moe/moe.hpp"
#include "ttnn/operations/normalization/softmax/softmax.hpp"
#include "ttnn/operations/reduction/generic/generic_reductions.hpp"
#include "ttnn/operations/reduction/topk/topk.hpp"

namespace qwen3::device {

using ttnn::Shape;

namespace {

// Rows and columns swapped: (out, in) becomes (in, out).
void append_transposed(Values& to, const Values& from, std::int64_t rows, std::int64_t columns) {
    const std::size_t base = to.size();
    to.resize(base + from.size());
    for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t c = 0; c < columns; ++c) to[base + c * rows + r] = from[r * columns + c];
}

// Four columns of tiles to a bank each, so that a core of moe_bmm reads from few of them, and
// writes rows of four tiles.
ttnn::MemoryConfig by_columns(const Chips& chips, std::int64_t out, std::int64_t in) {
    using namespace tt::tt_metal;
    constexpr std::int64_t kTogether = 128;
    if (out % kTogether != 0) return ttnn::DRAM_MEMORY_CONFIG;
    const auto banks = static_cast<std::size_t>(chips.device().num_dram_channels());
    return MemoryConfig(BufferType::DRAM,
                        NdShardSpec{Shape({1, extent(in), extent(kTogether)}),
                                    CoreRangeSet(CoreRange({0, 0}, {banks - 1, 0}))});
}

Tensor upload(const Uploads& uploads, const std::string& name, const Placement& placement,
              const std::function<Values(std::int64_t)>& weights, std::int64_t out, std::int64_t in,
              DataType dtype, const ttnn::MemoryConfig& memory) {
    const auto of_chip = [&](std::int64_t chip) {
        Values all;
        for (const std::int64_t expert : placement[chip])
            append_transposed(all, weights(expert), out, in);
        return all;
    };
    const Shape shape({extent(std::ssize(placement.front())), extent(in), extent(out)});
    return uploads.each(name, {shape, dtype, Layout::TILE, memory},
                        [&] { return OfChip(of_chip); });
}

Tensor rows_of(const Tensor& tiles, const std::optional<ttnn::MemoryConfig>& memory = {}) {
    return ttnn::to_layout(tiles, Layout::ROW_MAJOR, std::nullopt, memory);
}
Tensor tiles_of(const Tensor& rows) {
    return ttnn::to_layout(rows, Layout::TILE, std::nullopt, ttnn::DRAM_MEMORY_CONFIG);
}

// What stands between the operations of one call: in L1 if all rows that experts may get fit there.
const ttnn::MemoryConfig& between(std::uint32_t experts, std::uint32_t tokens,
                                  std::uint32_t hidden) {
    constexpr std::uint64_t kMost = 8 << 20;  // elements
    return std::uint64_t{experts} * tokens * hidden <= kMost ? ttnn::L1_MEMORY_CONFIG
                                                             : ttnn::DRAM_MEMORY_CONFIG;
}

// silu(gate) * up
Tensor gated(const Tensor& gate, const Tensor& up) {
    using ttnn::operations::unary::EltwiseUnaryWithParam, ttnn::operations::unary::UnaryOpType;
    static const EltwiseUnaryWithParam kSilu(UnaryOpType::SILU);
    return ttnn::multiply(gate, up, std::nullopt, std::nullopt, std::nullopt, {}, {&kSilu, 1});
}

}  // namespace

Generation parse_generation(std::string_view text) {
    if (text == "v1") return Generation::dense;
    if (text == "v2") return Generation::packed;
    if (text == "v3") return Generation::grouped;
    fail("experts {}: v1, v2 and v3 are allowed", text);
}

ExpertMatmul parse_expert_matmul(std::string_view text) {
    if (text == "moe_bmm") return ExpertMatmul::moe_bmm;
    if (text == "ttnn.matmul") return ExpertMatmul::generic;
    fail("matmul {}: moe_bmm and ttnn.matmul are allowed", text);
}

Placement in_order(std::int64_t experts, std::int64_t chips) {
    if (experts % chips != 0) fail("{} experts cannot be divided by {} chips", experts, chips);
    Placement out(chips);
    for (std::int64_t expert = 0; expert < experts; ++expert)
        out[expert / (experts / chips)].push_back(expert);
    return out;
}

void check_placement(const Placement& placement, std::int64_t experts, std::int64_t chips) {
    if (std::ssize(placement) != chips)
        fail("experts are placed on {} chips, there are {}", placement.size(), chips);
    std::vector<std::int64_t> all;
    for (const auto& chip : placement) {
        if (chip.size() != placement.front().size())
            fail("a chip has {} experts, another one {}: each needs as many", chip.size(),
                 placement.front().size());
        all.insert(all.end(), chip.begin(), chip.end());
    }
    std::ranges::sort(all);
    for (std::int64_t i = 0; i < std::max<std::int64_t>(std::ssize(all), experts); ++i)
        if (i >= std::ssize(all) || all[i] != i)
            fail("experts 0 to {} must be placed once each, {} is not", experts - 1, i);
}

ExpertBlock::ExpertBlock(const Uploads& uploads, const std::string& name, const Config& config,
                         const ExpertOptions& options, const Weights& weights)
    : chips_(uploads.chips()),
      config_(config),
      generation_(options.generation),
      matmul_(options.matmul),
      placement_(options.placement.empty() ? in_order(config.num_experts, chips_.count())
                                           : options.placement) {
    check_placement(placement_, config.num_experts, chips_.count());
    const std::int64_t hidden = config.hidden_size, inner = config.moe_intermediate_size;
    const auto experts = [&](const char* part, const auto& of, std::int64_t out, std::int64_t in,
                             const ttnn::MemoryConfig& memory = ttnn::DRAM_MEMORY_CONFIG) {
        return upload(uploads, name + part, placement_, of, out, in, options.weights, memory);
    };
    gate_ = experts("gate", weights.gate, inner, hidden);
    up_ = experts("up", weights.up, inner, hidden);
    down_ = experts("down", weights.down, hidden, inner,
                    generation_ == Generation::grouped && matmul_ == ExpertMatmul::moe_bmm
                        ? by_columns(chips_, hidden, inner)
                        : ttnn::DRAM_MEMORY_CONFIG);
    const auto router = [&] {
        Values transposed;
        append_transposed(transposed, weights.router(), config.num_experts, hidden);
        return transposed;
    };
    router_ = uploads.same(name + "router",
                           {Shape({1, 1, extent(hidden), extent(config.num_experts)})}, router);
    const auto numbers = [&](std::int64_t chip) {
        return Values(placement_[chip].begin(), placement_[chip].end());
    };
    mapping_ = chips_.each(numbers, Shape({here()}), DataType::INT32, Layout::ROW_MAJOR);
    if (generation_ != Generation::dense) return;
    // A column for each expert of the chip with a one at its number.
    const auto ones = [&](std::int64_t chip) {
        Values out(config.num_experts * here());
        for (std::uint32_t e = 0; e < here(); ++e) out[placement_[chip][e] * here() + e] = 1;
        return out;
    };
    own_ = chips_.each(ones, Shape({extent(config.num_experts), here()}), DataType::BFLOAT16,
                       Layout::TILE);
}

// Of the likeliest experts the softmax is what the softmax of all gives, divided by their sum.
ExpertBlock::Choice ExpertBlock::choose(const Tensor& x) const {
    const std::uint32_t tokens = x.logical_shape()[2];
    const std::uint32_t chosen = extent(config_.num_experts_per_tok);
    const auto& memory = between(here(), tokens, x.logical_shape()[3]);
    Tensor scores = multiplied(x, router_, DataType::FLOAT32, memory);
    if (!config_.norm_topk_prob) scores = ttnn::softmax(scores, -1);
    if (config_.num_experts % 32 == 0 && chosen <= 32) {
        const Shape all({tokens, extent(config_.num_experts)});
        const auto found = ttnn::experimental::moe_choose_experts(ttnn::reshape(scores, all),
                                                                  chosen, config_.norm_topk_prob);
        chosen_ = found[0];
        return {found[0], found[1]};
    }
    const auto best = ttnn::topk(scores, chosen);
    const Tensor weights = config_.norm_topk_prob ? ttnn::softmax(best[0], -1) : best[0];
    const Shape shape({tokens, chosen});
    const Tensor numbers =
        best[1].dtype() == DataType::UINT32 ? best[1] : ttnn::typecast(best[1], DataType::UINT32);
    chosen_ = ttnn::reshape(numbers, shape);
    return {chosen_, ttnn::reshape(weights, shape)};
}

Tensor ExpertBlock::dense(const Tensor& x, const Choice& choice) const {
    const std::uint32_t tokens = x.logical_shape()[2], hidden = x.logical_shape()[3];
    const Tensor matrix = ttnn::reshape(x, Shape({1, tokens, hidden}));
    const Tensor all = ttnn::repeat(matrix, Shape({here(), 1, 1}));
    const Tensor inner =
        gated(multiplied(all, gate_, DataType::BFLOAT16), multiplied(all, up_, DataType::BFLOAT16));
    const Tensor out = multiplied(inner, down_, DataType::BFLOAT16);
    const Tensor weights = ttnn::prepare_moe_mapping_tensor(
        rows_of(choice.experts), rows_of(ttnn::typecast(choice.weights, DataType::BFLOAT16)),
        extent(config_.num_experts));
    // (tokens, experts here), then a column for each expert.
    const Tensor shares = multiplied(tiles_of(weights), own_, DataType::BFLOAT16);
    const Tensor columns = ttnn::reshape(ttnn::transpose(shares, 0, 1), Shape({here(), tokens, 1}));
    return ttnn::sum(ttnn::multiply(out, columns), 0);
}

Tensor ExpertBlock::packed(const Tensor& x, const Choice& choice) const {
    const std::uint32_t tokens = x.logical_shape()[2], hidden = x.logical_shape()[3];
    const std::uint32_t chosen = extent(config_.num_experts_per_tok);
    const auto lists = ttnn::prepare_moe_routing_tensors(choice.experts, choice.weights, mapping_,
                                                         extent(config_.num_experts));
    const Tensor rows = ttnn::reshape(rows_of(x), Shape({tokens, hidden}));
    const auto projected = [&](const Tensor& weights) {
        return tiles_of(
            ttnn::projection_to_intermediate(rows, lists[1], lists[0], rows_of(weights), chosen));
    };
    const Tensor inner = rows_of(gated(projected(gate_), projected(up_)));
    const Tensor out = ttnn::projection_to_output(inner, lists[3], lists[1], lists[0], lists[2],
                                                  rows_of(down_), tokens, chosen);
    return ttnn::sum(tiles_of(out), 0);
}

Tensor ExpertBlock::grouped(const Tensor& x, const Choice& choice) const {
    const std::uint32_t tokens = x.logical_shape()[2], hidden = x.logical_shape()[3];
    const auto& memory = between(here(), tokens, hidden);
    const auto lists = ttnn::prepare_moe_routing_tensors(choice.experts, choice.weights, mapping_,
                                                         extent(config_.num_experts), memory);
    const Tensor rows = ttnn::reshape(rows_of(x, memory), Shape({tokens, hidden}));
    const Tensor out = matmul_ == ExpertMatmul::moe_bmm ? products(rows, lists[0], lists[1])
                                                        : all_products(rows, lists[0], lists[1]);
    return ttnn::local_reduce_moe_output(out, lists[3], lists[2], lists[0], tokens,
                                         ttnn::DRAM_MEMORY_CONFIG, Layout::TILE);
}

// Nobody looks at rows behind the counts. Few rows stay in L1, from where cores beside the banks of
// weights read them.
Tensor ExpertBlock::products(const Tensor& rows, const Tensor& counts, const Tensor& routed) const {
    using namespace ttnn::experimental;
    using ttnn::operations::experimental::moe::BmmVariant;
    const auto& memory = rows.memory_config();
    const Tensor in = ttnn::scatter_moe_input(rows, counts, routed, memory, false, Layout::TILE);
    const Tensor inner = moe_gated_bmm(in, gate_, up_, counts, std::nullopt, std::nullopt,
                                       std::nullopt, BmmVariant::grid, false);
    return moe_bmm(inner, down_, counts, memory, DataType::BFLOAT16, std::nullopt, BmmVariant::grid,
                   false, Layout::ROW_MAJOR);
}

Tensor ExpertBlock::all_products(const Tensor& rows, const Tensor& counts,
                                 const Tensor& routed) const {
    const Tensor in =
        ttnn::scatter_moe_input(rows, counts, routed, std::nullopt, true, Layout::TILE);
    return rows_of(multiplied(gated(multiplied(in, gate_), multiplied(in, up_)), down_));
}

Tensor ExpertBlock::over_chips(Tensor sums) const {
    if (chips_.mesh().columns > 1) sums = ttnn::all_reduce(sums, 1);
    if (chips_.mesh().rows > 1) sums = ttnn::all_reduce(sums, 0);
    return sums;
}

Tensor ExpertBlock::forward(const Tensor& x) const {
    const Choice choice = choose(x);
    const Tensor sums = generation_ == Generation::dense    ? dense(x, choice)
                        : generation_ == Generation::packed ? packed(x, choice)
                                                            : grouped(x, choice);
    return over_chips(ttnn::reshape(sums, x.logical_shape()));
}

std::vector<std::int64_t> ExpertBlock::load(const std::vector<bool>& counted) const {
    std::vector<std::int64_t> out(config_.num_experts);
    const Values experts = chips_.read(chosen_, 0);  // the same on all
    const std::size_t each = experts.size() / counted.size();
    for (std::size_t i = 0; i < experts.size(); ++i)
        if (counted[i / each]) ++out[static_cast<std::size_t>(experts[i])];
    return out;
}

}  // namespace qwen3::device
