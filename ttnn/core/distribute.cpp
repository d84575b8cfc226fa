// Mappers: a tensor cut into one part for each device.
#include <numeric>
#include <tt-metalium/distributed_host_buffer.hpp>
#include <tt-metalium/experimental/distributed_tensor/distributed_tensor_apis.hpp>
#include <tt-metalium/experimental/distributed_tensor/topology/tensor_topology.hpp>
#include <tt_stl/assert.hpp>

#include "core/distribution.hpp"
#include "ttnn/distributed/distributed_tensor.hpp"
#include "ttnn/tensor/host_buffer/functions.hpp"

namespace ttnn::distributed {

using namespace tt::tt_metal;
using Placement = MeshMapperConfig::Placement;

Distribution::Distribution(const char* who, const Shape& mesh, const std::optional<Shape>& wish,
                           const Coord& offset, std::size_t axes)
    : who_(who), mesh_(mesh), shape_(wish.value_or(mesh)) {
    TT_FATAL(shape_.mesh_size() <= mesh.mesh_size(),
             "{}: a distribution of {} does not fit a mesh of {}", who, shape_, mesh);
    TT_FATAL(axes == shape_.dims(), "{}: {} dimensions are given for a distribution of {}", who,
             axes, shape_);
    const bool moved = std::ranges::any_of(offset.coords(), [](auto c) { return c != 0; });
    if (fits())
        place_as_part(moved ? offset : Coord::zero_coordinate(mesh.dims()));
    else {
        TT_FATAL(
            !moved,
            "{}: a distribution of {} over a mesh of {} is in row-major order and has no offset",
            who, shape_, mesh);
        for (const Coord& coord : tt::tt_metal::distributed::MeshCoordinateRange(mesh))
            if (devices_.size() < shape_.mesh_size()) devices_.push_back(coord);
    }
}

bool Distribution::fits() const {
    if (shape_.dims() != mesh_.dims()) return false;
    for (std::size_t i = 0; i < shape_.dims(); ++i)
        if (shape_[static_cast<int>(i)] > mesh_[static_cast<int>(i)]) return false;
    return true;
}

void Distribution::place_as_part(const Coord& offset) {
    TT_FATAL(offset.dims() == mesh_.dims(), "{}: offset {} is not of a mesh of {}", who_, offset,
             mesh_);
    for (Coord coord : tt::tt_metal::distributed::MeshCoordinateRange(shape_)) {
        for (std::size_t i = 0; i < coord.dims(); ++i) {
            const auto axis = static_cast<int>(i);
            coord[axis] += offset[axis];
            TT_FATAL(coord[axis] < mesh_[axis],
                     "{}: a distribution of {} at {} leaves the mesh of {}", who_, shape_, offset,
                     mesh_);
        }
        devices_.push_back(coord);
    }
}

namespace {

// How a tensor is cut along one of its dimensions.
struct Cut {
    int dim;
    std::size_t parts;
};

// Where a part begins along each dimension of the tensor, and how large it is.
struct Box {
    ttsl::SmallVector<std::uint32_t> begin, extent;
};

template <typename T>
std::vector<T> copy_of(ttsl::Span<const T> data, const tt::tt_metal::Shape& shape, const Box& box) {
    const std::size_t rank = shape.rank();
    std::vector<T> out;
    ttsl::SmallVector<std::uint32_t> at(rank, 0);
    const std::size_t row = rank == 0 ? 1 : box.extent[rank - 1];
    const std::size_t total =
        std::accumulate(box.extent.begin(), box.extent.end(), std::size_t{1}, std::multiplies<>());
    out.reserve(total);
    while (out.size() < total) {
        std::size_t offset = 0;
        for (std::size_t i = 0; i < rank; ++i)
            offset = offset * shape[static_cast<int>(i)] + box.begin[i] + at[i];
        out.insert(out.end(), data.begin() + static_cast<std::ptrdiff_t>(offset),
                   data.begin() + static_cast<std::ptrdiff_t>(offset + row));
        for (std::size_t i = rank > 1 ? rank - 1 : 0; i-- > 0;) {
            if (++at[i] < box.extent[i]) break;
            at[i] = 0;
        }
    }
    return out;
}

MeshMapperConfig with_shape(MeshMapperConfig config, const MeshShape& shape) {
    config.mesh_shape_override = shape;
    return config;
}

}  // namespace

class TensorToMesh::Impl {
 public:
    Impl(const MeshShape& mesh, const MeshMapperConfig& config)
        : config_(config),
          distribution_("mesh mapper", mesh, config.mesh_shape_override,
                        config.mesh_offset_override, config.placements.size()) {}

    const MeshMapperConfig& config() const { return config_; }
    // Along how many axes tensors are cut.
    std::ptrdiff_t cuts() const {
        return std::ranges::count_if(config_.placements, [](const Placement& p) {
            return std::holds_alternative<MeshMapperConfig::Shard>(p);
        });
    }

    // The box of the tensor that each place of the distribution gets; a line may have fewer parts
    // than devices.
    std::vector<Box> boxes(const tt::tt_metal::Shape& shape) const {
        std::vector<Box> found(1,
                               Box{{shape.cbegin(), shape.cend()}, {shape.cbegin(), shape.cend()}});
        std::ranges::fill(found[0].begin, 0U);
        for (std::size_t axis = 0; axis < config_.placements.size(); ++axis) {
            const std::size_t count = distribution_.shape()[static_cast<int>(axis)];
            const auto* shard = std::get_if<MeshMapperConfig::Shard>(&config_.placements[axis]);
            std::vector<Box> next;
            for (const Box& box : found) {
                if (shard == nullptr)
                    next.insert(next.end(), count, box);
                else
                    cut(shape, box, {shard->dim, count}, next);
            }
            found = std::move(next);
        }
        return found;
    }

    Tensor assemble(const std::vector<HostBuffer>& parts, const TensorSpec& spec) const {
        const auto& devices = distribution_.devices();
        auto buffers = DistributedHostBuffer::create(distribution_.mesh());
        const std::vector<MeshCoordinate> used(
            devices.begin(), devices.begin() + static_cast<std::ptrdiff_t>(parts.size()));
        for (std::size_t i = 0; i < parts.size(); ++i)
            buffers.emplace_shard(used[i], [&] { return parts[i]; });
        const MeshShape shape = parts.size() == devices.size()
                                    ? distribution_.shape()
                                    : MeshShape(static_cast<std::uint32_t>(parts.size()));
        return Tensor(host_tensor_from_buffer_with_topology(
            std::move(buffers), spec, TensorTopology(shape, config_.placements, used)));
    }

    std::size_t places() const { return distribution_.devices().size(); }

 private:
    void cut(const tt::tt_metal::Shape& shape, const Box& box, Cut wish,
             std::vector<Box>& out) const {
        (void)Around(shape, wish.dim);  // checks the dimension
        const auto dim = static_cast<std::size_t>(
            wish.dim < 0 ? wish.dim + static_cast<int>(shape.rank()) : wish.dim);
        const std::size_t extent = box.extent[dim];
        const std::size_t step = (extent + wish.parts - 1) / wish.parts;
        const std::size_t parts = step == 0 ? 0 : extent / step;
        const bool is_line = distribution_.shape().dims() == 1;
        TT_FATAL(step != 0 && extent % step == 0 && (parts == wish.parts || is_line),
                 "mesh mapper: dimension {} of {} cannot be cut into {} equal parts", wish.dim,
                 shape, wish.parts);
        for (std::size_t i = 0; i < parts; ++i) {
            Box part = box;
            part.begin[dim] += static_cast<std::uint32_t>(i * step);
            part.extent[dim] = static_cast<std::uint32_t>(step);
            out.push_back(std::move(part));
        }
    }

    MeshMapperConfig config_;
    Distribution distribution_;
};

namespace {

// Whether the logical elements are the bytes of the tensor.
template <typename T>
bool is_plain(const TensorSpec& spec) {
    return spec.layout() == Layout::ROW_MAJOR && spec.data_type() == convert_to_data_type<T>() &&
           spec.logical_shape() == spec.padded_shape();
}

// Whether the box is one run of the buffer, and where it begins.
std::optional<std::size_t> run_of(const tt::tt_metal::Shape& shape, const Box& box) {
    std::size_t offset = 0;
    bool whole = true;  // all dimensions behind are complete
    for (std::size_t i = shape.rank(), stride = 1; i-- > 0;) {
        const std::size_t extent = shape[static_cast<int>(i)];
        if (!whole && box.extent[i] != 1) return std::nullopt;
        whole = whole && box.extent[i] == extent;
        offset += box.begin[i] * stride;
        stride *= extent;
    }
    return offset;
}

std::size_t same_as_before(const std::vector<Box>& boxes, std::size_t at) {
    std::size_t first = 0;
    while (boxes[first].begin != boxes[at].begin) ++first;
    return first;
}

}  // namespace

template <typename T>
Tensor TensorToMesh::operator()(ttsl::Span<T> buffer, const tt::tt_metal::Shape& shape,
                                const MemoryPin& buffer_pin, const TensorLayout& layout,
                                T pad_value) const {
    TT_FATAL(buffer.size() == shape.volume(),
             "mesh mapper: {} elements are given for a tensor of {}", buffer.size(), shape);
    const std::vector<Box> boxes = impl_->boxes(shape);
    const TensorSpec spec(tt::tt_metal::Shape(boxes.at(0).extent), layout);
    const bool lends = buffer_pin != nullptr && impl_->cuts() == 1 && is_plain<T>(spec);
    std::vector<HostBuffer> parts;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (const std::size_t first = same_as_before(boxes, i); first != i) {
            parts.push_back(parts[first]);
            continue;
        }
        const std::optional<std::size_t> run = lends ? run_of(shape, boxes[i]) : std::nullopt;
        if (run)
            parts.emplace_back(buffer.subspan(*run, spec.logical_shape().volume()), buffer_pin);
        else
            parts.push_back(host_buffer::get_host_buffer(Tensor::from_vector(
                copy_of<T>(buffer, shape, boxes[i]), spec, nullptr, std::nullopt, pad_value)));
    }
    return impl_->assemble(parts, spec);
}

Tensor TensorToMesh::operator()(const Tensor& tensor) const {
    TT_FATAL(tensor.storage_type() == StorageType::HOST,
             "mesh mapper: the tensor is on a device, not on the host");
    if (impl_->cuts() == 0) {
        const std::vector<HostBuffer> parts(impl_->places(), host_buffer::get_host_buffer(tensor));
        return impl_->assemble(parts, tensor.tensor_spec());
    }
    const TensorSpec& spec = tensor.tensor_spec();
    const TensorLayout layout(spec.data_type(), spec.page_config(), spec.memory_config());
    return with_element_of(spec.data_type(), [&](auto element) {
        using T = decltype(element);
        std::vector<T> data = tensor.to_vector<T>();
        return (*this)(ttsl::Span<T>(data), spec.logical_shape(), MemoryPin(), layout, T(0));
    });
}

TensorToMesh::TensorToMesh(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TensorToMesh::~TensorToMesh() = default;
TensorToMesh::TensorToMesh(TensorToMesh&&) noexcept = default;
TensorToMesh& TensorToMesh::operator=(TensorToMesh&&) noexcept = default;
const MeshMapperConfig& TensorToMesh::config() const {
    return impl_->config();
}
TensorToMesh TensorToMesh::create(const MeshDevice& mesh_device, const MeshMapperConfig& config) {
    return create(mesh_device.shape(), config);
}
TensorToMesh TensorToMesh::create(const MeshShape& mesh_shape, const MeshMapperConfig& config) {
    return TensorToMesh(std::make_unique<Impl>(mesh_shape, config));
}

std::unique_ptr<TensorToMesh> create_mesh_mapper(MeshDevice& mesh_device,
                                                 const MeshMapperConfig& config) {
    return create_mesh_mapper(mesh_device.shape(), config);
}
std::unique_ptr<TensorToMesh> create_mesh_mapper(const MeshShape& mesh_shape,
                                                 const MeshMapperConfig& config) {
    return std::make_unique<TensorToMesh>(TensorToMesh::create(mesh_shape, config));
}
std::unique_ptr<TensorToMesh> replicate_tensor_to_mesh_mapper(MeshDevice& mesh_device) {
    return create_mesh_mapper(
        mesh_device, with_shape({.placements = {MeshMapperConfig::Replicate{}}},
                                MeshShape(static_cast<std::uint32_t>(mesh_device.num_devices()))));
}
std::unique_ptr<TensorToMesh> shard_tensor_to_mesh_mapper(MeshDevice& mesh_device, int dim,
                                                          std::optional<int> cluster_axis) {
    if (!cluster_axis)
        return create_mesh_mapper(
            mesh_device,
            with_shape({.placements = {MeshMapperConfig::Shard{dim}}},
                       MeshShape(static_cast<std::uint32_t>(mesh_device.num_devices()))));
    const auto axes = static_cast<int>(mesh_device.shape().dims());
    TT_FATAL(*cluster_axis >= 0 && *cluster_axis < axes, "mesh mapper: a mesh of {} has no axis {}",
             mesh_device.shape(), *cluster_axis);
    MeshMapperConfig config;
    for (int axis = 0; axis < axes; ++axis)
        config.placements.push_back(axis == *cluster_axis
                                        ? Placement(MeshMapperConfig::Shard{dim})
                                        : Placement(MeshMapperConfig::Replicate{}));
    return create_mesh_mapper(mesh_device, config);
}

Tensor distribute_tensor(const Tensor& tensor, const TensorToMesh& mapper,
                         std::optional<std::reference_wrapper<MeshDevice>> mesh_device,
                         std::optional<QueueId> cq_id) {
    const Tensor spread = mapper(tensor);
    return mesh_device ? spread.to_device(&mesh_device->get(), tensor.memory_config(), cq_id)
                       : spread;
}

template <typename T>
Tensor create_distributed_tensor(ttsl::Span<T> buffer, const tt::tt_metal::Shape& global_shape,
                                 const MemoryPin& buffer_pin, const TensorLayout& shard_layout,
                                 const TensorToMesh& mapper,
                                 std::optional<std::reference_wrapper<MeshDevice>> mesh_device,
                                 std::optional<QueueId> cq_id, T pad_value) {
    const Tensor spread = mapper(buffer, global_shape, buffer_pin, shard_layout, pad_value);
    return mesh_device
               ? spread.to_device(&mesh_device->get(), shard_layout.get_memory_config(), cq_id)
               : spread;
}

template <typename T>
Tensor create_distributed_tensor(ttsl::Span<const T> buffer,
                                 const tt::tt_metal::Shape& global_shape,
                                 const TensorLayout& shard_layout, const TensorToMesh& mapper,
                                 std::optional<std::reference_wrapper<MeshDevice>> mesh_device,
                                 std::optional<QueueId> cq_id, T pad_value) {
    // Without a pin nothing is borrowed, so nobody writes through the span.
    const ttsl::Span<T> span(const_cast<T*>(buffer.data()), buffer.size());
    return create_distributed_tensor(span, global_shape, MemoryPin(), shard_layout, mapper,
                                     mesh_device, cq_id, pad_value);
}

#define TTNN_DISTRIBUTED_ELEMENT(T)                                                                \
    template Tensor TensorToMesh::operator()<T>(ttsl::Span<T>, const tt::tt_metal::Shape&,         \
                                                const MemoryPin&, const TensorLayout&, T) const;   \
    template Tensor create_distributed_tensor<T>(                                                  \
        ttsl::Span<T>, const tt::tt_metal::Shape&, const MemoryPin&, const TensorLayout&,          \
        const TensorToMesh&, std::optional<std::reference_wrapper<MeshDevice>>,                    \
        std::optional<QueueId>, T);                                                                \
    template Tensor create_distributed_tensor<T>(                                                  \
        ttsl::Span<const T>, const tt::tt_metal::Shape&, const TensorLayout&, const TensorToMesh&, \
        std::optional<std::reference_wrapper<MeshDevice>>, std::optional<QueueId>, T);
TTNN_DISTRIBUTED_ELEMENT(bfloat16)
TTNN_DISTRIBUTED_ELEMENT(float)
TTNN_DISTRIBUTED_ELEMENT(std::int32_t)
TTNN_DISTRIBUTED_ELEMENT(std::uint32_t)
TTNN_DISTRIBUTED_ELEMENT(std::uint16_t)
TTNN_DISTRIBUTED_ELEMENT(std::uint8_t)
TTNN_DISTRIBUTED_ELEMENT(std::int8_t)
#undef TTNN_DISTRIBUTED_ELEMENT

}  // namespace ttnn::distributed
