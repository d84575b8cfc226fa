// A circular buffer from one core to others that outlives programs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <tt-metalium/buffer.hpp>
#include <tt-metalium/buffer_types.hpp>
#include <tt-metalium/circular_buffer_config.hpp>
#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt_stl/reflection.hpp>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace tt::tt_metal::experimental {

class GlobalCircularBuffer {
 public:
    // Each sender with its receivers; `size` bytes on every core.
    using Mapping = std::vector<std::pair<CoreCoord, CoreRangeSet>>;

    GlobalCircularBuffer(
        distributed::MeshDevice& device,
        const std::vector<std::pair<CoreCoord, CoreRangeSet>>& sender_receiver_core_mapping,
        uint32_t size, BufferType buffer_type = BufferType::L1);
    [[deprecated("give a MeshDevice")]] GlobalCircularBuffer(
        IDevice* device,
        const std::vector<std::pair<CoreCoord, CoreRangeSet>>& sender_receiver_core_mapping,
        uint32_t size, BufferType buffer_type = BufferType::L1);

    // Copies share the buffers.
    GlobalCircularBuffer(const GlobalCircularBuffer&) = default;
    GlobalCircularBuffer& operator=(const GlobalCircularBuffer&) = default;
    GlobalCircularBuffer(GlobalCircularBuffer&&) noexcept = default;
    GlobalCircularBuffer& operator=(GlobalCircularBuffer&&) noexcept = default;

    const Buffer& cb_buffer() const;
    const CoreRangeSet& sender_cores() const { return sender_cores_; }
    const CoreRangeSet& receiver_cores() const { return receiver_cores_; }
    const CoreRangeSet& all_cores() const { return all_cores_; }
    DeviceAddr buffer_address() const;
    DeviceAddr config_address() const;
    uint32_t size() const { return size_; }
    const std::vector<std::pair<CoreCoord, CoreRangeSet>>& sender_receiver_core_mapping() const {
        return mapping_;
    }
    IDevice* get_device() const { return device_; }

    static constexpr auto attribute_names =
        std::forward_as_tuple("sender_receiver_core_mapping", "size", "buffer_type");
    auto attribute_values() const { return std::make_tuple(mapping_, size_, buffer_type_); }

 private:
    IDevice* device_ = nullptr;
    distributed::AnyBuffer data_, config_;
    Mapping mapping_;
    CoreRangeSet sender_cores_, receiver_cores_, all_cores_;
    uint32_t size_ = 0;
    BufferType buffer_type_ = BufferType::L1;
};

GlobalCircularBuffer CreateGlobalCircularBuffer(
    distributed::MeshDevice& device,
    const std::vector<std::pair<CoreCoord, CoreRangeSet>>& sender_receiver_core_mapping,
    uint32_t size, BufferType buffer_type = BufferType::L1);
[[deprecated("give a MeshDevice")]] GlobalCircularBuffer CreateGlobalCircularBuffer(
    IDevice* device,
    const std::vector<std::pair<CoreCoord, CoreRangeSet>>& sender_receiver_core_mapping,
    uint32_t size, BufferType buffer_type = BufferType::L1);

CBHandle CreateCircularBuffer(Program& program,
                              const std::variant<CoreCoord, CoreRange, CoreRangeSet>& core_spec,
                              const CircularBufferConfig& config,
                              const GlobalCircularBuffer& global_circular_buffer);
void UpdateDynamicCircularBufferAddress(Program& program, CBHandle cb_handle,
                                        const GlobalCircularBuffer& global_circular_buffer);

}  // namespace tt::tt_metal::experimental

template <>
struct std::hash<tt::tt_metal::experimental::GlobalCircularBuffer> {
    std::size_t operator()(
        const tt::tt_metal::experimental::GlobalCircularBuffer& global_circular_buffer) const;
};
