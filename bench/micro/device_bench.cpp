// The engine's own costs, with kernels that are plain functions: CB calls, NoC reads, launches.
#include <benchmark/benchmark.h>

#include "device/test_rig.hpp"

namespace ironbird::device {
namespace {

constexpr Logical kCore{0, 0};

void produce() {
    for (std::uint32_t i = 0; i < arg(0); i++) {
        ib_cb_reserve_back(0, 1);
        ib_cb_push_back(0, 1);
    }
}

void consume() {
    for (std::uint32_t i = 0; i < arg(0); i++) {
        ib_cb_wait_front(0, 1);
        ib_cb_pop_front(0, 1);
    }
}

void read_pages() {
    for (std::uint32_t i = 0; i < arg(0); i++) {
        ib_noc_read(dram_address(i % 64 * 2048), Rig::kData + i % 8 * 2048, 2048, kNoc0);
        if (i % 8 == 7) ib_noc_barrier(IB_WAIT_READS, kNoc0);
    }
    ib_noc_barrier(IB_WAIT_READS, kNoc0);
}

void read_pages_one_by_one() {
    for (std::uint32_t i = 0; i < arg(0); i++) {
        ib_noc_read(dram_address(i % 64 * 2048), Rig::kData, 2048, kNoc0);
        ib_noc_barrier(IB_WAIT_READS, kNoc0);
    }
}

// A scalar loop as the pass leaves it: cost added, deadline looked at.
void compute() {
    ib_context& self = *ib_self();
    for (std::uint32_t i = 0; i < arg(0); i++) {
        self.cycles += 10;
        if (self.cycles >= self.deadline) ib_yield();
    }
}

void signal_and_wait() {
    const std::uint32_t peer = arg(1);
    for (std::uint32_t i = 1; i <= arg(0); i++) {
        ib_noc_atomic(core_address(peer % 8, peer / 8, semaphore(0)), IB_ATOMIC_INC, 1, 31, kNoc0);
        ib_sem_wait_min(semaphore(0), i);
    }
}

void nothing() {}

// Runs a kernel on some cores and counts `units` for each of them.
template <class Prepare>
void measure(benchmark::State& state, std::uint32_t threads, std::uint32_t cores,
             std::uint32_t units, Prepare prepare) {
    Rig rig({.threads = threads});
    for (auto _ : state) {
        for (std::uint32_t i = 0; i < cores; i++) {
            const Logical core{i % 8, i / 8};
            rig.word(core, Rig::kSemaphores) = 0;
            prepare(rig, core, i);
        }
        rig.run();
    }
    state.counters["ns"] = benchmark::Counter(
        static_cast<double>(cores) * units,
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void cb_push_pop(benchmark::State& state) {
    constexpr std::uint32_t kUnits = 100000;
    measure(state, 1, static_cast<std::uint32_t>(state.range(0)), kUnits,
            [&](Rig& rig, Logical core, std::uint32_t) {
                rig.cb(core, 0, 8, 64);
                rig.kernel(core, kBrisc, produce, {kUnits});
                rig.kernel(core, kNcrisc, consume, {kUnits});
            });
}
BENCHMARK(cb_push_pop)->Arg(1)->Arg(64)->UseRealTime();

template <void (*Kernel)()>
void noc_reads(benchmark::State& state) {
    const auto cores = static_cast<std::uint32_t>(state.range(0));
    constexpr std::uint32_t kUnits = 2000;
    measure(
        state, static_cast<std::uint32_t>(state.range(1)), cores, kUnits,
        [&](Rig& rig, Logical core, std::uint32_t) { rig.kernel(core, kBrisc, Kernel, {kUnits}); });
}
BENCHMARK(noc_reads<read_pages>)->Args({1, 1})->Args({64, 1})->Args({64, 2})->UseRealTime();
BENCHMARK(noc_reads<read_pages_one_by_one>)
    ->Args({1, 1})
    ->Args({64, 1})
    ->Args({64, 2})
    ->UseRealTime();

void scalar_loop(benchmark::State& state) {
    const auto cores = static_cast<std::uint32_t>(state.range(0));
    constexpr std::uint32_t kUnits = 200000;
    measure(state, static_cast<std::uint32_t>(state.range(1)), cores, kUnits,
            [&](Rig& rig, Logical core, std::uint32_t) {
                rig.kernel(core, kBrisc, compute, {kUnits});
            });
}
BENCHMARK(scalar_loop)->Args({1, 1})->Args({64, 1})->Args({64, 2})->UseRealTime();

void neighbours_signal(benchmark::State& state) {
    constexpr std::uint32_t kUnits = 500;
    measure(state, static_cast<std::uint32_t>(state.range(0)), 64, kUnits,
            [&](Rig& rig, Logical core, std::uint32_t i) {
                rig.kernel(core, kBrisc, signal_and_wait, {kUnits, (i + 1) % 64});
            });
}
BENCHMARK(neighbours_signal)->Arg(1)->Arg(2)->UseRealTime();

void launch_64_cores(benchmark::State& state) {
    measure(state, 1, 64, 1,
            [&](Rig& rig, Logical core, std::uint32_t) { rig.kernel(core, kBrisc, nothing); });
}
BENCHMARK(launch_64_cores)->UseRealTime();

}  // namespace
}  // namespace ironbird::device
