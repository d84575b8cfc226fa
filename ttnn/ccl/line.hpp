// The devices of a collective as a line or ring, and what a worker on one of them needs to send
// along it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <vector>

#include "ttnn/run.hpp"
#include "ttnn/types.hpp"

namespace ttnn::ccl {

using tt::tt_fabric::Topology;

// One call's lines: along an axis of the mesh, or all of a mesh that is a line itself.
class Lines {
 public:
    // Checks the axis, the fabric and the links; `links` none: all that there are.
    Lines(std::string_view op, MeshDevice& mesh, std::optional<uint32_t> axis,
          std::optional<Topology> topology, std::optional<uint32_t> links);

    std::uint32_t length() const { return length_; }
    std::uint32_t links() const { return links_; }
    bool ring() const { return ring_; }
    std::uint32_t place(const MeshCoordinate& at) const { return at[axis_]; }
    std::uint32_t across(const MeshCoordinate& at) const { return at[1 - axis_]; }
    MeshCoordinate device(const MeshCoordinate& on_line, std::uint32_t place) const;

    // To how many devices a multicast goes on either side, so that every other gets it once.
    std::uint32_t ahead(std::uint32_t place) const;
    std::uint32_t behind(std::uint32_t place) const;

    // Adds a flag and, if it is set, a route to `count` devices from `first` hops on, and the
    // connection for it.
    void append_way(const MeshCoordinate& from, bool forwards, std::uint32_t first,
                    std::uint32_t count, std::uint32_t link,
                    tt::tt_metal::ProgramDescriptor& program, const CoreCoord& core,
                    std::vector<uint32_t>& args) const;

 private:
    tt::tt_fabric::FabricNodeId node(const MeshCoordinate& at) const;
    std::optional<MeshCoordinate> next(const MeshCoordinate& from, bool forwards) const;

    MeshDevice& mesh_;
    int axis_ = 1;
    std::uint32_t length_ = 1, links_ = 1;
    bool ring_ = false;
};

// Two words on the cores that collectives use, at the same address on all devices of a mesh; 0
// between calls.
struct Words {
    std::uint32_t ready, done;
};
Words words_of(MeshDevice& mesh);

// The core of a link's worker.
inline constexpr std::uint32_t kMostLinks = 4;
inline CoreCoord core_of(std::uint32_t link) {
    return {link, 0};
}

}  // namespace ttnn::ccl
