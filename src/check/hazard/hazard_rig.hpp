// A chip under the hazard checker with a buffer in L1 and one in DRAM, and short words for kernels.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "check/hazard/checker.hpp"
#include "device/test_rig.hpp"

namespace ironbird::check {

using namespace device;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr Logical kCore{0, 0}, kOther{1, 0};
constexpr std::uint32_t kPage = 1024, kPages = 4;
constexpr std::uint32_t kBuffer = Rig::kData + 65536, kBytes = 65536;

// A rig with a chip and a checker that watches it.
class Hazards : public testing::Test {
 protected:
    explicit Hazards(const char* chip = "n150")
        : checker(Groups::all()), rig({.chip = chip, .observer = &checker}) {
        std::vector<BufferView::Extent> extents;
        for (std::uint32_t c = 0; c < 4; c++) extents.push_back({c, kBuffer, kBuffer + kBytes});
        rig.chip->tell_buffer({1, false, kBytes, kBytes, extents}, true);
        for (std::uint32_t c = 0; c < 4; c++)
            rig.chip->write_l1(c, kBuffer, std::vector<std::uint8_t>(kBytes));
        const BufferView::Extent bank{0, 0, 1 << 20};
        rig.chip->tell_buffer({2, true, kPage, kPage, {&bank, 1}}, true);
        const std::vector<std::uint8_t> bytes(1 << 20, 1);
        rig.chip->write_dram(0, 0, bytes);
    }

    void mover(abi::Kernel::Entry function, Logical core = kCore, abi::Processor p = kBrisc) {
        rig.kernel(core, p, function);
    }
    void pair(abi::Kernel::Entry a, abi::Kernel::Entry b) {
        mover(a, kCore, kBrisc);
        mover(b, kCore, kNcrisc);
        rig.cb(kCore, 0, kPages, kPage);
    }

    std::vector<std::string> run() {
        rig.run();
        Findings found(Groups::all());
        checker.report(found);
        std::vector<std::string> ids;
        for (const Finding& f : found.all()) ids.emplace_back(f.rule);
        return ids;
    }

    HazardChecker checker;
    Rig rig;
};

inline void load(std::uint32_t address) {
    ib_check_access(address, 4, 0);
}
inline void store(std::uint32_t address) {
    ib_check_access(address, 4, IB_CHECK_WRITE);
}
// As a compiled kernel does it: what was asked before is not asked again.
inline void access_unless_asked(std::uint32_t address, std::uint32_t write) {
    const std::uint8_t asked = ib_self()->asked[write != 0 ? 1 : 0][address / 32];
    if ((asked >> address / 4 % 8 & 1) == 0) ib_check_access(address, 4, write);
}
inline std::uint32_t page(std::uint32_t write) {
    const ib_cb_interface& i = ib_self()->cb[0];
    return write != 0 ? i.fifo_wr_ptr : i.fifo_rd_ptr;
}
inline void barrier(std::uint32_t waits, const ib_noc& noc = kNoc0) {
    ib_noc_barrier(waits, noc);
}
inline void wait_reads() {
    barrier(IB_WAIT_READS);
}
inline void wait_writes() {
    barrier(IB_WAIT_WRITES_ACKED);
}

// A page by way of circular buffer 0.
inline void produce() {
    ib_cb_reserve_back(0, 1);
    ib_noc_read(dram_address(0), page(1), kPage, kNoc0);
    wait_reads();
    ib_cb_push_back(0, 1);
}
inline void consume() {
    ib_cb_wait_front(0, 1);
    load(page(0));
    ib_cb_pop_front(0, 1);
}
inline void ignore() {
    ib_cb_wait_front(0, 1);
    ib_cb_pop_front(0, 1);
}

}  // namespace ironbird::check
