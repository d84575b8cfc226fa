// Normalisations of groups of channels and of rows that are spread over devices.
#include "bind/bind.hpp"
#include "ttnn/operations/normalization/groupnorm/groupnorm.hpp"
#include "ttnn/operations/normalization/layernorm_distributed/layernorm_post_all_gather.hpp"
#include "ttnn/operations/normalization/layernorm_distributed/layernorm_pre_all_gather.hpp"
#include "ttnn/operations/normalization/rmsnorm_distributed/rmsnorm_post_all_gather.hpp"
#include "ttnn/operations/normalization/rmsnorm_distributed/rmsnorm_pre_all_gather.hpp"

namespace ttnn::python {

namespace {

template <typename T>
using Maybe = std::optional<T>;
using Kernel = const Maybe<DeviceComputeKernelConfig>&;
using Memory = const Maybe<MemoryConfig>&;
using Given = const Maybe<Tensor>&;
using Program = const Maybe<prim::LayerNormProgramConfig>&;

const py::arg kInput("input_tensor");

void bind_pre(py::module_& ops) {
    operation(
        ops, "layer_norm_pre_all_gather",
        [](const Tensor& x, DataType dtype, Given residual, Kernel kernel, Program program,
           Memory memory, Given reciprocals, bool fast) {
            return ttnn::layer_norm_pre_all_gather(x, dtype, residual, kernel, program, memory,
                                                   reciprocals, fast);
        },
        kInput, py::kw_only(), py::arg("dtype") = DataType::BFLOAT16, none("residual_input_tensor"),
        compute_kernel_config(), none("program_config"), memory_config(), none("recip_tensor"),
        py::arg("fast_and_approximate_mode") = false);
    operation(
        ops, "rms_norm_pre_all_gather",
        [](const Tensor& x, DataType dtype, Given residual, Kernel kernel, Program program,
           Memory memory, Maybe<bool> grid, bool fast) {
            return ttnn::rms_norm_pre_all_gather(x, dtype, residual, kernel, program, memory, grid,
                                                 fast);
        },
        kInput, py::kw_only(), py::arg("dtype") = DataType::BFLOAT16, none("residual_input_tensor"),
        compute_kernel_config(), none("program_config"), memory_config(), none("use_2d_core_grid"),
        py::arg("fast_and_approximate_mode") = false);
}

void bind_post(py::module_& ops) {
    operation(
        ops, "layer_norm_post_all_gather",
        [](const Tensor& x, const Tensor& stats, float epsilon, Given weight, Given bias,
           Memory memory, Kernel kernel, Program program, Maybe<DataType> dtype) {
            return ttnn::layer_norm_post_all_gather(x, stats, epsilon, weight, bias, memory, kernel,
                                                    program, dtype);
        },
        kInput, py::arg("stats"), py::kw_only(), py::arg("epsilon") = 1e-12f, none("weight"),
        none("bias"), memory_config(), compute_kernel_config(), none("program_config"),
        none("dtype"));
    operation(
        ops, "rms_norm_post_all_gather",
        [](const Tensor& x, const Tensor& stats, float epsilon, Given weight, Given bias,
           Memory memory, Kernel kernel, Program program, Maybe<DataType> dtype, Maybe<bool> grid) {
            return ttnn::rms_norm_post_all_gather(x, stats, epsilon, weight, bias, memory, kernel,
                                                  program, dtype, grid);
        },
        kInput, py::arg("stats"), py::kw_only(), py::arg("epsilon") = 1e-12f, none("weight"),
        none("bias"), memory_config(), compute_kernel_config(), none("program_config"),
        none("dtype"), none("use_2d_core_grid"));
}

void bind_group(py::module_& ops) {
    using Grid = const Maybe<std::variant<tt::tt_metal::CoreCoord, CoreGrid>>&;
    operation(
        ops, "group_norm",
        [](const Tensor& x, int groups, float epsilon, Given mask, Given weight, Given bias,
           Given reciprocals, Memory memory, Maybe<DataType> dtype, Grid grid, Maybe<bool> inplace,
           Maybe<Layout> layout, Maybe<int> blocks, Kernel kernel, Given negative, bool welford) {
            Maybe<CoreGrid> cores;
            if (grid) cores = std::visit([](const auto& g) { return CoreGrid(g.x, g.y); }, *grid);
            return ttnn::group_norm(x, groups, epsilon, mask, weight, bias, reciprocals, memory,
                                    dtype, cores, inplace, layout, blocks, kernel, negative,
                                    welford);
        },
        kInput, py::kw_only(), py::arg("num_groups"), py::arg("epsilon") = 1e-12f,
        none("input_mask"), none("weight"), none("bias"), none("reciprocals"), memory_config(),
        none("dtype"), none("core_grid"), none("inplace"), none("output_layout"),
        none("num_out_blocks"), compute_kernel_config(), none("negative_mask"),
        py::arg("use_welford") = false);
}

void bind_normalization(py::module_&, py::module_& ops) {
    bind_pre(ops);
    bind_post(ops);
    bind_group(ops);
}

const Family kNormalization(bind_normalization);

}  // namespace
}  // namespace ttnn::python
