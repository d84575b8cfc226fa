// A semaphore at one L1 address on many cores that outlives programs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <tt-metalium/buffer_types.hpp>
#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/hal_types.hpp>
#include <tuple>

namespace ironbird::host {
struct GlobalSemaphoreState;
}

namespace tt::tt_metal {

class IDevice;

namespace distributed {
class MeshDevice;
}

class GlobalSemaphore {
 public:
    GlobalSemaphore(distributed::MeshDevice& device, CoreRangeSet cores, uint32_t initial_value,
                    BufferType buffer_type = BufferType::L1);
    GlobalSemaphore(IDevice* device, const CoreRangeSet& cores, uint32_t initial_value,
                    BufferType buffer_type = BufferType::L1);

    IDevice* device() const;
    DeviceAddr address() const;

    // Waits for the device first, then sets the value on every core.
    void reset_semaphore_value(uint32_t reset_value) const;

    static constexpr auto attribute_names = std::make_tuple("cores", "buffer_type");
    std::tuple<CoreRangeSet, BufferType> attribute_values() const;

 private:
    std::shared_ptr<ironbird::host::GlobalSemaphoreState> state_;
};

}  // namespace tt::tt_metal

std::ostream& operator<<(std::ostream& os, const tt::tt_metal::GlobalSemaphore& semaphore);

template <>
struct std::hash<tt::tt_metal::GlobalSemaphore> {
    std::size_t operator()(const tt::tt_metal::GlobalSemaphore& semaphore) const;
};
