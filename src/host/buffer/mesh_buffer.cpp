// Buffers over a mesh: one owner of the address, one plain buffer for each device.
#include <tt-metalium/mesh_buffer.hpp>
#include <tt_stl/overloaded.hpp>

#include "base/require.hpp"
#include "host/device/device_state.hpp"

namespace tt::tt_metal::distributed {

using ironbird::Fault;
using ironbird::require;

using namespace ironbird::host;

namespace {

size_t shards_of(const ShardedBufferConfig& c) {
    const auto [height, width] = c.global_buffer_shape;
    const auto [shard_height, shard_width] = c.physical_shard_shape();
    require(shard_height != 0 && shard_width != 0 && height % shard_height == 0 &&
                width % shard_width == 0,
            Fault::buffer_config, "a buffer of {}x{} cannot be cut into shards of {}x{}", height,
            width, shard_height, shard_width);
    return height / shard_height * (width / shard_width);
}

// Devices that the shards and their copies take.
void check_fit(const ShardedBufferConfig& c, const MeshDevice& mesh) {
    const auto [whole_height, whole_width] = c.replicated_dims();
    size_t needed = shards_of(c);
    if (whole_height && whole_width)
        needed = mesh.num_devices();
    else if (whole_height || whole_width)
        needed *=
            c.shard_orientation == ShardOrientation::ROW_MAJOR ? mesh.num_rows() : mesh.num_cols();
    require(needed <= mesh.num_devices(), Fault::buffer_config,
            "{} shards do not fit on a mesh of {} devices", needed, mesh.num_devices());
}

DeviceAddr local_size(const MeshBufferConfig& config, const MeshDevice& mesh) {
    if (const auto* same = std::get_if<ReplicatedBufferConfig>(&config)) return same->size;
    const auto& sharded = std::get<ShardedBufferConfig>(config);
    check_fit(sharded, mesh);
    const auto [height, width] = sharded.physical_shard_shape();
    return DeviceAddr{sharded.compute_datum_size_bytes()} * height * width;
}

}  // namespace

uint32_t ShardedBufferConfig::compute_datum_size_bytes() const {
    const size_t elements = global_buffer_shape.height() * global_buffer_shape.width();
    require(elements != 0, Fault::buffer_config, "a sharded buffer needs a shape");
    return static_cast<uint32_t>(global_size / elements);
}

std::pair<bool, bool> ShardedBufferConfig::replicated_dims() const {
    return {shard_shape.height() == 0, shard_shape.width() == 0};
}

Shape2D ShardedBufferConfig::physical_shard_shape() const {
    const auto [whole_height, whole_width] = replicated_dims();
    return {whole_height ? global_buffer_shape.height() : shard_shape.height(),
            whole_width ? global_buffer_shape.width() : shard_shape.width()};
}

std::shared_ptr<MeshBuffer> MeshBuffer::create(const MeshBufferConfig& config,
                                               const DeviceLocalBufferConfig& local,
                                               MeshDevice* mesh,
                                               std::optional<DeviceAddr> address) {
    require(mesh != nullptr, Fault::host_argument, "a mesh buffer needs a mesh device");
    Lock lock;
    std::shared_ptr<MeshBuffer> b(new MeshBuffer);
    b->config_ = config;
    b->local_ = local;
    b->device_ = mesh->weak_from_this();
    b->local_size_ = local_size(config, *mesh);
    if (address) {
        b->address_ = *address;
    } else {
        b->backing_ = Buffer::create(mesh, b->local_size_, local.page_size, local.buffer_type,
                                     local.sharding_args, local.bottom_up, local.sub_device_id);
        b->address_ = b->backing_->address();
    }
    for (IDevice* device : mesh->get_devices())
        b->buffers_.push_back(Buffer::create(device, b->address_, b->local_size_, local.page_size,
                                             local.buffer_type, local.sharding_args,
                                             local.bottom_up));
    b->allocated_ = true;
    return b;
}

MeshBuffer::~MeshBuffer() {
    deallocate();
}

MeshBuffer::MeshBuffer(MeshBuffer&& other) noexcept {
    *this = std::move(other);
}

MeshBuffer& MeshBuffer::operator=(MeshBuffer&& other) noexcept {
    if (this == &other) return *this;
    deallocate();
    config_ = other.config_;
    local_ = other.local_;
    device_ = other.device_;
    address_ = other.address_;
    local_size_ = other.local_size_;
    allocated_ = std::exchange(other.allocated_, false);
    backing_ = std::move(other.backing_);
    buffers_ = std::move(other.buffers_);
    return *this;
}

bool MeshBuffer::is_allocated() const {
    if (!allocated_ || device_.expired()) return false;
    return backing_ == nullptr ? buffers_.empty() || buffers_[0]->is_allocated()
                               : backing_->is_allocated();
}

void MeshBuffer::deallocate() {
    if (!std::exchange(allocated_, false)) return;
    for (const auto& b : buffers_) b->mark_as_deallocated();
    // Whoever still holds the owner sees a freed buffer.
    if (backing_) DeallocateBuffer(*backing_);
}

MeshDevice* MeshBuffer::device() const {
    const auto device = device_.lock();
    require(device != nullptr, Fault::device_open, "the device of this mesh buffer is gone");
    return device.get();
}

DeviceAddr MeshBuffer::size() const {
    return std::visit(ttsl::overloaded{[](const ReplicatedBufferConfig& c) { return c.size; },
                                       [](const ShardedBufferConfig& c) { return c.global_size; }},
                      config_);
}

uint32_t MeshBuffer::num_pages() const {
    return page_size() == 0 ? 0 : static_cast<uint32_t>(local_size_ / page_size());
}

MeshBufferLayout MeshBuffer::global_layout() const {
    return std::holds_alternative<ReplicatedBufferConfig>(config_) ? MeshBufferLayout::REPLICATED
                                                                   : MeshBufferLayout::SHARDED;
}

const ShardedBufferConfig& MeshBuffer::global_shard_spec() const {
    require(global_layout() == MeshBufferLayout::SHARDED, Fault::buffer_config,
            "this mesh buffer is replicated");
    return std::get<ShardedBufferConfig>(config_);
}

uint32_t MeshBuffer::datum_size_bytes() const {
    return global_shard_spec().compute_datum_size_bytes();
}

Shape2D MeshBuffer::physical_shard_shape() const {
    return global_shard_spec().physical_shard_shape();
}

std::pair<bool, bool> MeshBuffer::replicated_dims() const {
    return global_shard_spec().replicated_dims();
}

Buffer* MeshBuffer::get_device_buffer(const MeshCoordinate& coord) const {
    return buffers_.at(coord.to_linear_index(device()->shape())).get();
}

Buffer* MeshBuffer::get_reference_buffer() const {
    return buffers_.at(0).get();
}
Buffer* MeshBuffer::get_backing_buffer() const {
    return backing_.get();
}

AnyBuffer AnyBuffer::create(const tt::tt_metal::ShardedBufferConfig& config,
                            std::optional<uint64_t> address) {
    AnyBuffer any;
    const BufferShardingArgs sharding(config.shard_parameters, config.buffer_layout);
    if (auto* mesh = dynamic_cast<MeshDevice*>(config.device)) {
        any.mesh_ = MeshBuffer::create(
            ReplicatedBufferConfig{config.size},
            DeviceLocalBufferConfig{config.page_size, config.buffer_type, sharding, {}, {}}, mesh,
            address);
        any.buffer_ = any.mesh_->get_reference_buffer();
        return any;
    }
    any.single_ = address ? Buffer::create(config.device, *address, config.size, config.page_size,
                                           config.buffer_type, sharding)
                          : Buffer::create(config.device, config.size, config.page_size,
                                           config.buffer_type, sharding);
    any.buffer_ = any.single_.get();
    return any;
}

AnyBuffer AnyBuffer::create(const tt::tt_metal::InterleavedBufferConfig& config,
                            std::optional<uint64_t> address) {
    AnyBuffer any;
    if (auto* mesh = dynamic_cast<MeshDevice*>(config.device)) {
        any.mesh_ = MeshBuffer::create(
            ReplicatedBufferConfig{config.size},
            DeviceLocalBufferConfig{config.page_size, config.buffer_type, {}, {}, {}}, mesh,
            address);
        any.buffer_ = any.mesh_->get_reference_buffer();
        return any;
    }
    any.single_ =
        address ? Buffer::create(config.device, *address, config.size, config.page_size,
                                 config.buffer_type)
                : Buffer::create(config.device, config.size, config.page_size, config.buffer_type);
    any.buffer_ = any.single_.get();
    return any;
}

}  // namespace tt::tt_metal::distributed
