// One variant of gather on rows of a size: gather_runs VARIANT ROWS WIDTH CALLS, the variant by its
// number. Fails unless the result is right.
#include <cstdio>
#include <cstdlib>
#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/distributed.hpp>

#include "ttnn/operations/data_movement/gather/gather.hpp"
#include "ttnn/tensor/tensor.hpp"

using namespace ttnn;
namespace metal = tt::tt_metal;

namespace {

metal::TensorSpec spec_of(std::uint32_t rows, std::uint32_t width, DataType type) {
    return {metal::Shape({rows, width}),
            metal::TensorLayout(type, metal::PageConfig(Layout::TILE), MemoryConfig{})};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    const auto number = [&](int i) { return static_cast<std::uint32_t>(std::atoi(argv[i])); };
    const auto variant = static_cast<operations::data_movement::GatherVariant>(number(1));
    const std::uint32_t rows = number(2), width = number(3);
    std::vector<bfloat16> values;
    std::vector<std::uint32_t> places;
    for (std::uint32_t i = 0; i < rows * width; i++) {
        values.emplace_back(static_cast<float>(i % 256));  // exact in BFLOAT16
        places.push_back(static_cast<std::uint32_t>(i % width * std::uint64_t{7919} % width));
    }
    const auto mesh = metal::distributed::MeshDevice::create_unit_mesh(0);
    const Tensor input = Tensor::from_vector(std::vector<bfloat16>(values),
                                             spec_of(rows, width, DataType::BFLOAT16), mesh.get());
    const Tensor index = Tensor::from_vector(std::vector<std::uint32_t>(places),
                                             spec_of(rows, width, DataType::UINT32), mesh.get());
    std::vector<bfloat16> got;
    for (std::uint32_t call = 0; call < number(4); call++)
        got = gather(input, -1, index, false, std::nullopt, std::nullopt, std::nullopt, variant)
                  .to_vector<bfloat16>();
    for (std::uint32_t i = 0; i < got.size(); i++) {
        const std::uint32_t from = i / width * width + places[i];
        if (got[i] == values[from]) continue;
        std::fprintf(stderr, "element %u is not element %u\n", i, from);
        return 1;
    }
    return 0;
}
