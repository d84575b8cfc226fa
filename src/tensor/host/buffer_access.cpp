// The elements of host tensors as spans.
#include <tt-metalium/tensor/tensor_apis.hpp>

#include "tensor/host/element_types.hpp"

namespace tt::tt_metal::host_buffer {

namespace {

template <typename T>
void need_type(const HostTensor& tensor) {
    using Element = std::remove_const_t<T>;
    const DataType type = tensor.dtype();
    const bool words = std::is_same_v<Element, std::uint32_t> && is_block_float(type);
    ironbird::tensor::require(words || type == convert_to_data_type<Element>(),
                              "Incorrect data type {}", type);
}

}  // namespace

HostBuffer get_host_buffer(const HostTensor& tensor) {
    std::vector<HostBuffer> shards;
    tensor.buffer().apply([&](const HostBuffer& shard) { shards.push_back(shard); });
    ironbird::tensor::require(
        shards.size() == 1,
        "Can't get a single buffer from host storage distributed over mesh shape {}",
        tensor.buffer().shape());
    return shards.front();
}

// The tensor keeps the data alive when the handle is gone.
template <typename T>
ttsl::Span<const T> get_as(const HostTensor& tensor) {
    need_type<T>(tensor);
    const HostBuffer handle = get_host_buffer(tensor);
    return get_as<T>(handle);
}
template <typename T>
ttsl::Span<T> get_as(HostTensor& tensor) {
    need_type<T>(tensor);
    HostBuffer handle = get_host_buffer(tensor);
    return get_as<T>(handle);
}
template <typename T>
ttsl::Span<T> get_as(HostBuffer& data) {
    return data.view_as<T>();
}
template <typename T>
ttsl::Span<const T> get_as(const HostBuffer& data) {
    return data.view_as<T>();
}

#define IB_INSTANTIATE_AS(T)                                               \
    template ttsl::Span<std::add_const_t<T>> get_as<T>(const HostBuffer&); \
    template ttsl::Span<T> get_as<T>(HostBuffer&);                         \
    template ttsl::Span<std::add_const_t<T>> get_as<T>(const HostTensor&); \
    template ttsl::Span<T> get_as<T>(HostTensor&);
#define IB_INSTANTIATE(T) IB_INSTANTIATE_AS(T) IB_INSTANTIATE_AS(const T)
IB_FOR_EACH_ELEMENT(IB_INSTANTIATE)
#undef IB_INSTANTIATE
#undef IB_INSTANTIATE_AS

}  // namespace tt::tt_metal::host_buffer
