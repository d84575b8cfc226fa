// Buffers: creation with its checks, sizes, and the end of their memory.
#include <fmt/format.h>

#include <atomic>
#include <limits>
#include <tt-metalium/allocator.hpp>
#include <tt-metalium/buffer.hpp>
#include <tt-metalium/graph_tracking.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_align.hpp>

#include "base/require.hpp"
#include "host/buffer/buffer_state.hpp"
#include "host/device/device_state.hpp"
#include "host/device/machine.hpp"
#include "host/program/l1_map.hpp"

namespace tt::tt_metal {

using namespace ironbird;
using namespace ironbird::host;

namespace {

bool has_bank(const BufferState& s, const CoreCoord& core) {
    const ChipLayout& chip = s.memory->chip();
    if (s.type == BufferType::DRAM) return core.y == 0 && core.x < chip.product().dram.size();
    return core.x < chip.compute_grid().x && core.y < chip.compute_grid().y;
}

void check_sharding(const BufferState& s) {
    if (!is_sharded(s.layout)) {
        require(!s.shard_spec && !s.distribution, Fault::buffer_config,
                "an interleaved buffer takes no shard spec");
        return;
    }
    require(s.shard_spec || s.distribution, Fault::buffer_config,
            "a sharded buffer needs a shard or distribution spec");
    for (const CoreCoord& core : shard_cores(s))
        if (!has_bank(s, core))
            throw Error(Fault::core_range,
                        fmt::format("shard core ({},{}) has no {} bank", core.x, core.y,
                                    mem::name(kind_of(s.type))),
                        {}, "in the shard grid of a buffer");
}

void check_sub_device(const BufferState& s, const DeviceState& device) {
    if (!s.sub_device) return;
    require(s.shard_spec.has_value(), Fault::buffer_config,
            "a buffer on a sub-device must be sharded");
    require(s.type == BufferType::L1 || s.type == BufferType::L1_SMALL, Fault::buffer_config,
            "a buffer on a sub-device must be in L1");
    const CoreRangeSet cores =
        device.face->worker_cores(HalProgrammableCoreType::TENSIX, *s.sub_device);
    require(cores.contains(s.shard_spec->grid()), Fault::buffer_config,
            "shard grid {} leaves the sub-device's cores {}", s.shard_spec->grid(), cores);
}

void check_size(const BufferState& s) {
    if (s.size == 0) return;
    require(s.page_size != 0 && s.size % s.page_size == 0, Fault::buffer_size,
            "buffer size {} must be a multiple of the page size {}", s.size, s.page_size);
}

// Pages are counted in 32 bits, and no sum of sizes may run over: larger than any memory.
void check_countable(const BufferState& s) {
    constexpr DeviceAddr most = DeviceAddr{1} << 60;
    const DeviceAddr pages = s.size == 0 ? 0 : s.size / s.page_size;
    if (s.size <= most && pages <= std::numeric_limits<uint32_t>::max()) return;
    throw Error(Fault::out_of_memory,
                fmt::format("Out of Memory: Not enough space to allocate {} B {} buffer", s.size,
                            mem::name(kind_of(s.type))),
                {}, fmt::format("it would have {} pages of {} B", pages, s.page_size));
}

std::unique_ptr<BufferState> describe(IDevice* device, DeviceAddr size, DeviceAddr page_size,
                                      BufferType type, const BufferShardingArgs& args,
                                      std::optional<bool> bottom_up,
                                      std::optional<SubDeviceId> sub_device) {
    static std::atomic<std::size_t> next{0};
    require(device != nullptr, Fault::host_argument, "a buffer needs a device");
    require(device->is_initialized(), Fault::device_open, "device {} is closed", device->id());
    kind_of(type);
    auto s = std::make_unique<BufferState>();
    s->device = device;
    s->device_state = device->state().weak_from_this();
    s->sub_device = sub_device;
    s->memory = device->state().memory_for(sub_device);
    s->unique_id = next++;
    s->type = type;
    s->layout = args.buffer_layout();
    s->size = size;
    s->page_size = page_size;
    s->bottom_up = bottom_up.value_or(type == BufferType::DRAM || type == BufferType::TRACE);
    s->shard_spec = args.shard_spec();
    s->distribution = args.buffer_distribution_spec();
    check_sharding(*s);
    check_sub_device(*s, device->state());
    check_size(*s);
    check_countable(*s);
    return s;
}

// What L1 is full of is part of the answer.
mem::Addr allocate(const BufferState& s, const mem::Request& request) {
    try {
        return s.memory->banks().allocate(request);
    } catch (const Error& e) {
        const bool l1 = request.kind == mem::Kind::l1 || request.kind == mem::Kind::l1_small;
        if (e.fault() != Fault::out_of_memory || !l1) throw;
        throw Error(e.fault(), e.summary(), {},
                    e.detail() + "\n  " + l1_buffer_map(s.device->state()));
    }
}

}  // namespace

Buffer::Buffer(std::unique_ptr<BufferState> state) : state_(std::move(state)) {}

std::shared_ptr<Buffer> Buffer::create(IDevice* device, DeviceAddr size, DeviceAddr page_size,
                                       BufferType type, const BufferShardingArgs& args,
                                       std::optional<bool> bottom_up,
                                       std::optional<SubDeviceId> sub_device) {
    Lock lock;
    std::shared_ptr<Buffer> buffer(
        new Buffer(describe(device, size, page_size, type, args, bottom_up, sub_device)));
    BufferState& s = *buffer->state_;
    const bool hooked = size != 0 && GraphTracker::instance().hook_allocate(buffer.get());
    if (size != 0 && !hooked) {
        const auto shards = buffer->num_cores();
        s.address = allocate(s, {.kind = kind_of(type),
                                 .bytes = buffer->aligned_size(),
                                 .page_bytes = buffer->aligned_page_size(),
                                 .bottom_up = s.bottom_up,
                                 .shards = shards});
        s.owner = true;
        s.made = CallSite::here();
    }
    s.memory->buffers().insert(buffer.get());
    s.allocated = true;
    if (!hooked) tell_chips(*buffer, true);
    GraphTracker::instance().track_allocate(buffer.get());
    return buffer;
}

std::shared_ptr<Buffer> Buffer::create(IDevice* device, DeviceAddr address, DeviceAddr size,
                                       DeviceAddr page_size, BufferType type,
                                       const BufferShardingArgs& args,
                                       std::optional<bool> bottom_up,
                                       std::optional<SubDeviceId> sub_device) {
    Lock lock;
    std::shared_ptr<Buffer> buffer(
        new Buffer(describe(device, size, page_size, type, args, bottom_up, sub_device)));
    buffer->state_->address = address;
    buffer->state_->memory->buffers().insert(buffer.get());
    buffer->state_->allocated = true;
    return buffer;
}

std::shared_ptr<Buffer> Buffer::view(const BufferRegion& region) {
    need_region(*this, region);
    require(region.offset % page_size() == 0 && region.size % page_size() == 0, Fault::buffer_size,
            "a view must begin and end on a border of pages of {} bytes", page_size());
    if (region.offset == 0 && region.size == size()) return shared_from_this();
    const BufferState& s = *state_;
    auto part = create(s.device, s.address, region.size, s.page_size, s.type,
                       BufferShardingArgs(s.distribution, s.shard_spec, s.layout), s.bottom_up,
                       s.sub_device);
    part->state_->root = root_buffer();
    part->state_->root_offset = s.root_offset + region.offset;
    return part;
}

void DeallocateBuffer(Buffer& buffer) {
    Lock lock;
    BufferState& s = buffer.state();
    if (!s.allocated) return;
    if (s.owner || GraphTracker::instance().hook_deallocate(&buffer))
        GraphTracker::instance().track_deallocate(&buffer);
    if (s.owner) tell_chips(buffer, false);
    s.allocated = false;
    s.memory->buffers().erase(&buffer);
    if (s.owner) s.memory->banks().release(kind_of(s.type), s.address);
}

Buffer::~Buffer() {
    DeallocateBuffer(*this);
}

void Buffer::mark_as_deallocated() {
    Lock lock;
    state_->memory->buffers().erase(this);
    state_->allocated = false;
}

bool Buffer::is_allocated() const {
    if (!state_->allocated) return false;
    return state_->root == nullptr || state_->root->is_allocated();
}

IDevice* Buffer::device() const {
    return state_->device;
}
Allocator* Buffer::allocator() const {
    return state_->memory->face().get();
}
std::optional<SubDeviceId> Buffer::sub_device_id() const {
    return state_->sub_device;
}
size_t Buffer::unique_id() const {
    return state_->unique_id;
}
BufferType Buffer::buffer_type() const {
    return state_->type;
}
bool Buffer::bottom_up() const {
    return state_->bottom_up;
}
uint32_t Buffer::address() const {
    return static_cast<uint32_t>(state_->address);
}
DeviceAddr Buffer::size() const {
    return state_->size;
}
DeviceAddr Buffer::page_size() const {
    return state_->page_size;
}
TensorMemoryLayout Buffer::buffer_layout() const {
    return state_->layout;
}
bool Buffer::has_shard_spec() const {
    return state_->shard_spec.has_value();
}

bool Buffer::is_l1() const {
    return state_->type == BufferType::L1 || state_->type == BufferType::L1_SMALL;
}
bool Buffer::is_trace() const {
    return state_->type == BufferType::TRACE;
}
bool Buffer::is_dram() const {
    return state_->type == BufferType::DRAM || is_trace();
}
HalMemType Buffer::memory_type() const {
    return is_dram() ? HalMemType::DRAM : HalMemType::L1;
}
CoreType Buffer::core_type() const {
    return is_dram() ? CoreType::DRAM : CoreType::WORKER;
}

void Buffer::set_page_size(DeviceAddr page_size) {
    require(page_size == 0 ? size() == 0 : size() % page_size == 0, Fault::buffer_size,
            "buffer size {} must be a multiple of the page size {}", size(), page_size);
    state_->page_size = page_size;
    state_->distribution.reset();
    state_->mapping.reset();
    state_->placement.reset();
}

uint32_t Buffer::num_pages() const {
    return page_size() == 0 ? 0 : static_cast<uint32_t>(size() / page_size());
}

std::optional<uint32_t> Buffer::num_cores() const {
    if (!is_sharded(state_->layout)) return std::nullopt;
    if (state_->distribution)
        return static_cast<uint32_t>(state_->distribution->num_cores_with_data());
    return state_->shard_spec->grid().num_cores();
}

uint32_t Buffer::num_dev_pages() const {
    if (!is_sharded(state_->layout)) return num_pages();
    const auto per_core = state_->shard_spec ? state_->shard_spec->num_pages()
                                             : state_->distribution->max_num_dev_pages_per_core();
    return static_cast<uint32_t>(per_core * *num_cores());
}

uint32_t Buffer::alignment() const {
    return allocator()->get_alignment(buffer_type());
}

DeviceAddr Buffer::aligned_page_size() const {
    const DeviceAddr a = alignment();
    return (page_size() + a - 1) / a * a;
}

DeviceAddr Buffer::aligned_size() const {
    return num_dev_pages() * aligned_page_size();
}

DeviceAddr Buffer::aligned_size_per_bank() const {
    const uint32_t banks = num_cores().value_or(allocator()->get_num_banks(buffer_type()));
    return detail::calculate_bank_size_spread(aligned_size(), aligned_page_size(), banks,
                                              alignment());
}

DeviceAddr Buffer::page_address(DeviceAddr bank_id, DeviceAddr page_index) const {
    const uint32_t banks = allocator()->get_num_banks(buffer_type());
    require(bank_id < banks, Fault::host_argument, "there is no bank {}: there are {}", bank_id,
            banks);
    const auto offset = allocator()->get_bank_offset(buffer_type(), static_cast<uint32_t>(bank_id));
    return address() + static_cast<DeviceAddr>(offset) + page_index / banks * aligned_page_size();
}

bool Buffer::is_valid_region(const BufferRegion& region) const {
    return region.offset + region.size <= size();
}

bool Buffer::is_valid_partial_region(const BufferRegion& region) const {
    return is_valid_region(region) && (region.offset > 0 || region.size != size());
}

ShardSpecBuffer Buffer::shard_spec() const {
    require(state_->shard_spec.has_value(), Fault::buffer_config, "this buffer has no shard spec");
    return *state_->shard_spec;
}

void Buffer::set_shard_spec(const ShardSpecBuffer& shard_spec) {
    state_->shard_spec = shard_spec;
    state_->distribution.reset();
    state_->mapping.reset();
    state_->placement.reset();
}

const std::optional<BufferDistributionSpec>& Buffer::buffer_distribution_spec() const {
    return state_->distribution;
}

const std::shared_ptr<const BufferPageMapping>& Buffer::get_buffer_page_mapping() {
    require(is_sharded(state_->layout), Fault::buffer_config,
            "only a sharded buffer has a page mapping");
    BufferState& s = *state_;
    if (s.mapping == nullptr) {
        BufferPageMapping all(generate_buffer_page_mapping(s.root ? *s.root : *this));
        const auto first = static_cast<uint32_t>(s.root_offset / page_size());
        if (s.root) all = all.filter_by_host_range(first, first + num_pages());
        s.mapping = std::make_shared<const BufferPageMapping>(std::move(all));
    }
    return s.mapping;
}

std::shared_ptr<Buffer> Buffer::root_buffer() {
    return state_->root ? state_->root : shared_from_this();
}

BufferRegion Buffer::root_buffer_region() const {
    return {state_->root_offset, size()};
}

}  // namespace tt::tt_metal
