// Each item is done exactly once, whatever the number of threads.
#include "sim/workers.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>

namespace ironbird::sim {
namespace {

using Counts = std::array<std::atomic<int>, 100>;

bool count(void* context, std::uint32_t item, std::uint32_t) {
    (*static_cast<Counts*>(context))[item]++;
    return true;
}

void run_phases(std::uint32_t threads, int phases) {
    Workers workers(threads);
    Counts counts{};
    for (int i = 0; i < phases; i++) workers.run(100, count, &counts);
    for (const auto& c : counts) ASSERT_EQ(c, phases);
}

TEST(Workers, one_thread) {
    run_phases(1, 10);
}
TEST(Workers, two_threads) {
    run_phases(2, 2000);
}

TEST(Workers, wake_from_sleep) {
    Workers workers(2);
    Counts counts{};
    for (int i = 0; i < 3; i++) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        workers.run(100, count, &counts);
    }
    for (const auto& c : counts) EXPECT_EQ(c, 3);
}

}  // namespace
}  // namespace ironbird::sim
