// Banks of the chip, and the public Allocator on top of them.
#include "host/buffer/device_memory.hpp"

#include <algorithm>

#include "base/require.hpp"
#include "host/buffer/buffer_state.hpp"
#include "host/device/machine.hpp"

namespace ironbird::host {
namespace {

using tt::tt_metal::BufferType;

mem::AllocatorConfig whole_device(const ChipLayout& chip, const MemorySizes& sizes) {
    const arch::Product& p = chip.product();
    mem::AllocatorConfig c;
    c.dram_banks = static_cast<std::uint32_t>(p.dram.size());
    c.dram_bank_bytes = p.memory.dram_bank_bytes;
    c.dram_base = p.memory.dram_unreserved_base;
    c.dram_alignment = p.alignment.dram_read;
    c.l1_banks = chip.l1_banks();
    c.l1_bytes = p.memory.l1_bytes;
    c.l1_base = p.memory.unreserved_base;
    c.l1_alignment = p.alignment.l1;
    if (sizes.worker_l1 != 0) {
        require(sizes.worker_l1 <= c.l1_bytes - c.l1_base, Fault::host_argument,
                "worker_l1_size {} is more than the {} bytes of L1 that are free for programs",
                sizes.worker_l1, c.l1_bytes - c.l1_base);
        c.l1_base = (c.l1_bytes - sizes.worker_l1) / c.dram_alignment * c.dram_alignment;
    }
    c.l1_small_bytes = sizes.l1_small;
    c.trace_bytes = sizes.trace;
    return c;
}

mem::AllocatorConfig lowest_l1(const DeviceMemory& whole, mem::Addr bytes) {
    mem::AllocatorConfig c = whole.banks().config();
    c.l1_bytes = c.l1_base + bytes;
    c.l1_small_bytes = 0;
    c.trace_bytes = 0;
    return c;
}

std::vector<std::vector<std::uint32_t>> numbered(std::size_t count) {
    std::vector<std::vector<std::uint32_t>> all;
    for (std::uint32_t i = 0; i < count; i++) all.push_back({i});
    return all;
}

}  // namespace

mem::Kind kind_of(BufferType type) {
    switch (type) {
        case BufferType::DRAM:
            return mem::Kind::dram;
        case BufferType::L1:
            return mem::Kind::l1;
        case BufferType::L1_SMALL:
            return mem::Kind::l1_small;
        case BufferType::TRACE:
            return mem::Kind::trace;
        default:
            break;
    }
    throw Error(Fault::not_modelled, "buffers of type SYSTEM_MEMORY are not modelled", {},
                "host memory that devices reach over PCIe is not part of the simulated machine");
}

DeviceMemory::DeviceMemory(const ChipLayout& chip, const MemorySizes& sizes)
    : chip_(chip),
      banks_(whole_device(chip, sizes)),
      face_(std::make_unique<tt::tt_metal::Allocator>(*this)),
      bank_ids_(numbered(kMaxCores)) {}

DeviceMemory::DeviceMemory(const DeviceMemory& whole, mem::Addr l1_bytes)
    : chip_(whole.chip_),
      banks_(lowest_l1(whole, l1_bytes)),
      face_(std::make_unique<tt::tt_metal::Allocator>(*this)),
      bank_ids_(numbered(kMaxCores)) {}

void DeviceMemory::release_all() {
    std::vector<tt::tt_metal::Buffer*> all(buffers_.begin(), buffers_.end());
    std::ranges::sort(all, {}, [](const auto* b) { return b->state().unique_id; });
    for (tt::tt_metal::Buffer* b : all) {
        if (b->state().owner) tell_chips(*b, false);
        b->state().allocated = false;
    }
    buffers_.clear();
    banks_.release_all();
}

const std::vector<std::uint32_t>& DeviceMemory::banks_of(
    BufferType type, const tt::tt_metal::CoreCoord& core) const {
    const bool dram = type == BufferType::DRAM || type == BufferType::TRACE;
    return bank_ids_.at(dram ? core.x : chip_.l1_bank_of(logical(core)));
}

}  // namespace ironbird::host

namespace tt::tt_metal {

using ironbird::Fault;
using ironbird::require;

using ironbird::host::kind_of;

uint32_t Allocator::get_num_banks(const BufferType& type) const {
    return memory_->banks().banks(kind_of(type));
}

DeviceAddr Allocator::get_bank_size(const BufferType& type) const {
    return memory_->banks().bank_bytes(kind_of(type));
}

uint32_t Allocator::get_alignment(BufferType type) const {
    return memory_->banks().alignment(kind_of(type));
}

int32_t Allocator::get_bank_offset(BufferType type, uint32_t bank_id) const {
    if (type != BufferType::DRAM && type != BufferType::TRACE) return 0;
    return static_cast<int32_t>(memory_->chip().product().dram[bank_id].offset);
}

CoreCoord Allocator::get_logical_core_from_bank_id(uint32_t bank_id) const {
    const ironbird::Logical core = memory_->chip().l1_bank_core(bank_id);
    return {core.x, core.y};
}

const std::vector<uint32_t>& Allocator::get_bank_ids_from_logical_core(
    BufferType type, const CoreCoord& logical_core) const {
    return memory_->banks_of(type, logical_core);
}

DeviceAddr Allocator::get_base_allocator_addr(const HalMemType& mem_type) const {
    require(mem_type != HalMemType::HOST, Fault::host_argument, "host memory has no allocator");
    const auto& config = memory_->banks().config();
    return mem_type == HalMemType::DRAM ? config.dram_base : config.l1_base;
}

size_t Allocator::get_worker_l1_size() const {
    const auto& config = memory_->banks().config();
    return config.l1_bytes - config.l1_base;
}

Statistics Allocator::get_statistics(const BufferType& type) const {
    const auto s = memory_->banks().statistics(kind_of(type));
    return {s.total, s.allocated, s.free, s.largest_free};
}

std::unordered_set<Buffer*> Allocator::get_allocated_buffers() const {
    return {memory_->buffers().begin(), memory_->buffers().end()};
}

void Allocator::deallocate_buffers() {
    memory_->release_all();
}

DeviceAddr detail::calculate_bank_size_spread(DeviceAddr size_bytes, DeviceAddr page_size_bytes,
                                              uint32_t num_banks, uint32_t alignment_bytes) {
    return ironbird::mem::bytes_per_bank(size_bytes, page_size_bytes, num_banks, alignment_bytes);
}

}  // namespace tt::tt_metal
