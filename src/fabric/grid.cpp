// Neighbours and shortest ways on a mesh or torus.
#include "fabric/grid.hpp"

namespace ironbird::fabric {
namespace {

using arch::Direction;

struct Leg {
    std::uint32_t hops;
    bool up;  // towards higher numbers
};

// Of two ways round that are as long, the one towards higher numbers.
Leg leg(std::uint32_t from, std::uint32_t to, std::uint32_t length, bool closed) {
    const std::uint32_t up = (to + length - from) % length;
    if (!closed) return to >= from ? Leg{to - from, true} : Leg{from - to, false};
    return 2 * up <= length ? Leg{up, true} : Leg{length - up, false};
}

std::optional<std::uint32_t> moved(std::uint32_t at, bool up, std::uint32_t length, bool closed) {
    if (up ? at + 1 < length : at > 0) return up ? at + 1 : at - 1;
    if (!closed) return std::nullopt;
    return up ? 0 : length - 1;
}

}  // namespace

Direction Route::first() const {
    if (vertical > 0) return south ? Direction::south : Direction::north;
    return east ? Direction::east : Direction::west;
}

std::optional<std::uint32_t> Grid::neighbour(std::uint32_t chip, Direction side) const {
    const std::uint32_t row = chip / columns_, column = chip % columns_;
    if (side == Direction::east || side == Direction::west) {
        const auto to = moved(column, side == Direction::east, columns_, wraps_x_);
        return to ? std::optional(row * columns_ + *to) : std::nullopt;
    }
    const auto to = moved(row, side == Direction::south, rows_, wraps_y_);
    return to ? std::optional(*to * columns_ + column) : std::nullopt;
}

Route Grid::route(std::uint32_t from, std::uint32_t to) const {
    const Leg down = leg(from / columns_, to / columns_, rows_, wraps_y_);
    const Leg right = leg(from % columns_, to % columns_, columns_, wraps_x_);
    return {down.hops, right.hops, down.up, right.up};
}

std::uint32_t Grid::neighbours(std::uint32_t chip) const {
    std::uint32_t count = 0;
    for (const Direction d : arch::kDirections) count += neighbour(chip, d) ? 1 : 0;
    return count;
}

Direction Grid::ahead(std::uint32_t chip, Direction entered) const {
    if (neighbours(0) == 2 && neighbours(chip) == 2)
        for (const Direction d : arch::kDirections)
            if (d != entered && neighbour(chip, d)) return d;
    return arch::opposite(entered);
}

}  // namespace ironbird::fabric
