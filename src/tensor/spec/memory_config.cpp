// Memory configurations.
#include <tt-metalium/experimental/per_core_allocation/memory_config.hpp>
#include <tt-metalium/experimental/tensor_serialization_support.hpp>

#include "tensor/require.hpp"
#include "tensor/spec/memory_config_impl.hpp"

namespace tt::tt_metal {

using namespace ironbird::tensor;

namespace {

template <typename Pointer>
auto& config_of(const Pointer& impl) {
    return held(impl, "MemoryConfig");
}

}  // namespace

MemoryConfig::MemoryConfig() : impl_(std::make_unique<MemoryConfigImpl>()) {}

MemoryConfig::MemoryConfig(TensorMemoryLayout memory_layout, BufferType buffer_type,
                           std::optional<ShardSpec> shard_spec)
    : MemoryConfig(memory_layout, buffer_type, std::move(shard_spec), std::nullopt, false) {}

// NOLINTNEXTLINE(performance-unnecessary-value-param): upstream's signature
MemoryConfig::MemoryConfig(BufferType buffer_type, std::optional<NdShardSpec> nd_shard_spec)
    : MemoryConfig(nd_shard_spec ? TensorMemoryLayout::ND_SHARDED : TensorMemoryLayout::INTERLEAVED,
                   buffer_type, std::nullopt, nd_shard_spec, nd_shard_spec.has_value()) {}

MemoryConfig::MemoryConfig(TensorMemoryLayout memory_layout, BufferType buffer_type,
                           std::optional<ShardSpec> shard_spec,
                           std::optional<NdShardSpec> nd_shard_spec,
                           bool created_with_nd_shard_spec)
    : impl_(std::make_unique<MemoryConfigImpl>(
          MemoryConfigImpl{memory_layout, buffer_type, std::move(shard_spec),
                           std::move(nd_shard_spec), created_with_nd_shard_spec, false})) {}

MemoryConfig::~MemoryConfig() = default;
MemoryConfig::MemoryConfig(MemoryConfig&& other) noexcept = default;
MemoryConfig& MemoryConfig::operator=(MemoryConfig&& other) noexcept = default;

MemoryConfig::MemoryConfig(const MemoryConfig& other)
    : impl_(other.impl_ ? std::make_unique<MemoryConfigImpl>(*other.impl_) : nullptr) {}

MemoryConfig& MemoryConfig::operator=(const MemoryConfig& other) {
    if (this != &other) *this = MemoryConfig(other);
    return *this;
}

MemoryConfigImpl& MemoryConfig::impl() {
    return config_of(impl_);
}
const MemoryConfigImpl& MemoryConfig::impl() const {
    return config_of(impl_);
}

TensorMemoryLayout MemoryConfig::memory_layout() const {
    return impl().memory_layout;
}
BufferType MemoryConfig::buffer_type() const {
    return impl().buffer_type;
}
const std::optional<ShardSpec>& MemoryConfig::shard_spec() const {
    return impl().shard_spec;
}
const std::optional<NdShardSpec>& MemoryConfig::nd_shard_spec() const {
    return impl().nd_shard_spec;
}
bool MemoryConfig::created_with_nd_shard_spec() const {
    return impl().created_with_nd_shard_spec;
}

bool MemoryConfig::is_sharded() const {
    return memory_layout() != TensorMemoryLayout::INTERLEAVED;
}
bool MemoryConfig::is_l1() const {
    return buffer_type() == BufferType::L1 || buffer_type() == BufferType::L1_SMALL;
}
bool MemoryConfig::is_dram() const {
    return buffer_type() == BufferType::DRAM;
}

std::tuple<const TensorMemoryLayout&, const BufferType&, const std::optional<ShardSpec>&,
           const std::optional<NdShardSpec>&, const bool&, const bool&>
MemoryConfig::attribute_values() const {
    const MemoryConfigImpl& c = impl();
    return std::tie(c.memory_layout, c.buffer_type, c.shard_spec, c.nd_shard_spec,
                    c.created_with_nd_shard_spec, c.per_core_allocation);
}

std::ostream& operator<<(std::ostream& os, const MemoryConfig& config) {
    return ttsl::reflection::operator<< <MemoryConfig>(os, config);
}

bool operator==(const MemoryConfig& a, const MemoryConfig& b) {
    const MemoryConfigImpl &x = a.impl(), &y = b.impl();
    if (x.buffer_type != y.buffer_type || x.memory_layout != y.memory_layout ||
        x.per_core_allocation != y.per_core_allocation)
        return false;
    const bool mixed = x.created_with_nd_shard_spec != y.created_with_nd_shard_spec;
    const bool nd = mixed || x.created_with_nd_shard_spec;
    const bool legacy = mixed || !x.created_with_nd_shard_spec;
    return (!nd || x.nd_shard_spec == y.nd_shard_spec) && (!legacy || x.shard_spec == y.shard_spec);
}

bool operator!=(const MemoryConfig& a, const MemoryConfig& b) {
    return !(a == b);
}

MemoryConfig create_memory_config_with_prepopulated_shard_specs(
    TensorMemoryLayout memory_layout, BufferType buffer_type, std::optional<ShardSpec> shard_spec,
    std::optional<NdShardSpec> nd_shard_spec, bool created_with_nd_shard_spec) {
    return MemoryConfig(memory_layout, buffer_type, std::move(shard_spec), std::move(nd_shard_spec),
                        created_with_nd_shard_spec);
}

namespace experimental::per_core_allocation {

bool is_per_core_allocation(const MemoryConfig& memory_config) {
    return memory_config.impl().per_core_allocation;
}

void set_per_core_allocation(MemoryConfig& memory_config, bool enable) {
    if (enable) {
        require(memory_config.buffer_type() == BufferType::L1,
                "per_core_allocation is only supported for L1 buffers");
        require(memory_config.is_sharded(), "per_core_allocation requires a sharded memory layout");
        require(!memory_config.created_with_nd_shard_spec(),
                "per_core_allocation is not supported with NdShardSpec");
    }
    memory_config.impl().per_core_allocation = enable;
}

}  // namespace experimental::per_core_allocation
}  // namespace tt::tt_metal
