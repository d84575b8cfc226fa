// Semaphores that outlive programs: a word at one L1 address on each of their cores.
#include <fmt/format.h>

#include <tt-metalium/global_semaphore.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/mesh_device.hpp>

#include "base/require.hpp"
#include "host/buffer/buffer_state.hpp"
#include "host/device/device_state.hpp"
#include "host/queue/runner.hpp"

namespace ironbird::host {

using namespace tt::tt_metal;

struct GlobalSemaphoreState {
    IDevice* device;
    CoreRangeSet cores;
    BufferType type;
    std::shared_ptr<Buffer> words;
};

namespace {

std::shared_ptr<GlobalSemaphoreState> make(IDevice* device, const CoreRangeSet& cores,
                                           BufferType type) {
    require(device != nullptr, Fault::host_argument, "a global semaphore needs a device");
    require(type == BufferType::L1 || type == BufferType::L1_SMALL, Fault::buffer_config,
            "a global semaphore must be in L1");
    const auto count = cores.num_cores();
    const ShardSpecBuffer one_each(cores, {1, 1}, ShardOrientation::ROW_MAJOR, {1, 1}, {count, 1});
    auto words = Buffer::create(device, count * sizeof(uint32_t), sizeof(uint32_t), type,
                                BufferShardingArgs(one_each, TensorMemoryLayout::HEIGHT_SHARDED));
    return std::make_shared<GlobalSemaphoreState>(
        GlobalSemaphoreState{device, cores, type, std::move(words)});
}

}  // namespace
}  // namespace ironbird::host

namespace tt::tt_metal {

using namespace ironbird::host;

GlobalSemaphore::GlobalSemaphore(IDevice* device, const CoreRangeSet& cores, uint32_t initial_value,
                                 BufferType buffer_type)
    : state_(make(device, cores, buffer_type)) {
    reset_semaphore_value(initial_value);
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): a signature that users rely on
GlobalSemaphore::GlobalSemaphore(distributed::MeshDevice& device, CoreRangeSet cores,
                                 uint32_t initial_value, BufferType buffer_type)
    : GlobalSemaphore(static_cast<IDevice*>(&device), cores, initial_value, buffer_type) {}

IDevice* GlobalSemaphore::device() const {
    return state_->device;
}
DeviceAddr GlobalSemaphore::address() const {
    return state_->words->address();
}

// In order with queue 0, and complete when the call returns. Programs of other sub-devices than the
// stall group may still run, as they may on the card.
void GlobalSemaphore::reset_semaphore_value(uint32_t reset_value) const {
    Lock lock;
    Queue& queue = state_->device->state().queue(0);
    const std::vector<uint32_t> values(state_->cores.num_cores(), reset_value);
    queue.write(queue.all_chips(), *state_->words, {0, state_->words->size()}, values.data());
    queue.finish({});
}

std::tuple<CoreRangeSet, BufferType> GlobalSemaphore::attribute_values() const {
    return {state_->cores, state_->type};
}

GlobalSemaphore CreateGlobalSemaphore(distributed::MeshDevice& device, CoreRangeSet cores,
                                      uint32_t initial_value, BufferType buffer_type) {
    return GlobalSemaphore(device, std::move(cores), initial_value, buffer_type);
}

GlobalSemaphore CreateGlobalSemaphore(IDevice* device, const CoreRangeSet& cores,
                                      uint32_t initial_value, BufferType buffer_type) {
    return GlobalSemaphore(device, cores, initial_value, buffer_type);
}

}  // namespace tt::tt_metal

std::ostream& operator<<(std::ostream& os, const tt::tt_metal::GlobalSemaphore& semaphore) {
    return os << fmt::format("GlobalSemaphore(address {:#x})", semaphore.address());
}

std::size_t std::hash<tt::tt_metal::GlobalSemaphore>::operator()(
    const tt::tt_metal::GlobalSemaphore& semaphore) const {
    const auto [cores, type] = semaphore.attribute_values();
    return std::hash<std::string>()(cores.str()) ^ static_cast<std::size_t>(type);
}
