// Reductions, softmax, normalizations, losses.
#include "bind/bind.hpp"
#include "ttnn/operations/experimental/reduction/fast_reduce_nc/fast_reduce_nc.hpp"
#include "ttnn/operations/experimental/reduction/integral_image/intimg.hpp"
#include "ttnn/operations/loss/loss.hpp"
#include "ttnn/operations/normalization/batch_norm/batch_norm.hpp"
#include "ttnn/operations/normalization/layernorm/layernorm.hpp"
#include "ttnn/operations/normalization/rmsnorm/rmsnorm.hpp"
#include "ttnn/operations/normalization/softmax/softmax.hpp"
#include "ttnn/operations/reduction/accumulation/cumprod/cumprod.hpp"
#include "ttnn/operations/reduction/accumulation/cumsum/cumsum.hpp"
#include "ttnn/operations/reduction/accumulation/ema/ema.hpp"
#include "ttnn/operations/reduction/argmax/argmax.hpp"
#include "ttnn/operations/reduction/generic/generic_reductions.hpp"
#include "ttnn/operations/reduction/moe/moe.hpp"
#include "ttnn/operations/reduction/prod/prod.hpp"

namespace ttnn::python {

namespace {

template <typename T>
using Maybe = std::optional<T>;
using Kernel = const Maybe<DeviceComputeKernelConfig>&;
using Memory = const Maybe<MemoryConfig>&;
using Given = const Maybe<Tensor>&;
using Cores = const Maybe<CoreRangeSet>&;
// One dimension or several; the compiler of overloads takes either.
using Along = const Maybe<std::variant<int, ttsl::SmallVector<int>>>&;

const py::arg kInput("input_tensor");

ReductionDims dims_of(Along along) {
    if (!along) return std::nullopt;
    if (const auto* one = std::get_if<int>(&*along)) return *one;
    return std::get<ttsl::SmallVector<int>>(*along);
}

// What reductions have in common; the correction is that of a deviation.
template <typename Call, typename... Extra>
void bind_reduce(py::module_& ops, const char* name, Call call, const Extra&... extra) {
    operation(ops, name, call, kInput, none("dim"), py::arg("keepdim") = false, py::kw_only(),
              memory_config(), compute_kernel_config(), py::arg("scalar") = 1.0f,
              none("correction"), sub_core_grids(), extra...);
}

bool corrected(const Maybe<bool>& correction) {
    return correction.value_or(true);
}

void bind_reductions(py::module_& ops) {
    bind_reduce(
        ops, "sum",
        [](const Tensor& t, Along dim, bool keep, Memory memory, Kernel kernel, float scalar,
           Maybe<bool> correction, Cores cores, Maybe<Layout> layout) {
            return ttnn::sum(t, dims_of(dim), keep, memory, kernel, scalar, corrected(correction),
                             cores, layout);
        },
        none("output_layout"));
    bind_reduce(
        ops, "mean",
        [](const Tensor& t, Along dim, bool keep, Memory memory, Kernel kernel, float scalar,
           Maybe<bool> correction, Cores cores, bool fast, Maybe<Layout> layout) {
            return ttnn::mean(t, dims_of(dim), keep, memory, kernel, scalar, corrected(correction),
                              cores, fast, layout);
        },
        py::arg("fast_and_approximate_mode") = false, none("output_layout"));
    bind_reduce(
        ops, "max",
        [](const Tensor& t, Along dim, bool keep, Memory memory, Kernel kernel, float scalar,
           Maybe<bool> correction, Cores cores, bool fast) {
            return ttnn::max(t, dims_of(dim), keep, memory, kernel, scalar, corrected(correction),
                             cores, fast);
        },
        py::arg("fast_and_approximate_mode") = false);
    const auto plain = [&](const char* name, auto function) {
        bind_reduce(ops, name,
                    [function](const Tensor& t, Along dim, bool keep, Memory memory, Kernel kernel,
                               float scalar, Maybe<bool> correction, Cores cores) {
                        return function(t, dims_of(dim), keep, memory, kernel, scalar,
                                        corrected(correction), cores);
                    });
    };
    plain("min", &ttnn::min);
    plain("std", &ttnn::std);
    plain("var", &ttnn::var);
    operation(ops, "argmax", &ttnn::argmax, kInput, none("dim"), py::arg("keepdim") = false,
              py::kw_only(), sub_core_grids(), memory_config(), output_tensor());
}

void bind_accumulations(py::module_& ops) {
    operation(ops, "cumsum", &ttnn::cumsum, py::arg("input"), py::arg("dim"), py::kw_only(),
              none("dtype"), py::arg("reverse_order") = false, none("out"), memory_config());
    operation(ops, "cumprod", &ttnn::cumprod, kInput, py::arg("dim"), py::kw_only(), none("dtype"),
              py::arg("reverse_order") = false, none("out"), memory_config());
    operation(ops, "ema", &ttnn::ema, kInput, py::arg("alpha"), py::kw_only(), none("out"),
              none("core_grid"), memory_config(), compute_kernel_config());
    operation(
        ops, "prod",
        [](const Tensor& t, const Maybe<std::int64_t>& dim, bool keep, Memory memory) {
            return ttnn::prod(t, dim, keep, memory);
        },
        kInput, none("dim"), py::arg("keepdim") = false, py::kw_only(), memory_config());
    operation(
        ops, "prod",
        [](const Tensor& t, const Tensor& output, ttsl::SmallVector<std::int64_t> dims,
           Memory memory) { return ttnn::prod(t, output, dims, memory); },
        kInput, py::arg("output_tensor"), py::kw_only(), py::arg("dims"), memory_config());
}

void bind_composites(py::module_& ops) {
    operation(ops, "moe", &ttnn::moe, kInput, py::arg("expert_mask_tensor"),
              py::arg("topk_mask_tensor"), py::arg("k") = 32, py::kw_only(), memory_config(),
              output_tensor());
    py::module_ experimental = namespace_of(ops, "experimental");
    operation(experimental, "intimg", &ttnn::experimental::intimg, kInput);
    operation(
        experimental, "fast_reduce_nc",
        [](const Tensor& t, const Dims& dims, Given output, Memory memory, Kernel kernel,
           Cores cores) {
            return ttnn::experimental::reduction::fast_reduce_nc(
                t, {dims.data(), dims.size()}, output, memory.value_or(MemoryConfig{}), kernel,
                cores);
        },
        py::arg("input"), py::kw_only(), py::arg("dims") = Dims{}, none("output"), memory_config(),
        compute_kernel_config(), sub_core_grids());
}

void bind_softmax(py::module_& m, py::module_& ops) {
    using Sharded = SoftmaxShardedMultiCoreProgramConfig;
    py::class_<SoftmaxDefaultProgramConfig>(m, "SoftmaxDefaultProgramConfig").def(py::init<>());
    py::class_<Sharded>(m, "SoftmaxShardedMultiCoreProgramConfig")
        .def(py::init([](CoreCoord grid, std::size_t sub, std::size_t h, std::size_t w) {
                 return Sharded{grid, sub, h, w};
             }),
             py::kw_only(), py::arg("compute_with_storage_grid_size"), py::arg("subblock_w"),
             py::arg("block_h"), py::arg("block_w"))
        .def_readwrite("block_w", &Sharded::block_w)
        .def_readwrite("block_h", &Sharded::block_h)
        .def_readwrite("subblock_w", &Sharded::subblock_w);
    const auto config = py::arg("program_config") = SoftmaxDefaultProgramConfig{};
    const auto stable = py::arg("numeric_stable") = true,
               unstable = py::arg("numeric_stable") = false;
    operation(
        ops, "softmax",
        [](const Tensor& t, int dim, Memory memory, Kernel kernel, bool stable) {
            return ttnn::softmax(t, dim, memory, kernel, stable);
        },
        kInput, py::arg("dim") = -1, py::kw_only(), memory_config(), compute_kernel_config(),
        stable);
    operation(
        ops, "softmax_in_place",
        [](const Tensor& t, int dim, const SoftmaxProgramConfig& config, Kernel kernel,
           bool stable) { return ttnn::softmax_in_place(t, dim, config, kernel, stable); },
        kInput, py::arg("dim") = -1, py::kw_only(), config, compute_kernel_config(), stable);
    operation(
        ops, "scale_mask_softmax",
        [](const Tensor& t, Maybe<float> scale, Given mask, Memory memory, bool causal,
           Kernel kernel, bool stable) {
            return ttnn::scale_mask_softmax(t, scale, mask, memory, causal, kernel, stable);
        },
        kInput, none("scale"), none("mask"), py::kw_only(), memory_config(),
        py::arg("is_causal_mask") = false, compute_kernel_config(), stable);
    operation(
        ops, "scale_mask_softmax_in_place",
        [](const Tensor& t, Maybe<float> scale, Given mask, const SoftmaxProgramConfig& config,
           bool causal, Kernel kernel, bool stable) {
            return ttnn::scale_mask_softmax_in_place(t, scale, mask, config, causal, kernel,
                                                     stable);
        },
        kInput, none("scale"), none("mask"), py::kw_only(), config,
        py::arg("is_causal_mask") = false, compute_kernel_config(), unstable);
    operation(
        ops, "scale_causal_mask_hw_dims_softmax_in_place",
        [](const Tensor& t, Maybe<float> scale, Given mask, const SoftmaxProgramConfig& config,
           Kernel kernel, bool stable) {
            return ttnn::scale_causal_mask_hw_dims_softmax_in_place(t, scale, mask, config, kernel,
                                                                    stable);
        },
        kInput, none("scale"), none("mask"), py::kw_only(), config, compute_kernel_config(),
        unstable);
}

void bind_norm_configs(py::module_& m) {
    using Default = prim::LayerNormDefaultProgramConfig;
    using Sharded = prim::LayerNormShardedMultiCoreProgramConfig;
    const auto reduction = py::arg("legacy_reduction") = false,
               rsqrt = py::arg("legacy_rsqrt") = false, welford = py::arg("use_welford") = false;
    py::class_<Default>(m, "LayerNormDefaultProgramConfig")
        .def(py::init([](bool a, bool b, bool c) { return Default{a, b, c}; }), py::kw_only(),
             reduction, rsqrt, welford)
        .def_readwrite("legacy_reduction", &Default::legacy_reduction)
        .def_readwrite("legacy_rsqrt", &Default::legacy_rsqrt)
        .def_readwrite("use_welford", &Default::use_welford);
    py::class_<Sharded>(m, "LayerNormShardedMultiCoreProgramConfig")
        .def(py::init([](CoreCoord grid, std::size_t sub, std::size_t h, std::size_t w,
                         bool inplace, bool a, bool b,
                         bool c) { return Sharded{grid, sub, h, w, inplace, a, b, c}; }),
             py::kw_only(), py::arg("compute_with_storage_grid_size"), py::arg("subblock_w"),
             py::arg("block_h"), py::arg("block_w"), py::arg("inplace"), reduction, rsqrt, welford)
        .def_readwrite("compute_with_storage_grid_size", &Sharded::compute_with_storage_grid_size)
        .def_readwrite("subblock_w", &Sharded::subblock_w)
        .def_readwrite("block_h", &Sharded::block_h)
        .def_readwrite("block_w", &Sharded::block_w)
        .def_readwrite("inplace", &Sharded::inplace)
        .def_readwrite("legacy_reduction", &Sharded::legacy_reduction)
        .def_readwrite("legacy_rsqrt", &Sharded::legacy_rsqrt)
        .def_readwrite("use_welford", &Sharded::use_welford);
}

void bind_norms(py::module_& m, py::module_& ops) {
    bind_norm_configs(m);
    using Program = const Maybe<prim::LayerNormProgramConfig>&;
    operation(
        ops, "layer_norm",
        [](const Tensor& t, float epsilon, Given weight, Given bias, Given residual, Memory memory,
           Program program, Kernel kernel, Given recip) {
            return ttnn::layer_norm(t, epsilon, weight, bias, residual, memory, program, kernel,
                                    recip);
        },
        kInput, py::kw_only(), py::arg("epsilon") = 1e-12f, none("weight"), none("bias"),
        none("residual_input_tensor"), memory_config(), none("program_config"),
        compute_kernel_config(), none("recip_tensor"));
    operation(
        ops, "rms_norm",
        [](const Tensor& t, float epsilon, Given weight, Given bias, Given residual, Memory memory,
           Program program, Kernel kernel) {
            return ttnn::rms_norm(t, epsilon, weight, bias, residual, memory, program, kernel);
        },
        kInput, py::kw_only(), py::arg("epsilon") = 1e-12f, none("weight"), none("bias"),
        none("residual_input_tensor"), memory_config(), none("program_config"),
        compute_kernel_config());
    m.def("layernorm_default_compute_config", &ttnn::layernorm_default_compute_config);
    m.def("rmsnorm_default_compute_config", &ttnn::rmsnorm_default_compute_config);
    operation(ops, "batch_norm", &ttnn::batch_norm, py::arg("input"), py::kw_only(),
              none("running_mean"), none("running_var"), py::arg("training") = false,
              py::arg("eps") = 1e-5f, py::arg("momentum") = 0.1f, none("weight"), none("bias"),
              none("output"), memory_config(), compute_kernel_config());
}

void bind_losses(py::module_& m, py::module_& ops) {
    using Mode = operations::loss::LossReductionMode;
    bind_enum<Mode>(m, "LossReductionMode");
    for (const auto& [name, function] :
         {std::pair{"mse_loss", &ttnn::mse_loss}, {"l1_loss", &ttnn::l1_loss}})
        operation(ops, name, function, py::arg("input_reference"), py::arg("input_prediction"),
                  py::kw_only(), py::arg("reduction") = Mode::NONE, memory_config(),
                  output_tensor());
}

void bind_reduction(py::module_& m, py::module_& ops) {
    bind_reductions(ops);
    bind_accumulations(ops);
    bind_composites(ops);
    bind_softmax(m, ops);
    bind_norms(m, ops);
    bind_losses(m, ops);
}

const Family kReduction(bind_reduction);

}  // namespace
}  // namespace ttnn::python
