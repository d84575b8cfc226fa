// Products of matrices and the configurations of their programs.
#include "ttnn/operations/matmul/matmul.hpp"

#include "bind/bind.hpp"
#include "ttnn/operations/experimental/matmul/attn_matmul/attn_matmul.hpp"
#include "ttnn/operations/experimental/matmul/group_attn_matmul/group_attn_matmul.hpp"

namespace ttnn::python {

namespace {

namespace mm = operations::matmul;
using Grid = tt::tt_metal::CoreCoord;

template <typename Config>
py::class_<Config> config_class(py::module_& m, const char* name) {
    return py::class_<Config>(m, name).def(
        "__repr__", [name](const Config&) { return std::string(name) + "(...)"; });
}

void bind_reuse(py::module_& m) {
    using Config = mm::MatmulMultiCoreReuseProgramConfig;
    config_class<Config>(m, "MatmulMultiCoreReuseProgramConfig")
        .def(py::init([](Grid grid, std::size_t k, std::size_t sub_h, std::size_t sub_w,
                         std::size_t rows, std::size_t columns, const mm::OptionalCores& cores) {
                 return Config{grid, k, sub_h, sub_w, rows, columns, cores};
             }),
             py::kw_only(), py::arg("compute_with_storage_grid_size"), py::arg("in0_block_w"),
             py::arg("out_subblock_h"), py::arg("out_subblock_w"), py::arg("per_core_M"),
             py::arg("per_core_N"), none("allowed_worker_cores"))
        .def_readwrite("compute_with_storage_grid_size", &Config::compute_with_storage_grid_size)
        .def_readwrite("in0_block_w", &Config::in0_block_w)
        .def_readwrite("out_subblock_h", &Config::out_subblock_h)
        .def_readwrite("out_subblock_w", &Config::out_subblock_w)
        .def_readwrite("per_core_M", &Config::per_core_M)
        .def_readwrite("per_core_N", &Config::per_core_N)
        .def_readwrite("allowed_worker_cores", &Config::allowed_worker_cores);
}

void bind_multicast(py::module_& m) {
    using Config = mm::MatmulMultiCoreReuseMultiCastProgramConfig;
    using Size = std::optional<std::size_t>;
    config_class<Config>(m, "MatmulMultiCoreReuseMultiCastProgramConfig")
        .def(py::init([](Grid grid, std::size_t k, std::size_t sub_h, std::size_t sub_w, Size h,
                         Size w, std::size_t rows, std::size_t columns, bool transpose,
                         const mm::OptionalActivation& activation, bool fuse,
                         const mm::OptionalCores& cores) {
                 return Config{grid,
                               k,
                               sub_h,
                               sub_w,
                               h.value_or(rows),
                               w.value_or(columns),
                               rows,
                               columns,
                               transpose,
                               activation,
                               fuse,
                               cores};
             }),
             py::kw_only(), py::arg("compute_with_storage_grid_size"), py::arg("in0_block_w"),
             py::arg("out_subblock_h"), py::arg("out_subblock_w"), none("out_block_h"),
             none("out_block_w"), py::arg("per_core_M"), py::arg("per_core_N"),
             py::arg("transpose_mcast"), none("fused_activation"), py::arg("fuse_batch") = true,
             none("allowed_worker_cores"))
        .def_readwrite("compute_with_storage_grid_size", &Config::compute_with_storage_grid_size)
        .def_readwrite("in0_block_w", &Config::in0_block_w)
        .def_readwrite("out_subblock_h", &Config::out_subblock_h)
        .def_readwrite("out_subblock_w", &Config::out_subblock_w)
        .def_readwrite("out_block_h", &Config::out_block_h)
        .def_readwrite("out_block_w", &Config::out_block_w)
        .def_readwrite("per_core_M", &Config::per_core_M)
        .def_readwrite("per_core_N", &Config::per_core_N)
        .def_readwrite("transpose_mcast", &Config::transpose_mcast)
        .def_readwrite("fused_activation", &Config::fused_activation)
        .def_readwrite("fuse_batch", &Config::fuse_batch);
}

void bind_multicast_1d(py::module_& m) {
    using Config = mm::MatmulMultiCoreReuseMultiCast1DProgramConfig;
    using Size = std::optional<std::size_t>;
    config_class<Config>(m, "MatmulMultiCoreReuseMultiCast1DProgramConfig")
        .def(py::init([](Grid grid, std::size_t k, std::size_t sub_h, std::size_t sub_w, Size h,
                         Size w, std::size_t rows, std::size_t columns, bool fuse,
                         const mm::OptionalActivation& activation, bool mcast_in0, bool gather_in0,
                         const tt::tt_metal::CoreRangeSet& hops, std::size_t receivers,
                         bool untilize, const mm::OptionalCores& cores, bool stream) {
                 return Config{grid,
                               k,
                               sub_h,
                               sub_w,
                               h.value_or(rows),
                               w.value_or(columns),
                               rows,
                               columns,
                               fuse,
                               activation,
                               mcast_in0,
                               gather_in0,
                               hops,
                               receivers,
                               untilize,
                               cores,
                               stream};
             }),
             py::kw_only(), py::arg("compute_with_storage_grid_size"), py::arg("in0_block_w"),
             py::arg("out_subblock_h"), py::arg("out_subblock_w"), none("out_block_h"),
             none("out_block_w"), py::arg("per_core_M"), py::arg("per_core_N"),
             py::arg("fuse_batch"), none("fused_activation"), py::arg("mcast_in0"),
             py::arg("gather_in0") = false, py::arg("hop_cores") = tt::tt_metal::CoreRangeSet(),
             py::arg("num_global_cb_receivers") = 1, py::arg("untilize_out") = false,
             none("allowed_worker_cores"), py::arg("stream_in1") = false)
        .def_readwrite("compute_with_storage_grid_size", &Config::compute_with_storage_grid_size)
        .def_readwrite("in0_block_w", &Config::in0_block_w)
        .def_readwrite("out_subblock_h", &Config::out_subblock_h)
        .def_readwrite("out_subblock_w", &Config::out_subblock_w)
        .def_readwrite("out_block_h", &Config::out_block_h)
        .def_readwrite("out_block_w", &Config::out_block_w)
        .def_readwrite("per_core_M", &Config::per_core_M)
        .def_readwrite("per_core_N", &Config::per_core_N)
        .def_readwrite("fuse_batch", &Config::fuse_batch)
        .def_readwrite("fused_activation", &Config::fused_activation)
        .def_readwrite("mcast_in0", &Config::mcast_in0)
        .def_readwrite("gather_in0", &Config::gather_in0)
        .def_readwrite("hop_cores", &Config::hop_cores)
        .def_readwrite("num_global_cb_receivers", &Config::num_global_cb_receivers)
        .def_readwrite("untilize_out", &Config::untilize_out);
}

template <typename Config>
void bind_dram_sharded(py::module_& m, const char* name) {
    config_class<Config>(m, name)
        .def(py::init([](std::size_t k, std::size_t rows, std::size_t columns,
                         const mm::OptionalActivation& activation) {
                 return Config{k, rows, columns, activation};
             }),
             py::kw_only(), py::arg("in0_block_w"), py::arg("per_core_M"), py::arg("per_core_N"),
             none("fused_activation"))
        .def_readwrite("in0_block_w", &Config::in0_block_w)
        .def_readwrite("per_core_M", &Config::per_core_M)
        .def_readwrite("per_core_N", &Config::per_core_N)
        .def_readwrite("fused_activation", &Config::fused_activation);
}

void bind_configs(py::module_& m) {
    using Simple = mm::MatmulMultiCoreProgramConfig;
    config_class<Simple>(m, "MatmulMultiCoreProgramConfig")
        .def(py::init([](const mm::OptionalCores& cores) { return Simple{cores}; }), py::kw_only(),
             none("allowed_worker_cores"));
    bind_reuse(m);
    bind_multicast(m);
    bind_multicast_1d(m);
    bind_dram_sharded<mm::MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig>(
        m, "MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig");
    bind_dram_sharded<mm::MatmulMultiCoreReuseMultiCastBatchedDRAMShardedProgramConfig>(
        m, "MatmulMultiCoreReuseMultiCastBatchedDRAMShardedProgramConfig");
}

// Options of a product as Python gives them.
template <typename T>
using Maybe = std::optional<T>;
using GridLike = std::variant<Grid, CoreGrid>;

std::optional<const CoreGrid> core_grid_of(const Maybe<GridLike>& grid) {
    if (!grid) return std::nullopt;
    if (const auto* coord = std::get_if<Grid>(&*grid)) return CoreGrid(coord->x, coord->y);
    return std::get<CoreGrid>(*grid);
}

void bind_attention(py::module_& ops) {
    py::module_ experimental = namespace_of(ops, "experimental");
    const py::arg a("input_tensor_a"), b("input_tensor_b"), grid("compute_with_storage_grid_size");
    operation(
        experimental, "attn_matmul",
        [](const Tensor& a, const Tensor& b, Grid grid, Maybe<DataType> dtype,
           const Maybe<DeviceComputeKernelConfig>& compute, const Maybe<MemoryConfig>& memory,
           const Maybe<Tensor>& output) {
            return ttnn::experimental::attn_matmul(a, b, grid, dtype, compute, memory, output);
        },
        a, b, py::kw_only(), grid, none("dtype"), compute_kernel_config(), memory_config(),
        output_tensor());
    operation(
        experimental, "attn_matmul_from_cache",
        [](const Tensor& a, const Tensor& b, std::uint32_t tokens, bool transposed, Grid grid,
           const Maybe<MemoryConfig>& memory, Maybe<DataType> dtype,
           const Maybe<DeviceComputeKernelConfig>& compute, const Maybe<Tensor>& output) {
            return ttnn::experimental::attn_matmul_from_cache(a, b, tokens, transposed, grid,
                                                              memory, dtype, compute, output);
        },
        a, b, py::kw_only(), py::arg("num_tokens"), py::arg("transpose_hw"), grid, memory_config(),
        none("dtype"), compute_kernel_config(), output_tensor());
    operation(
        experimental, "group_attn_matmul",
        [](const Tensor& a, const Tensor& b, Grid grid, const Maybe<MemoryConfig>& memory,
           Maybe<DataType> dtype, const Maybe<DeviceComputeKernelConfig>& compute,
           const Maybe<Tensor>& output) {
            return ttnn::experimental::group_attn_matmul(a, b, grid, memory, dtype, compute,
                                                         output);
        },
        a, b, py::kw_only(), grid, memory_config(), none("dtype"), compute_kernel_config(),
        none("optional_output_tensor"));
}

void bind_matmul(py::module_& m, py::module_& ops) {
    bind_configs(m);
    bind_attention(ops);
    operation(
        ops, "matmul",
        [](const Tensor& a, const Tensor& b, bool transpose_a, bool transpose_b,
           const Maybe<MemoryConfig>& memory, Maybe<DataType> dtype,
           const Maybe<mm::MatmulProgramConfig>& program, const Maybe<Activation>& activation,
           const Maybe<DeviceComputeKernelConfig>& compute, const Maybe<GridLike>& grid,
           const Maybe<tt::tt_metal::Tile>& tile, const Maybe<Tensor>& output,
           const Maybe<GlobalCircularBuffer>& global,
           const Maybe<tt::tt_metal::SubDeviceId>& sub_device) {
            return ttnn::matmul(a, b, transpose_a, transpose_b, memory, dtype, program, activation,
                                compute, core_grid_of(grid), tile, output, global, sub_device);
        },
        py::arg("input_tensor_a"), py::arg("input_tensor_b"), py::kw_only(),
        py::arg("transpose_a") = false, py::arg("transpose_b") = false, memory_config(),
        none("dtype"), none("program_config"), none("activation"), compute_kernel_config(),
        none("core_grid"), none("output_tile"), none("optional_output_tensor"), none("global_cb"),
        none("sub_device_id"));
    operation(
        ops, "linear",
        [](const Tensor& a, const Tensor& b, const Maybe<Tensor>& bias, bool transpose_a,
           bool transpose_b, const Maybe<MemoryConfig>& memory, Maybe<DataType> dtype,
           const Maybe<mm::MatmulProgramConfig>& program, const Maybe<Activation>& activation,
           const Maybe<DeviceComputeKernelConfig>& compute, const Maybe<GridLike>& grid,
           const Maybe<tt::tt_metal::Tile>& tile, const Maybe<Tensor>& output,
           const Maybe<GlobalCircularBuffer>& global,
           const Maybe<tt::tt_metal::SubDeviceId>& sub_device) {
            return ttnn::linear(a, b, bias, transpose_a, transpose_b, memory, dtype, program,
                                activation, compute, core_grid_of(grid), tile, output, global,
                                sub_device);
        },
        py::arg("input_tensor_a"), py::arg("input_tensor_b"), py::kw_only(), none("bias"),
        py::arg("transpose_a") = false, py::arg("transpose_b") = false, memory_config(),
        none("dtype"), none("program_config"), none("activation"), compute_kernel_config(),
        none("core_grid"), none("output_tile"), none("optional_output_tensor"), none("global_cb"),
        none("sub_device_id"));
    operation(
        ops, "addmm",
        [](const Tensor& input, const Tensor& a, const Tensor& b, float alpha, float beta,
           const Maybe<MemoryConfig>& memory, Maybe<DataType> dtype,
           const Maybe<mm::MatmulProgramConfig>& program,
           const Maybe<DeviceComputeKernelConfig>& compute, const Maybe<GridLike>& grid,
           const Maybe<tt::tt_metal::Tile>& tile, const Maybe<Tensor>& output) {
            return ttnn::addmm(input, a, b, alpha, beta, memory, dtype, program, compute,
                               core_grid_of(grid), tile, output);
        },
        py::arg("input_tensor"), py::arg("mat1_tensor"), py::arg("mat2_tensor"), py::kw_only(),
        py::arg("alpha") = 1.0f, py::arg("beta") = 1.0f, memory_config(), none("dtype"),
        none("program_config"), compute_kernel_config(), none("core_grid"), none("output_tile"),
        none("optional_output_tensor"));
}

const Family kMatmul(bind_matmul);

}  // namespace
}  // namespace ttnn::python
