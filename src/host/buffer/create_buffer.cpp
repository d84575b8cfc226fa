// The calls that make buffers on one device.
#include <tt-metalium/host_api.hpp>

namespace tt::tt_metal {
namespace {

BufferShardingArgs sharding(const ShardedBufferConfig& c) {
    return {c.shard_parameters, c.buffer_layout};
}

}  // namespace

std::shared_ptr<Buffer> CreateBuffer(const InterleavedBufferConfig& c) {
    return Buffer::create(c.device, c.size, c.page_size, c.buffer_type);
}

std::shared_ptr<Buffer> CreateBuffer(const InterleavedBufferConfig& c, DeviceAddr address) {
    return Buffer::create(c.device, address, c.size, c.page_size, c.buffer_type);
}

std::shared_ptr<Buffer> CreateBuffer(const InterleavedBufferConfig& c, SubDeviceId sub_device_id) {
    return Buffer::create(c.device, c.size, c.page_size, c.buffer_type, std::nullopt, std::nullopt,
                          sub_device_id);
}

std::shared_ptr<Buffer> CreateBuffer(const ShardedBufferConfig& c) {
    return Buffer::create(c.device, c.size, c.page_size, c.buffer_type, sharding(c));
}

std::shared_ptr<Buffer> CreateBuffer(const ShardedBufferConfig& c, DeviceAddr address) {
    return Buffer::create(c.device, address, c.size, c.page_size, c.buffer_type, sharding(c));
}

std::shared_ptr<Buffer> CreateBuffer(const ShardedBufferConfig& c, SubDeviceId sub_device_id) {
    return Buffer::create(c.device, c.size, c.page_size, c.buffer_type, sharding(c), std::nullopt,
                          sub_device_id);
}

}  // namespace tt::tt_metal
