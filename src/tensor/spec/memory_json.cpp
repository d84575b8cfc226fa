// Memory configurations as JSON, in upstream's form.
#include <nlohmann/json.hpp>
#include <tt-metalium/experimental/per_core_allocation/memory_config.hpp>
#include <tt-metalium/experimental/tensor_serialization_support.hpp>
#include <tt-metalium/tensor/spec/memory_config/memory_config.hpp>

#include "tensor/require.hpp"

namespace ttsl::json {

using nlohmann::json;
using namespace tt::tt_metal;
namespace per_core = tt::tt_metal::experimental::per_core_allocation;

tt::tt_metal::ShardSpec from_json_t<ShardSpec>::operator()(const json& j) const {
    return ShardSpec(from_json<CoreRangeSet>(j.at("grid")),
                     j.at("shape").get<std::array<std::uint32_t, 2>>(),
                     j.at("orientation").get<ShardOrientation>());
}

json to_json_t<MemoryConfig>::operator()(const MemoryConfig& config) const {
    json out{{"memory_layout", config.memory_layout()},
             {"buffer_type", config.buffer_type()},
             {"created_with_nd_shard_spec", config.created_with_nd_shard_spec()},
             {"per_core_allocation", per_core::is_per_core_allocation(config)}};
    if (config.created_with_nd_shard_spec()) {
        if (config.nd_shard_spec()) out["nd_shard_spec"] = to_json(*config.nd_shard_spec());
    } else if (config.shard_spec()) {
        out["shard_spec"] = to_json(*config.shard_spec());
    }
    return out;
}

MemoryConfig from_json_t<MemoryConfig>::operator()(const json& j) const {
    const bool nd = j.at("created_with_nd_shard_spec").get<bool>();
    const bool per_core = j.value("per_core_allocation", false);
    ironbird::tensor::require(
        !nd || !per_core,
        "per_core_allocation is not supported with NdShardSpec, but JSON requested both");
    std::optional<ShardSpec> shard_spec;
    std::optional<NdShardSpec> nd_shard_spec;
    if (nd && j.contains("nd_shard_spec"))
        nd_shard_spec = from_json<NdShardSpec>(j.at("nd_shard_spec"));
    if (!nd && j.contains("shard_spec")) shard_spec = from_json<ShardSpec>(j.at("shard_spec"));
    MemoryConfig config = create_memory_config_with_prepopulated_shard_specs(
        j.at("memory_layout").get<TensorMemoryLayout>(), j.at("buffer_type").get<BufferType>(),
        std::move(shard_spec), std::move(nd_shard_spec), nd);
    if (per_core) per_core::set_per_core_allocation(config, true);
    return config;
}

}  // namespace ttsl::json
