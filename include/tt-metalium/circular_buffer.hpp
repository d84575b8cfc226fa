// A circular buffer of a program, as introspection sees it.
#pragma once

#include <tt-metalium/circular_buffer_constants.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/tt_backend_api_types.hpp>
#include <unordered_set>

namespace ironbird::host {
struct CbRecord;
}

namespace tt::tt_metal {

using CBHandle = uintptr_t;

class CircularBuffer {
 public:
    explicit CircularBuffer(std::shared_ptr<const ironbird::host::CbRecord> record);

    CBHandle id() const;
    const CoreRangeSet& core_ranges() const;
    std::size_t size() const;
    bool globally_allocated() const;
    const std::unordered_set<uint8_t>& buffer_indices() const;
    uint32_t page_size(uint32_t buffer_index) const;
    uint32_t num_pages(uint32_t buffer_index) const;
    DataFormat data_format(uint32_t buffer_index) const;
    // Zero until the program has been compiled for a device.
    uint32_t address() const;

 private:
    std::shared_ptr<const ironbird::host::CbRecord> record_;
};

}  // namespace tt::tt_metal
