// typecast: another data type, on the device.
#include "ttnn/operations/copy/typecast/typecast.hpp"

#include <algorithm>
#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/core/core.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

struct TypecastOp {
    static constexpr std::string_view name = "typecast";
    struct Args {
        DataType dtype;
        MemoryConfig memory;
        std::optional<CoreRangeSet> cores;
    };

    static void validate(const Args& args, Inputs in) {
        for (const DataType type : {in[0].dtype(), args.dtype})
            TT_FATAL(type != DataType::INT8 && type != DataType::FP8_E4M3 &&
                         type != DataType::UINT8 && type != DataType::INVALID,
                     "typecast: data type {} is not supported", type);
        TT_FATAL(in[0].layout() == Layout::TILE, "typecast: input must be in TILE layout");
    }
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        return {eltwise::spec_like(in[0].logical_shape(), args.dtype, Layout::TILE, args.memory)};
    }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out) {
        const auto code = [](DataType type) {
            return static_cast<std::uint32_t>(datatype_to_dataformat_converter(type));
        };
        const std::string types =
            fmt::format("<{}, {}>", code(in[0].dtype()), code(out[0].dtype()));
        // Between real numbers the packer does all that is to do.
        const bool real = is_floating_point(in[0].dtype()) && is_floating_point(args.dtype);
        const std::string init = "typecast_tile_init" + types + "()";
        const std::string tile = "typecast_tile" + types + "(dst)";
        const table::Code text = real ? table::Code{"eltwise_unary/typecast.h", ";", ";"}
                                      : table::Code{"eltwise_unary/typecast.h", init, tile};
        return eltwise::unary_program(text, in[0], out[0], {}, args.cores);
    }
};

}  // namespace

Tensor typecast(const Tensor& input, const DataType& output_dtype,
                const std::optional<MemoryConfig>& memory_config,
                const std::optional<Tensor>& optional_output_tensor,
                const std::optional<CoreRangeSet>& sub_core_grids) {
    TT_FATAL(!optional_output_tensor || optional_output_tensor->dtype() == output_dtype,
             "typecast: If both output dtype and output tensor are provided dtype should match");
    if (input.storage_type() == StorageType::HOST) return to_dtype(input, output_dtype);
    eltwise::need_device("typecast", input);
    if (input.layout() == Layout::ROW_MAJOR) {
        TT_FATAL(!is_block_float(output_dtype),
                 "typecast: {} exists in TILE layout alone, the input is in ROW_MAJOR",
                 output_dtype);
        return ttnn::to_layout(
            typecast(ttnn::to_layout(input, Layout::TILE), output_dtype, memory_config),
            Layout::ROW_MAJOR);
    }
    if (input.dtype() == output_dtype && !optional_output_tensor)
        return memory_config ? to_memory_config(input, *memory_config) : input;
    const MemoryConfig memory = memory_config            ? *memory_config
                                : optional_output_tensor ? optional_output_tensor->memory_config()
                                                         : input.memory_config();
    return run_one<TypecastOp>({output_dtype, memory, sub_core_grids}, {&input},
                               optional_output_tensor);
}

}  // namespace ttnn
