// A part of the chip that is scheduled on its own.
#pragma once

#include <array>
#include <cstdint>
#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/hal_types.hpp>
#include <tt_stl/span.hpp>

namespace tt::tt_metal {

class SubDevice {
 public:
    // One set for each kind of core, Tensix first; other kinds than Tensix must be empty.
    explicit SubDevice(ttsl::Span<const CoreRangeSet> cores);

    const CoreRangeSet& cores(HalProgrammableCoreType core_type) const;
    bool has_core_type(HalProgrammableCoreType core_type) const;
    uint32_t num_cores(HalProgrammableCoreType core_type) const;

 private:
    std::array<CoreRangeSet, NumHalProgrammableCoreTypes> cores_;
};

}  // namespace tt::tt_metal
