// The experts' operations over the chips of a mesh, each with experts of its own: sums over all
// chips are those of all experts. IRONBIRD_CLUSTER says on which machine, MOE_MESH as what.
#include "mesh.hpp"

#include "routing.hpp"
#include "ttnn/distributed/api.hpp"
#include "ttnn/distributed/distributed_tensor.hpp"
#include "ttnn/operations/ccl/all_reduce/all_reduce.hpp"
#include "ttnn/operations/core/core.hpp"

namespace ttnn::test {
namespace {

class MoeMesh : public ::testing::Test {
 protected:
    void SetUp() override {
        if (asked_shape().mesh_size() == 1) GTEST_SKIP() << "MOE_MESH names no mesh";
        mesh_ = open_asked_mesh();
    }
    void TearDown() override { close_mesh(mesh_); }
    // Parts along the first dimension, one for each chip in the order of the mesh.
    Tensor spread(const Doubles& values, const TensorSpec& spec) const {
        const auto mapper = ttnn::distributed::shard_tensor_to_mesh_mapper(*mesh_, 0);
        return ttnn::distributed::distribute_tensor(tensor_of(values, spec, nullptr), *mapper,
                                                    *mesh_);
    }

    std::shared_ptr<MeshDevice> mesh_;
};

// Whole numbers, and weights of 1 and 1/2, of which all sums are exact.
struct Model {
    static constexpr std::uint32_t kChosen = 4, kTokens = 40, kWidth = 32, kEach = 2;
    std::uint32_t experts;
    Choices choices;
    Doubles hidden, matrices;  // (tokens, width), (experts, width, width)

    Model(std::mt19937& random, std::uint32_t chips)
        : experts(kEach * chips),
          choices(draw_choices(random, kTokens, kChosen, experts)),
          hidden(draw(random, std::size_t{kTokens} * kWidth, -1, 1, true)),
          matrices(draw(random, std::size_t{experts} * kWidth * kWidth, -1, 1, true)) {
        for (double& weight : choices.weights) weight = random() % 2 ? 1 : 0.5;
    }

    Doubles expected() const {
        Doubles out(hidden.size(), 0);
        for (std::size_t i = 0; i < choices.selected.size(); i++) {
            const auto expert = static_cast<std::size_t>(choices.selected[i]);
            const double* row = &hidden[i / kChosen * kWidth];
            for (std::size_t n = 0; n < kWidth; n++)
                for (std::size_t k = 0; k < kWidth; k++)
                    out[i / kChosen * kWidth + n] +=
                        choices.weights[i] * row[k] * matrices[(expert * kWidth + k) * kWidth + n];
        }
        return out;
    }
};

// Products of each expert's rows, in rows: by layouts of their own, and by operations that move and
// write rows with tokens alone.
Tensor step_by_step(const Tensor& rows, const Tensor& weights, const std::vector<Tensor>& lists) {
    const Tensor in = ttnn::to_layout(scatter_moe_input(rows, lists[0], lists[1]), Layout::TILE);
    return ttnn::to_layout(experimental::moe_bmm(in, weights, lists[0]), Layout::ROW_MAJOR);
}
Tensor without_padding(const Tensor& rows, const Tensor& weights,
                       const std::vector<Tensor>& lists) {
    const Tensor in =
        scatter_moe_input(rows, lists[0], lists[1], std::nullopt, false, Layout::TILE);
    return experimental::moe_bmm(in, weights, lists[0], std::nullopt, std::nullopt, std::nullopt,
                                 operations::experimental::moe::BmmVariant::grid, false,
                                 Layout::ROW_MAJOR);
}

TEST_F(MoeMesh, ExpertsOverChips) {
    std::mt19937 random(5);
    const auto chips = static_cast<std::uint32_t>(mesh_->num_devices());
    const Model model(random, chips);
    std::vector<std::uint32_t> order(model.experts);
    std::iota(order.begin(), order.end(), 0u);
    for (int again = 0; again < 2; again++) {
        // In their order, then wherever.
        Doubles matrices;
        for (const std::uint32_t expert : order) {
            const auto from = model.matrices.begin() + expert * Model::kWidth * Model::kWidth;
            matrices.insert(matrices.end(), from, from + Model::kWidth * Model::kWidth);
        }
        const Tensor mapping = spread(Doubles(order.begin(), order.end()),
                                      rows_spec({model.experts}, DataType::INT32));
        const Tensor weights = spread(
            matrices,
            spec_of(shape_of({model.experts, Model::kWidth, Model::kWidth}), DataType::BFLOAT16));
        const auto lists = prepare_moe_routing_tensors(model.choices.selected_tensor(mesh_.get()),
                                                       model.choices.weights_tensor(mesh_.get()),
                                                       mapping, model.experts);
        const Tensor rows =
            tensor_of(model.hidden, rows_spec({Model::kTokens, Model::kWidth}, DataType::BFLOAT16),
                      mesh_.get());
        const Poison poison(*mesh_);
        const Tensor out =
            again == 0 ? step_by_step(rows, weights, lists) : without_padding(rows, weights, lists);
        Tensor sums = ttnn::to_layout(
            local_reduce_moe_output(out, lists[3], lists[2], lists[0], Model::kTokens),
            Layout::TILE);
        sums = ttnn::reshape(sums, shape_of({1, 1, Model::kTokens, Model::kWidth}));
        for (const std::uint32_t axis : {1u, 0u})
            if (mesh_->shape()[static_cast<int>(axis)] > 1) sums = all_reduce(sums, axis);
        const auto parts = ttnn::distributed::get_device_tensors(sums);
        ASSERT_EQ(parts.size(), chips);
        for (std::size_t chip = 0; chip < parts.size(); chip++)
            EXPECT_EQ(values_of(parts[chip]), model.expected()) << "chip " << chip;
        std::shuffle(order.begin(), order.end(), random);
    }
}

}  // namespace
}  // namespace ttnn::test
