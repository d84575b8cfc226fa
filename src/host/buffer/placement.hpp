// Where each page of a buffer lies on a chip, and the copying between host memory and there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "device/engine.hpp"

namespace ironbird::host {

// A page's bank (DRAM) or core (L1, by number on the floor plan) and its row there.
struct Spot {
    std::uint32_t bank;
    std::uint32_t row;
    bool operator==(const Spot&) const = default;
};

struct Placement {
    bool dram = true;
    std::uint64_t address = 0;        // of row 0 in every bank
    std::uint64_t page_bytes = 0;     // of data
    std::uint64_t stride = 0;         // from row to row
    std::uint64_t first_page = 0;     // of a view in its root buffer
    std::vector<std::uint32_t> ring;  // interleaved: banks or cores in turn
    std::vector<Spot> spots;          // sharded: by page of the root buffer

    Spot spot(std::uint64_t page) const {
        page += first_page;
        if (!spots.empty()) return spots[page];
        return {ring[page % ring.size()], static_cast<std::uint32_t>(page / ring.size())};
    }
};

// Bytes of the buffer from offset on, in the order of its pages.
void write_bytes(device::Chip& chip, const Placement& where, std::uint64_t offset,
                 std::span<const std::uint8_t> bytes);
void read_bytes(device::Chip& chip, const Placement& where, std::uint64_t offset,
                std::span<std::uint8_t> bytes);

}  // namespace ironbird::host
