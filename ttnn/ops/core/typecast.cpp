// typecast: another data type, on the device.
#include "ttnn/operations/copy/typecast/typecast.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <tt_stl/assert.hpp>

#include "core/program.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/core/core.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

constexpr DataType kTypes[] = {DataType::BFLOAT16,  DataType::FLOAT32, DataType::BFLOAT8_B,
                               DataType::BFLOAT4_B, DataType::UINT32,  DataType::UINT16,
                               DataType::INT32,     DataType::UINT8};

// Between real numbers the packer does all that is to do, but from FLOAT32 to BFLOAT16 it would
// round ties away from zero.
bool is_packers(DataType from, DataType to) {
    const bool shorter = from == DataType::FLOAT32 && to == DataType::BFLOAT16;
    return is_floating_point(from) && is_floating_point(to) && !shorter;
}

// What converts tiles, for all pairs of types: one kernel has them all.
class Conversions {
 public:
    Conversions() {
        codes_.push_back(with(";", ";"));
        for (const DataType from : kTypes)
            for (const DataType to : kTypes)
                if (from != to && !is_packers(from, to)) add(from, to);
    }

    const table::Code& of(DataType from, DataType to) const {
        const auto at = places_.find({from, to});
        return codes_[at == places_.end() ? 0 : at->second];
    }
    const std::vector<table::Code>& all() const { return codes_; }

 private:
    static table::Code with(std::string_view init, std::string_view tile) {
        return {"eltwise_unary/typecast.h", init, tile};
    }
    void add(DataType from, DataType to) {
        const auto code = [](DataType type) {
            return static_cast<std::uint32_t>(datatype_to_dataformat_converter(type));
        };
        const std::string types = fmt::format("<{}, {}>", code(from), code(to));
        const std::string& init = texts_.emplace_back("typecast_tile_init" + types + "()");
        const std::string& tile = texts_.emplace_back("typecast_tile" + types + "(dst)");
        places_[{from, to}] = codes_.size();
        codes_.push_back(with(init, tile));
    }

    std::deque<std::string> texts_{};
    std::vector<table::Code> codes_{};
    std::map<std::pair<DataType, DataType>, std::size_t> places_{};
};

const Conversions& conversions() {
    static const Conversions all;
    return all;
}

struct TypecastOp {
    static constexpr std::string_view name = "typecast";
    struct Args {
        DataType dtype;
        MemoryConfig memory;
        std::optional<CoreRangeSet> cores;
    };

    static void validate(const Args& args, Inputs in) {
        for (const DataType type : {in[0].dtype(), args.dtype})
            TT_FATAL(
                type != DataType::INT8 && type != DataType::FP8_E4M3 && type != DataType::INVALID,
                "typecast: data type {} is not supported", type);
        TT_FATAL(in[0].layout() == Layout::TILE, "typecast: input must be in TILE layout");
    }
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        return {eltwise::spec_like(in[0].logical_shape(), args.dtype, Layout::TILE, args.memory)};
    }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out) {
        const Conversions& all = conversions();
        return eltwise::unary_program(all.of(in[0].dtype(), args.dtype), in[0], out[0], {},
                                      args.cores, all.all());
    }
};

// Pages as they are, with another name for what they hold.
struct BitcastOp {
    static constexpr std::string_view name = "bitcast";
    struct Args {
        DataType dtype;
        MemoryConfig memory;
        std::optional<CoreRangeSet> cores;
    };

    static void validate(const Args& args, Inputs in) {
        const auto size = [](DataType type) {
            return tt::datum_size(datatype_to_dataformat_converter(type));
        };
        TT_FATAL(!is_block_float(args.dtype) && !is_block_float(in[0].dtype()) &&
                     size(args.dtype) == size(in[0].dtype()),
                 "bitcast: {} cannot be {}: both must have elements of the same size",
                 in[0].dtype(), args.dtype);
    }
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        return {eltwise::spec_like(in[0].logical_shape(), args.dtype, Layout::TILE, args.memory)};
    }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out) {
        using namespace ttnn::program;
        const Split split = ttnn::program::split(*in[0].device(), tiles_of(out[0]), args.cores);
        const std::uint32_t bytes = tile_bytes(args.dtype);
        ProgramDescriptor program;
        program.cbs = {tile_buffer(0, args.dtype, split.cores)};
        program.kernels = {page_reader(0, in[0], bytes, kBatch, split),
                           page_writer(0, out[0], bytes, kBatch, split)};
        return program;
    }
};

}  // namespace

Tensor bitcast(const Tensor& input, const DataType& dtype,
               const std::optional<MemoryConfig>& memory, const std::optional<Tensor>& output,
               const std::optional<CoreRangeSet>& cores) {
    eltwise::need_device("bitcast", input);
    if (input.layout() == Layout::ROW_MAJOR)
        return ttnn::to_layout(bitcast(ttnn::to_layout(input, Layout::TILE), dtype, memory),
                               Layout::ROW_MAJOR);
    const MemoryConfig& where = output   ? output->memory_config()
                                : memory ? *memory
                                         : input.memory_config();
    return run_one<BitcastOp>({dtype, where, cores}, {&input}, output);
}

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
    const MemoryConfig memory = optional_output_tensor
                                    ? optional_output_tensor->memory_config()
                                    : memory_config.value_or(input.memory_config());
    return run_one<TypecastOp>({output_dtype, memory, sub_core_grids}, {&input},
                               optional_output_tensor);
}

}  // namespace ttnn
