// Each item is done exactly once, whatever the number of threads.
#include "sim/workers.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <vector>

namespace ironbird::sim {
namespace {

using Counts = std::array<std::atomic<int>, 100>;

bool count(void* context, std::uint32_t item, std::uint32_t) {
    (*static_cast<Counts*>(context))[item]++;
    return true;
}

void run_phases(std::vector<std::uint32_t> starts, int phases) {
    Workers workers(static_cast<std::uint32_t>(starts.size() - 1));
    Counts counts{};
    for (int i = 0; i < phases; i++) workers.run(starts, count, &counts);
    for (const auto& c : counts) ASSERT_EQ(c, phases);
}

TEST(Workers, one_thread) {
    run_phases({0, 100}, 10);
}
TEST(Workers, two_threads) {
    run_phases({0, 50, 100}, 2000);
}

TEST(Workers, one_has_nothing_of_its_own) {
    run_phases({0, 0, 100, 100}, 2000);
}

TEST(Workers, wake_from_sleep) {
    Workers workers(2);
    Counts counts{};
    for (int i = 0; i < 3; i++) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        workers.run(std::array{0u, 50u, 100u}, count, &counts);
    }
    for (const auto& c : counts) EXPECT_EQ(c, 3);
}

// Items that a task leaves behind are done by whoever takes them from here.
class Leftovers final : public SpareWork {
 public:
    bool any() const override { return left_ > 0; }
    bool run_one(std::uint32_t) override {
        int n = left_;
        while (n > 0 && !left_.compare_exchange_weak(n, n - 1)) {
        }
        if (n <= 0) return false;
        done_++;
        workers->item_done();
        return true;
    }
    void leave() { left_++; }
    int done() const { return done_; }

    Workers* workers = nullptr;

 private:
    std::atomic<int> left_{0}, done_{0};
};

TEST(Workers, a_phase_waits_for_items_that_were_left_to_spare_work) {
    Leftovers leftovers;
    Workers workers(2, &leftovers);
    leftovers.workers = &workers;
    for (int i = 1; i <= 200; i++) {
        workers.run(
            std::array{0u, 50u, 100u},
            [](void* context, std::uint32_t item, std::uint32_t) {
                if (item % 10 != 0) return true;
                static_cast<Leftovers*>(context)->leave();
                return false;
            },
            &leftovers);
        ASSERT_EQ(leftovers.done(), 10 * i);
    }
}

}  // namespace
}  // namespace ironbird::sim
