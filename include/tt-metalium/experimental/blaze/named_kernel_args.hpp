// Arguments of kernels by name, as part of a kernel descriptor.
#pragma once

#include <cstdint>
#include <string>
#include <tt-metalium/core_coord.hpp>
#include <utility>
#include <vector>

namespace tt::tt_metal::experimental::blaze {

struct NamedCommonRuntimeArg {
    std::string name;
    uint32_t value;
};
using NamedCommonRuntimeArgs = std::vector<NamedCommonRuntimeArg>;

struct NamedPerCoreRuntimeArg {
    std::string name;
    std::vector<std::pair<CoreCoord, uint32_t>> core_values;
};
using NamedPerCoreRuntimeArgs = std::vector<NamedPerCoreRuntimeArg>;

struct NamedCommonRuntimeArgArray {
    std::string name;
    std::vector<uint32_t> values;
};
using NamedCommonRuntimeArgArrays = std::vector<NamedCommonRuntimeArgArray>;

struct NamedPerCoreRuntimeArgArray {
    std::string name;
    std::vector<std::pair<CoreCoord, std::vector<uint32_t>>> core_values;
};
using NamedPerCoreRuntimeArgArrays = std::vector<NamedPerCoreRuntimeArgArray>;

// A descriptor with any of these is refused when a program is made from it: not modelled.
struct NamedKernelArgs {
    NamedCommonRuntimeArgs named_common_runtime_args;
    NamedPerCoreRuntimeArgs named_per_core_runtime_args;
    NamedCommonRuntimeArgArrays named_common_runtime_arg_arrays;
    NamedPerCoreRuntimeArgArrays named_per_core_runtime_arg_arrays;

    bool empty() const {
        return named_common_runtime_args.empty() && named_per_core_runtime_args.empty() &&
               named_common_runtime_arg_arrays.empty() && named_per_core_runtime_arg_arrays.empty();
    }
};

}  // namespace tt::tt_metal::experimental::blaze
