// Tensors made of nothing: on the host, then moved.
#include "ttnn/operations/creation/creation.hpp"

#include <numeric>
#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

TensorSpec new_spec(const tt::tt_metal::Shape& shape, DataType dtype,
                    const std::optional<Layout>& layout,
                    const std::optional<MemoryConfig>& memory) {
    TT_FATAL(dtype != DataType::FP8_E4M3 && dtype != DataType::INVALID,
             "creation of tensors of type {} is not supported", dtype);
    const Layout by_type = is_block_float(dtype) ? Layout::TILE : Layout::ROW_MAJOR;
    return eltwise::spec_like(shape, dtype, layout.value_or(by_type),
                              memory.value_or(MemoryConfig{}));
}

Tensor place(const Tensor& host, OptionalDevice device, const std::optional<MemoryConfig>& memory) {
    return device ? host.to_device(&device->get(), memory.value_or(host.memory_config())) : host;
}

template <typename T>
Tensor filled_with(const TensorSpec& spec, double value) {
    const T element = static_cast<T>(static_cast<float>(value));
    // Padding too: who compares whole buffers finds the value everywhere.
    return Tensor::from_vector(std::vector<T>(spec.logical_shape().volume(), element), spec,
                               nullptr, std::nullopt, element);
}

Tensor filled(const TensorSpec& spec, double value) {
    if (is_floating_point(spec.data_type())) {
        return filled_with<float>(spec, value);
    }
    if (spec.data_type() == DataType::UINT32) {
        const auto element = static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
        return Tensor::from_vector(
            std::vector<std::uint32_t>(spec.logical_shape().volume(), element), spec, nullptr,
            std::nullopt, element);
    }
    const auto element = static_cast<std::int32_t>(static_cast<std::int64_t>(value));
    return Tensor::from_vector(std::vector<std::int32_t>(spec.logical_shape().volume(), element),
                               spec, nullptr, std::nullopt, element);
}

Tensor make_full(const tt::tt_metal::Shape& shape, double value,
                 const std::optional<DataType>& dtype, const std::optional<Layout>& layout,
                 OptionalDevice device, const std::optional<MemoryConfig>& memory,
                 const std::optional<Tensor>& output) {
    if (!output)
        return place(
            filled(new_spec(shape, dtype.value_or(DataType::BFLOAT16), layout, memory), value),
            device, memory);
    Tensor target = *output;
    const Tensor host = filled(target.tensor_spec(), value);
    copy_to_device(host, target);
    return target;
}

OptionalDevice device_like(const Tensor& tensor, OptionalDevice device) {
    if (device || tensor.storage_type() == StorageType::HOST || tensor.device() == nullptr)
        return device;
    return std::ref(*tensor.device());
}

std::optional<MemoryConfig> memory_like(const Tensor& tensor,
                                        const std::optional<MemoryConfig>& memory) {
    return memory || tensor.storage_type() == StorageType::HOST ? memory : tensor.memory_config();
}

Tensor make_like(const Tensor& tensor, double value, const std::optional<DataType>& dtype,
                 const std::optional<Layout>& layout, OptionalDevice device,
                 const std::optional<MemoryConfig>& memory, const std::optional<Tensor>& output) {
    return make_full(tensor.logical_shape(), value, dtype.value_or(tensor.dtype()),
                     layout.value_or(tensor.layout()), device_like(tensor, device),
                     memory_like(tensor, memory), output);
}

}  // namespace

Tensor zeros(const tt::tt_metal::Shape& shape, const std::optional<DataType>& dtype,
             const std::optional<Layout>& layout, OptionalDevice device,
             const std::optional<MemoryConfig>& memory_config) {
    return make_full(shape, 0, dtype, layout, device, memory_config, std::nullopt);
}
Tensor ones(const tt::tt_metal::Shape& shape, const std::optional<DataType>& dtype,
            const std::optional<Layout>& layout, OptionalDevice device,
            const std::optional<MemoryConfig>& memory_config) {
    return make_full(shape, 1, dtype, layout, device, memory_config, std::nullopt);
}

template <FillValue T>
Tensor full(const tt::tt_metal::Shape& shape, T fill_value, const std::optional<DataType>& dtype,
            const std::optional<Layout>& layout, OptionalDevice device,
            const std::optional<MemoryConfig>& memory_config,
            const std::optional<Tensor>& optional_output_tensor) {
    return make_full(shape, fill_value, dtype, layout, device, memory_config,
                     optional_output_tensor);
}
template <FillValue T>
Tensor full_like(const Tensor& tensor, T fill_value, const std::optional<DataType>& dtype,
                 const std::optional<Layout>& layout, OptionalDevice device,
                 const std::optional<MemoryConfig>& memory_config,
                 const std::optional<Tensor>& optional_output_tensor) {
    return make_like(tensor, fill_value, dtype, layout, device, memory_config,
                     optional_output_tensor);
}
#define TTNN_FILL(T)                                                                           \
    template Tensor full<T>(const tt::tt_metal::Shape&, T, const std::optional<DataType>&,     \
                            const std::optional<Layout>&, OptionalDevice,                      \
                            const std::optional<MemoryConfig>&, const std::optional<Tensor>&); \
    template Tensor full_like<T>(                                                              \
        const Tensor&, T, const std::optional<DataType>&, const std::optional<Layout>&,        \
        OptionalDevice, const std::optional<MemoryConfig>&, const std::optional<Tensor>&);
TTNN_FILL(int)
TTNN_FILL(float)
#undef TTNN_FILL

Tensor zeros_like(const Tensor& tensor, const std::optional<DataType>& dtype,
                  const std::optional<Layout>& layout, OptionalDevice device,
                  const std::optional<MemoryConfig>& memory_config,
                  const std::optional<Tensor>& optional_output_tensor) {
    return make_like(tensor, 0, dtype, layout, device, memory_config, optional_output_tensor);
}
Tensor ones_like(const Tensor& tensor, const std::optional<DataType>& dtype,
                 const std::optional<Layout>& layout, OptionalDevice device,
                 const std::optional<MemoryConfig>& memory_config,
                 const std::optional<Tensor>& optional_output_tensor) {
    return make_like(tensor, 1, dtype, layout, device, memory_config, optional_output_tensor);
}

Tensor empty(const tt::tt_metal::Shape& shape, const DataType& dtype, const Layout& layout,
             MeshDevice* device, const MemoryConfig& memory_config) {
    return create_device_tensor(new_spec(shape, dtype, layout, memory_config), device);
}
Tensor empty_like(const Tensor& tensor, const std::optional<DataType>& dtype,
                  const std::optional<Layout>& layout, OptionalDevice device,
                  const std::optional<MemoryConfig>& memory_config) {
    const TensorSpec spec =
        new_spec(tensor.logical_shape(), dtype.value_or(tensor.dtype()),
                 layout.value_or(tensor.layout()), memory_like(tensor, memory_config));
    const OptionalDevice where = device_like(tensor, device);
    if (!where) return Tensor(HostTensor::allocate_for_overwrite(spec));
    const bool there =
        tensor.storage_type() == StorageType::DEVICE && tensor.device() == &where->get();
    return create_device_tensor(spec, &where->get(),
                                there ? std::optional(tensor.tensor_topology()) : std::nullopt);
}

template <typename T>
Tensor from_buffer(std::vector<T>&& buffer, const tt::tt_metal::Shape& shape, DataType dtype,
                   MeshDevice* device, const std::optional<Layout>& layout,
                   const std::optional<MemoryConfig>& memory_config) {
    TT_FATAL(buffer.size() == shape.volume(), "from_buffer: {} numbers for a tensor of shape {}",
             buffer.size(), shape);
    return Tensor::from_vector(std::move(buffer), new_spec(shape, dtype, layout, memory_config),
                               device);
}
template Tensor from_buffer<float>(std::vector<float>&&, const tt::tt_metal::Shape&, DataType,
                                   MeshDevice*, const std::optional<Layout>&,
                                   const std::optional<MemoryConfig>&);
template Tensor from_buffer<std::int32_t>(std::vector<std::int32_t>&&, const tt::tt_metal::Shape&,
                                          DataType, MeshDevice*, const std::optional<Layout>&,
                                          const std::optional<MemoryConfig>&);
template Tensor from_buffer<std::uint32_t>(std::vector<std::uint32_t>&&, const tt::tt_metal::Shape&,
                                           DataType, MeshDevice*, const std::optional<Layout>&,
                                           const std::optional<MemoryConfig>&);

Tensor arange(std::int64_t start, std::int64_t stop, std::int64_t step, DataType dtype,
              OptionalDevice device, const MemoryConfig& memory_config, Layout layout) {
    TT_FATAL(step != 0, "arange: Step must be nonzero");
    TT_FATAL((step > 0) == (stop > start) || stop == start,
             "arange: Invalid range: Step direction does not match range bounds: {} to {} by {}",
             start, stop, step);
    const std::int64_t count = (stop - start + step - (step > 0 ? 1 : -1)) / step;
    std::vector<std::int32_t> values(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; i++)
        values[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(start + i * step);
    const tt::tt_metal::Shape shape({static_cast<std::uint32_t>(count)});
    const TensorSpec spec = new_spec(shape, dtype, layout, memory_config);
    if (!is_floating_point(dtype))
        return place(Tensor::from_vector(values, spec), device, memory_config);
    const std::vector<float> numbers(values.begin(), values.end());
    return place(Tensor::from_vector(numbers, spec), device, memory_config);
}
Tensor arange(std::int64_t stop, DataType dtype, OptionalDevice device,
              const MemoryConfig& memory_config, Layout layout) {
    return arange(0, stop, 1, dtype, device, memory_config, layout);
}

DeviceComputeKernelConfig init_device_compute_kernel_config(
    tt::ARCH, const std::optional<const DeviceComputeKernelConfig>& given, MathFidelity fidelity,
    bool approx, bool fp32, bool l1_acc, bool full_sync,
    operations::compute_throttle_utils::ThrottleLevel throttle) {
    if (given) return *given;
    return {fidelity, approx, fp32, l1_acc, full_sync, throttle};
}

}  // namespace ttnn
