// Flattens the floor plan into one lookup.
#include "noc/map.hpp"

#include <algorithm>

namespace ironbird::noc {
namespace {

Position narrow(Physical p) {
    return {static_cast<std::uint8_t>(p.x), static_cast<std::uint8_t>(p.y)};
}

}  // namespace

Map::Map(const arch::Floorplan& plan)
    : grid_(plan.product().noc_grid),
      cores_(plan.cores()),
      controllers_(plan.product().dram_controllers) {
    for (std::uint32_t y = 0; y < 64; y++) {
        for (std::uint32_t x = 0; x < 64; x++) {
            const arch::Tile tile = plan.at(x, y);
            Place& place = places_[y * 64 + x];
            place.kind = tile.kind;
            if (tile.kind == arch::TileKind::none) continue;
            place.at = narrow(plan.position(x, y));
            if (tile.kind == arch::TileKind::tensix || tile.kind == arch::TileKind::ethernet)
                place.node = NodeId(tile.index);
            if (tile.kind == arch::TileKind::dram) place.node = NodeId(cores_ + tile.index);
        }
    }
    for (const arch::DramBank& bank : plan.product().dram)
        bank_starts_.push_back({NodeId(cores_ + bank.controller), bank.offset});
    die_.assign(std::size_t{grid_.x} * grid_.y, kNoNode);
    for (std::uint32_t core = 0; core < cores_; core++) {
        const Position at = narrow(plan.core_physical(core));
        core_positions_.push_back(at);
        if (!plan.is_ethernet(core)) die_[at.y * grid_.x + at.x] = NodeId(core);
    }
}

std::vector<NodeId> Map::walk(Position first, Position last, std::uint32_t noc) const {
    const auto next = [noc](std::uint32_t v, std::uint32_t length) {
        return noc == 0 ? (v + 1) % length : (v + length - 1) % length;
    };
    std::vector<NodeId> found;
    for (std::uint32_t y = first.y;; y = next(y, grid_.y)) {
        for (std::uint32_t x = first.x;; x = next(x, grid_.x)) {
            if (const NodeId core = die_[y * grid_.x + x]; core != kNoNode) found.push_back(core);
            if (x == last.x) break;
        }
        if (y == last.y) break;
    }
    return found;
}

std::uint32_t Map::count_receivers(Corner first, Corner last, std::uint32_t noc, NodeId sender,
                                   bool with_self) const {
    const auto found = walk(at(first).at, at(last).at, noc);
    const auto others =
        std::count_if(found.begin(), found.end(), [&](NodeId r) { return r != sender; });
    return static_cast<std::uint32_t>(with_self ? found.size() : static_cast<std::size_t>(others));
}

const std::vector<NodeId>& Map::receivers(Corner first, Corner last, std::uint32_t noc) {
    const std::uint32_t key =
        first.x | (first.y << 6u) | (last.x << 12u) | (last.y << 18u) | (noc << 24u);
    auto it = rectangles_.find(key);
    if (it == rectangles_.end())
        it = rectangles_.emplace(key, walk(at(first).at, at(last).at, noc)).first;
    return it->second;
}

}  // namespace ironbird::noc
