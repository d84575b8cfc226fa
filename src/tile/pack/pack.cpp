// Choosing the halves of a packer, and running them over a tile.
#include "tile/pack.hpp"

#include <algorithm>

#include "tile/pack/rows.hpp"
#include "tile/pack/tables.hpp"

namespace ironbird::tile {
namespace {

const EarlyRow* find_early(DstKind dst, Format intermediate) {
    for (const EarlyRow& row : pack_tables().early)
        if (row.dst == dst && row.intermediate == intermediate) return &row;
    return nullptr;
}

const LateRow* find_late(Format out, bool accumulate) {
    for (const LateRow& row : pack_tables().late)
        if (row.out == out && row.accumulate == accumulate) return &row;
    return nullptr;
}

// Integers stay what the packer reads them as; the sign of 32-bit ones is nobody's business here.
bool can_become(Format intermediate, Format out) {
    const FormatRow* from = find(intermediate);
    const FormatRow* to = find(out);
    if (from->family != Family::integer && to->family != Family::integer) return true;
    return intermediate == out ||
           (from->family == to->family && from->bits == 32 && to->bits == 32);
}

bool possible(const PackMode& mode) {
    return find_early(mode.dst, mode.intermediate) != nullptr &&
           find_late(mode.out, mode.accumulate) != nullptr &&
           can_become(mode.intermediate, mode.out);
}

// The threshold has the packer's 16-bit format: FP16 where it reads FP16 out of a 16-bit Dst.
std::uint32_t threshold_of(const PackMode& mode) {
    const FormatRow* row = find(mode.intermediate);
    const std::uint32_t t = mode.relu_threshold & 0xffffu;
    if (row->family != Family::a || mode.dst == DstKind::fp32) return t << 16;
    return t < 0x400 ? 0 : (t << 13) + (112u << 23);
}

// What the packer reads, after ReLU.
const std::uint32_t* read(const DstTile& d, bool fresh, const PackMode& mode,
                          std::uint32_t* buffer) {
    if (fresh) {
        std::fill_n(buffer, kTileDatums, 0u);
        return buffer;
    }
    find_early(mode.dst, mode.intermediate)->read(d, buffer);
    if (mode.relu != Relu::none) pack_tables().relu(buffer, mode.relu, threshold_of(mode));
    return buffer;
}

void pack_tile(const DstTile& d, bool fresh, Shape shape, std::uint8_t* l1, const PackMode& mode) {
    alignas(64) PackBuffer buffer;
    const std::uint32_t* words = read(d, fresh, mode, buffer);
    find_late(mode.out, mode.accumulate)->write_tile(words, shape, l1);
}

void pack_rows(const DstTile& d, bool fresh, Shape shape, std::uint32_t columns, std::uint8_t* l1,
               std::uint32_t row_bytes, const PackMode& mode) {
    alignas(64) PackBuffer buffer;
    const std::uint32_t* words = read(d, fresh, mode, buffer);
    find_late(mode.out, mode.accumulate)->write_rows(words, shape, columns, l1, row_bytes);
}

}  // namespace

PackTile tile_packer(const PackMode& mode) {
    if (!possible(mode)) return nullptr;
    if (mode.relu == Relu::none && !mode.accumulate)
        for (const FusedRow& row : pack_tables().fused)
            if (row.dst == mode.dst && row.intermediate == mode.intermediate && row.out == mode.out)
                return row.pack;
    return pack_tile;
}

PackRows row_packer(const PackMode& mode) {
    if (!possible(mode)) return nullptr;
    return find_late(mode.out, mode.accumulate)->write_rows == nullptr ? nullptr : pack_rows;
}

}  // namespace ironbird::tile
