// matmul, linear and addmm: shapes, defaults and what is fused.
#include "ttnn/operations/matmul/matmul.hpp"

#include <algorithm>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/work_split.hpp>
#include <tt_stl/assert.hpp>
#include <utility>

#include "ops/eltwise/eltwise.hpp"
#include "ops/matmul/activation.hpp"
#include "ops/matmul/operation.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/creation/creation.hpp"
#include "ttnn/operations/data_movement/reshape_view/reshape.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"
#include "ttnn/operations/eltwise/unary/unary.hpp"

namespace ttnn::operations::matmul {

using namespace tt::tt_metal;

namespace {

using MetalShape = tt::tt_metal::Shape;

// What callers may say beside the factors.
struct Wishes {
    bool transpose_a, transpose_b;
    std::optional<MemoryConfig> memory;
    std::optional<DataType> dtype;
    std::optional<MatmulProgramConfig> config;
    std::optional<Activation> activation;
    std::optional<DeviceComputeKernelConfig> compute;
    std::optional<CoreGrid> grid;
    std::optional<Tensor> output;
    std::optional<SubDeviceId> sub_device;
};

void check_shapes(const MetalShape& a, const MetalShape& b, const Wishes& w) {
    TT_FATAL(a.rank() >= 2 && b.rank() >= 2,
             "matmul: shapes {} and {}: both need at least one dimension", a, b);
    const std::uint32_t inner_a = w.transpose_a ? a[-2] : a[-1];
    const std::uint32_t inner_b = w.transpose_b ? b[-1] : b[-2];
    TT_FATAL(inner_a == inner_b,
             "matmul: The width of the first tensor must be equal to the height of the second "
             "tensor: {}{} and {}{}",
             a, w.transpose_a ? " (transposed)" : "", b, w.transpose_b ? " (transposed)" : "");
    const std::uint32_t of_a = get_batch_size(a), of_b = get_batch_size(b);
    TT_FATAL(of_a == of_b || of_a == 1 || of_b == 1,
             "matmul: batches of {} and {} do not go together: they must be equal, or one of "
             "them 1",
             a, b);
}

std::uint32_t tiles(std::uint32_t extent) {
    return (extent + 31) / 32;
}

Extents extents_of(const MetalShape& a, const MetalShape& b, const Wishes& w) {
    const std::uint32_t of_a = get_batch_size(a), of_b = get_batch_size(b);
    return {.rows = tiles(w.transpose_a ? a[-1] : a[-2]),
            .inner = tiles(w.transpose_a ? a[-2] : a[-1]),
            .columns = tiles(w.transpose_b ? b[-2] : b[-1]),
            .matrices = std::max(of_a, of_b),
            .many_a = of_a > 1,
            .many_b = of_b > 1};
}

MetalShape result_shape(const MetalShape& a, const MetalShape& b, const Wishes& w) {
    const auto& batched = get_batch_size(a) >= get_batch_size(b) && a.rank() >= b.rank() ? a : b;
    ttsl::SmallVector<std::uint32_t> shape(batched.cbegin(), batched.cend());
    shape[shape.size() - 2] = w.transpose_a ? a[-1] : a[-2];
    shape[shape.size() - 1] = w.transpose_b ? b[-2] : b[-1];
    return MetalShape(shape);
}

bool is_small(DataType dtype) {
    return dtype == DataType::BFLOAT8_B || dtype == DataType::BFLOAT4_B;
}

DeviceComputeKernelConfig compute_of(const Tensor& a, const Tensor& b, DataType out,
                                     const Wishes& w) {
    if (w.compute) return *w.compute;
    const bool wide = a.dtype() == DataType::FLOAT32 && b.dtype() == DataType::FLOAT32;
    const bool coarse = w.config || w.grid || (is_small(a.dtype()) && is_small(b.dtype()));
    const auto most =
        a.device()->arch() == tt::ARCH::WORMHOLE_B0 ? MathFidelity::HiFi3 : MathFidelity::HiFi4;
    return {.math_fidelity = wide     ? most
                             : coarse ? MathFidelity::LoFi
                                      : MathFidelity::HiFi2,
            .math_approx_mode = false,
            .fp32_dest_acc_en = out == DataType::FLOAT32,
            .packer_l1_acc = out != DataType::FLOAT32};
}

std::uint64_t free_l1(MeshDevice& device) {
    const auto base = device.allocator()->get_base_allocator_addr(HalMemType::L1);
    const auto top = device.lowest_occupied_compute_l1_address();
    return (top ? *top : device.l1_size_per_core()) - base;
}

// Bytes of a core's L1 that the result of a plan to be chosen will take, if it lies there and has
// no place yet.
std::uint64_t result_bytes(const Wishes& w, const Extents& e, CoreCoord grid, std::uint64_t tile) {
    if (w.config || w.output || !w.memory || !w.memory->is_l1()) return 0;
    if (const auto& spec = w.memory->shard_spec())
        return tile * tiles(spec->shape[0]) * tiles(spec->shape[1]);
    const auto parts = [](std::uint64_t whole, std::uint64_t part) {
        return (whole + part - 1) / part;
    };
    const std::uint64_t rows = std::uint64_t{e.rows} * e.matrices, cores = grid.x * grid.y;
    switch (w.memory->memory_layout()) {
        case TensorMemoryLayout::HEIGHT_SHARDED:
            return tile * parts(rows, cores) * e.columns;
        case TensorMemoryLayout::WIDTH_SHARDED:
            return tile * rows * parts(e.columns, cores);
        case TensorMemoryLayout::BLOCK_SHARDED:
            return tile * std::max(parts(rows, grid.y) * parts(e.columns, grid.x),
                                   parts(rows, grid.x) * parts(e.columns, grid.y));
        default:
            return tile * parts(rows * e.columns, cores);
    }
}

// Bytes in a cycle of the memory and of a multicast, about.
struct Rates {
    std::uint32_t dram, multicast;
};
Rates rates_of(tt::ARCH arch) {
    if (arch == tt::ARCH::BLACKHOLE) return {330, 56};
    return arch == tt::ARCH::WORMHOLE_B0 ? Rates{250, 28} : Rates{80, 28};
}

// The rectangle of cores to choose from: that of a sub-device, the first unless one is named, or
// all.
CoreRange cores_of(const MeshDevice& device, const Wishes& w) {
    const bool parted =
        device.get_active_sub_device_manager_id() != device.get_default_sub_device_manager_id();
    const CoreCoord grid = device.compute_with_storage_grid_size();
    if (!parted && !w.sub_device) return {{0, 0}, {grid.x - 1, grid.y - 1}};
    const SubDeviceId id = w.sub_device.value_or(device.get_sub_device_ids().front());
    const CoreRangeSet cores = device.worker_cores(HalProgrammableCoreType::TENSIX, id);
    const CoreRange all = cores.bounding_box();
    TT_FATAL(all.size() == cores.num_cores(),
             "matmul: the cores of sub-device {} are no rectangle, which is needed", *id);
    return all;
}

// Plans begin at the first core unless their configuration says where.
void place(Plan& plan, const CoreRange& cores) {
    const CoreCoord first = cores.start_coord;
    if (first == CoreCoord{0, 0}) return;
    if (plan.sharing != Sharing::none) {
        if (plan.origin == CoreCoord{0, 0}) plan.origin = first;
        return;
    }
    plan.cores = CoreRangeSet(cores);
}

Limits limits_of(const Tensor& a, const Tensor& b, const Extents& e, DataType out, bool has_bias,
                 const Wishes& w, const DeviceComputeKernelConfig& compute) {
    MeshDevice& device = *a.device();
    const DataType sums = sum_type(compute, out);
    const std::uint32_t half = compute.fp32_dest_acc_en ? 4 : 8;
    const Rates rates = rates_of(device.arch());
    const std::uint32_t cycles =
        16 * std::max(1u, static_cast<std::uint32_t>(compute.math_fidelity));
    CoreCoord grid = cores_of(device, w).grid_size();
    // A grid for a larger chip is one for all of this one.
    if (w.grid) grid = {std::min(w.grid->x, grid.x), std::min(w.grid->y, grid.y)};
    const std::uint64_t room = free_l1(device), result = result_bytes(w, e, grid, tile_size(out));
    return {.grid = grid,
            .dst_tiles = compute.dst_full_sync_en ? 2 * half : half,
            .l1_bytes = room > result ? room - result : 0,
            .bytes_a = tile_size(a.dtype()),
            .bytes_b = tile_size(b.dtype()),
            .bytes_out = tile_size(out),
            .bytes_sum = tile_size(sums),
            .cycles = cycles,
            .loads_meet = device.arch() != tt::ARCH::BLACKHOLE,
            .dram_bytes = rates.dram,
            .multicast_bytes = rates.multicast,
            .transposed_a = w.transpose_a,
            .has_bias = has_bias,
            .same_format = sums == out};
}

// Rows over the cores that have those of the left factor, or over those of a configuration that
// gives each core rows alone.
std::optional<ShardSpec> row_shards(const Tensor& a, const Extents& e, const Wishes& w) {
    const auto layout = TensorMemoryLayout::HEIGHT_SHARDED;
    const auto spec = a.memory_config().shard_spec();
    const std::uint32_t width = e.columns * 32;
    const auto* reuse =
        w.config ? std::get_if<MatmulMultiCoreReuseProgramConfig>(&*w.config) : nullptr;
    if (a.memory_config().memory_layout() == layout && spec && (!w.config || reuse))
        return ShardSpec(spec->grid, {spec->shape[0], width}, spec->orientation);
    if (reuse == nullptr) return std::nullopt;
    const auto rows = static_cast<std::uint32_t>(reuse->per_core_M);
    const std::uint32_t count = (e.rows * e.matrices + rows - 1) / rows;
    return ShardSpec(num_cores_to_corerangeset(count, reuse->compute_with_storage_grid_size, true),
                     {rows * 32, width}, ShardOrientation::ROW_MAJOR);
}

// A sharded result without shards takes those of the plan.
MemoryConfig with_shards(const MemoryConfig& memory, const Plan& plan,
                         const std::optional<ShardSpec>& rows) {
    if (!memory.is_sharded() || memory.shard_spec() || memory.nd_shard_spec()) return memory;
    if (rows && memory.memory_layout() == TensorMemoryLayout::HEIGHT_SHARDED)
        return MemoryConfig(memory.memory_layout(), memory.buffer_type(), rows);
    TT_FATAL(plan.sharing != Sharing::none,
             "matmul: the memory configuration of the result has no shard spec, and the program "
             "configuration does not give one");
    const CoreCoord o = plan.origin;
    CoreRangeSet cores(CoreRange(o, {o.x + plan.grid.x - 1, o.y + plan.grid.y - 1}));
    const std::size_t used = static_cast<std::size_t>(plan.across) * plan.down;
    if (used < plan.grid.x * plan.grid.y)
        cores = num_cores_to_corerangeset(o, static_cast<std::uint32_t>(used),
                                          {o.x + plan.grid.x, o.y + plan.grid.y}, true);
    const auto order = plan.turned ? ShardOrientation::COL_MAJOR : ShardOrientation::ROW_MAJOR;
    return MemoryConfig(memory.memory_layout(), memory.buffer_type(),
                        ShardSpec(cores, {plan.core_rows * 32, plan.core_columns * 32}, order));
}

// Everything in one program but a bias that is no row, and what is left for operations behind it.
Tensor product(const Tensor& a, const Tensor& b, const std::optional<Tensor>& bias,
               const Wishes& w) {
    const MetalShape &shape_a = a.logical_shape(), &shape_b = b.logical_shape();
    check_shapes(shape_a, shape_b, w);
    TT_FATAL(!w.config || !w.grid, "matmul: core_grid and program_config exclude each other");
    const DataType type = w.dtype ? *w.dtype : w.output ? w.output->dtype() : a.dtype();
    const auto compute = compute_of(a, b, type, w);
    const Extents whole = extents_of(shape_a, shape_b, w);
    const Limits limits = limits_of(a, b, whole, type, bias.has_value(), w, compute);
    bool fuse = true;
    // A transposed factor's matrices lie beside each other, not below.
    const Extents one = w.transpose_a ? whole : whole.fused();
    Plan plan = w.config ? plan_of(*w.config, whole, fuse, limits, a, b)
                         : choose_plan(one, limits, std::nullopt);
    place(plan, cores_of(*a.device(), w));
    const auto activation = fused_activation(w.config);
    MatmulOp::Args args{.transpose_a = w.transpose_a,
                        .transpose_b = w.transpose_b,
                        .dtype = type,
                        .memory = with_shards(w.memory   ? *w.memory
                                              : w.output ? w.output->memory_config()
                                                         : MemoryConfig{},
                                              plan, row_shards(a, whole, w)),
                        .shape = result_shape(shape_a, shape_b, w),
                        .compute = compute,
                        .extents = fuse ? one : whole,
                        .plan = std::move(plan),
                        .activation = activation ? fused(*activation) : FusedActivation{}};
    if (bias) return run_one<MatmulOp>(args, {&a, &b, &*bias}, w.output);
    return run_one<MatmulOp>(args, {&a, &b}, w.output);
}

// Kernels clear what lies behind the inner dimension in its last tiles, but in BFLOAT4_B, which
// becomes the wider one first.
Tensor clearable(const Tensor& factor, std::uint32_t inner) {
    if (inner % 32 == 0 || factor.dtype() != DataType::BFLOAT4_B) return factor;
    return typecast(factor, DataType::BFLOAT8_B);
}

Tensor whole_product(const Tensor& a, const Tensor& b, const std::optional<Tensor>& bias,
                     const Wishes& w) {
    const std::uint32_t inner = b.logical_shape()[w.transpose_b ? -1 : -2];
    Wishes typed = w;
    if (!w.dtype && !w.output) typed.dtype = a.dtype();
    return product(clearable(a, inner), clearable(b, inner), bias, typed);
}

// One row of tiles, for which the program has a place.
bool fuses(const Tensor& bias, const Tensor& b, const Wishes& w) {
    const auto& shape = bias.padded_shape();
    const std::uint32_t columns = b.padded_shape()[w.transpose_b ? -2 : -1];
    const DataType out = w.dtype ? *w.dtype : bias.dtype();
    const bool exact = out == DataType::FLOAT32 || (w.compute && w.compute->fp32_dest_acc_en);
    return bias.layout() == Layout::TILE && is_floating_point(bias.dtype()) &&
           get_batch_size(shape) == 1 && bias.logical_shape().rank() >= 1 &&
           bias.logical_shape().volume() == bias.logical_shape()[-1] && shape[-1] == columns &&
           (w.config || !exact);
}

void check_reuse_bias(const Tensor& a, const Tensor& bias, const Wishes& w) {
    if (!w.config || !std::holds_alternative<MatmulMultiCoreReuseProgramConfig>(*w.config)) return;
    const std::uint32_t rows = a.padded_shape()[w.transpose_a ? -1 : -2];
    TT_FATAL(bias.padded_shape()[-2] == rows,
             "matmul: padded second last dimension of bias, {}, not equal to expected bias "
             "height, {}",
             bias.padded_shape()[-2], rows);
}

// In place where the result was to be put somewhere.
Tensor activated(const Tensor& tensor, const std::optional<UnaryWithParam>& activation,
                 const Wishes& w) {
    if (!activation) return tensor;
    return unary_chain(tensor, {unary::EltwiseUnaryWithParam(*activation)}, std::nullopt, w.output);
}

// Vectors are rows: one on the right is turned.
Tensor as_matrix(const Tensor& t) {
    TT_FATAL(t.logical_shape().rank() > 0, "matmul: a tensor of rank 0 is no factor");
    return t.logical_shape().rank() > 1 ? t : ttnn::reshape(t, Shape({1, t.logical_shape()[0]}));
}

// Without the dimensions that vectors were given.
Tensor without(const Tensor& result, bool vector_a, bool vector_b) {
    if (!vector_a && !vector_b) return result;
    const auto& shape = result.logical_shape();
    ttsl::SmallVector<std::uint32_t> kept(shape.cbegin(), shape.cend());
    if (vector_a && vector_b) kept.pop_back();
    kept.erase(kept.end() - (vector_a && vector_b ? 1 : 2));
    return ttnn::reshape(result, Shape(kept));
}

Tensor empty_product(const Tensor& a, const Tensor& b, const std::optional<Tensor>& bias,
                     const Wishes& w) {
    check_shapes(a.logical_shape(), b.logical_shape(), w);
    Tensor zero = zeros(result_shape(a.logical_shape(), b.logical_shape(), w),
                        w.dtype ? *w.dtype : a.dtype(), Layout::TILE, *a.device(), w.memory);
    if (bias) return add(zero, *bias, std::nullopt, w.memory, w.output);
    return w.output ? fill(*w.output, 0.0f, std::nullopt, w.output) : zero;
}

Tensor multiply_matrices(const Tensor& first, const Tensor& second,
                         const std::optional<Tensor>& bias, const Wishes& wishes) {
    eltwise::need_device("matmul", first);
    eltwise::need_device("matmul", second);
    const bool vector_a = first.logical_shape().rank() == 1;
    const bool vector_b = second.logical_shape().rank() == 1;
    Wishes w = wishes;
    if (vector_a) w.transpose_a = false;
    if (vector_b) w.transpose_b = true;
    Tensor a = as_matrix(first), b = as_matrix(second);
    if (vector_b && !vector_a) {  // the same as a row times the transpose, which stays a row
        std::swap(a, b);
        w.transpose_b = !std::exchange(w.transpose_a, false);
    }
    const auto activation = operation_of(w.activation);
    TT_FATAL(!activation || !a.is_sharded() || !w.config,
             "matmul: activation is given for a sharded tensor: put it into the program "
             "configuration");
    if (a.logical_volume() == 0 || b.logical_volume() == 0)
        return without(activated(empty_product(a, b, bias, w), activation, w), vector_a, vector_b);
    if (bias) check_reuse_bias(a, *bias, w);
    const bool reuse =
        w.config && std::holds_alternative<MatmulMultiCoreReuseProgramConfig>(*w.config);
    if (!bias || (fuses(*bias, b, w) && !reuse))
        return without(activated(whole_product(a, b, bias, w), activation, w), vector_a, vector_b);
    Wishes plain = w;
    plain.output.reset();
    const Tensor sum =
        add(whole_product(a, b, std::nullopt, plain), *bias, std::nullopt, w.memory, w.output);
    return without(activated(sum, activation, w), vector_a, vector_b);
}

void refuse(const std::optional<const Tile>& output_tile, bool global_cb) {
    TT_FATAL(!output_tile || *output_tile == Tile(),
             "matmul: output_tile of {} x {} is not supported, 32 x 32 is",
             output_tile->get_height(), output_tile->get_width());
    TT_FATAL(!global_cb, "matmul: global_cb is not supported");
}

void check_addmm(const Tensor& input, const Tensor& product, float alpha) {
    TT_FATAL(alpha != 0, "addmm: alpha parameter cannot be 0");
    TT_FATAL(is_floating_point(input.dtype()) && input.dtype() != DataType::BFLOAT4_B,
             "addmm: only BFLOAT16, FLOAT32 and BFLOAT8_B types are supported for input_tensor, "
             "it is {}",
             input.dtype());
    const auto &have = input.logical_shape(), &want = product.logical_shape();
    bool fits = have.rank() <= want.rank();
    for (std::size_t i = 1; fits && i <= have.rank(); i++) {
        const auto at = -static_cast<std::int32_t>(i);
        fits = have[at] == want[at] || have[at] == 1;
    }
    TT_FATAL(fits,
             "addmm: input_tensor must have shape matching one of result of mat1_tensor @ "
             "mat2_tensor or a broadcast of it: {} and {}",
             have, want);
}

}  // namespace

Tensor matmul(const Tensor& a, const Tensor& b, bool transpose_a, bool transpose_b,
              const std::optional<const MemoryConfig>& memory_config,
              std::optional<const DataType> dtype,
              const std::optional<const MatmulProgramConfig>& program_config,
              const std::optional<const Activation>& activation,
              std::optional<const DeviceComputeKernelConfig> compute_kernel_config,
              std::optional<const CoreGrid> core_grid, const std::optional<const Tile>& output_tile,
              std::optional<Tensor> optional_output_tensor,
              const std::optional<const GlobalCircularBuffer>& global_cb,
              const std::optional<SubDeviceId>& sub_device_id) {
    return linear(a, b, std::nullopt, transpose_a, transpose_b, memory_config, dtype,
                  program_config, activation, compute_kernel_config, core_grid, output_tile,
                  std::move(optional_output_tensor), global_cb, sub_device_id);
}

Tensor linear(const Tensor& a, const Tensor& b, const std::optional<const Tensor>& bias,
              bool transpose_a, bool transpose_b,
              const std::optional<const MemoryConfig>& memory_config,
              std::optional<const DataType> dtype,
              const std::optional<const MatmulProgramConfig>& program_config,
              const std::optional<const Activation>& activation,
              std::optional<const DeviceComputeKernelConfig> compute_kernel_config,
              std::optional<const CoreGrid> core_grid, const std::optional<const Tile>& output_tile,
              std::optional<Tensor> optional_output_tensor,
              const std::optional<const GlobalCircularBuffer>& global_cb,
              const std::optional<SubDeviceId>& sub_device_id) {
    refuse(output_tile, global_cb.has_value());
    const Wishes wishes{.transpose_a = transpose_a,
                        .transpose_b = transpose_b,
                        .memory = memory_config,
                        .dtype = dtype,
                        .config = program_config,
                        .activation = activation,
                        .compute = compute_kernel_config,
                        .grid = core_grid,
                        .output = std::move(optional_output_tensor),
                        .sub_device = sub_device_id};
    return multiply_matrices(a, b, bias, wishes);
}

Tensor addmm(const Tensor& input, const Tensor& mat1, const Tensor& mat2, float alpha, float beta,
             const std::optional<const MemoryConfig>& memory_config,
             std::optional<const DataType> dtype,
             const std::optional<const MatmulProgramConfig>& program_config,
             std::optional<const DeviceComputeKernelConfig> compute_kernel_config,
             std::optional<const CoreGrid> core_grid, const std::optional<const Tile>& output_tile,
             // NOLINTNEXTLINE(performance-unnecessary-value-param): upstream's signature
             std::optional<Tensor> optional_output_tensor) {
    TT_FATAL(alpha != 0, "addmm: alpha parameter cannot be 0");
    const bool plain = alpha == 1 && beta == 0;
    Tensor product = matmul(mat1, mat2, false, false, memory_config, dtype, program_config,
                            std::nullopt, compute_kernel_config, core_grid, output_tile,
                            plain ? optional_output_tensor : std::nullopt);
    check_addmm(input, product, alpha);
    const std::optional<MemoryConfig> memory = memory_config;
    if (alpha != 1)
        product = multiply(product, alpha, std::nullopt, memory,
                           beta == 0 ? optional_output_tensor : std::nullopt);
    if (beta == 0) return product;
    return add(product, beta == 1 ? input : multiply(input, beta), std::nullopt, memory,
               optional_output_tensor);
}

}  // namespace ttnn::operations::matmul
