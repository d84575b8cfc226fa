// A product and two sums of matrices of a size, phase by phase: phases SIZE. Fails unless the sums
// of the timer cover what was called.
#include <cstdio>
#include <cstdlib>
#include <ironbird/phases.hpp>
#include <tt-metalium/distributed.hpp>

#include "ttnn/operations/eltwise/binary/binary.hpp"
#include "ttnn/operations/matmul/matmul.hpp"
#include "ttnn/tensor/tensor.hpp"

using namespace ttnn;
namespace metal = tt::tt_metal;

namespace {

constexpr float kEach = 0.25f;  // all results are whole numbers of it, exact in BFLOAT16

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const auto size = static_cast<std::uint32_t>(std::atoi(argv[1]));
    const auto mesh = metal::distributed::MeshDevice::create_unit_mesh(0);
    const metal::TensorSpec spec(
        metal::Shape({size, size}),
        metal::TensorLayout(metal::DataType::BFLOAT16, metal::PageConfig(metal::Layout::TILE),
                            metal::MemoryConfig{}));
    const Tensor host =
        Tensor::from_vector(std::vector<float>(std::size_t{size} * size, kEach), spec);
    const ironbird::Phases before = ironbird::phases();
    const Tensor x = host.to_device(mesh.get());
    const Tensor product = matmul(x, x);
    const Tensor sum = add(add(product, x), x);
    metal::distributed::Synchronize(mesh.get(), std::nullopt);
    const std::vector<float> result = sum.to_vector<float>();
    const auto spent = (ironbird::phases() - before).of;
    for (const ironbird::PhaseTime& time : spent)
        if (time.calls == 0 || time.wall <= 0) return 1;
    const float expected = static_cast<float>(size) * kEach * kEach + 2 * kEach;
    const bool right = result.front() == expected;
    if (!right) std::fprintf(stderr, "%g is not %g\n", result.front(), expected);
    return right && spent[1].calls == 3 ? 0 : 1;
}
