// How the compute units of a kernel are set up.
#pragma once

#include <tt-metalium/base_types.hpp>
#include <tt-metalium/experimental/metal2_host_api/dataflow_buffer_spec.hpp>
#include <tt-metalium/experimental/metal2_host_api/utility/table.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace tt::tt_metal::experimental {

using ComputeUnpackModes = Table<DFBSpecName, UnpackMode>;

// Wormhole and Blackhole.
struct ComputeGen1Config {
    MathFidelity fpu_math_fidelity = MathFidelity::HiFi4;
    Precision sfpu_precision_mode = Precision::Precise;
    Precision bfp_pack_precision_mode = Precision::Approximate;
    bool enable_32_bit_dest = false;
    bool double_buffer_dest = true;
    ComputeUnpackModes unpack_modes;
};

// Later chips.
struct ComputeGen2Config {
    MathFidelity fpu_math_fidelity = MathFidelity::HiFi4;
    Precision sfpu_precision_mode = Precision::Precise;
    bool enable_32_bit_dest = false;
    bool double_buffer_dest = true;
    ComputeUnpackModes unpack_modes;
    bool enable_2x_src_register = false;
};

using ComputeHardwareConfig = std::variant<ComputeGen1Config, ComputeGen2Config>;

// What both generations have.
#define TT_METAL_COMPUTE_FIELD(Type, name)                                              \
    inline Type& name(ComputeHardwareConfig& config) {                                  \
        return std::visit([](auto& each) -> Type& { return each.name; }, config);       \
    }                                                                                   \
    inline const Type& name(const ComputeHardwareConfig& config) {                      \
        return std::visit([](auto& each) -> const Type& { return each.name; }, config); \
    }
TT_METAL_COMPUTE_FIELD(MathFidelity, fpu_math_fidelity)
TT_METAL_COMPUTE_FIELD(Precision, sfpu_precision_mode)
TT_METAL_COMPUTE_FIELD(bool, enable_32_bit_dest)
TT_METAL_COMPUTE_FIELD(bool, double_buffer_dest)
TT_METAL_COMPUTE_FIELD(ComputeUnpackModes, unpack_modes)
#undef TT_METAL_COMPUTE_FIELD

const ComputeUnpackModes& unpack_modes(const ComputeHardwareConfig&& config) = delete;

}  // namespace tt::tt_metal::experimental
