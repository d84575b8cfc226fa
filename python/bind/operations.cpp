// Operations that make, move and convert tensors.
#include "bind/bind.hpp"
#include "ttnn/operations/bernoulli/bernoulli.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/creation/creation.hpp"
#include "ttnn/operations/experimental/dropout/dropout.hpp"
#include "ttnn/operations/rand/rand.hpp"
#include "ttnn/operations/randn/randn.hpp"
#include "ttnn/operations/uniform/uniform.hpp"

namespace ttnn::python {

namespace {

template <typename T>
using Optional = std::optional<T>;
using Fill = operations::unary::ScalarVariant;

OptionalDevice device_or_none(MeshDevice* device) {
    return device != nullptr ? OptionalDevice(*device) : std::nullopt;
}

// An integer fills exactly, a real number as one.
template <typename F>
Tensor with_fill(const Fill& value, F&& f) {
    if (const auto* real = std::get_if<float>(&value)) return f(*real);
    if (const auto* large = std::get_if<std::uint32_t>(&value)) return f(static_cast<int>(*large));
    return f(std::get<std::int32_t>(value));
}

void bind_creation(py::module_& ops) {
    const auto dtype = none("dtype"), layout = none("layout"), device = none("device"),
               output = none("optional_tensor");
    const auto filled = [](auto function) {
        return [function](const Shape& shape, Optional<DataType> dtype, Optional<Layout> layout,
                          MeshDevice* device, const Optional<MemoryConfig>& memory) {
            return function(shape, dtype, layout, device_or_none(device), memory);
        };
    };
    operation(ops, "zeros", filled(&ttnn::zeros), py::arg("shape"), dtype, layout, device,
              memory_config());
    operation(ops, "ones", filled(&ttnn::ones), py::arg("shape"), dtype, layout, device,
              memory_config());
    operation(
        ops, "full",
        [](const Shape& shape, Fill value, Optional<DataType> dtype, Optional<Layout> layout,
           MeshDevice* device, const Optional<MemoryConfig>& memory,
           const Optional<Tensor>& output) {
            return with_fill(value, [&](auto v) {
                return ttnn::full(shape, v, dtype, layout, device_or_none(device), memory, output);
            });
        },
        py::arg("shape"), py::arg("fill_value"), dtype, layout, device, memory_config(), output);
    const auto like = [](auto function) {
        return [function](const Tensor& tensor, Optional<DataType> dtype, Optional<Layout> layout,
                          MeshDevice* device, const Optional<MemoryConfig>& memory,
                          const Optional<Tensor>& output) {
            return function(tensor, dtype, layout, device_or_none(device), memory, output);
        };
    };
    operation(ops, "zeros_like", like(&ttnn::zeros_like), py::arg("tensor"), dtype, layout, device,
              memory_config(), output);
    operation(ops, "ones_like", like(&ttnn::ones_like), py::arg("tensor"), dtype, layout, device,
              memory_config(), output);
    operation(
        ops, "full_like",
        [](const Tensor& tensor, Fill value, Optional<DataType> dtype, Optional<Layout> layout,
           MeshDevice* device, const Optional<MemoryConfig>& memory,
           const Optional<Tensor>& output) {
            return with_fill(value, [&](auto v) {
                return ttnn::full_like(tensor, v, dtype, layout, device_or_none(device), memory,
                                       output);
            });
        },
        py::arg("tensor"), py::arg("fill_value"), dtype, layout, device, memory_config(), output);
}

void bind_other_creation(py::module_& ops) {
    operation(
        ops, "empty",
        [](const Shape& shape, DataType dtype, Layout layout, MeshDevice* device,
           const MemoryConfig& memory) {
            return ttnn::empty(shape, dtype, layout, device, memory);
        },
        py::arg("shape"), py::arg("dtype") = DataType::BFLOAT16,
        py::arg("layout") = Layout::ROW_MAJOR, none("device"),
        py::arg("memory_config") = DRAM_MEMORY_CONFIG);
    operation(
        ops, "empty_like",
        [](const Tensor& tensor, Optional<DataType> dtype, Optional<Layout> layout,
           MeshDevice* device, const Optional<MemoryConfig>& memory) {
            return ttnn::empty_like(tensor, dtype, layout, device_or_none(device), memory);
        },
        py::arg("tensor"), py::kw_only(), none("dtype"), none("layout"), none("device"),
        memory_config());
    const auto arange = [](std::int64_t start, std::int64_t end, std::int64_t step, DataType dtype,
                           MeshDevice* device, const MemoryConfig& memory, Layout layout) {
        return ttnn::arange(start, end, step, dtype, device_or_none(device), memory, layout);
    };
    operation(
        ops, "arange",
        [arange](std::int64_t end, DataType dtype, MeshDevice* device, const MemoryConfig& memory,
                 Layout layout) { return arange(0, end, 1, dtype, device, memory, layout); },
        py::arg("end"), py::kw_only(), py::arg("dtype") = DataType::BFLOAT16, none("device"),
        py::arg("memory_config") = DRAM_MEMORY_CONFIG, py::arg("layout") = Layout::ROW_MAJOR);
    operation(ops, "arange", arange, py::arg("start"), py::arg("end"), py::arg("step") = 1,
              py::kw_only(), py::arg("dtype") = DataType::BFLOAT16, none("device"),
              py::arg("memory_config") = DRAM_MEMORY_CONFIG, py::arg("layout") = Layout::ROW_MAJOR);
}

void bind_random(py::module_& ops) {
    const auto dtype = py::arg("dtype") = DataType::BFLOAT16;
    const auto layout = py::arg("layout") = Layout::TILE;
    const auto memory = py::arg("memory_config") = DRAM_MEMORY_CONFIG;
    operation(ops, "rand", &ttnn::rand, py::arg("shape"), py::arg("device"), py::kw_only(), dtype,
              layout, memory, py::arg("low") = 0.0f, py::arg("high") = 1.0f, py::arg("seed") = 0);
    operation(ops, "randn", &ttnn::randn, py::arg("shape"), py::arg("device"), py::kw_only(), dtype,
              layout, memory, compute_kernel_config(), none("seed"));
    operation(ops, "uniform", &ttnn::uniform, py::arg("input"), py::arg("from") = 0.0f,
              py::arg("to") = 1.0f, py::arg("seed") = 0, py::kw_only(), memory_config(),
              compute_kernel_config());
    operation(ops, "bernoulli", &ttnn::bernoulli, py::arg("input"), py::arg("seed") = 0,
              py::kw_only(), none("output"), none("dtype"), memory_config(),
              compute_kernel_config());
    py::module_ experimental = namespace_of(ops, "experimental");
    operation(experimental, "dropout", &ttnn::experimental::dropout, py::arg("input_tensor"),
              py::arg("probability"), py::arg("scale"), py::arg("seed"), py::kw_only(),
              py::arg("use_per_device_seed") = true, memory_config(), output_tensor());
}

void bind_conversion(py::module_& ops) {
    operation(
        ops, "to_device",
        [](const Tensor& tensor, MeshDevice* device, const Optional<MemoryConfig>& memory,
           Optional<QueueId> queue) { return ttnn::to_device(tensor, device, memory, queue); },
        py::arg("tensor"), py::arg("device"), memory_config(), py::kw_only(), none("queue_id"));
    operation(ops, "from_device", &ttnn::from_device, py::arg("tensor"), py::arg("blocking") = true,
              py::kw_only(), none("queue_id"));
    operation(ops, "to_layout", &ttnn::to_layout, py::arg("tensor"), py::arg("layout"),
              none("dtype"), memory_config(), sub_core_grids(), py::arg("pad_value") = 0.0f);
    operation(ops, "to_memory_config", &ttnn::to_memory_config, py::arg("tensor"),
              py::arg("memory_config"), none("dtype"), output_tensor());
    operation(ops, "to_dtype", &ttnn::to_dtype, py::arg("tensor"), py::arg("dtype"));
    const auto typecast = [](const Tensor& tensor, DataType dtype,
                             const Optional<MemoryConfig>& memory, const Optional<Tensor>& output,
                             const Optional<CoreRangeSet>& cores) {
        if (tensor.storage_type() == StorageType::HOST) return ttnn::to_dtype(tensor, dtype);
        return ttnn::typecast(tensor, dtype, memory, output, cores);
    };
    operation(ops, "typecast", typecast, py::arg("input_tensor"), py::arg("dtype"), py::kw_only(),
              memory_config(), output_tensor(), sub_core_grids());
    operation(
        ops, "typecast",
        [typecast](const Tensor& tensor, DataType from, DataType to,
                   const Optional<MemoryConfig>& memory, const Optional<Tensor>& output,
                   const Optional<CoreRangeSet>& cores) {
            TT_FATAL(tensor.dtype() == from, "typecast: the tensor is {}, tt_input_dtype is {}",
                     tensor.dtype(), from);
            return typecast(tensor, to, memory, output, cores);
        },
        py::arg("input_tensor"), py::arg("tt_input_dtype"), py::arg("tt_output_dtype"),
        py::kw_only(), memory_config(), output_tensor(), sub_core_grids());
    operation(ops, "bitcast", &ttnn::bitcast, py::arg("input_tensor"), py::arg("dtype"),
              py::kw_only(), memory_config(), output_tensor(), sub_core_grids());
    operation(
        ops, "deallocate", [](Tensor& tensor, bool force) { ttnn::deallocate(tensor, force); },
        py::arg("tensor"), py::arg("force") = true);
    operation(ops, "unsqueeze_to_4D", &ttnn::unsqueeze_to_4D, py::arg("tensor"));
}

void bind_operations(py::module_&, py::module_& ops) {
    bind_creation(ops);
    bind_other_creation(ops);
    bind_random(ops);
    bind_conversion(ops);
}

const Family kOperations(bind_operations);

}  // namespace
}  // namespace ttnn::python
