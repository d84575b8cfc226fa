// A kernel: its source, what it is bound to, its arguments, and the processors that it runs on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <tt-metalium/experimental/metal2_host_api/advanced_options.hpp>
#include <tt-metalium/experimental/metal2_host_api/compute_hardware_config.hpp>
#include <tt-metalium/experimental/metal2_host_api/data_movement_hardware_config.hpp>
#include <tt-metalium/experimental/metal2_host_api/dataflow_buffer_spec.hpp>
#include <tt-metalium/experimental/metal2_host_api/node_coord.hpp>
#include <tt-metalium/experimental/metal2_host_api/scratchpad_spec.hpp>
#include <tt-metalium/experimental/metal2_host_api/semaphore_spec.hpp>
#include <tt-metalium/experimental/metal2_host_api/tensor_parameter.hpp>
#include <tt-metalium/experimental/metal2_host_api/utility/group.hpp>
#include <tt-metalium/experimental/metal2_host_api/utility/table.hpp>
#include <tt_stl/strong_type.hpp>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace tt::tt_metal::experimental {

using KernelSpecName = ttsl::StrongType<std::string, struct KernelSpecNameTag>;

struct KernelSpec {
    struct SourceCode {
        std::string code;
    };
    struct CompilerOptions {
        using IncludePaths = std::vector<std::filesystem::path>;
        using Defines = Table<std::string, std::string>;
        using OptLevel = KernelBuildOptLevel;

        IncludePaths include_paths;
        Defines defines;
        OptLevel opt_level = OptLevel::O2;
    };
    // The accessor's name is the one that the kernel uses.
    struct DFBBinding {
        enum class EndpointType { PRODUCER, CONSUMER };
        enum class AccessPattern { STRIDED, ALL, BLOCKED };

        DFBSpecName dfb_spec_name;
        std::string accessor_name;
        EndpointType endpoint_type;
        AccessPattern access_pattern = AccessPattern::STRIDED;
    };
    struct SemaphoreBinding {
        SemaphoreSpecName semaphore_spec_name;
        std::string accessor_name;
    };
    struct ScratchpadBinding {
        ScratchpadSpecName scratchpad_spec_name;
        std::string accessor_name;
    };
    struct TensorBinding {
        TensorParamName tensor_parameter_name;
        std::string accessor_name;
    };
    using CompileTimeArgs = Table<std::string, uint32_t>;
    struct RuntimeArgSchema {
        Group<std::string> runtime_arg_names;
        Group<std::string> common_runtime_arg_names;
    };

    KernelSpecName unique_id;
    std::variant<std::filesystem::path, SourceCode> source;
    uint32_t num_threads = 1;
    CompilerOptions compiler_options = {};
    Group<DFBBinding> dfb_bindings;
    Group<SemaphoreBinding> semaphore_bindings;
    Group<ScratchpadBinding> scratchpad_bindings;
    Group<TensorBinding> tensor_bindings;
    CompileTimeArgs compile_time_args;
    RuntimeArgSchema runtime_arg_schema{};
    std::variant<DataMovementHardwareConfig, ComputeHardwareConfig> hw_config;
    KernelAdvancedOptions advanced_options;

    bool is_data_movement_kernel() const {
        return std::holds_alternative<DataMovementHardwareConfig>(hw_config);
    }
    bool is_compute_kernel() const {
        return std::holds_alternative<ComputeHardwareConfig>(hw_config);
    }
};

using DFBBinding = KernelSpec::DFBBinding;
using DFBEndpointType = DFBBinding::EndpointType;
using DFBAccessPattern = DFBBinding::AccessPattern;
using TensorBinding = KernelSpec::TensorBinding;
using SemaphoreBinding = KernelSpec::SemaphoreBinding;
using ScratchpadBinding = KernelSpec::ScratchpadBinding;

inline DFBBinding ProducerOf(DFBSpecName dfb_spec_name, std::string accessor_name) {
    return {std::move(dfb_spec_name), std::move(accessor_name), DFBEndpointType::PRODUCER};
}
inline DFBBinding ConsumerOf(DFBSpecName dfb_spec_name, std::string accessor_name) {
    return {std::move(dfb_spec_name), std::move(accessor_name), DFBEndpointType::CONSUMER};
}
inline DFBBinding StridedConsumerOf(DFBSpecName dfb_spec_name, std::string accessor_name) {
    return ConsumerOf(std::move(dfb_spec_name), std::move(accessor_name));
}
inline DFBBinding AllConsumerOf(DFBSpecName dfb_spec_name, std::string accessor_name) {
    return {std::move(dfb_spec_name), std::move(accessor_name), DFBEndpointType::CONSUMER,
            DFBAccessPattern::ALL};
}
inline DFBBinding BlockedConsumerOf(DFBSpecName dfb_spec_name, std::string accessor_name) {
    return {std::move(dfb_spec_name), std::move(accessor_name), DFBEndpointType::CONSUMER,
            DFBAccessPattern::BLOCKED};
}

}  // namespace tt::tt_metal::experimental
