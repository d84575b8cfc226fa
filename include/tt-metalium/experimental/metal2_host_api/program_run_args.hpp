// What a program gets at one run: arguments and tensors.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <tt-metalium/experimental/metal2_host_api/advanced_options.hpp>
#include <tt-metalium/experimental/metal2_host_api/dataflow_buffer_spec.hpp>
#include <tt-metalium/experimental/metal2_host_api/kernel_spec.hpp>
#include <tt-metalium/experimental/metal2_host_api/node_coord.hpp>
#include <tt-metalium/experimental/metal2_host_api/tensor_parameter.hpp>
#include <tt-metalium/experimental/metal2_host_api/utility/group.hpp>
#include <tt-metalium/experimental/metal2_host_api/utility/table.hpp>
#include <tt-metalium/tensor/mesh_tensor.hpp>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace tt::tt_metal::experimental {

struct ProgramRunArgs {
    struct KernelRunArgs {
        using RuntimeArgValues = Table<std::string, Table<NodeCoord, uint32_t>>;
        using CommonRuntimeArgValues = Table<std::string, uint32_t>;

        KernelSpecName kernel;
        RuntimeArgValues runtime_arg_values;
        CommonRuntimeArgValues common_runtime_arg_values;
        AdvancedKernelRunArgs advanced_options;
    };
    using TensorArgument = std::variant<std::reference_wrapper<const MeshTensor>>;
    struct DFBRunOverrides {
        DFBSpecName dfb;
        std::optional<uint32_t> entry_size = std::nullopt;
        std::optional<uint32_t> num_entries = std::nullopt;
    };

    Group<KernelRunArgs> kernel_run_args;
    Table<TensorParamName, TensorArgument> tensor_args;
    Group<DFBRunOverrides> dfb_run_overrides;
};

using KernelRunArgs = ProgramRunArgs::KernelRunArgs;
using DFBRunOverrides = ProgramRunArgs::DFBRunOverrides;
using TensorArgument = ProgramRunArgs::TensorArgument;

inline const MeshTensor& mesh_tensor_of(const TensorArgument& arg) {
    return std::get<0>(arg).get();
}

// Throws if anything is given twice.
ProgramRunArgs MergeProgramRunArgs(ProgramRunArgs base, std::span<const ProgramRunArgs> rest,
                                   bool skip_validation = false);

inline void AddRuntimeArgsForNode(
    KernelRunArgs::RuntimeArgValues& runtime_arg_values, const NodeCoord& node,
    std::initializer_list<std::pair<std::string, uint32_t>> named_values) {
    for (const auto& [name, value] : named_values) runtime_arg_values[name][node] = value;
}

inline KernelRunArgs::RuntimeArgValues MakeRuntimeArgsForSingleNode(
    const NodeCoord& node, std::initializer_list<std::pair<std::string, uint32_t>> named_values) {
    KernelRunArgs::RuntimeArgValues values;
    AddRuntimeArgsForNode(values, node, named_values);
    return values;
}

}  // namespace tt::tt_metal::experimental
