// What upstream's tests ask its private table of the chip, answered from the public API.
#pragma once

#include <cstdint>
#include <tt-metalium/allocator.hpp>
#include <tt-metalium/hal.hpp>
#include <tt-metalium/hal_types.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt_stl/assert.hpp>

namespace tt::tt_metal {

enum class HalTensixHarvestAxis : std::uint8_t { ROW = 1, COL = 2 };

class Hal {
 public:
    ARCH get_arch() const { return hal::get_arch(); }
    std::uint32_t get_arch_num_circular_buffers() const {
        return hal::get_arch_num_circular_buffers();
    }
    // A core as kernels are handed it: NOC_XY_ENCODING of device_include/noc/noc_parameters.h.
    std::uint32_t noc_xy_encoding(std::uint32_t x, std::uint32_t y) const {
        return (y << 6 | x) << (get_arch() == ARCH::WORMHOLE_B0 ? 4 : 0);
    }
    std::uint32_t get_alignment(HalMemType memory) const {
        switch (memory) {
            case HalMemType::L1:
                return hal::get_l1_alignment();
            case HalMemType::DRAM:
                return hal::get_dram_alignment();
            default:
                return hal::get_pcie_alignment();
        }
    }
    std::uint32_t get_read_alignment(HalMemType memory) const { return get_alignment(memory); }
    std::uint32_t get_write_alignment(HalMemType memory) const { return get_alignment(memory); }
    // Rows of a Wormhole are switched off, columns of a Blackhole.
    HalTensixHarvestAxis get_tensix_harvest_axis() const {
        return get_arch() == ARCH::BLACKHOLE ? HalTensixHarvestAxis::COL
                                             : HalTensixHarvestAxis::ROW;
    }
    std::uint32_t get_programmable_core_type_index(HalProgrammableCoreType type) const {
        return static_cast<std::uint32_t>(type);
    }

    std::uint32_t get_dev_addr(HalProgrammableCoreType core, HalL1MemAddrType what) const {
        if (what == HalL1MemAddrType::BASE) return 0;
        TT_FATAL(
            what == HalL1MemAddrType::UNRESERVED || what == HalL1MemAddrType::DEFAULT_UNRESERVED,
            "the place of {} in L1 is the device model's own", static_cast<int>(what));
        return core == HalProgrammableCoreType::TENSIX
                   ? hal::get_l1_size() - hal::get_max_worker_l1_unreserved_size()
                   : hal::get_erisc_l1_unreserved_base();
    }
    std::uint32_t get_dev_size(HalProgrammableCoreType core, HalL1MemAddrType what) const {
        const bool worker = core == HalProgrammableCoreType::TENSIX;
        TT_FATAL(worker || what != HalL1MemAddrType::BASE, "not an L1 of a worker core");
        const std::uint32_t base = get_dev_addr(core, what);
        return worker ? hal::get_l1_size() - base : hal::get_erisc_l1_unreserved_size();
    }
};

}  // namespace tt::tt_metal
