// Composers: one tensor of the parts of a mesh.
#include <tt-metalium/distributed_host_buffer.hpp>
#include <tt_stl/assert.hpp>

#include "core/distribution.hpp"
#include "ttnn/distributed/distributed_tensor.hpp"

namespace ttnn::distributed {

using namespace tt::tt_metal;

namespace {

template <typename T>
struct Part {
    std::vector<T> data;
    tt::tt_metal::Shape shape;
};

template <typename T>
Part<T> joined(std::span<const Part<T>> parts, int dim) {
    const tt::tt_metal::Shape& first = parts[0].shape;
    const Around around(first, dim);
    const std::size_t run = around.extent * around.inner;
    Part<T> all{{}, first};
    all.data.reserve(parts.size() * parts[0].data.size());
    for (std::size_t o = 0; o < around.outer; ++o)
        for (const Part<T>& part : parts)
            all.data.insert(all.data.end(),
                            part.data.begin() + static_cast<std::ptrdiff_t>(o * run),
                            part.data.begin() + static_cast<std::ptrdiff_t>((o + 1) * run));
    all.shape[dim] = static_cast<std::uint32_t>(around.extent * parts.size());
    return all;
}

}  // namespace

class MeshToTensor::Impl {
 public:
    Impl(const MeshShape& mesh, const MeshComposerConfig& config)
        : dims_(config.dims),
          distribution_("mesh composer", mesh, config.mesh_shape_override,
                        config.mesh_offset_override, config.dims.size()) {}

    template <typename T>
    Part<T> compose(const Tensor& tensor) const {
        std::vector<Part<T>> parts = parts_of<T>(tensor);
        const bool complete = parts.size() == distribution_.devices().size();
        TT_FATAL(!parts.empty() && (complete || dims_.size() == 1),
                 "mesh composer: the tensor has {} parts for a distribution of {}", parts.size(),
                 distribution_.shape());
        for (std::size_t axis = dims_.size(); axis-- > 0;) {
            const std::size_t count =
                complete ? distribution_.shape()[static_cast<int>(axis)] : parts.size();
            std::vector<Part<T>> next;
            for (std::size_t i = 0; i < parts.size(); i += count)
                next.push_back(
                    joined<T>(std::span<const Part<T>>(parts).subspan(i, count), dims_[axis]));
            parts = std::move(next);
        }
        return std::move(parts[0]);
    }

 private:
    // Devices without a shard are passed over; what was never spread is there once.
    template <typename T>
    std::vector<Part<T>> parts_of(const Tensor& tensor) const {
        const Tensor host = tensor.cpu();
        const DistributedHostBuffer& buffers = host.host_tensor().buffer();
        std::vector<Part<T>> parts;
        if (buffers.shape().mesh_size() == 1) return {{host.to_vector<T>(), host.logical_shape()}};
        for (const MeshCoordinate& coord : distribution_.devices())
            if (auto buffer = buffers.get_shard(coord))
                parts.push_back(
                    {Tensor(std::move(*buffer), host.tensor_spec()).template to_vector<T>(),
                     host.logical_shape()});
        return parts;
    }

    ttsl::SmallVector<int> dims_;
    Distribution distribution_;
};

template <typename T>
std::pair<std::vector<T>, tt::tt_metal::Shape> MeshToTensor::compose(const Tensor& tensor) const {
    Part<T> all = impl_->compose<T>(tensor);
    return {std::move(all.data), all.shape};
}

Tensor MeshToTensor::compose(const Tensor& tensor) const {
    const TensorSpec& spec = tensor.tensor_spec();
    return with_element_of(spec.data_type(), [&](auto element) {
        auto [data, shape] = compose<decltype(element)>(tensor);
        const TensorLayout layout(spec.data_type(), spec.page_config(), MemoryConfig{});
        return Tensor::from_vector(std::move(data), TensorSpec(shape, layout));
    });
}

MeshToTensor::MeshToTensor(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
MeshToTensor::~MeshToTensor() = default;
MeshToTensor::MeshToTensor(MeshToTensor&&) noexcept = default;
MeshToTensor& MeshToTensor::operator=(MeshToTensor&&) noexcept = default;
MeshToTensor MeshToTensor::create(const MeshDevice& mesh_device, const MeshComposerConfig& config) {
    return MeshToTensor(std::make_unique<Impl>(mesh_device.shape(), config));
}

std::unique_ptr<MeshToTensor> create_mesh_composer(MeshDevice& mesh_device,
                                                   const MeshComposerConfig& config) {
    return std::make_unique<MeshToTensor>(MeshToTensor::create(mesh_device, config));
}
std::unique_ptr<MeshToTensor> concat_mesh_to_tensor_composer(MeshDevice& mesh_device, int dim) {
    const auto devices = static_cast<std::uint32_t>(mesh_device.num_devices());
    return create_mesh_composer(mesh_device,
                                {.dims = {dim}, .mesh_shape_override = MeshShape(devices)});
}

Tensor aggregate_tensor(const Tensor& tensor, const MeshToTensor& composer) {
    return composer.compose(tensor);
}

#define TTNN_COMPOSED_ELEMENT(T)                                                      \
    template std::pair<std::vector<T>, tt::tt_metal::Shape> MeshToTensor::compose<T>( \
        const Tensor&) const;
TTNN_COMPOSED_ELEMENT(bfloat16)
TTNN_COMPOSED_ELEMENT(float)
TTNN_COMPOSED_ELEMENT(std::int32_t)
TTNN_COMPOSED_ELEMENT(std::uint32_t)
TTNN_COMPOSED_ELEMENT(std::uint16_t)
TTNN_COMPOSED_ELEMENT(std::uint8_t)
TTNN_COMPOSED_ELEMENT(std::int8_t)
#undef TTNN_COMPOSED_ELEMENT

}  // namespace ttnn::distributed
