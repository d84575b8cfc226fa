// Costs of dispatch, from what a program holds.
#include "host/queue/launch_cost.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace ironbird::host {
namespace {

constexpr std::uint32_t kWordBytes = 4;
constexpr std::uint32_t kOwners = 3;  // BRISC, NCRISC and the compute processors together
constexpr std::uint32_t kCbBytes = 16, kSemaphoreBytes = 16;

std::uint32_t unique_bytes(const device::CoreLaunch& core) {
    std::uint32_t words = 0;
    for (std::uint32_t p = 0; p < kOwners; p++) words += core.args[p].rta_count;
    return words * kWordBytes;
}

// The same on many cores, so that it goes to all at once.
std::uint32_t shared_bytes(const device::CoreLaunch& core) {
    std::uint32_t words = 0;
    for (std::uint32_t p = 0; p < kOwners; p++) words += core.args[p].crta_count;
    return words * kWordBytes + static_cast<std::uint32_t>(core.cbs.size()) * kCbBytes +
           core.sem_count * kSemaphoreBytes;
}

// Sets of cores that differ in kernels or circular buffers.
std::size_t groups(const Prepared& work) {
    std::set<std::pair<std::array<const abi::Kernel*, abi::kProcessors>, const device::CbSetup*>>
        different;
    for (const device::CoreLaunch& c : work.cores) different.emplace(c.kernels, c.cbs.data());
    return different.size();
}

double core_cost(const device::CoreLaunch& core, const arch::LaunchTiming& t) {
    const double bytes = unique_bytes(core);
    if (bytes == 0) return 0;
    return std::max(t.core_arguments + bytes / t.core_argument_rate, bytes / t.core_argument_peak);
}

// The dispatch core: the first but one of the row or column that programs do not get. Which one
// it is differs from board to board.
Physical dispatch_core(const arch::Floorplan& plan) {
    const arch::Product& p = plan.product();
    const arch::Grid all = p.tensix_grid();
    if (p.compute_grid.y < all.y) return plan.to_physical({1, p.compute_grid.y});
    return plan.to_physical({std::min(p.compute_grid.x, all.x - 1), 1});
}

}  // namespace

Cycles dispatch_cycles(const Prepared& work, const arch::LaunchTiming& t) {
    const auto sets = static_cast<double>(groups(work));
    double cycles = t.program + (sets - 1) * t.group;
    double own = 0;
    std::uint32_t shared = 0;
    for (const device::CoreLaunch& c : work.cores) {
        own += core_cost(c, t);
        shared = std::max(shared, shared_bytes(c));
    }
    if (own > 0) cycles += own + sets * t.arguments;
    if (shared > 0)
        cycles +=
            (work.cores.size() > 1 ? t.config : t.config_one) + shared / t.config_bytes_per_cycle;
    return Cycles{static_cast<std::uint64_t>(std::llround(cycles))};
}

std::uint32_t start_delay(const arch::Floorplan& plan, const device::CoreLaunch& core) {
    const arch::Product& p = plan.product();
    return p.noc.hop_cycles * plan.hops(dispatch_core(plan), plan.to_physical(core.core), 0) +
           p.launch.cb_setup * static_cast<std::uint32_t>(core.cbs.size());
}

Cycles cycles_of(const arch::Product& product, double nanoseconds) {
    return Cycles{static_cast<std::uint64_t>(std::llround(nanoseconds * product.clock_mhz / 1000))};
}

Cycles transfer_cycles(const arch::Product& product, std::uint64_t bytes, std::uint64_t page_bytes,
                       Direction direction) {
    const arch::LaunchTiming& t = product.launch;
    const bool to = direction == Direction::to_device;
    const double pages = std::ceil(static_cast<double>(bytes) / static_cast<double>(page_bytes));
    const double by_pages = pages * (to ? t.write_page_ns : t.read_page_ns);
    const double by_bytes = static_cast<double>(bytes) / (to ? t.write_gb_per_s : t.read_gb_per_s);
    return cycles_of(product, std::max(by_pages, by_bytes));
}

}  // namespace ironbird::host
