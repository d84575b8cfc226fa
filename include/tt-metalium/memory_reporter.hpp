// What is in use in a device's banks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <tt-metalium/buffer_types.hpp>
#include <unordered_map>
#include <vector>

namespace tt::tt_metal {

class IDevice;

// Rows with the keys blockID, address, size, prevID, nextID, allocated.
using MemoryBlockTable = std::vector<std::unordered_map<std::string, std::string>>;

namespace detail {

struct MemoryView {
    std::uint64_t num_banks = 0;
    size_t total_bytes_per_bank = 0;
    size_t total_bytes_allocated_per_bank = 0;
    size_t total_bytes_free_per_bank = 0;
    size_t largest_contiguous_bytes_free_per_bank = 0;
    MemoryBlockTable block_table;
};

// From now on every program that is compiled adds the device's memory to three files in
// generated/reports below TT_METAL_LOGS_PATH or the current folder: program_l1_usage_summary.csv,
// program_memory_usage_summary.csv and program_detailed_memory_usage.csv.
void EnableMemoryReports();
void DisableMemoryReports();

// The same three files, without "program_" and with the prefix, of this moment.
void DumpDeviceMemoryState(const IDevice* device, const std::string& prefix = "");

MemoryView GetMemoryView(const IDevice* device, const BufferType& buffer_type);

}  // namespace detail
}  // namespace tt::tt_metal
