// The programs that write into caches.
#include "ops/kv_cache/cache.hpp"

#include <algorithm>
#include <tt-metalium/distributed.hpp>
#include <tt_stl/assert.hpp>

#include "ops/data_movement/chunks.hpp"
#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/reshape_view/reshape.hpp"
#include "ttnn/run.hpp"

namespace ttnn::kv_cache {

using namespace tt::tt_metal;

namespace {

using MetalShape = tt::tt_metal::Shape;
using program::Split;

constexpr std::uint32_t kNumberShift = 16;

// An index list that the kernel reads, or the cache in its place if there is none.
const Tensor& or_cache(const Tensor* list, Inputs in) {
    return list != nullptr ? *list : in[1];
}

CBDescriptor row_buffer(std::uint8_t index, const Tensor* list, const CoreRangeSet& cores) {
    return program::circular_buffer(index, DataType::UINT32,
                                    list != nullptr ? row_bytes(*list) : 64, 1, cores);
}

std::uint32_t tile_bits(DataType dtype) {
    switch (dtype) {
        case DataType::BFLOAT8_B:
            return 8;
        case DataType::BFLOAT4_B:
            return 4;
        case DataType::FLOAT32:
            return 32;
        default:
            return 16;
    }
}

void check_lists(std::string_view op, Inputs in) {
    for (std::size_t i = 2; i < in.size(); i++)
        TT_FATAL(in[i].layout() == Layout::ROW_MAJOR, "{}: lists must be in ROW_MAJOR layout", op);
    TT_FATAL(in[1].layout() == Layout::TILE && in[0].layout() == Layout::TILE,
             "{}: the input and the cache must be in TILE layout", op);
    TT_FATAL(in[1].memory_config().memory_layout() == TensorMemoryLayout::INTERLEAVED,
             "{}: Only interleaved cache is supported", op);
    TT_FATAL(in[0].dtype() == in[1].dtype(),
             "{}: Input and cache tensors must have same dtype: {} and {}", op, in[0].dtype(),
             in[1].dtype());
}

// Inputs: the sequences, the cache, and of lists those that there are.
struct FillOp {
    static constexpr std::string_view name = "fill_cache";
    struct Args {
        View view;
        std::uint32_t start;
        bool with_table, with_users, with_valid;
        std::vector<std::uint32_t> devices;
        Live<std::uint32_t> user;
    };
    struct Lists {
        const Tensor *table = nullptr, *users = nullptr, *valid = nullptr;
    };

    static Lists lists(const Args& args, Inputs in) {
        std::size_t next = 2;
        Lists all;
        if (args.with_table) all.table = &in[next++];
        if (args.with_users) all.users = &in[next++];
        if (args.with_valid) all.valid = &in[next++];
        return all;
    }
    static void validate(const Args&, Inputs in) { check_lists(name, in); }
    static std::vector<TensorSpec> outputs(const Args&, Inputs in) { return {in[1].tensor_spec()}; }
    static std::vector<DynamicRuntimeArg> live(const Args& args, Inputs, Outputs) {
        return {{1, {}, 9, args.user, true}};
    }
    static ProgramDescriptor program_at(const Args& args, Inputs in, Outputs out,
                                        const MeshCoordinate& at);
};

KernelDescriptor fill_writer(const FillOp::Args& args, Inputs in, const Split& split) {
    const FillOp::Lists all = FillOp::lists(args, in);
    KernelDescriptor kernel = program::data_mover("kernels/write_cache.cpp", false, split.cores);
    kernel.compile_time_args = {all.table != nullptr ? entry_bytes(*all.table) : 0, args.with_users,
                                args.with_valid};
    program::append(kernel, in[1]);
    KernelDescriptor::RTArgList words, unused;
    words.push_back(in[1].buffer());
    words.append({program::tile_bytes(in[1].dtype()), program::kBatch, args.view.heads,
                  args.view.tokens, args.view.width, args.view.wrap, in[0].padded_shape()[-2] / 32,
                  args.start, args.user});
    for (const Tensor* list : {all.users, all.valid, all.table}) {
        words.push_back(or_cache(list, in).buffer());
        words.push_back(list != nullptr ? row_bytes(*list) : 0);
    }
    const Tensor* any = all.table != nullptr ? all.table : all.users;
    program::append_late(kernel, unused, or_cache(any, in));
    kernel.emplace_common_runtime_args(words);
    data_movement::add_shares(kernel, split);
    return kernel;
}

ProgramDescriptor FillOp::program_at(const Args& args, Inputs in, Outputs,
                                     const MeshCoordinate& at) {
    ProgramDescriptor program;
    if (!takes_part(args.devices, at)) return program;
    const Split split = program::split(*in[0].device(), program::tiles_of(in[0]));
    const Lists all = lists(args, in);
    const DataType dtype = in[0].dtype();
    program.cbs = {program::tile_buffer(0, dtype, split.cores),
                   row_buffer(1, all.table, split.cores), row_buffer(2, all.users, split.cores),
                   row_buffer(3, all.valid, split.cores)};
    program.kernels = {
        program::page_reader(0, in[0], program::tile_bytes(dtype), program::kBatch, split),
        fill_writer(args, in, split)};
    return program;
}

// Inputs: the rows, the cache, and of lists those that there are.
struct UpdateOp {
    static constexpr std::string_view name = "update_cache";
    struct Args {
        View view;
        std::uint32_t users, heads, offset;
        bool user_rows, shared, with_table, with_positions;
        std::vector<std::uint32_t> devices;
        Live<std::vector<std::uint32_t>> positions;
    };
    static constexpr std::uint32_t kFirstPosition = 15;

    static const Tensor* table(const Args& args, Inputs in) {
        return args.with_table ? &in[2] : nullptr;
    }
    static const Tensor* positions(const Args& args, Inputs in) {
        return args.with_positions ? &in[args.with_table ? 3 : 2] : nullptr;
    }
    static void validate(const Args&, Inputs in) { check_lists(name, in); }
    static std::vector<TensorSpec> outputs(const Args&, Inputs in) { return {in[1].tensor_spec()}; }
    static std::vector<DynamicRuntimeArg> live(const Args& args, Inputs, Outputs) {
        std::vector<DynamicRuntimeArg> values;
        for (std::uint32_t i = 0; i < args.positions.value.size(); i++)
            values.push_back({0, {}, kFirstPosition + i, args.positions.value[i], true});
        return values;
    }
    static ProgramDescriptor program_at(const Args& args, Inputs in, Outputs out,
                                        const MeshCoordinate& at);
};

ProgramDescriptor UpdateOp::program_at(const Args& args, Inputs in, Outputs,
                                       const MeshCoordinate& at) {
    ProgramDescriptor program;
    if (!takes_part(args.devices, at)) return program;
    const Split split =
        program::split(*in[0].device(), args.shared ? args.heads : args.users * args.heads);
    const Tensor *table = UpdateOp::table(args, in), *positions = UpdateOp::positions(args, in);
    const DataType dtype = in[1].dtype();
    KernelDescriptor kernel = program::data_mover("kernels/update_cache.cpp", true, split.cores);
    kernel.compile_time_args = {table != nullptr ? entry_bytes(*table) : 0, args.with_positions,
                                tile_bits(dtype), args.user_rows, args.shared};
    program::append(kernel, in[1]);
    program::append(kernel, in[0]);
    KernelDescriptor::RTArgList words, unused;
    words.push_back(in[1].buffer());
    words.push_back(in[0].buffer());
    words.append({program::tile_bytes(dtype), args.view.heads, args.view.tokens, args.view.width,
                  args.view.wrap, in[0].padded_shape()[-2] / 32, args.offset, args.users,
                  args.heads});
    for (const Tensor* list : {positions, table}) {
        words.push_back(or_cache(list, in).buffer());
        words.push_back(list != nullptr ? row_bytes(*list) : 0);
    }
    words.append(args.positions.value);
    program::append_late(kernel, unused, or_cache(table != nullptr ? table : positions, in));
    kernel.emplace_common_runtime_args(words);
    data_movement::add_shares(kernel, split);
    const std::uint32_t width = args.view.width;
    program.cbs = {program::tile_buffer(0, dtype, split.cores, width),
                   program::tile_buffer(1, dtype, split.cores, width),
                   row_buffer(2, table, split.cores), row_buffer(3, positions, split.cores)};
    program.kernels = {std::move(kernel)};
    return program;
}

Tensor interleaved(const Tensor& tensor) {
    return tensor.memory_config() == DRAM_MEMORY_CONFIG
               ? tensor
               : to_memory_config(tensor, DRAM_MEMORY_CONFIG);
}

}  // namespace

std::vector<std::uint32_t> flat(const Coordinates& coordinates) {
    std::vector<std::uint32_t> numbers;
    if (coordinates)
        for (const MeshCoordinate& at : *coordinates)
            numbers.push_back(at[0] << kNumberShift | at[1]);
    return numbers;
}

bool takes_part(const std::vector<std::uint32_t>& flat, const MeshCoordinate& at) {
    return flat.empty() || std::ranges::find(flat, at[0] << kNumberShift | at[1]) != flat.end();
}

Tensor plain_rows(std::string_view op, const Tensor& list, std::uint32_t rows) {
    eltwise::need_device(op, list);
    const bool in_l1 = list.is_sharded();
    TT_FATAL(list.dtype() == DataType::INT32 || list.dtype() == DataType::UINT32 ||
                 (in_l1 && list.dtype() == DataType::UINT16),
             "{}: a list of indices is {}, INT32 is allowed", op, list.dtype());
    TT_FATAL(list.layout() == Layout::ROW_MAJOR, "{}: a list of indices must be ROW_MAJOR", op);
    const Tensor plain = interleaved(list);
    const auto all = static_cast<std::uint32_t>(list.logical_volume());
    const std::uint32_t width = rows == 0 ? all : list.logical_shape()[-1];
    const MetalShape whole({all / width, width});
    Tensor matrix = list.logical_shape() == whole ? plain : ttnn::reshape(plain, whole);
    if (rows == 0 || whole[0] == rows) return matrix;
    data_movement::Map map = data_movement::identity(whole);
    map.shape = MetalShape({rows, width});
    map.parts[0].axes[0].end = rows;
    return data_movement::remap(op, {&matrix, 1}, map, map.shape, DRAM_MEMORY_CONFIG);
}

std::uint32_t entry_bytes(const Tensor& table) {
    return table.dtype() == DataType::UINT16 ? 2 : 4;
}
std::uint32_t row_bytes(const Tensor& list) {
    return static_cast<std::uint32_t>(list.buffer()->aligned_page_size());
}

void fill(const Fill& call, const Tensor& cache, const Tensor& input) {
    std::vector<const Tensor*> tensors{&input, &cache};
    for (const auto* list : {&call.table, &call.users, &call.valid})
        if (*list) tensors.push_back(&**list);
    const std::optional<Tensor> given = cache;
    run<FillOp>({call.view, call.start, call.table.has_value(), call.users.has_value(),
                 call.valid.has_value(), call.devices, call.user},
                tensors, {&given, 1});
}

void update(const Update& call, const Tensor& cache, const Tensor& input) {
    TT_FATAL(call.positions.size() <= 256, "{}: {} positions are given, 256 are allowed", call.op,
             call.positions.size());
    const Tensor rows =
        input.dtype() == cache.dtype() ? input : typecast(interleaved(input), cache.dtype());
    std::vector<const Tensor*> tensors{&rows, &cache};
    for (const auto* list : {&call.table, &call.position_list})
        if (*list) tensors.push_back(&**list);
    const std::optional<Tensor> given = cache;
    run<UpdateOp>(
        {call.view, call.users, call.heads, call.offset, call.user_rows, call.shared,
         call.table.has_value(), call.position_list.has_value(), call.devices, call.positions},
        tensors, {&given, 1});
}

}  // namespace ttnn::kv_cache
