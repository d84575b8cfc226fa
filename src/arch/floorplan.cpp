// Builds the lookup tables from a product's columns, rows and endpoints.
#include "arch/floorplan.hpp"

#include <algorithm>

#include "base/fault.hpp"

namespace ironbird::arch {
namespace {

// The number on the die of the n-th column or row, as if none were harvested.
std::uint32_t nth(std::span<const std::uint32_t> numbers, std::uint32_t n) {
    std::vector<std::uint32_t> sorted(numbers.begin(), numbers.end());
    std::nth_element(sorted.begin(), sorted.begin() + n, sorted.end());
    return sorted[n];
}

// Wormhole renumbers every column and row; Blackhole keeps the die's numbers and only closes the
// gaps that harvesting leaves; Grayskull has no translation.
Virtual translate(const Product& p, Logical c) {
    if (p.family == Family::wormhole)
        return {p.tensix_virtual_start.x + c.x, p.tensix_virtual_start.y + c.y};
    return {nth(p.tensix_columns, c.x), nth(p.tensix_rows, c.y)};
}

}  // namespace

Floorplan::Floorplan(const Product& product) : product_(&product) {
    const Grid grid = product.tensix_grid();
    core_physical_.reserve(std::size_t{grid.x} * grid.y);
    const auto name_tile = [this](std::uint32_t x, std::uint32_t y, Tile tile, Physical at) {
        lookup_[y * 64 + x] = tile;
        positions_[y * 64 + x] = at;
    };
    for (std::uint32_t y = 0; y < grid.y; y++) {
        for (std::uint32_t x = 0; x < grid.x; x++) {
            const Physical at{product.tensix_columns[x], product.tensix_rows[y]};
            const auto index = static_cast<std::uint16_t>(core_physical_.size());
            core_physical_.push_back(at);
            core_virtual_.push_back(translate(product, {x, y}));
            const Virtual v = core_virtual_.back();
            // Wormhole's two numberings do not overlap; where they do, a number is a virtual one.
            if (product.family == Family::wormhole)
                name_tile(at.x, at.y, {TileKind::tensix, index}, at);
            name_tile(v.x, v.y, {TileKind::tensix, index}, at);
        }
    }
    tensix_cores_ = cores();
    for (std::uint32_t channel = 0; channel < product.ethernet.links; channel++) {
        const Physical at = product.ethernet.tiles[channel];
        const Virtual v = ethernet_virtual(product, channel);
        const Tile tile{TileKind::ethernet, static_cast<std::uint16_t>(cores())};
        core_physical_.push_back(at);
        core_virtual_.push_back(v);
        name_tile(v.x, v.y, tile, at);
        if (product.family == Family::wormhole) name_tile(at.x, at.y, tile, at);
    }
    for (const DramBank& bank : product.dram)
        for (const Physical& at : bank.endpoint)
            name_tile(at.x, at.y, {TileKind::dram, static_cast<std::uint16_t>(bank.controller)},
                      at);
}

Logical Floorplan::core_logical(std::uint32_t index) const {
    if (is_ethernet(index)) return {index - tensix_cores_, kEthernetRow};
    const std::uint32_t columns = product_->tensix_grid().x;
    return {index % columns, index / columns};
}

bool Floorplan::contains(Logical c) const {
    const Grid grid = product_->tensix_grid();
    return c.x < grid.x && c.y < grid.y;
}

Virtual Floorplan::to_virtual(Logical c) const {
    const std::uint32_t core = core_index(c);
    invariant(core < cores(), "logical core on the chip");
    return core_virtual_[core];
}

std::optional<Logical> Floorplan::to_logical(Virtual v) const {
    const Tile tile = at(v.x, v.y);
    if (tile.kind != TileKind::tensix) return std::nullopt;
    return core_logical(tile.index);
}

Physical Floorplan::position(std::uint32_t noc_x, std::uint32_t noc_y) const {
    return positions_[noc_y * 64 + noc_x];
}

std::uint32_t Floorplan::bank_of(std::uint32_t controller, std::uint64_t address) const {
    std::uint32_t found = 0;
    for (std::uint32_t i = 0; i < product_->dram.size(); i++)
        if (product_->dram[i].controller == controller && address >= product_->dram[i].offset)
            found = i;
    return found;
}

std::uint32_t Floorplan::hops(Physical from, Physical to, std::uint32_t noc) const {
    const Grid grid = product_->noc_grid;
    // NoC0 runs towards larger numbers, NoC1 towards smaller ones; both wrap round.
    if (noc == 1) std::swap(from, to);
    return (to.x + grid.x - from.x) % grid.x + (to.y + grid.y - from.y) % grid.y;
}

}  // namespace ironbird::arch
