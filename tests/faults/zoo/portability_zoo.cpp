// Programs that are legal on one chip and not on another; the check runs them on both.
#include <tt-metalium/hal.hpp>

#include "zoo.hpp"

namespace ironbird::tests::zoo {
namespace {

// Addresses in DRAM and L1 agree in their lowest 5 bits on Wormhole, in 6 on Blackhole.
std::size_t half_alignment(Stage& stage) {
    auto from = stage.filled(128, 128);
    stage.cb(0, kPage, kPage);
    const auto read = stage.add("half_a_page.cpp", only(kHere), writer(accessor_args({from})));
    SetRuntimeArgs(stage.program, read, kHere, {address(from), stage.repaired ? 64u : 32u});
    stage.run();
    return 0;
}

// Wormhole has 12 DRAM banks, Blackhole 8.
std::size_t bank_of_one_chip(Stage& stage) {
    auto from = stage.filled(64 * kPage, kPage);  // pages in every bank
    stage.cb(0, kPage, kPage);
    const auto read = stage.add("read_bank.cpp", only(kHere), writer({}));
    SetRuntimeArgs(stage.program, read, kHere, {stage.repaired ? 7u : 11u, address(from)});
    stage.run();
    return 0;
}

// Grayskull's Dst is never 32 bits wide.
std::size_t wide_dst(Stage& stage) {
    auto from = stage.filled(kPage, kPage), to = stage.empty(kPage, kPage);
    stage.cb(0, kPage, kPage);
    stage.cb(16, kPage, kPage);
    const auto read = stage.add("fill.cpp", only(kHere), reader(accessor_args({from})));
    const auto write = stage.add("drain_16.cpp", only(kHere), writer(accessor_args({to})));
    stage.add("copy_one.cpp", {.fp32_dest_acc_en = !stage.repaired});
    SetRuntimeArgs(stage.program, read, kHere, {address(from), 1});
    SetRuntimeArgs(stage.program, write, kHere, {address(to), 1});
    stage.run();
    return 0;
}

// Blackhole's L1 is 72 KiB larger than Wormhole's.
std::size_t l1_to_the_brim(Stage& stage) {
    constexpr std::uint32_t bytes = 1400 * 1024;
    stage.cb(0, stage.repaired ? kPage : bytes, kPage);
    stage.add("idle.cpp", only(kHere), writer({}));
    stage.run();
    return 0;
}

// Wormhole has circular buffers 0 to 31, Blackhole 0 to 63.
std::size_t cb_above_31(Stage& stage) {
    stage.cb(stage.repaired ? 31 : 40, kPage, kPage);
    stage.add("idle.cpp", only(kHere), writer({}));
    stage.run();
    return 0;
}

// A kernel that exists for the arguments of one chip only.
std::size_t other_per_chip(Stage& stage) {
    const bool spoiled = !stage.repaired && hal::get_arch() == tt::ARCH::BLACKHOLE;
    const auto kernel = stage.add("assertion.cpp", only(kHere), writer({}));
    SetRuntimeArgs(stage.program, kernel, kHere, {stage.repaired ? 3u : spoiled ? 5u : 4u});
    stage.run();
    return 0;
}

constexpr Exhibit kPortabilityExhibits[] = {
    {"half_alignment", half_alignment},
    {"bank_of_one_chip", bank_of_one_chip},
    {"wide_dst", wide_dst},
    {"l1_to_the_brim", l1_to_the_brim},
    {"cb_above_31", cb_above_31},
    {"other_per_chip", other_per_chip},
};

}  // namespace

std::span<const Exhibit> portability_exhibits() {
    return kPortabilityExhibits;
}

}  // namespace ironbird::tests::zoo
