// Where everything is on one chip: the coordinate systems of a product, worked out once.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "arch/product.hpp"
#include "base/coord.hpp"
#include "base/core_name.hpp"

namespace ironbird::arch {

enum class TileKind : std::uint8_t { none, tensix, dram, ethernet, pcie, other };

// What a coordinate names: a core or a DRAM controller, by index.
struct Tile {
    TileKind kind = TileKind::none;
    std::uint16_t index = 0;
};

class Floorplan {
 public:
    explicit Floorplan(const Product& product);

    const Product& product() const { return *product_; }

    // Whatever has an L1 and processors: Tensix cores first, row by row over tensix_grid(), then
    // Ethernet cores by channel. DRAM controllers are numbered as in the product.
    std::uint32_t cores() const { return static_cast<std::uint32_t>(core_physical_.size()); }
    std::uint32_t tensix_cores() const { return tensix_cores_; }
    bool is_ethernet(std::uint32_t core) const { return core >= tensix_cores_; }
    std::uint32_t core_index(Logical c) const {
        return c.y == kEthernetRow ? tensix_cores_ + c.x : c.y * product_->tensix_grid().x + c.x;
    }
    Logical core_logical(std::uint32_t index) const;
    std::uint32_t l1_bytes(std::uint32_t core) const {
        return is_ethernet(core) ? product_->ethernet.l1_bytes : product_->memory.l1_bytes;
    }
    bool contains(Logical c) const;  // as a Tensix core

    Virtual to_virtual(Logical c) const;
    Physical to_physical(Logical c) const { return core_physical_[core_index(c)]; }
    Physical core_physical(std::uint32_t index) const { return core_physical_[index]; }
    std::optional<Logical> to_logical(Virtual v) const;

    // What a coordinate in a NoC address names; physical numbers of DRAM tiles included.
    Tile at(std::uint32_t noc_x, std::uint32_t noc_y) const {
        return noc_x < 64 && noc_y < 64 ? lookup_[noc_y * 64 + noc_x] : Tile{};
    }

    // Position on the die of the tile that a NoC address names.
    Physical position(std::uint32_t noc_x, std::uint32_t noc_y) const;

    // Bank of an address in a DRAM controller.
    std::uint32_t bank_of(std::uint32_t controller, std::uint64_t address) const;

    // Hops from one tile to another on a NoC (two unidirectional tori).
    std::uint32_t hops(Physical from, Physical to, std::uint32_t noc) const;

 private:
    const Product* product_;
    std::uint32_t tensix_cores_ = 0;
    std::vector<Physical> core_physical_;
    std::vector<Virtual> core_virtual_;
    std::array<Tile, 64 * 64> lookup_{};
    std::array<Physical, 64 * 64> positions_{};
};

}  // namespace ironbird::arch
