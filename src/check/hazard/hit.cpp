// Interning of places and of hits.
#include "check/hazard/hit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace ironbird::check {
namespace {

constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15;

std::uint64_t mix(std::uint64_t key, std::uint64_t more) {
    key = (key ^ more) * kMix;
    return key ^ key >> 29;
}

constexpr std::uint32_t kFrames = 10;  // ours on top, then the kernel's

}  // namespace

std::uint32_t Sites::add(std::uint64_t key, const abi::Kernel* kernel, const device::Trace& trace) {
    const auto [it, fresh] =
        by_key_.try_emplace(key, static_cast<std::uint32_t>(sites_.size() + 1));
    if (fresh) sites_.push_back({kernel, trace});
    recent(key) = {key, it->second};
    return it->second;
}

std::uint32_t Sites::at(const abi::Kernel* kernel, std::uintptr_t address) {
    const std::uint64_t key = mix(address, reinterpret_cast<std::uintptr_t>(kernel));
    if (const Recent& r = recent(key); r.key == key) return r.number;
    device::Trace trace;
    trace.address[trace.count++] = address;
    return add(key, kernel, trace);
}

std::uint32_t Sites::here(const device::Processor& p) {
    std::uintptr_t address[kFrames];
    std::uint32_t count = 0;
    const auto low = reinterpret_cast<std::uintptr_t>(p.block()) + IB_CONTEXT_BYTES;
    const auto high = reinterpret_cast<std::uintptr_t>(p.block()) + IB_BLOCK_BYTES - 16;
    auto at = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    std::uint64_t key = reinterpret_cast<std::uintptr_t>(p.kernel);
    while (at >= low && at <= high && count < kFrames) {
        const auto* saved = reinterpret_cast<const std::uintptr_t*>(at);
        address[count++] = saved[1];
        key = std::rotl(key, 9) + saved[1];  // once for each call: no multiplication
        if (saved[0] <= at) break;
        at = saved[0];
    }
    key = mix(key, count);
    if (const Recent& r = recent(key); r.key == key) return r.number;
    device::Trace trace;
    trace.count = count;
    std::copy_n(address, count, trace.address.begin());
    return add(key, p.kernel, trace);
}

void Hits::add(const Hit& hit) {
    std::uint64_t key = reinterpret_cast<std::uintptr_t>(hit.rule);
    for (const Who& w : hit.who)
        key = mix(key, std::uint64_t{w.site} << 24 ^ std::uint64_t{w.node} << 4 ^ w.processor);
    const auto [it, fresh] = by_key_.try_emplace(key, all_.size());
    if (!fresh) {
        all_[it->second].seen++;
        return;
    }
    all_.push_back(hit);
    fresh_ = true;
}

std::string because_range(const Hit& h) {
    return fmt::format("{} bytes at {:#x}", h.number[1], h.number[0]);
}

}  // namespace ironbird::check
