// One unpack call: takes a slot of the Src queue, fills it, hands it over.
#pragma once

#include "device/tensix/tensix_call.hpp"

namespace ironbird::device {

// Fills what a tile of fewer faces or rows lacks with minus infinity, for a reduction by maximum.
inline void fill_rest(tile::SrcTile& t, tile::Shape s) {
    constexpr std::uint32_t kNegativeInfinity = 0xff800000;
    for (std::uint32_t face = 0; face < 4; face++) {
        const std::uint32_t rows = face < s.faces() ? s.face_rows : 0;
        std::fill(t.word.begin() + face * tile::kFaceDatums + rows * 16,
                  t.word.begin() + (face + 1) * tile::kFaceDatums, kNegativeInfinity);
    }
}

// Lives on the fiber's stack while the call lasts.
struct UnpackCall : TensixCall {
    // More fills than there are banks: the call lasts until math has taken the entry.
    static constexpr std::uint32_t kUntilTaken = SrcQueue::kBanks + 1;

    SrcEntry& begin(std::uint32_t tiles_a, std::uint32_t tiles_b) {
        TensixCall::begin();
        if (t.src.full()) core.park(p, sim::wait_for_math(t.src.taken_when_room()));
        SrcEntry& e = t.src.slot();
        e.tiles_a = tiles_a;
        e.tiles_b = tiles_b;
        e.to_dst = false;
        for (std::uint32_t i = 0; i < tiles_a + tiles_b; i++) {
            e.tiles[i].layout = tile::SrcLayout::words;
            e.tiles[i].lent = nullptr;
        }
        return e;
    }

    // The unpacker of a register as it is set; one that was never set takes the operand's formats.
    const UnpackSide& side(std::uint32_t which, const ib_operand& op) {
        UnpackSide& s = t.unpack[which];
        check_formats(which, s.formats, op, s.format_by);
        if (s.formats.l1 == tile::Format::none) [[unlikely]]
            t.set_unpack(which, op);
        return s;
    }

    // The tile's faces are as the unpacker of a register counts them.
    void need_shape(std::uint32_t which, const ib_operand& op) {
        const UnpackSide& s = t.unpack[which];
        if (s.shape != loop_shape(op)) [[unlikely]]
            report_shape(which, op);
    }
    [[gnu::cold]] void report_shape(std::uint32_t which, const ib_operand& op);

    // What the unpacker must be set up for, unless the kernel has its own loop.
    void need(const setup::Fields& loop, std::uint32_t flags = 0) {
        if ((flags & IB_UNPACK_CUSTOM) == 0) need_setup(setup::Unit::unpack, loop);
    }
    void need_tiles(const setup::Fields& loop, std::uint32_t flags = 0) {
        need(loop | setup::unpack::tiles_again(), flags);
    }

    // `use`: the form that the tile's only reader takes quickest; plain words by default.
    void tile(std::uint32_t which, const ib_operand& op, std::uint32_t index, tile::Shape shape,
              tile::SrcTile& into, tile::UnpackSrc UnpackSide::* use = &UnpackSide::tile) {
        const UnpackSide& s = side(which, op);
        if (s.*use == nullptr) [[unlikely]]
            refuse_conversion("unpacking", s.formats.l1, s.formats.reg);
        const std::uint8_t* from = read_tile(op, index);
        tell(Access::By::unpack, from, t.bytes(op.l1_format, shape));
        (s.*use)(from, shape, into);
    }

    std::uint32_t bytes(const ib_operand& op) const { return t.bytes(op.l1_format, shape_of(op)); }
    std::uint32_t cycles_alone(const ib_operand& op) const {
        return bytes(op) / t.cost.unpack_bytes;
    }
    std::uint32_t cycles_shared(const ib_operand& a, const ib_operand& b) const {
        return std::max(bytes(a), bytes(b)) / t.cost.unpack_bytes_shared;
    }
    // A block of matmul: the chip keeps the shorter side's tile and streams the other past it.
    // What streams into SrcB meets the other unpacker at the kept tiles only, what streams into
    // SrcA for at least a share of its bytes.
    std::uint32_t cycles_products(const ib_operand& in0, const ib_operand& in1, std::uint32_t ct,
                                  std::uint32_t rt) const {
        const std::uint32_t shared = cycles_shared(in0, in1), kept = std::min(ct, rt);
        const std::uint32_t alone = cycles_alone(ct >= rt ? in1 : in0), all = ct * rt;
        if (all > 1 && !t.cost.block_shared) return all * alone;
        const std::uint32_t least = kept * shared + (all - kept) * alone;
        const std::uint32_t quarters = t.cost.block_shared_quarters;
        const std::uint32_t met = all * (quarters * shared + (4 - quarters) * alone) / 4;
        return ct >= rt ? std::max(least, met) : least;
    }

    // Hands the entry over; returns when both banks suffice for what math has not taken yet.
    void end(SrcEntry& e, std::uint32_t fills, std::uint32_t cycles) {
        e.fills = std::max(fills, 1u);
        e.cycles = Cycles{std::max(cycles, t.cost.call) / e.fills + t.cost.unpack_fill};
        const std::uint32_t number = t.src.put(clock());
        core.src_filled();
        if (t.src.settled(number)) {
            e.own();
        } else {  // tiles stay in L1 if math is the next to run, as it usually is
            core.lend_tiles();
            core.park(p, sim::wait_for_math(t.src.taken_when_settled(number)));
        }
        const Cycles busy = e.cycles * e.fills;
        const Cycles end = std::max(clock(), t.src.unpacked(number));
        core.wait_until(p, end - std::min(end, busy), sim::wait_for(sim::WaitKind::src_empty));
        p.set_clock(end);
        t.work.unpack += busy;
        p.spins = 0;
    }
};

}  // namespace ironbird::device
