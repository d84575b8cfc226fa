// What a call of TT-NN costs once its program is there: prints microseconds.
#include <fmt/core.h>

#include <cstdlib>

#include "timing.hpp"
#include "ttnn/device.hpp"
#include "ttnn/operations/creation/creation.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"

// A sum of tiles, one on each core of a square (8 x 8, or the side that is given), to its end, with
// the allocation of its result.
int main(int argc, char** argv) {
    const auto device = ttnn::open_mesh_device(0);
    const std::uint32_t side = argc > 1 ? static_cast<std::uint32_t>(std::atoi(argv[1])) : 8;
    const ttnn::Shape shape({side * side * 32, 32});
    const auto a = ttnn::ones(shape, ttnn::DataType::BFLOAT16, ttnn::TILE_LAYOUT, *device);
    const auto b = ttnn::ones(shape, ttnn::DataType::BFLOAT16, ttnn::TILE_LAYOUT, *device);
    const tt::tt_metal::CoreRangeSet cores(tt::tt_metal::CoreRange({0, 0}, {side - 1, side - 1}));
    const auto call = [&] {
        const auto sum =
            ttnn::add(a, b, std::nullopt, std::nullopt, std::nullopt, {}, {}, {}, cores);
        tt::tt_metal::distributed::Finish(device->mesh_command_queue());
    };
    call();
    const int count = side == 1 ? 1000 : 100;
    const auto calls = [&] {
        for (int i = 0; i < count; i++) call();
    };
    using namespace ironbird::bench;
    fmt::print("{}\n", best(5, [&] { return wall_seconds(calls); }) * 1e6 / count);
    device->close();
}
