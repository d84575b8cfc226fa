// What a call of TT-NN costs once its program is there, or that program alone from a trace: prints
// microseconds.
#include <fmt/core.h>

#include <cstdlib>
#include <functional>
#include <string_view>

#include "timing.hpp"
#include "ttnn/device.hpp"
#include "ttnn/operations/creation/creation.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"

namespace {

constexpr std::size_t kTraceBytes = 1 << 20;

}  // namespace

// A sum of tiles, one on each core of a square (8 x 8, or the side that is given), to its end, with
// the allocation of its result; `trace` behind the side leaves the call out.
int main(int argc, char** argv) {
    const auto device = ttnn::open_mesh_device(0, DEFAULT_L1_SMALL_SIZE, kTraceBytes);
    auto& queue = device->mesh_command_queue();
    const std::uint32_t side = argc > 1 ? static_cast<std::uint32_t>(std::atoi(argv[1])) : 8;
    const ttnn::Shape shape({side * side * 32, 32});
    const auto a = ttnn::ones(shape, ttnn::DataType::BFLOAT16, ttnn::TILE_LAYOUT, *device);
    const auto b = ttnn::ones(shape, ttnn::DataType::BFLOAT16, ttnn::TILE_LAYOUT, *device);
    const tt::tt_metal::CoreRangeSet cores(tt::tt_metal::CoreRange({0, 0}, {side - 1, side - 1}));
    const auto add = [&] {
        return ttnn::add(a, b, std::nullopt, std::nullopt, std::nullopt, {}, {}, {}, cores);
    };
    const auto kept = add();
    tt::tt_metal::distributed::Finish(queue);
    std::function<void()> call = [&] {
        const auto sum = add();
        tt::tt_metal::distributed::Finish(queue);
    };
    if (argc > 2 && std::string_view(argv[2]) == "trace") {
        const auto trace = device->begin_mesh_trace(0);
        (void)ttnn::add(a, b, std::nullopt, std::nullopt, kept, {}, {}, {}, cores);
        device->end_mesh_trace(0, trace);
        call = [&queue, device, trace] {
            device->replay_mesh_trace(0, trace, false);
            tt::tt_metal::distributed::Finish(queue);
        };
    }
    call();
    const int count = side == 1 ? 1000 : 100;
    const auto calls = [&] {
        for (int i = 0; i < count; i++) call();
    };
    using namespace ironbird::bench;
    fmt::print("{}\n", best(5, [&] { return wall_seconds(calls); }) * 1e6 / count);
    device->close();
}
