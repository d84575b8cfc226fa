// Page by page between host memory and the banks.
#include "host/buffer/placement.hpp"

#include <algorithm>

namespace ironbird::host {
namespace {

// Calls touch(spot, address, position in the transfer, length) for each piece of a page.
template <class Touch>
void for_each_piece(const Placement& where, std::uint64_t offset, std::uint64_t size, Touch touch) {
    for (std::uint64_t done = 0; done < size;) {
        const std::uint64_t page = (offset + done) / where.page_bytes;
        const std::uint64_t within = (offset + done) % where.page_bytes;
        const std::uint64_t length = std::min(where.page_bytes - within, size - done);
        const Spot spot = where.spot(page);
        touch(spot.bank, where.address + spot.row * where.stride + within, done, length);
        done += length;
    }
}

}  // namespace

void write_bytes(device::Chip& chip, const Placement& where, std::uint64_t offset,
                 std::span<const std::uint8_t> bytes) {
    for_each_piece(where, offset, bytes.size(),
                   [&](std::uint32_t bank, std::uint64_t address, auto at, auto length) {
                       const auto piece = bytes.subspan(at, length);
                       if (where.dram)
                           chip.write_dram(bank, address, piece);
                       else
                           chip.write_l1(bank, static_cast<std::uint32_t>(address), piece);
                   });
}

void read_bytes(device::Chip& chip, const Placement& where, std::uint64_t offset,
                std::span<std::uint8_t> bytes) {
    for_each_piece(where, offset, bytes.size(),
                   [&](std::uint32_t bank, std::uint64_t address, auto at, auto length) {
                       const auto piece = bytes.subspan(at, length);
                       if (where.dram)
                           chip.read_dram(bank, address, piece);
                       else
                           chip.read_l1(bank, static_cast<std::uint32_t>(address), piece);
                   });
}

}  // namespace ironbird::host
