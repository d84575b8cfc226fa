// One call of the pack processor: reads Dst, writes a circular buffer.
#pragma once

#include "device/tensix/tensix_call.hpp"

namespace ironbird::device {

// Lives on the fiber's stack while the call lasts.
struct PackCall : TensixCall {
    PackCall() { begin(); }

    // The packer as it is set; one that was never set takes the operand's formats.
    const PackSide& side(const ib_operand& out) {
        check_formats(2, t.pack.formats, out, t.pack.by);
        if (t.pack.formats.l1 == tile::Format::none) [[unlikely]]
            t.set_pack(out);
        return t.pack;
    }

    void need_dst(std::uint32_t first, std::uint32_t count = 1) {
        if (!t.dst.pack_holds()) [[unlikely]]
            refuse_order("pack reads Dst before math has handed it over",
                         "tile_regs_commit and tile_regs_wait come first");
        if (first + count > t.dst.capacity() || first + count < first) [[unlikely]]
            refuse_dst(first + count - 1);
    }

    // Where the tile goes: `at` pages past the write pointer, or behind the last one.
    std::uint8_t* write_tile(const ib_operand& out, std::uint32_t at) {
        ib_cb_interface& i = context.cb[out.cb % IB_MAX_CBS];
        if (at != IB_PACK_NEXT)
            return l1_range(out,
                            page_at(out, i.fifo_wr_ptr, std::uint64_t{at} * i.fifo_page_size, at));
        const std::uint32_t address =
            page_at(out, i.fifo_wr_ptr, i.fifo_wr_tile_ptr,
                    i.fifo_page_size != 0 ? i.fifo_wr_tile_ptr / i.fifo_page_size : 0);
        i.fifo_wr_tile_ptr += i.fifo_page_size;
        return l1_range(out, address);
    }

    // Refuses a tile unless `bytes` fit between the write pointer and the end of the CB.
    void need_room(const ib_operand& out, std::uint32_t bytes) {
        const ib_cb_interface& i = context.cb[out.cb];
        if (i.fifo_wr_ptr * 16 + std::uint64_t{bytes} > i.fifo_limit * 16) [[unlikely]]
            refuse_tile(out.cb, (bytes - 1) / (i.fifo_page_size * 16));
    }

    // What the packer must be set up for.
    void need_tile(const ib_operand& out) {
        const std::uint64_t shape = loop_shape(out);
        setup::Fields need = setup::pack::started(shape);
        if (out.rows == IB_ROWS_TILIZED && t.silicon == tile::Silicon::blackhole)
            need = setup::pack::tilize(shape);
        if (out.rows == IB_ROWS_TILIZED_FAST) need = setup::pack::fast_rows();
        need_setup(setup::Unit::pack, need);
    }

    // A reduction's mask clears a tile that holds no reduction.
    [[gnu::cold]] void report_mask();

    // Before and after L1 changes: writes on their way take what was there; pollers look again.
    void writing() { core.catch_up_departures(clock()); }
    void written(std::uint32_t bytes) {
        const std::uint32_t rate =
            t.pack.mode.accumulate ? t.cost.pack_bytes_accumulating : t.cost.pack_bytes;
        finish(bytes / rate + t.cost.pack_fixed);
    }
    void packed_rows(std::uint32_t tiles) { finish(tiles * t.cost.untilize + t.cost.pack_fixed); }

    void finish(std::uint32_t cycles) {
        work(cycles);
        t.work.pack += Cycles{cycles};
        core.words_changed(clock());
        p.spins = 0;
    }
};

}  // namespace ironbird::device
