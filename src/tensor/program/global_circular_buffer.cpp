// Global circular buffers: memory on senders and receivers, and the page that tells each core its
// part.
#include <set>
#include <tt-metalium/experimental/global_circular_buffer.hpp>
#include <tt-metalium/experimental/tensor_prefetcher.hpp>
#include <tt-metalium/hal.hpp>
#include <tt-metalium/tt_align.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "tensor/require.hpp"

namespace tt::tt_metal::experimental {

using namespace ironbird::tensor;

namespace {

using Mapping = GlobalCircularBuffer::Mapping;

// A core sends or receives, and that once.
struct Cores {
    std::vector<CoreRange> senders, receivers;
    uint32_t most_receivers = 0;
};

Cores check(const Mapping& mapping, BufferType type) {
    require(!mapping.empty(), "At least one sender required");
    require(type == BufferType::L1 || type == BufferType::L1_SMALL,
            "A global circular buffer lies in L1 or L1_SMALL, not in {}", type);
    Cores cores;
    std::set<CoreCoord> senders, receivers;
    for (const auto& [sender, group] : mapping) {
        require(senders.insert(sender).second, "Duplicate sender cores found: {}", sender);
        cores.senders.emplace_back(sender);
        cores.most_receivers = std::max(cores.most_receivers, group.num_cores());
        for (const CoreRange& range : group.ranges()) {
            cores.receivers.push_back(range);
            for (const CoreCoord& core : range)
                require(receivers.insert(core).second, "Duplicate receiver cores found: {}", core);
        }
    }
    for (const CoreCoord& core : senders)
        require(!receivers.contains(core), "Duplicate cores found: {} sends and receives", core);
    return cores;
}

distributed::AnyBuffer allocate(IDevice* device, const CoreRangeSet& cores, uint32_t bytes,
                                BufferType type) {
    const uint32_t count = cores.num_cores();
    const ShardSpecBuffer shards(cores, {1, 1}, ShardOrientation::ROW_MAJOR, {1, 1}, {count, 1});
    return distributed::AnyBuffer::create(
        ShardedBufferConfig{.device = device,
                            .size = DeviceAddr{bytes} * count,
                            .page_size = bytes,
                            .buffer_type = type,
                            .buffer_layout = TensorMemoryLayout::HEIGHT_SHARDED,
                            .shard_parameters = shards});
}

constexpr uint32_t kHeaderWords = 8;

struct ConfigLayout {
    uint32_t table, counters, counter_step, bytes;
};

ConfigLayout layout_of(uint32_t most_receivers) {
    const uint32_t step = hal::get_l1_alignment();
    ConfigLayout l{};
    l.counter_step = step;
    l.table = kHeaderWords * sizeof(uint32_t);
    l.counters = tt::align(l.table + 2 * most_receivers * uint32_t{sizeof(uint32_t)}, step);
    l.bytes = l.counters + 2 * most_receivers * step;
    return l;
}

}  // namespace

GlobalCircularBuffer::GlobalCircularBuffer(distributed::MeshDevice& device,
                                           const Mapping& sender_receiver_core_mapping,
                                           uint32_t size, BufferType buffer_type)
    : device_(&device),
      mapping_(sender_receiver_core_mapping),
      size_(size),
      buffer_type_(buffer_type) {
    const Cores cores = check(mapping_, buffer_type);
    sender_cores_ = CoreRangeSet(cores.senders);
    receiver_cores_ = CoreRangeSet(cores.receivers);
    all_cores_ = sender_cores_.merge(receiver_cores_);
    data_ = allocate(device_, all_cores_, size, buffer_type);
    config_ = allocate(device_, all_cores_, layout_of(cores.most_receivers).bytes, buffer_type);
}

GlobalCircularBuffer::GlobalCircularBuffer(IDevice* device, const Mapping& mapping, uint32_t size,
                                           BufferType buffer_type)
    : GlobalCircularBuffer(
          [&]() -> distributed::MeshDevice& {
              auto* mesh = dynamic_cast<distributed::MeshDevice*>(device);
              require(mesh != nullptr, "A global circular buffer needs a MeshDevice");
              return *mesh;
          }(),
          mapping, size, buffer_type) {}

const Buffer& GlobalCircularBuffer::cb_buffer() const {
    return *data_.get_buffer();
}
DeviceAddr GlobalCircularBuffer::buffer_address() const {
    return data_.get_buffer()->address();
}
DeviceAddr GlobalCircularBuffer::config_address() const {
    return config_.get_buffer()->address();
}

GlobalCircularBuffer CreateGlobalCircularBuffer(distributed::MeshDevice& device,
                                                const Mapping& sender_receiver_core_mapping,
                                                uint32_t size, BufferType buffer_type) {
    return GlobalCircularBuffer(device, sender_receiver_core_mapping, size, buffer_type);
}

GlobalCircularBuffer CreateGlobalCircularBuffer(IDevice* device,
                                                const Mapping& sender_receiver_core_mapping,
                                                uint32_t size, BufferType buffer_type) {
    auto* mesh = dynamic_cast<distributed::MeshDevice*>(device);
    require(mesh != nullptr, "A global circular buffer needs a MeshDevice");
    return GlobalCircularBuffer(*mesh, sender_receiver_core_mapping, size, buffer_type);
}

CBHandle CreateCircularBuffer(Program&, const std::variant<CoreCoord, CoreRange, CoreRangeSet>&,
                              const CircularBufferConfig&, const GlobalCircularBuffer&) {
    not_modelled("a circular buffer on top of a GlobalCircularBuffer is not modelled");
}

void UpdateDynamicCircularBufferAddress(Program&, CBHandle, const GlobalCircularBuffer&) {
    not_modelled("a circular buffer on top of a GlobalCircularBuffer is not modelled");
}

GlobalCircularBuffer CreateGlobalCircularBufferForTensorPrefetcher(
    distributed::MeshDevice&, const std::vector<std::pair<uint32_t, CoreRangeSet>>&, uint32_t,
    BufferType, bool) {
    not_modelled(
        "CreateGlobalCircularBufferForTensorPrefetcher requires programmable DRAM cores, which no "
        "chip here has");
}

SenderCoreType sender_core_type(const GlobalCircularBuffer&) {
    return SenderCoreType::Worker;
}

bool IsTensorPrefetcherSupported(const distributed::MeshDevice&) {
    return false;
}
void StartTensorPrefetcher(distributed::MeshDevice&, const TensorPrefetcherConfig&) {
    not_modelled("StartTensorPrefetcher requires programmable DRAM cores");
}
void QueueTensorPrefetcherRequest(distributed::MeshDevice&, const GlobalCircularBuffer&,
                                  const std::optional<distributed::MeshCoordinateRangeSet>&,
                                  const std::vector<TensorPrefetcherInput>&,
                                  distributed::MeshCommandQueue*) {
    not_modelled("QueueTensorPrefetcherRequest requires programmable DRAM cores");
}
void WaitForCqOnTensorPrefetcher(distributed::MeshCommandQueue&,
                                 const std::optional<distributed::MeshCoordinateRangeSet>&) {
    not_modelled("WaitForCqOnTensorPrefetcher requires programmable DRAM cores");
}
void StopTensorPrefetcher(distributed::MeshDevice&) {
    not_modelled("StopTensorPrefetcher requires programmable DRAM cores");
}

}  // namespace tt::tt_metal::experimental

std::size_t std::hash<tt::tt_metal::experimental::GlobalCircularBuffer>::operator()(
    const tt::tt_metal::experimental::GlobalCircularBuffer& buffer) const {
    return ttsl::hash::hash_objects_with_default_seed(buffer.attribute_values());
}
