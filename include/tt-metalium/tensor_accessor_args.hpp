// The words from which a kernel's TensorAccessor learns where the pages of a buffer lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <hostdevcommon/tensor_accessor/arg_config.hpp>
#include <memory>
#include <tt-metalium/buffer.hpp>
#include <tt-metalium/mesh_buffer.hpp>
#include <tt-metalium/tensor/mesh_tensor.hpp>
#include <tt_stl/optional_reference.hpp>
#include <vector>

namespace tt::tt_metal {

class TensorAccessorArgs {
 public:
    using Config = tensor_accessor::ArgsConfig;

    static constexpr size_t MAX_NUM_DIMENSIONS = 8;

    TensorAccessorArgs() = default;
    explicit TensorAccessorArgs(const Buffer* buffer,
                                Config args_config = tensor_accessor::ArgConfig::None);
    explicit TensorAccessorArgs(const Buffer& buffer,
                                Config args_config = tensor_accessor::ArgConfig::None)
        : TensorAccessorArgs(&buffer, args_config) {}
    explicit TensorAccessorArgs(const std::shared_ptr<Buffer>& buffer,
                                Config args_config = tensor_accessor::ArgConfig::None)
        : TensorAccessorArgs(buffer.get(), args_config) {}
    explicit TensorAccessorArgs(const distributed::MeshBuffer* buffer,
                                Config args_config = tensor_accessor::ArgConfig::None)
        : TensorAccessorArgs(buffer ? buffer->get_reference_buffer() : nullptr, args_config) {}
    explicit TensorAccessorArgs(const distributed::MeshBuffer& buffer,
                                Config args_config = tensor_accessor::ArgConfig::None)
        : TensorAccessorArgs(&buffer, args_config) {}
    explicit TensorAccessorArgs(const std::shared_ptr<distributed::MeshBuffer>& buffer,
                                Config args_config = tensor_accessor::ArgConfig::None)
        : TensorAccessorArgs(buffer.get(), args_config) {}
    explicit TensorAccessorArgs(const MeshTensor& tensor,
                                Config args_config = tensor_accessor::ArgConfig::None)
        : TensorAccessorArgs(tensor.mesh_buffer(), args_config) {}
    // Of no tensor: no buffer.
    explicit TensorAccessorArgs(ttsl::optional_reference<const MeshTensor> tensor,
                                Config args_config = tensor_accessor::ArgConfig::None)
        : TensorAccessorArgs(tensor ? &tensor->mesh_buffer() : nullptr, args_config) {}

    static TensorAccessorArgs create_dram_interleaved();
    static TensorAccessorArgs create_l1_interleaved();

    // The second form is needed if any part was asked to be a run-time argument.
    void append_to(std::vector<uint32_t>& compile_time_args) const;
    void append_to(std::vector<uint32_t>& compile_time_args,
                   std::vector<uint32_t>& common_runtime_args) const;

    std::vector<uint32_t> get_compile_time_args() const;
    std::vector<uint32_t> get_common_runtime_args() const;

 private:
    const Buffer* buffer_ = nullptr;
    Config config_ = tensor_accessor::ArgConfig::None;
};

}  // namespace tt::tt_metal
