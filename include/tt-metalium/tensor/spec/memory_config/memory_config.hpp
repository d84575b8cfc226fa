// In which memory a tensor lies and how it is cut into shards.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <ostream>
#include <tt-metalium/buffer.hpp>
#include <tt-metalium/buffer_types.hpp>
#include <tt-metalium/tensor/tensor_types.hpp>
#include <tt_stl/reflection.hpp>
#include <tuple>

namespace tt::tt_metal {

class MemoryConfigImpl;

class MemoryConfig final {
 public:
    MemoryConfig();  // interleaved over DRAM
    // Nothing is checked before a tensor is specified with it.
    explicit MemoryConfig(TensorMemoryLayout memory_layout,
                          BufferType buffer_type = BufferType::DRAM,
                          std::optional<ShardSpec> shard_spec = std::nullopt);
    explicit MemoryConfig(BufferType buffer_type,
                          std::optional<NdShardSpec> nd_shard_spec = std::nullopt);
    ~MemoryConfig();
    MemoryConfig(const MemoryConfig& other);
    MemoryConfig& operator=(const MemoryConfig& other);
    MemoryConfig(MemoryConfig&& other) noexcept;
    MemoryConfig& operator=(MemoryConfig&& other) noexcept;

    TensorMemoryLayout memory_layout() const;
    BufferType buffer_type() const;
    const std::optional<ShardSpec>& shard_spec() const;
    const std::optional<NdShardSpec>& nd_shard_spec() const;
    bool created_with_nd_shard_spec() const;

    bool is_sharded() const;
    bool is_l1() const;
    bool is_dram() const;

    static constexpr auto attribute_names =
        std::forward_as_tuple("memory_layout", "buffer_type", "shard_spec", "nd_shard_spec",
                              "created_with_nd_shard_spec", "per_core_allocation");
    std::tuple<const TensorMemoryLayout&, const BufferType&, const std::optional<ShardSpec>&,
               const std::optional<NdShardSpec>&, const bool&, const bool&>
    attribute_values() const;

    friend std::ostream& operator<<(std::ostream& os, const MemoryConfig& config);

    MemoryConfigImpl& impl();
    const MemoryConfigImpl& impl() const;

 private:
    MemoryConfig(TensorMemoryLayout memory_layout, BufferType buffer_type,
                 std::optional<ShardSpec> shard_spec, std::optional<NdShardSpec> nd_shard_spec,
                 bool created_with_nd_shard_spec);

    friend MemoryConfig create_memory_config_with_prepopulated_shard_specs(
        TensorMemoryLayout memory_layout, BufferType buffer_type,
        std::optional<ShardSpec> shard_spec, std::optional<NdShardSpec> nd_shard_spec,
        bool created_with_nd_shard_spec);

    std::unique_ptr<MemoryConfigImpl> impl_;  // null after a move
};

// Specs of the kind that both were made with are compared; of different kinds, both specs.
bool operator==(const MemoryConfig& a, const MemoryConfig& b);
bool operator!=(const MemoryConfig& a, const MemoryConfig& b);

}  // namespace tt::tt_metal

template <>
struct ttsl::json::to_json_t<tt::tt_metal::MemoryConfig> {
    nlohmann::json operator()(const tt::tt_metal::MemoryConfig& config) const;
};
template <>
struct ttsl::json::from_json_t<tt::tt_metal::MemoryConfig> {
    tt::tt_metal::MemoryConfig operator()(const nlohmann::json& json) const;
};
