// Lines over a mesh: neighbours, routes, connections.
#include "ccl/line.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <tt-metalium/global_semaphore.hpp>
#include <tt-metalium/mesh_device.hpp>
#include <tt_stl/assert.hpp>

namespace ttnn::ccl {

using namespace tt::tt_fabric;
using namespace tt::tt_metal;

Lines::Lines(std::string_view op, MeshDevice& mesh, std::optional<uint32_t> axis,
             std::optional<Topology> topology, std::optional<uint32_t> links)
    : mesh_(mesh) {
    const MeshShape& shape = mesh.shape();
    TT_FATAL(shape.dims() == 2, "{}: the mesh has {} dimensions, 2 are allowed", op, shape.dims());
    TT_FATAL(!axis || *axis < 2, "{}: cluster_axis is {}, 0 and 1 are allowed", op, *axis);
    TT_FATAL(axis || shape.is_line_topology(),
             "{}: cluster_axis is required on a mesh of {}, which is no line", op, shape);
    axis_ = static_cast<int>(axis ? *axis : shape[0] > 1 ? 0u : 1u);
    length_ = shape[axis_];
    if (length_ == 1) return;
    TT_FATAL(GetFabricConfig() != FabricConfig::DISABLED,
             "{}: collectives need a fabric: call SetFabricConfig before devices are opened", op);
    const bool closed = topology.value_or(get_fabric_topology()) == Topology::Ring ||
                        topology.value_or(get_fabric_topology()) == Topology::Torus;
    std::uint32_t usable = kMostLinks;
    bool wrapped = closed && is_ring_or_torus(get_fabric_topology()) && length_ > 2;
    for (const MeshCoordinate& at : MeshCoordinateRange(shape)) {
        if (at[axis_] != 0) continue;
        for (std::uint32_t i = 0; i + 1 < length_; i++) {
            const FabricNodeId here = node(device(at, i)), there = node(device(at, i + 1));
            TT_FATAL(!get_neighbor_eth_directions(here, there).empty(),
                     "{}: devices {} and {} of the line are no neighbours on the fabric", op, i,
                     i + 1);
            usable = std::min<std::uint32_t>(
                usable,
                static_cast<std::uint32_t>(get_forwarding_link_indices(here, there).size()));
        }
        wrapped = wrapped &&
                  !get_neighbor_eth_directions(node(device(at, length_ - 1)), node(device(at, 0)))
                       .empty();
    }
    ring_ = wrapped;
    TT_FATAL(!links || (*links > 0 && *links <= usable), "{}: num_links is {}, 1 to {} are allowed",
             op, *links, usable);
    links_ = links.value_or(usable);
}

FabricNodeId Lines::node(const MeshCoordinate& at) const {
    return mesh_.get_fabric_node_id(at);
}

MeshCoordinate Lines::device(const MeshCoordinate& on_line, std::uint32_t place) const {
    return axis_ == 0 ? MeshCoordinate(place, on_line[1]) : MeshCoordinate(on_line[0], place);
}

std::uint32_t Lines::ahead(std::uint32_t place) const {
    return ring_ ? length_ / 2 : length_ - 1 - place;
}
std::uint32_t Lines::behind(std::uint32_t place) const {
    return ring_ ? (length_ - 1) / 2 : place;
}

std::optional<MeshCoordinate> Lines::next(const MeshCoordinate& from, bool forwards) const {
    const std::uint32_t place = this->place(from);
    if (forwards ? place + 1 < length_ : place > 0)
        return device(from, forwards ? place + 1 : place - 1);
    if (!ring_) return std::nullopt;
    return device(from, forwards ? 0 : length_ - 1);
}

void Lines::append_way(const MeshCoordinate& from, bool forwards, std::uint32_t first,
                       std::uint32_t count, std::uint32_t link, ProgramDescriptor& program,
                       const CoreCoord& core, std::vector<uint32_t>& args) const {
    const auto neighbour = next(from, forwards);
    if (count == 0 || !neighbour) {
        args.push_back(0);
        return;
    }
    const std::uint32_t place = this->place(from);
    const std::uint32_t target =
        (forwards ? place + first : place + length_ - first % length_) % length_;
    args.insert(args.end(), {1, first, count, node(device(from, target)).chip_id});
    // In two dimensions a multicast names its hops to each side; one device is named by its number.
    const auto side = get_neighbor_eth_directions(node(from), node(*neighbour)).front();
    for (const auto d : {EAST, WEST, NORTH, SOUTH})
        args.push_back(d == side && !(count == 1 && first > 1) ? count : 0);
    append_fabric_connection_rt_args(node(from), node(*neighbour), link, program, core, args);
}

Words words_of(MeshDevice& mesh) {
    struct Both {
        GlobalSemaphore ready, done;
    };
    // Never freed: a device that is closed takes the memory along.
    static auto* known = new std::map<int, Both>;
    static std::mutex lock;
    const std::lock_guard hold(lock);
    auto at = known->find(mesh.id());
    if (at == known->end()) {
        const CoreRangeSet cores(CoreRange(core_of(0), core_of(kMostLinks - 1)));
        at = known
                 ->emplace(mesh.id(),
                           Both{GlobalSemaphore(mesh, cores, 0), GlobalSemaphore(mesh, cores, 0)})
                 .first;
    }
    return {static_cast<std::uint32_t>(at->second.ready.address()),
            static_cast<std::uint32_t>(at->second.done.address())};
}

}  // namespace ttnn::ccl
