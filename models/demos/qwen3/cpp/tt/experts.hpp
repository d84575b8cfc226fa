// The mixture of experts of a layer: every chip has some experts and gets all tokens.
#pragma once

#include "checkpoint.hpp"
#include "tt/uploads.hpp"

namespace qwen3::device {

// Three ways to the same numbers.
enum class Generation {
    dense,    // v1: all experts compute all tokens, weights of the others are zero
    packed,   // v2: rows of tokens packed behind each other
    grouped,  // v3: rows of each expert's tokens, and products of as many as there are
};
// v1, v2 or v3; an error lists them.
Generation parse_generation(std::string_view text);

// How v3 multiplies: by rows that have tokens, or by TT-NN's matmul all rows that there is room
// for.
enum class ExpertMatmul { moe_bmm, generic };
// moe_bmm or ttnn.matmul; an error lists them.
ExpertMatmul parse_expert_matmul(std::string_view text);

// Which experts each chip has: as many each. Without one they stand in their order.
using Placement = std::vector<std::vector<std::int64_t>>;
Placement in_order(std::int64_t experts, std::int64_t chips);
// What is not a division of all experts into equal parts is an error.
void check_placement(const Placement& placement, std::int64_t experts, std::int64_t chips);

struct ExpertOptions {
    Generation generation = Generation::grouped;
    ExpertMatmul matmul = ExpertMatmul::moe_bmm;
    DataType weights = DataType::BFLOAT16;
    Placement placement;
};

class ExpertBlock {
 public:
    // `in` and others are (out, in), as checkpoints have them.
    struct Weights {
        std::function<Values(std::int64_t expert)> gate, up, down;
        std::function<Values()> router;
    };
    // `name` is what the names of its weights begin with.
    ExpertBlock(const Uploads& uploads, const std::string& name, const Config& config,
                const ExpertOptions& options, const Weights& weights);

    // [1, 1, tokens, hidden], the same on all chips, to the same.
    Tensor forward(const Tensor& x) const;

    // How many tokens each expert got in the last call, by its number, of those that are counted.
    std::vector<std::int64_t> load(const std::vector<bool>& counted) const;
    const Placement& placement() const { return placement_; }

 private:
    struct Choice {
        Tensor experts, weights;  // (tokens, chosen) in tiles
    };
    Choice choose(const Tensor& x) const;
    Tensor dense(const Tensor& x, const Choice& choice) const;
    Tensor packed(const Tensor& x, const Choice& choice) const;
    Tensor grouped(const Tensor& x, const Choice& choice) const;
    Tensor products(const Tensor& rows, const Tensor& counts, const Tensor& routed) const;
    Tensor all_products(const Tensor& rows, const Tensor& counts, const Tensor& routed) const;
    Tensor over_chips(Tensor sums) const;
    std::uint32_t here() const { return static_cast<std::uint32_t>(placement_.front().size()); }

    const Chips& chips_;
    const Config config_;
    Generation generation_;
    ExpertMatmul matmul_;
    Placement placement_;
    Tensor router_, gate_, up_, down_, mapping_, own_;
    mutable Tensor chosen_;  // experts of each token of the last call
};

}  // namespace qwen3::device
