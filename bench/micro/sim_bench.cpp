// Costs below the engine: switching fibers, queueing events, starting a phase.
#include <benchmark/benchmark.h>

#include <array>
#include <vector>

#include "sim/event_queue.hpp"
#include "sim/fiber.hpp"
#include "sim/workers.hpp"

namespace ironbird::sim {
namespace {

struct Pair {
    Fiber fiber, host;
    std::vector<std::uint8_t> stack = std::vector<std::uint8_t>(64 * 1024);
};

void bounce(void* argument) {
    auto& pair = *static_cast<Pair*>(argument);
    for (;;) Fiber::switch_to(pair.fiber, pair.host);
}

void fiber_round_trip(benchmark::State& state) {
    Pair pair;
    pair.fiber.prepare(pair.stack.data(), pair.stack.size(), bounce, &pair);
    for ([[maybe_unused]] auto _ : state) Fiber::switch_to(pair.host, pair.fiber);
}
BENCHMARK(fiber_round_trip);

void event_push_pop(benchmark::State& state) {
    EventQueue queue;
    const auto depth = static_cast<std::uint64_t>(state.range(0));
    std::uint64_t time = 0;
    const auto push = [&] {
        time++;
        queue.push({Cycles{time * 2654435761u % 1000}, Order{time}, nullptr, 0, 0});
    };
    for (std::uint64_t i = 0; i < depth; i++) push();
    for ([[maybe_unused]] auto _ : state) {
        push();
        benchmark::DoNotOptimize(queue.pop());
    }
}
BENCHMARK(event_push_pop)->Arg(4)->Arg(64)->Arg(1024);

void phase_of_two(benchmark::State& state) {
    Workers workers(2);
    for ([[maybe_unused]] auto _ : state)
        workers.run(
            std::array{0u, 1u, 2u}, [](void*, std::uint32_t, std::uint32_t) { return true; },
            nullptr);
}
BENCHMARK(phase_of_two)->UseRealTime();

}  // namespace
}  // namespace ironbird::sim
