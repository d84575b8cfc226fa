// The mesh that a fabric spans: who is next to whom, and the way from one chip to another.
#pragma once

#include <cstdint>
#include <optional>

#include "arch/cluster.hpp"
#include "fabric/packet.hpp"

namespace ironbird::fabric {

// North or south first, then east or west.
struct Route {
    std::uint32_t vertical = 0, horizontal = 0;  // hops
    bool south = false, east = false;
    std::uint32_t hops() const { return vertical + horizontal; }
    arch::Direction first() const;  // of a route with hops
};

// Chips are numbered row by row. A value.
class Grid {
 public:
    Grid(const arch::Cluster& cluster, bool closes_rows, bool closes_columns)
        : rows_(cluster.rows()),
          columns_(cluster.columns()),
          wraps_x_(closes_rows && cluster.closed(true)),
          wraps_y_(closes_columns && cluster.closed(false)) {}

    std::uint32_t rows() const { return rows_; }
    std::uint32_t columns() const { return columns_; }
    std::uint32_t chips() const { return rows_ * columns_; }
    bool wraps(bool along_rows) const { return along_rows ? wraps_x_ : wraps_y_; }

    std::optional<std::uint32_t> neighbour(std::uint32_t chip, arch::Direction side) const;
    Route route(std::uint32_t from, std::uint32_t to) const;
    // Where a line that enters on this side leaves again. At the corners of a mesh that is not
    // closed it turns, so that the chips at its edge form a ring.
    arch::Direction ahead(std::uint32_t chip, arch::Direction entered) const;

 private:
    std::uint32_t neighbours(std::uint32_t chip) const;

    std::uint32_t rows_, columns_;
    bool wraps_x_, wraps_y_;
};

}  // namespace ironbird::fabric
