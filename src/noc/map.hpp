// What lies where on the NoC of one chip: nodes by coordinate, rectangles as lists of cores.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "arch/floorplan.hpp"
#include "noc/address.hpp"

namespace ironbird::noc {

// Position on the die.
struct Position {
    std::uint8_t x, y;
    constexpr bool operator==(const Position&) const = default;
};

// A node of the die that is modelled: cores come first (Tensix, then Ethernet), then DRAM
// controllers.
// A number becomes one on purpose alone; it is an index by itself.
struct NodeId {
    constexpr NodeId() = default;
    explicit constexpr NodeId(std::integral auto number)
        : number_(static_cast<std::uint16_t>(number)) {}
    constexpr operator std::uint16_t() const { return number_; }

 private:
    std::uint16_t number_ = 0;
};
inline constexpr NodeId kNoNode{0xffff};

// What a NoC coordinate means.
struct Place {
    NodeId node = kNoNode;
    arch::TileKind kind = arch::TileKind::none;
    Position at{};
};

// Owned by the chip's Network. Constant but for `receivers`, so that any thread may look.
class Map {
 public:
    explicit Map(const arch::Floorplan& plan);

    const Place& at(Corner c) const { return places_[c.y * 64u + c.x]; }
    std::uint32_t nodes() const { return cores_ + controllers_; }
    std::uint32_t cores() const { return cores_; }
    Position core_position(std::uint32_t core) const { return core_positions_[core]; }

    // Who answers requests: each core, then each DRAM bank. The banks of a controller are apart.
    std::uint32_t responders() const {
        return cores_ + static_cast<std::uint32_t>(bank_starts_.size());
    }
    std::uint32_t responder(NodeId node, std::uint64_t address) const {
        if (node < cores_) return node;
        std::uint32_t found = cores_;
        for (std::uint32_t i = 0; i < bank_starts_.size(); i++)
            if (bank_starts_[i].node == node && address >= bank_starts_[i].address)
                found = cores_ + i;
        return found;
    }

    std::uint32_t hops(Position from, Position to, std::uint32_t noc) const {
        return noc == 0 ? ring(to.x, from.x, grid_.x) + ring(to.y, from.y, grid_.y)
                        : ring(from.x, to.x, grid_.x) + ring(from.y, to.y, grid_.y);
    }

    // The cores of a rectangle, in the order in which the NoC walks it. Both corners must be on
    // the die. Remembered; for the network phase alone, which is one thread.
    const std::vector<NodeId>& receivers(Corner first, Corner last, std::uint32_t noc);

    // How many of them a sender reaches; slow, remembers nothing.
    std::uint32_t count_receivers(Corner first, Corner last, std::uint32_t noc, NodeId sender,
                                  bool with_self) const;

 private:
    static std::uint32_t ring(std::uint32_t to, std::uint32_t from, std::uint32_t length) {
        return to >= from ? to - from : to + length - from;
    }
    struct BankStart {
        NodeId node;  // its controller
        std::uint64_t address;
    };
    std::vector<NodeId> walk(Position first, Position last, std::uint32_t noc) const;

    std::array<Place, 64 * 64> places_{};
    std::vector<Position> core_positions_;
    std::vector<NodeId> die_;  // by physical position: the Tensix core there
    std::vector<BankStart> bank_starts_;
    arch::Grid grid_;
    std::uint32_t cores_, controllers_;
    std::unordered_map<std::uint32_t, std::vector<NodeId>> rectangles_;
};

}  // namespace ironbird::noc
