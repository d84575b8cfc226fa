// What a call of TT-NN costs once its program is there: prints microseconds.
#include <fmt/core.h>

#include "timing.hpp"
#include "ttnn/device.hpp"
#include "ttnn/operations/creation/creation.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"

// A sum of 64 tiles, one on each of 64 cores, to its end, with the allocation of its result.
int main() {
    const auto device = ttnn::open_mesh_device(0);
    const ttnn::Shape shape({64 * 32, 32});
    const auto a = ttnn::ones(shape, ttnn::DataType::BFLOAT16, ttnn::TILE_LAYOUT, *device);
    const auto b = ttnn::ones(shape, ttnn::DataType::BFLOAT16, ttnn::TILE_LAYOUT, *device);
    const tt::tt_metal::CoreRangeSet cores(tt::tt_metal::CoreRange({0, 0}, {7, 7}));
    const auto call = [&] {
        const auto sum =
            ttnn::add(a, b, std::nullopt, std::nullopt, std::nullopt, {}, {}, {}, cores);
        tt::tt_metal::distributed::Finish(device->mesh_command_queue());
    };
    call();
    constexpr int kCalls = 100;
    const auto calls = [&] {
        for (int i = 0; i < kCalls; i++) call();
    };
    using namespace ironbird::bench;
    fmt::print("{}\n", best(5, [&] { return wall_seconds(calls); }) * 1e6 / kCalls);
    device->close();
}
