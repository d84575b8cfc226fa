// What the experts' operations refuse: each operand on the host, deallocated, of another type,
// layout and rank, then each rule of extents. No program runs.
#include <fmt/format.h>

#include <functional>

#include "routing.hpp"
#include "ttnn/operations/core/core.hpp"

namespace ttnn::test {
namespace {

namespace moe = operations::experimental::moe;
using ::testing::HasSubstr;
using enum DataType;

constexpr auto kRows = Layout::ROW_MAJOR, kTiles = Layout::TILE;

struct Operand {
    std::string_view name;
    std::vector<std::uint32_t> dims;
    DataType dtype;
    Layout layout = kRows;
};
using Tensors = std::vector<Tensor>;
struct Case {
    std::string_view op;
    std::vector<Operand> operands;
    std::function<void(const Tensors&)> call;
};
// One operand of other extents.
struct Extents {
    std::string_view op, operand;
    std::vector<std::uint32_t> dims;
    std::string_view said;
};

// 64 tokens that go to two of eight experts each, of which four are here.
std::vector<Case> cases() {
    const Operand selected{"selected_experts", {64, 2}, UINT32};
    const Operand weights{"routing_weights", {64, 2}, BFLOAT16};
    const Operand counts{"num_routed_tokens", {4, 1}, UINT32};
    const Operand routed{"routed_tokens", {4, 64}, UINT32};
    const Operand places{"token_idx_map", {4, 64}, UINT32};
    const Operand shares{"routed_token_weights", {4, 64}, BFLOAT16};
    const Operand hidden{"input_hidden_state", {64, 64}, BFLOAT16};
    const Operand input{"input", {4, 64, 64}, BFLOAT16, kTiles};
    const auto matrix = [](std::string_view name, Layout layout) {
        return Operand{name, {4, 64, 96}, BFLOAT16, layout};
    };
    return {
        {"prepare_moe_routing_tensors",
         {selected, weights, {"device_expert_mapping", {4}, INT32}},
         [](const Tensors& t) { moe::prepare_moe_routing_tensors(t[0], t[1], t[2], 8); }},
        {"prepare_moe_mapping_tensor",
         {selected, weights},
         [](const Tensors& t) { moe::prepare_moe_mapping_tensor(t[0], t[1], 8); }},
        {"scatter_moe_input",
         {hidden, counts, routed},
         [](const Tensors& t) { moe::scatter_moe_input(t[0], t[1], t[2]); }},
        {"moe_bmm",
         {input, matrix("weights", kTiles), counts},
         [](const Tensors& t) { moe::moe_bmm(t[0], t[1], t[2]); }},
        {"moe_gated_bmm",
         {input, matrix("gate", kTiles), matrix("up", kTiles), counts},
         [](const Tensors& t) { moe::moe_gated_bmm(t[0], t[1], t[2], t[3]); }},
        {"local_reduce_moe_output",
         {{"input_hidden_state", {4, 64, 64}, BFLOAT16}, places, shares, counts},
         [](const Tensors& t) { moe::local_reduce_moe_output(t[0], t[1], t[2], t[3]); }},
        {"projection_to_intermediate",
         {{"hidden_state", {64, 64}, BFLOAT16}, routed, counts, matrix("expert_weights", kRows)},
         [](const Tensors& t) { moe::projection_to_intermediate(t[0], t[1], t[2], t[3], 2); }},
        {"projection_to_output",
         {{"combined_activations", {128, 64}, BFLOAT16},
          places,
          routed,
          counts,
          shares,
          matrix("down_proj_weights", kRows)},
         [](const Tensors& t) {
             moe::projection_to_output(t[0], t[1], t[2], t[3], t[4], t[5], 64, 2);
         }},
        {"extract_attention_input",
         {{"hidden_state", {64, 32, 64}, BFLOAT16, kTiles}, {"dp_degree", {1}, INT32}},
         [](const Tensors& t) { moe::extract_attention_input(t[0], t[1], 2); }}};
}

const std::vector<Extents>& extents() {
    static const std::vector<Extents> rows = {
        {"prepare_moe_routing_tensors", "routing_weights", {64, 3}, "they must be the same"},
        {"prepare_moe_routing_tensors", "routing_weights", {32, 2}, "they must be the same"},
        {"prepare_moe_routing_tensors", "device_expert_mapping", {9}, "names 9 experts"},
        {"prepare_moe_routing_tensors", "device_expert_mapping", {2, 2}, "or (1, experts)"},
        {"prepare_moe_mapping_tensor", "routing_weights", {64, 3}, "they must be the same"},
        {"scatter_moe_input",
         "num_routed_tokens",
         {3, 1},
         "of num_routed_tokens is 3, it must be 4"},
        {"scatter_moe_input", "num_routed_tokens", {4, 2}, "it must be (experts, 1) or (experts)"},
        {"scatter_moe_input", "routed_tokens", {4, 32}, "of routed_tokens is 32, it must be 64"},
        {"moe_bmm",
         "input",
         {4, 64, 40},
         "dimension 2 of input is 40, it must be a multiple of 32"},
        {"moe_bmm", "weights", {4, 64, 40}, "of weights is 40, it must be a multiple of 32"},
        {"moe_bmm", "weights", {3, 64, 96}, "dimension 0 of weights is 3, it must be 4"},
        {"moe_bmm", "weights", {4, 32, 96}, "dimension 1 of weights is 32, it must be 64"},
        {"moe_bmm", "num_routed_tokens", {5}, "of num_routed_tokens is 5, it must be 4"},
        {"moe_gated_bmm", "up", {4, 64, 32}, "up has shape"},
        {"moe_gated_bmm", "gate", {4, 32, 96}, "dimension 1 of gate is 32, it must be 64"},
        {"moe_gated_bmm", "num_routed_tokens", {5}, "of num_routed_tokens is 5, it must be 4"},
        {"local_reduce_moe_output", "token_idx_map", {4, 32}, "of token_idx_map is 32"},
        {"local_reduce_moe_output",
         "token_idx_map",
         {3, 64},
         "of token_idx_map is 3, it must be 4"},
        {"local_reduce_moe_output", "routed_token_weights", {4, 96}, "like token_idx_map"},
        {"local_reduce_moe_output", "num_routed_tokens", {5, 1}, "is 5, it must be 4"},
        {"projection_to_intermediate", "routed_tokens", {4, 32}, "is 32, it must be 64"},
        {"projection_to_intermediate", "expert_weights", {4, 32, 96}, "is 32, it must be 64"},
        {"projection_to_intermediate", "expert_weights", {4, 64, 40}, "a multiple of 32"},
        {"projection_to_intermediate", "expert_weights", {3, 64, 96}, "is 3, it must be 4"},
        {"projection_to_output",
         "combined_activations",
         {100, 64},
         "has 100 rows, they must be 128"},
        {"projection_to_output", "combined_activations", {4, 32, 64}, "is 32, it must be 64"},
        {"projection_to_output", "combined_activations", {3, 64, 64}, "is 3, it must be 4"},
        {"projection_to_output", "token_idx_map", {4, 32}, "of token_idx_map is 32"},
        {"projection_to_output", "routed_tokens", {4, 32}, "of routed_tokens is 32"},
        {"projection_to_output", "routed_token_weights", {4, 32}, "of routed_token_weights is 32"},
        {"projection_to_output", "down_proj_weights", {4, 32, 96}, "is 32, it must be 64"},
        {"projection_to_output", "num_routed_tokens", {3, 1}, "is 3, it must be 4"},
        {"extract_attention_input",
         "hidden_state",
         {63, 32, 64},
         "63 users cannot be divided by 2"},
        {"extract_attention_input", "hidden_state", {64, 32, 40}, "the width is 40"},
        {"extract_attention_input", "hidden_state", {2, 8, 64}, "2 users of 8 tokens must be"},
        {"extract_attention_input", "hidden_state", {1, 1, 32, 64}, "has 16 users"},
        {"extract_attention_input",
         "hidden_state",
         {1, 2, 64, 64},
         "it must be [1, 1, users, width]"},
        {"extract_attention_input", "dp_degree", {2}, "dimension 0 of dp_degree is 2"}};
    return rows;
}

class MoeRefusals : public OnDevice {
 protected:
    static Tensor made(const Operand& o, MeshDevice* device) {
        const Shape shape(ttsl::SmallVector<std::uint32_t>(o.dims.begin(), o.dims.end()));
        return tensor_of(Doubles(shape.volume(), 0), spec_of(shape, o.dtype, o.layout), device);
    }
    static Tensors made(const Case& c) {
        Tensors out;
        for (const Operand& operand : c.operands) out.push_back(made(operand, &device()));
        return out;
    }
    // The message names the operation, the operand and what is wrong with it.
    static void refused(const Case& c, std::size_t which, const Tensor& wrong,
                        std::string_view said) {
        Tensors all = made(c);
        all[which] = wrong;
        const std::string text = thrown([&] { c.call(all); });
        EXPECT_THAT(text, HasSubstr(std::string(c.op)));
        EXPECT_THAT(text, HasSubstr(std::string(said))) << c.op;
    }
};

TEST_F(MoeRefusals, EveryOperand) {
    for (const Case& c : cases())
        for (std::size_t i = 0; i < c.operands.size(); i++) {
            const Operand& right = c.operands[i];
            const std::string name(right.name);
            SCOPED_TRACE(fmt::format("{} of {}", name, c.op));
            refused(c, i, made(right, nullptr), name + " is on the host");
            Tensor gone = made(right, &device());
            gone.deallocate();
            refused(c, i, gone, name + " is not: it was deallocated");
            Operand other = right;
            other.dtype = FLOAT32;
            refused(c, i, made(other, &device()), name + " is of type DataType::FLOAT32, it must");
            other = right;
            other.layout = right.layout == kRows ? kTiles : kRows;
            // Choices may be in tiles, but then both are.
            const bool choices = c.op == "prepare_moe_routing_tensors" && i == 0;
            refused(c, i, made(other, &device()),
                    choices ? "routing_weights is in Layout::ROW_MAJOR" : name + " is in Layout::");
            other = right;
            other.dims.insert(other.dims.begin(), {1, 1});
            refused(c, i, made(other, &device()), name + " has rank");
        }
}

TEST_F(MoeRefusals, EveryExtent) {
    const std::vector<Case> all = cases();
    for (const Extents& row : extents()) {
        const auto c = std::ranges::find(all, row.op, &Case::op);
        ASSERT_NE(c, all.end()) << row.op;
        const auto operand = std::ranges::find(c->operands, row.operand, &Operand::name);
        ASSERT_NE(operand, c->operands.end()) << row.operand;
        Operand other = *operand;
        other.dims = row.dims;
        SCOPED_TRACE(fmt::format("{} of {}, {}", row.operand, row.op, fmt::join(row.dims, "x")));
        refused(*c, static_cast<std::size_t>(operand - c->operands.begin()), made(other, &device()),
                row.said);
    }
}

TEST_F(MoeRefusals, Numbers) {
    const std::vector<Case> all = cases();
    const auto tensors = [&](std::string_view op) {
        return made(*std::ranges::find(all, op, &Case::op));
    };
    const auto said = [](const std::function<void()>& call) { return thrown(call); };
    const Tensors lists = tensors("prepare_moe_routing_tensors");
    EXPECT_THAT(said([&] { moe::prepare_moe_routing_tensors(lists[0], lists[1], lists[2], 1); }),
                HasSubstr("2 experts are selected for each token, num_experts is 1"));
    EXPECT_THAT(said([&] { moe::prepare_moe_mapping_tensor(lists[0], lists[1], 1); }),
                HasSubstr("2 experts are selected for each token, num_experts is 1"));
    const Tensors bmm = tensors("moe_bmm");
    EXPECT_THAT(said([&] { moe::moe_bmm(bmm[0], bmm[1], bmm[2], std::nullopt, FLOAT32); }),
                HasSubstr("dtype is DataType::FLOAT32, it must be BFLOAT16 or BFLOAT8_B"));
    const Tensors sums = tensors("local_reduce_moe_output");
    EXPECT_THAT(said([&] { moe::local_reduce_moe_output(sums[0], sums[1], sums[2], sums[3], 0); }),
                HasSubstr("num_tokens is 0, it must be positive"));
    const Tensors packed = tensors("projection_to_intermediate");
    EXPECT_THAT(said([&] {
                    moe::projection_to_intermediate(packed[0], packed[1], packed[2], packed[3], 0);
                }),
                HasSubstr("top_k is 0, it must be positive"));
    const Tensors users = tensors("extract_attention_input");
    EXPECT_THAT(said([&] { moe::extract_attention_input(users[0], users[1], 3); }),
                HasSubstr("64 users cannot be divided by 3 rows"));
    EXPECT_THAT(said([&] { moe::extract_attention_input(users[0], users[1], 2, FLOAT32); }),
                HasSubstr("output_dtype is DataType::FLOAT32"));
}

}  // namespace
}  // namespace ttnn::test
