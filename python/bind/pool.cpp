// Pooling, larger images, convolutions.
#include "bind/bind.hpp"
#include "ttnn/operations/conv/conv1d/conv1d.hpp"
#include "ttnn/operations/conv/conv_transpose2d/conv_transpose2d.hpp"
#include "ttnn/operations/conv/conv_transpose2d/prepare_conv_transpose2d_weights.hpp"
#include "ttnn/operations/pool/generic/generic_pools.hpp"
#include "ttnn/operations/pool/upsample/upsample.hpp"

namespace ttnn::python {

namespace {

using Slices = operations::op_slicing::Op2DSliceConfig;
using operations::sliding_window::PaddingMode;
using Pair = std::array<std::uint32_t, 2>;

std::string slice_name(std::string_view own) {
    return own == "L1_FULL"       ? "L1Full"
           : own == "DRAM_HEIGHT" ? "DRAMSliceHeight"
                                  : "DRAMSliceWidth";
}

void bind_slices(py::module_& m) {
    bind_enum<Slices::SliceType>(m, "Op2DSliceType", slice_name);
    py::class_<Slices> slices(m, "Op2DSliceConfig");
    slices
        .def(py::init(
                 [](Slices::SliceType type, std::uint32_t number) { return Slices{type, number}; }),
             py::kw_only(), py::arg("slice_type"), py::arg("num_slices") = 0)
        .def_readwrite("slice_type", &Slices::slice_type)
        .def_readwrite("num_slices", &Slices::num_slices);
    slices.attr("SliceTypeEnum") = m.attr("Op2DSliceType");
    m.attr("Conv2dSliceConfig") = m.attr("Op2DSliceConfig");
    const py::object types = m.attr("Op2DSliceType");
    for (const char* family : {"Conv2d", "Op2D"}) {
        for (const char* type : {"DRAMSliceHeight", "DRAMSliceWidth", "L1Full"})
            m.attr((family + std::string(type)).c_str()) = types.attr(type);
        m.attr((family + std::string("L1FullSliceConfig")).c_str()) =
            py::cast(Slices{Slices::SliceType::L1_FULL, 0});
    }
}

void bind_config(py::module_& m) {
    bind_enum<PaddingMode>(m, "PaddingMode");
    py::class_<Conv2dConfig> config(m, "Conv2dConfig");
    config.def(py::init([](const py::kwargs& given) {
        py::object made = py::cast(Conv2dConfig{});
        for (const auto& [name, value] : given) {
            if (!py::hasattr(made, name))
                throw py::type_error("Conv2dConfig: there is no " + name.cast<std::string>());
            py::setattr(made, name, value);
        }
        return made.cast<Conv2dConfig>();
    }));
    const auto add = [&](const char* name, auto member) { config.def_readwrite(name, member); };
    add("weights_dtype", &Conv2dConfig::weights_dtype);
    add("activation", &Conv2dConfig::activation);
    add("deallocate_activation", &Conv2dConfig::deallocate_activation);
    add("reallocate_halo_output", &Conv2dConfig::reallocate_halo_output);
    add("config_tensors_in_dram", &Conv2dConfig::config_tensors_in_dram);
    add("act_block_h_override", &Conv2dConfig::act_block_h_override);
    add("act_block_w_div", &Conv2dConfig::act_block_w_div);
    add("reshard_if_not_optimal", &Conv2dConfig::reshard_if_not_optimal);
    add("override_sharding_config", &Conv2dConfig::override_sharding_config);
    add("shard_layout", &Conv2dConfig::shard_layout);
    add("core_grid", &Conv2dConfig::core_grid);
    add("transpose_shards", &Conv2dConfig::transpose_shards);
    add("output_layout", &Conv2dConfig::output_layout);
    add("enable_act_double_buffer", &Conv2dConfig::enable_act_double_buffer);
    add("enable_weights_double_buffer", &Conv2dConfig::enable_weights_double_buffer);
    add("full_inner_dim", &Conv2dConfig::full_inner_dim);
    add("enable_kernel_stride_folding", &Conv2dConfig::enable_kernel_stride_folding);
    add("enable_activation_reuse", &Conv2dConfig::enable_activation_reuse);
    add("force_split_reader", &Conv2dConfig::force_split_reader);
    add("override_output_sharding_config", &Conv2dConfig::override_output_sharding_config);
    add("padding_mode", &Conv2dConfig::padding_mode);
    m.attr("Conv1dConfig") = config;
}

void bind_pools(py::module_& ops) {
    const auto images = [&](const char* name, auto function, const auto&... extra) {
        operation(ops, name, function, py::arg("input_tensor"), py::arg("batch_size"),
                  py::arg("input_h"), py::arg("input_w"), py::arg("channels"),
                  py::arg("kernel_size"), py::arg("stride"), py::arg("padding"), extra...);
    };
    images(
        "max_pool2d",
        [](const Tensor& t, std::uint32_t n, std::uint32_t h, std::uint32_t w, std::uint32_t c,
           Pair kernel, Pair stride, operations::pool::Padding padding, Pair dilation, bool ceil,
           const std::optional<MemoryConfig>& memory, const std::optional<Slices>& slices,
           std::optional<TensorMemoryLayout> shards, bool deallocate, bool reallocate, bool indices,
           DataType dtype, Layout layout,
           bool in_dram) -> std::variant<Tensor, std::vector<Tensor>> {
            auto made = ttnn::max_pool2d(t, n, h, w, c, kernel, stride, padding, dilation, ceil,
                                         memory, slices, shards, deallocate, reallocate, indices,
                                         dtype, layout, in_dram);
            if (indices) return made;
            return made.front();
        },
        py::arg("dilation"), py::arg("ceil_mode") = false, py::kw_only(), memory_config(),
        none("dram_slice_config"), none("applied_shard_scheme"),
        py::arg("deallocate_input") = false, py::arg("reallocate_halo_output") = true,
        py::arg("return_indices") = false, py::arg("dtype") = DataType::BFLOAT16,
        py::arg("output_layout") = Layout::ROW_MAJOR, py::arg("config_tensor_in_dram") = false);
    images("avg_pool2d", &ttnn::avg_pool2d, py::arg("ceil_mode") = false,
           py::arg("count_include_pad") = true, none("divisor_override"), py::kw_only(),
           memory_config(), none("dram_slice_config"), none("applied_shard_scheme"),
           compute_kernel_config(), py::arg("deallocate_input") = false,
           py::arg("reallocate_halo_output") = true, py::arg("dtype") = DataType::BFLOAT16,
           py::arg("output_layout") = Layout::ROW_MAJOR, py::arg("config_tensor_in_dram") = false);
    operation(ops, "global_avg_pool2d", &ttnn::global_avg_pool2d, py::arg("input_tensor"),
              py::kw_only(), memory_config(), none("dtype"));
    operation(ops, "upsample", &ttnn::upsample, py::arg("input_tensor"), py::arg("scale_factor"),
              py::kw_only(), py::arg("mode") = "nearest", memory_config(), compute_kernel_config());
}

const Pair kOne{1, 1}, kZero{0, 0};

void bind_convolutions(py::module_& ops) {
    const auto size = py::arg("return_output_dim") = false,
               weights = py::arg("return_weights_and_bias") = false;
    const auto head = [&](const char* name, auto function, const auto&... extra) {
        operation(ops, name, function, py::kw_only(), py::arg("input_tensor"),
                  py::arg("weight_tensor"), py::arg("device"), py::arg("in_channels"),
                  py::arg("out_channels"), py::arg("batch_size"), extra...);
    };
    head("conv2d", &ttnn::conv2d, py::arg("input_height"), py::arg("input_width"),
         py::arg("kernel_size"), py::arg("stride") = kOne, py::arg("padding") = kZero,
         py::arg("dilation") = kOne, py::arg("groups") = 1, none("dtype"), none("bias_tensor"),
         none("conv_config"), none("compute_config"), memory_config(), none("slice_config"), size,
         weights);
    head("conv1d", &ttnn::conv1d, py::arg("input_length"), py::arg("kernel_size"),
         py::arg("stride") = 1, py::arg("padding") = 0, py::arg("dilation") = 1,
         py::arg("groups") = 1, none("dtype"), none("bias_tensor"), none("conv_config"),
         none("compute_config"), memory_config(), none("slice_config"), size, weights);
    head("conv_transpose2d", &ttnn::conv_transpose2d, py::arg("input_height"),
         py::arg("input_width"), py::arg("kernel_size"), py::arg("stride") = kOne,
         py::arg("padding") = kZero, py::arg("output_padding") = kZero, py::arg("dilation") = kOne,
         py::arg("groups") = 1, none("dtype"), none("bias_tensor"), none("conv_config"),
         none("compute_config"), memory_config(), none("dram_slice_config"),
         py::arg("mirror_kernel") = true, size, weights);
}

void bind_preparations(py::module_& ops) {
    using namespace operations::conv;
    const auto weights = [&](const char* name, auto function, const auto&... extra) {
        operation(ops, name, function, py::kw_only(), py::arg("weight_tensor"),
                  py::arg("input_memory_config"), py::arg("input_layout"),
                  py::arg("weights_format"), py::arg("in_channels"), py::arg("out_channels"),
                  py::arg("batch_size"), py::arg("input_height"), py::arg("input_width"),
                  py::arg("kernel_size"), py::arg("stride"), py::arg("padding"), extra...);
    };
    weights("prepare_conv_weights", &conv2d::prepare_conv_weights, py::arg("dilation"),
            py::arg("has_bias"), py::arg("groups"), py::arg("device"), py::arg("input_dtype"),
            none("output_dtype"), none("conv_config"), none("compute_config"),
            none("slice_config"));
    weights("prepare_conv_transpose2d_weights", &conv_transpose2d::prepare_conv_transpose2d_weights,
            py::arg("output_padding") = kZero, py::arg("dilation"), py::arg("has_bias"),
            py::arg("groups"), py::arg("device"), py::arg("input_dtype"), none("output_dtype"),
            none("conv_config"), none("compute_config"), none("dram_slice_config"),
            py::arg("mirror_kernel") = true);
    for (const auto& [name, slices] : {std::pair{"prepare_conv_bias", "slice_config"},
                                       {"prepare_conv_transpose2d_bias", "dram_slice_config"}})
        operation(ops, name, &conv2d::prepare_conv_bias, py::kw_only(), py::arg("bias_tensor"),
                  py::arg("input_memory_config"), py::arg("input_layout"), py::arg("in_channels"),
                  py::arg("out_channels"), py::arg("batch_size"), py::arg("input_height"),
                  py::arg("input_width"), py::arg("kernel_size"), py::arg("stride"),
                  py::arg("padding"), py::arg("dilation"), py::arg("groups"), py::arg("device"),
                  py::arg("input_dtype"), none("output_dtype"), none("conv_config"),
                  none("compute_config"), none(slices));
}

void bind_pool(py::module_& m, py::module_& ops) {
    bind_slices(m);
    bind_config(m);
    bind_pools(ops);
    bind_convolutions(ops);
    bind_preparations(ops);
}

const Family kPool(bind_pool);

}  // namespace
}  // namespace ttnn::python
