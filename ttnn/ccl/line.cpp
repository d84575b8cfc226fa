// Lines over a mesh: neighbours, routes, connections.
#include "ccl/line.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <tt-metalium/experimental/fabric/mesh_graph.hpp>
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
        check_straight(op, at);
        wrapped = wrapped && closes(at);
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

// Packets go straight on. On a line of an open mesh they turn at its corners, where there is but
// one other way; in two dimensions never.
bool Lines::passes(const MeshCoordinate& from, const MeshCoordinate& by,
                   const MeshCoordinate& to) const {
    const auto in = get_neighbor_eth_directions(node(from), node(by)),
               out = get_neighbor_eth_directions(node(by), node(to));
    if (std::ranges::find_first_of(in, out) != in.end()) return true;
    if (is_2D_topology(get_fabric_topology())) return false;
    using enum RoutingDirection;
    return std::ranges::count_if(std::array{N, E, S, W}, [&](RoutingDirection d) {
               return get_num_usable_routing_planes(node(by), d) > 0;
           }) == 2;
}

void Lines::check_straight(std::string_view op, const MeshCoordinate& begin) const {
    for (std::uint32_t i = 1; i + 1 < length_; i++)
        TT_FATAL(passes(device(begin, i - 1), device(begin, i), device(begin, i + 1)),
                 "{}: the line turns at device {}, where the packets of this fabric go straight on",
                 op, i);
}

bool Lines::closes(const MeshCoordinate& begin) const {
    const MeshCoordinate last = device(begin, length_ - 1), first = device(begin, 0);
    return !get_neighbor_eth_directions(node(last), node(first)).empty() &&
           passes(device(begin, length_ - 2), last, first) && passes(last, first, device(begin, 1));
}

Lines::Reach Lines::whole(std::uint32_t place, bool forwards) const {
    const std::uint32_t n = ring_      ? (forwards ? length_ : length_ - 1) / 2
                            : forwards ? length_ - 1 - place
                                       : place;
    return {.told = n, .data = {n, n}};
}

Lines::Reach Lines::halves(std::uint32_t place, bool forwards) const {
    if (!opposite()) return whole(place, forwards);
    const std::uint32_t n = length_ / 2;
    return {.told = n, .data = {forwards ? n : n - 1, forwards ? n - 1 : n}};
}

std::uint32_t Lines::target(const MeshCoordinate& from, std::uint32_t to) const {
    const std::uint32_t place = this->place(from);
    if (to == place) return 0;
    const std::uint32_t ahead = (to + length_ - place) % length_, behind = length_ - ahead;
    bool backwards = ring_ ? behind < ahead : to < place;
    bool either = ring_ && ahead == behind;
    const FabricNodeId there = node(device(from, to));
    if (is_2D_topology(get_fabric_topology())) {
        // The way that the tables know.
        const auto back = next(from, false);
        backwards = back && get_eth_forwarding_direction(node(from), there) ==
                                get_eth_forwarding_direction(node(from), node(*back));
        either = false;
    }
    return there.chip_id | (backwards ? behind : ahead) << 16 | (backwards ? 1u : 0u) << 24 |
           (either ? 1u : 0u) << 25;
}

std::optional<MeshCoordinate> Lines::next(const MeshCoordinate& from, bool forwards) const {
    const std::uint32_t place = this->place(from);
    if (forwards ? place + 1 < length_ : place > 0)
        return device(from, forwards ? place + 1 : place - 1);
    if (!ring_) return std::nullopt;
    return device(from, forwards ? 0 : length_ - 1);
}

void Lines::append_way(const MeshCoordinate& from, bool forwards, const Reach& reach,
                       std::uint32_t link, ProgramDescriptor& program, const CoreCoord& core,
                       std::vector<uint32_t>& args) const {
    // All cores get as many arguments, whether or not they have somebody to send to.
    constexpr std::size_t kWords = 5, kMeshWords = 2, kConnectionWords = 3;
    const bool mesh = is_2D_topology(get_fabric_topology());
    const auto neighbour = next(from, forwards);
    if (reach.told == 0 || !neighbour) {
        args.resize(args.size() + kWords + (mesh ? kMeshWords : 0) + kConnectionWords);
        return;
    }
    const std::uint32_t place = this->place(from), first = reach.first;
    args.insert(args.end(), {1, first, reach.told, reach.data[0], reach.data[1]});
    // In two dimensions a multicast names its side, a device further on its number.
    if (mesh) {
        const std::uint32_t target =
            (forwards ? place + first : place + length_ - first % length_) % length_;
        const auto side = get_neighbor_eth_directions(node(from), node(*neighbour)).front();
        args.insert(args.end(),
                    {static_cast<std::uint32_t>(side), node(device(from, target)).chip_id});
    }
    append_fabric_connection_rt_args(node(from), node(*neighbour), link, program, core, args);
}

std::optional<CoreRangeSet> allowed_cores(std::string_view op, const Tensor& input,
                                          const std::optional<SubDeviceId>& subdevice,
                                          const std::optional<CoreRangeSet>& cores) {
    if (!subdevice) return cores;
    TT_FATAL(input.storage_type() == StorageType::DEVICE, "{}: the input must be on a device", op);
    const CoreRangeSet its =
        input.device()->worker_cores(HalProgrammableCoreType::TENSIX, *subdevice);
    return cores ? its.intersection(*cores) : its;
}

Place place_of(std::string_view op, const MeshDevice& mesh,
               const std::optional<CoreRangeSet>& cores, std::uint32_t links) {
    const bool whole =
        mesh.get_active_sub_device_manager_id() == mesh.get_default_sub_device_manager_id();
    if (!cores && whole) return {};
    const CoreRangeSet allowed =
        cores ? *cores
              : mesh.worker_cores(HalProgrammableCoreType::TENSIX, mesh.get_sub_device_ids()[0]);
    if (const Place usual; allowed.contains(usual.cores())) return usual;
    for (const CoreCoord& at : corerange_to_cores(allowed)) {
        const Place place{static_cast<std::uint32_t>(at.x), static_cast<std::uint32_t>(at.y),
                          links};
        if (allowed.contains(place.cores())) return place;
    }
    TT_FATAL(false,
             "{}: its workers need {} x 2 cores, the ones that are allowed are {}: give it more of "
             "them or fewer links",
             op, links, allowed);
    return {};
}

Words words_of(MeshDevice& mesh, const Use& use) {
    constexpr std::size_t kWords = 5;
    // Never freed: a device that is closed takes the memory along.
    static auto* known = new std::map<std::pair<int, Use>, std::vector<GlobalSemaphore>>;
    static std::mutex lock;
    const std::lock_guard hold(lock);
    std::vector<GlobalSemaphore>& all = (*known)[{mesh.id(), use}];
    const CoreRangeSet cores(use.place.cores());
    while (all.size() < kWords) all.emplace_back(mesh, cores, 0);
    const auto word = [&](std::size_t i) { return static_cast<std::uint32_t>(all[i].address()); };
    return {word(0), word(1), word(2), word(3), word(4)};
}

}  // namespace ttnn::ccl
