// The cost of a switch between two stacks.
#include <cstdint>
#include <vector>

#include "figures.hpp"
#include "sim/fiber.hpp"
#include "timing.hpp"

namespace ironbird::bench {
namespace {

struct Pair {
    sim::Fiber fiber, host;
    bool more = true;
};

void bounce(void* argument) {
    auto& pair = *static_cast<Pair*>(argument);
    while (pair.more) sim::Fiber::switch_to(pair.fiber, pair.host);
    sim::Fiber::leave(pair.fiber, pair.host);
}

}  // namespace

double fiber_switch_ns() {
    constexpr int kRounds = 1'000'000;
    std::vector<std::uint8_t> stack(64 * 1024);
    Pair pair;
    pair.fiber.prepare(stack.data(), stack.size(), bounce, &pair);
    const auto rounds = [&] {
        for (int i = 0; i < kRounds; i++) sim::Fiber::switch_to(pair.host, pair.fiber);
    };
    const double seconds = best(5, [&] { return cpu_seconds(rounds); });
    pair.more = false;
    sim::Fiber::switch_to(pair.host, pair.fiber);
    return seconds * 1e9 / (2.0 * kRounds);
}

}  // namespace ironbird::bench
