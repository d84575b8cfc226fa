// What tests of operations at the sizes of real models share: which rows a run takes, and numbers
// that are kept nowhere.
#pragma once

#include <fmt/format.h>

#include <cstdlib>

#include "mesh.hpp"
#include "routing.hpp"
#include "ttnn/config.hpp"
#include "ttnn/distributed/api.hpp"
#include "ttnn/distributed/distributed_tensor.hpp"
#include "ttnn/operations/core/core.hpp"

namespace ttnn::test {

// Tensors are the same on all chips of the mesh, and results are those of the last chip.
class MoeSizes : public OnDevice {
 public:
    static void SetUpTestSuite() {
        CONFIG.validate_program_args = true;
        device_ = open_asked_mesh();
    }
    static void TearDownTestSuite() { close_mesh(device_); }

 protected:
    // A quarter of the rows, by the seed of the commit, but none with more than 64 million weights.
    // MOE_SIZES=all takes all of them, a number the row of that number.
    static bool taken(std::string_view name, std::size_t row, std::uint64_t weights = 0) {
        const char* wanted = std::getenv("MOE_SIZES");
        if (wanted != nullptr && *wanted != '\0')
            return std::string_view(wanted) == "all" || wanted == std::to_string(row);
        return weights <= 1u << 26 && row % 2 == chip_seed() &&
               is_mine(fmt::format("{} {}", name, row));
    }
    static Tensor of_one(const Tensor& tensor) {
        return ttnn::distributed::get_device_tensors(tensor).back();
    }
};

// Numbers that are drawn again where they are needed: matrices of a gigabyte are kept nowhere.
struct Drawn {
    std::uint32_t seed;
    bool whole;

    float at(std::uint64_t index) const {
        std::uint64_t bits = (index + seed) * 0x9e3779b97f4a7c15u;
        bits = (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9u;
        const auto high = static_cast<std::uint32_t>(bits >> 40);  // 24 bits
        return whole ? static_cast<float>(high % 3) - 1 : static_cast<float>(high) * 0x1p-23f - 1;
    }
    Tensor tensor(const TensorSpec& spec, MeshDevice& device) const {
        std::vector<float> values(spec.logical_shape().volume());
        for (std::size_t i = 0; i < values.size(); i++) values[i] = at(i);
        return ttnn::to_device(Tensor::from_vector(std::move(values), spec), &device,
                               DRAM_MEMORY_CONFIG);
    }
};

}  // namespace ttnn::test
