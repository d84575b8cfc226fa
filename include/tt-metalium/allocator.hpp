// A device's memory as a program may ask about it: banks, alignments, what is in use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tt-metalium/buffer_types.hpp>
#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/hal_types.hpp>
#include <unordered_set>
#include <vector>

namespace ironbird::host {
class DeviceMemory;
}

namespace tt::tt_metal {

class Buffer;

// Of one bank.
struct Statistics {
    size_t total_allocatable_size_bytes = 0;
    size_t total_allocated_bytes = 0;
    size_t total_free_bytes = 0;
    size_t largest_free_block_bytes = 0;
};

class Allocator {
 public:
    explicit Allocator(ironbird::host::DeviceMemory& memory) : memory_(&memory) {}

    uint32_t get_num_banks(const BufferType& buffer_type) const;
    DeviceAddr get_bank_size(const BufferType& buffer_type) const;
    uint32_t get_alignment(BufferType buffer_type) const;
    int32_t get_bank_offset(BufferType buffer_type, uint32_t bank_id) const;

    // L1 banks are cores; DRAM banks are named (bank, 0).
    CoreCoord get_logical_core_from_bank_id(uint32_t bank_id) const;
    const std::vector<uint32_t>& get_bank_ids_from_logical_core(
        BufferType buffer_type, const CoreCoord& logical_core) const;

    // First address that buffers and circular buffers may have.
    DeviceAddr get_base_allocator_addr(const HalMemType& mem_type) const;
    size_t get_worker_l1_size() const;

    Statistics get_statistics(const BufferType& buffer_type) const;
    std::unordered_set<Buffer*> get_allocated_buffers() const;
    void deallocate_buffers();

    ironbird::host::DeviceMemory& memory() const { return *memory_; }

 private:
    ironbird::host::DeviceMemory* memory_;
};

namespace detail {

// Bytes that the fullest of the banks holds of an interleaved buffer.
DeviceAddr calculate_bank_size_spread(DeviceAddr size_bytes, DeviceAddr page_size_bytes,
                                      uint32_t num_banks, uint32_t alignment_bytes);

}  // namespace detail
}  // namespace tt::tt_metal
