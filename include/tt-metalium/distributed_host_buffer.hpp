// A host buffer for each device of a mesh that has one on this host.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <tt-metalium/distributed_context.hpp>
#include <tt-metalium/host_buffer.hpp>
#include <tt-metalium/maybe_remote.hpp>
#include <tt-metalium/mesh_coord.hpp>
#include <tt-metalium/mesh_device_view.hpp>
#include <vector>

namespace tt::tt_metal {

class DistributedHostBuffer {
 public:
    static DistributedHostBuffer create(
        const distributed::MeshShape& global_shape, const distributed::MeshShape& local_shape,
        const distributed::MeshCoordinate& local_offset,
        const std::shared_ptr<distributed::multihost::DistributedContext>& context);
    static DistributedHostBuffer create(const distributed::MeshDeviceView& mesh_device_view);
    static DistributedHostBuffer create(const distributed::MeshShape& shape);

    DistributedHostBuffer(const DistributedHostBuffer&) = default;
    DistributedHostBuffer& operator=(const DistributedHostBuffer&) = default;
    DistributedHostBuffer(DistributedHostBuffer&&) = default;
    DistributedHostBuffer& operator=(DistributedHostBuffer&&) = default;

    // Nothing for an empty place and for one of another host; throws outside the shape.
    std::optional<HostBuffer> get_shard(const distributed::MeshCoordinate& coord) const;

    using ProduceBufferFn = std::function<HostBuffer(const distributed::MeshCoordinate&)>;

    // The producer is called for places of this host only; the coordinate is noted in any case.
    void emplace_shard(const distributed::MeshCoordinate& coord,
                       const std::function<HostBuffer()>& produce_buffer);
    bool is_local(const distributed::MeshCoordinate& coord) const;

    // PARALLEL calls from several threads at once and returns when all are done.
    enum class ProcessShardExecutionPolicy { SEQUENTIAL, PARALLEL };

    // Places that share their data are transformed once and share the result.
    using TransformFn = std::function<HostBuffer(const HostBuffer& buffer)>;
    DistributedHostBuffer transform(
        const TransformFn& fn,
        ProcessShardExecutionPolicy policy = ProcessShardExecutionPolicy::SEQUENTIAL) const;

    using ApplyFn = std::function<void(const HostBuffer& buffer)>;
    void apply(const ApplyFn& fn,
               ProcessShardExecutionPolicy policy = ProcessShardExecutionPolicy::SEQUENTIAL) const;

    void emplace_shards(
        const std::vector<distributed::MeshCoordinate>& coords,
        const ProduceBufferFn& produce_buffer,
        ProcessShardExecutionPolicy policy = ProcessShardExecutionPolicy::SEQUENTIAL);

    const distributed::MeshShape& shape() const { return places_.shape(); }
    const std::set<distributed::MeshCoordinate>& shard_coords() const { return shard_coords_; }
    const std::shared_ptr<distributed::multihost::DistributedContext>& context() const {
        return context_;
    }

 private:
    struct Place {
        bool local = false;
        std::optional<HostBuffer> buffer;
    };

    DistributedHostBuffer(distributed::MeshContainer<Place> places,
                          std::shared_ptr<distributed::multihost::DistributedContext> context)
        : places_(std::move(places)), context_(std::move(context)) {}

    std::vector<Place*> filled();
    std::vector<const Place*> filled() const;

    distributed::MeshContainer<Place> places_;
    std::set<distributed::MeshCoordinate> shard_coords_;
    std::shared_ptr<distributed::multihost::DistributedContext> context_;
};

}  // namespace tt::tt_metal
