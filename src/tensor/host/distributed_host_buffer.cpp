// Host buffers for the devices of a mesh.
#include <map>
#include <tt-metalium/distributed_host_buffer.hpp>

#include "tensor/host/parallel.hpp"
#include "tensor/require.hpp"

namespace tt::tt_metal {

using namespace ironbird::tensor;
using distributed::MeshCoordinate;
using distributed::MeshCoordinateRange;
using distributed::MeshShape;
using distributed::multihost::DistributedContext;

namespace {

bool contains(const MeshShape& shape, const MeshCoordinate& coord) {
    if (coord.dims() != shape.dims()) return false;
    for (std::size_t i = 0; i < coord.dims(); i++)
        if (coord.coords()[i] >= shape.view()[i]) return false;
    return true;
}

void need_inside(const MeshShape& shape, const MeshCoordinate& coord) {
    require(contains(shape, coord), "Coordinate {} is out of bounds of the mesh shape {}", coord,
            shape);
}

bool is_parallel(DistributedHostBuffer::ProcessShardExecutionPolicy policy) {
    return policy == DistributedHostBuffer::ProcessShardExecutionPolicy::PARALLEL;
}

}  // namespace

DistributedHostBuffer DistributedHostBuffer::create(
    const MeshShape& global_shape, const MeshShape& local_shape, const MeshCoordinate& local_offset,
    const std::shared_ptr<DistributedContext>& context) {
    require(global_shape.dims() == local_shape.dims() && global_shape.dims() == local_offset.dims(),
            "Global shape {}, local shape {} and offset {} must have the same number of dimensions",
            global_shape, local_shape, local_offset);
    distributed::MeshContainer<Place> places(global_shape, Place{});
    for (const MeshCoordinate& coord : MeshCoordinateRange(local_shape)) {
        MeshCoordinate at = coord;
        for (std::size_t i = 0; i < at.dims(); i++)
            at[static_cast<std::int32_t>(i)] += local_offset.coords()[i];
        need_inside(global_shape, at);
        places.at(at).local = true;
    }
    return DistributedHostBuffer(std::move(places), context);
}

DistributedHostBuffer DistributedHostBuffer::create(
    const distributed::MeshDeviceView& mesh_device_view) {
    return create(mesh_device_view.shape());
}

DistributedHostBuffer DistributedHostBuffer::create(const MeshShape& shape) {
    return create(shape, shape, MeshCoordinate::zero_coordinate(shape.dims()),
                  DistributedContext::get_current_world());
}

std::optional<HostBuffer> DistributedHostBuffer::get_shard(const MeshCoordinate& coord) const {
    need_inside(shape(), coord);
    return places_.at(coord).buffer;
}

bool DistributedHostBuffer::is_local(const MeshCoordinate& coord) const {
    need_inside(shape(), coord);
    return places_.at(coord).local;
}

void DistributedHostBuffer::emplace_shard(const MeshCoordinate& coord,
                                          const std::function<HostBuffer()>& produce_buffer) {
    need_inside(shape(), coord);
    shard_coords_.insert(coord);
    Place& place = places_.at(coord);
    if (place.local) place.buffer = produce_buffer();
}

void DistributedHostBuffer::emplace_shards(const std::vector<MeshCoordinate>& coords,
                                           const ProduceBufferFn& produce_buffer,
                                           ProcessShardExecutionPolicy policy) {
    for (const MeshCoordinate& coord : coords) need_inside(shape(), coord);
    shard_coords_.insert(coords.begin(), coords.end());
    for_each_item(coords.size(), is_parallel(policy), [&](std::size_t i) {
        Place& place = places_.at(coords[i]);
        if (place.local) place.buffer = produce_buffer(coords[i]);
    });
}

std::vector<DistributedHostBuffer::Place*> DistributedHostBuffer::filled() {
    std::vector<Place*> list;
    for (Place& place : places_.values())
        if (place.buffer) list.push_back(&place);
    return list;
}
std::vector<const DistributedHostBuffer::Place*> DistributedHostBuffer::filled() const {
    std::vector<const Place*> list;
    for (const Place& place : places_.values())
        if (place.buffer) list.push_back(&place);
    return list;
}

DistributedHostBuffer DistributedHostBuffer::transform(const TransformFn& fn,
                                                       ProcessShardExecutionPolicy policy) const {
    DistributedHostBuffer result = *this;
    for (Place& place : result.places_.values()) place.local = place.buffer.has_value();
    const std::vector<Place*> places = result.filled();
    // Copies of one shard have their data at one address.
    std::map<const std::byte*, std::vector<Place*>> by_data;
    for (Place* place : places)
        by_data[std::as_const(*place->buffer).view_bytes().data()].push_back(place);
    std::vector<std::vector<Place*>*> groups;
    for (auto& [data, group] : by_data) groups.push_back(&group);
    for_each_item(groups.size(), is_parallel(policy), [&](std::size_t i) {
        const HostBuffer made = fn(*groups[i]->front()->buffer);
        for (Place* place : *groups[i]) place->buffer = made;
    });
    return result;
}

void DistributedHostBuffer::apply(const ApplyFn& fn, ProcessShardExecutionPolicy policy) const {
    const std::vector<const Place*> places = filled();
    for_each_item(places.size(), is_parallel(policy),
                  [&](std::size_t i) { fn(*places[i]->buffer); });
}

}  // namespace tt::tt_metal
