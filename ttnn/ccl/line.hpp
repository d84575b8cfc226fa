// The devices of a collective as a line or ring, and what a worker on one of them needs to send
// along it.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <vector>

#include "ttnn/run.hpp"
#include "ttnn/types.hpp"

namespace ttnn::ccl {

using tt::tt_fabric::Topology;
using tt::tt_metal::SubDeviceId;

// One call's lines: along an axis of the mesh, or all of a mesh that is a line itself.
class Lines {
 public:
    // Checks the axis, the fabric and the links; `links` none: all that there are.
    Lines(std::string_view op, MeshDevice& mesh, std::optional<uint32_t> axis,
          std::optional<Topology> topology, std::optional<uint32_t> links);

    std::uint32_t length() const { return length_; }
    std::uint32_t links() const { return links_; }
    bool ring() const { return ring_; }
    int axis() const { return axis_; }
    std::uint32_t place(const MeshCoordinate& at) const { return at[axis_]; }
    std::uint32_t across(const MeshCoordinate& at) const { return at[1 - axis_]; }
    MeshCoordinate device(const MeshCoordinate& on_line, std::uint32_t place) const;

    // Devices ahead or behind that are meant.
    struct Reach {
        std::uint32_t first = 1;     // hops to the nearest of them
        std::uint32_t told = 0;      // how many get counts
        std::uint32_t data[2] = {};  // and data of the first and second half of the pages
    };
    // So that every other device gets everything once; on a ring of an even number of devices the
    // one opposite gets half of the data from either side, and is told twice.
    Reach halves(std::uint32_t place, bool forwards) const;
    std::uint32_t heard() const { return opposite() ? length_ : length_ - 1; }
    // The same without halves.
    Reach whole(std::uint32_t place, bool forwards) const;

    // Adds a flag and, if anybody is meant, the route and the connection for it.
    void append_way(const MeshCoordinate& from, bool forwards, const Reach& reach,
                    std::uint32_t link, tt::tt_metal::ProgramDescriptor& program,
                    const CoreCoord& core, std::vector<uint32_t>& args) const;
    // How a single device is reached, as ccl/kernels/send_routed.cpp reads it.
    std::uint32_t target(const MeshCoordinate& from, std::uint32_t to) const;

 private:
    tt::tt_fabric::FabricNodeId node(const MeshCoordinate& at) const;
    // Somebody is as far ahead as behind.
    bool opposite() const { return ring_ && length_ % 2 == 0; }
    // Whether a packet that comes from one device goes on from the next to the third.
    bool passes(const MeshCoordinate& from, const MeshCoordinate& by,
                const MeshCoordinate& to) const;
    void check_straight(std::string_view op, const MeshCoordinate& begin) const;
    bool closes(const MeshCoordinate& begin) const;
    std::optional<MeshCoordinate> next(const MeshCoordinate& from, bool forwards) const;

    MeshDevice& mesh_;
    int axis_ = 1;
    std::uint32_t length_ = 1, links_ = 1;
    bool ring_ = false;
};

// Of the pages of a link the first one of the second half: every link has some of both, since one
// half goes farther ahead and the other one farther behind. The first one is of whole batches,
// which do not run over the end of a circular buffer.
constexpr std::uint32_t second_half(std::uint32_t first, std::uint32_t count, std::uint32_t link) {
    constexpr std::uint32_t kBatch = 8;  // program.hpp
    const std::uint32_t half = (count + link % 2) / 2;
    return first + half / kBatch * kBatch + (half < kBatch ? std::bit_floor(half) : 0u);
}

// Words on the cores that collectives use, at the same address on all devices of a mesh; 0
// between calls.
struct Words {
    std::uint32_t ready, done;             // counts of devices
    std::uint32_t passing, ahead, behind;  // of pages: of sums that go on, that end here
};

// The core of a link's worker; where directions are apart the second one has a core of its own.
inline constexpr std::uint32_t kMostLinks = 4;

// Where the workers of a call run: two rows of cores, one core of each for every link.
struct Place {
    std::uint32_t x = 0, y = 0, links = kMostLinks;

    CoreCoord core(std::uint32_t link, bool second = false) const {
        return {x + link, y + (second ? 1 : 0)};
    }
    CoreRange cores() const { return {core(0), core(links - 1, true)}; }
    auto operator<=>(const Place&) const = default;
};
inline CoreCoord core_of(std::uint32_t link, bool second = false, const Place& place = {}) {
    return place.core(link, second);
}

// The cores that a caller allows: of a sub-device, of a set, or of both; none: any.
std::optional<CoreRangeSet> allowed_cores(std::string_view op, const Tensor& input,
                                          const std::optional<SubDeviceId>& subdevice,
                                          const std::optional<CoreRangeSet>& cores = std::nullopt);
// The first place among them; if any are allowed, among those of the first sub-device.
Place place_of(std::string_view op, const MeshDevice& mesh,
               const std::optional<CoreRangeSet>& cores, std::uint32_t links);

// What words are for. A device that is done with a collective may begin the next while others are
// still in the first. Inside one use it has then heard of all that count there; in another (along
// the other axis, of another kind, with another receiver, on other cores) it might count where
// somebody still waits for the first, so that each has words of its own.
enum class Protocol : std::uint8_t { gather, broadcast, one_to_all, one_to_one, reduce, routed };
struct Use {
    int axis;
    Protocol protocol;
    std::uint32_t receiver = 0;  // one_to_one: its place, as the others take no part
    Place place{};
    auto operator<=>(const Use&) const = default;
};
Words words_of(MeshDevice& mesh, const Use& use);

}  // namespace ttnn::ccl
