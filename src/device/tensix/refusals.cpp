// What compute kernels do wrong, in words.
#include "device/fault/stack_trace.hpp"
#include "device/tensix/tensix_call.hpp"

namespace ironbird::device {
namespace {

std::string name(tile::Format format) {
    const tile::FormatRow* row = tile::find(format);
    return row != nullptr ? std::string(row->name) : "none";
}

}  // namespace

void TensixCall::refuse_cb(std::uint32_t cb) {
    const std::uint32_t count = core.cb_count;
    fail(Fault::cb_index, [cb, count] {
        return FaultText{fmt::format("CB index {} is out of range", cb),
                         fmt::format("this chip has {} circular buffers on each core", count)};
    });
}

void TensixCall::refuse_tile(std::uint32_t cb, std::uint32_t tile) {
    const ib_cb_interface i = context.cb[cb];
    if (i.fifo_size == 0)
        fail(Fault::cb_index, [cb] {
            return FaultText{fmt::format("CB {} is used but not set up on this core", cb),
                             "no CreateCircularBuffer of the program names it here"};
        });
    const bool pack = p.index == 4;
    fail(Fault::tile_index, [=] {
        const std::uint32_t start = i.fifo_limit - i.fifo_size;
        const std::uint32_t pointer = pack ? i.fifo_wr_ptr : i.fifo_rd_ptr;
        return FaultText{
            fmt::format("tile {} is outside CB {}", tile, cb),
            fmt::format("CB {} has {} page{}; its {} pointer stands at page {}, and tiles do not "
                        "wrap round its end",
                        cb, i.fifo_num_pages, i.fifo_num_pages == 1 ? "" : "s",
                        pack ? "write" : "read", (pointer - start) / i.fifo_page_size)};
    });
}

void TensixCall::refuse_dst(std::uint32_t index) {
    const std::uint32_t capacity = t.dst.capacity();
    const bool wide = t.settings.fp32_dest != 0, full = t.settings.full_sync != 0;
    fail(Fault::dst_index, [=] {
        return FaultText{fmt::format("Dst tile {} does not exist", index),
                         fmt::format("with {} data and {} sync a section of Dst has {} tiles",
                                     wide ? "32-bit" : "16-bit", full ? "full" : "half", capacity)};
    });
}

void TensixCall::refuse_order(const char* what, const char* why) {
    fail(Fault::dst_order, [=] { return FaultText{what, why}; });
}

void TensixCall::refuse_conversion(const char* unit, tile::Format from, tile::Format to) {
    fail(Fault::not_modelled, [=] {
        return FaultText{
            fmt::format("{} from {} to {} is not modelled", unit, name(from), name(to)), {}};
    });
}

void TensixCall::refuse_operands(const char* math_wants) {
    const SrcEntry& e = t.src.front();
    const std::uint32_t a = e.tiles_a, b = e.tiles_b;
    const bool direct = e.to_dst;
    fail(Fault::src_order, [=] {
        return FaultText{
            fmt::format("math wants {}, which is not what unpack supplies", math_wants),
            direct ? std::string("unpack put a tile straight into Dst")
                   : fmt::format("unpack put {} tile{} into SrcA and {} into SrcB", a,
                                 a == 1 ? "" : "s", b)};
    });
}

// The chip's MOVD2A and MOVD2B read 8-bit integers as halves of a word.
void TensixCall::refuse_bytes(const char* what) {
    fail(Fault::not_modelled, [=] {
        return FaultText{fmt::format("{} of 8-bit integers is not modelled", what),
                         "the chip moves the upper 16 of their 32 bits from Dst back to Src, which "
                         "leaves nothing; sums along rows, and sums and maxima along columns, stay "
                         "in Dst"};
    });
}

void TensixCall::report_formats(std::uint32_t unit, const Formats& set, const ib_operand& op,
                                SetBy by) {
    const std::uint64_t bit = std::uint64_t{1} << (op.cb % 64);
    if ((t.reported[unit] & bit) != 0) return;
    t.reported[unit] |= bit;
    t.findings.push_back({static_cast<std::uint8_t>(unit), op.cb, p.index, set, formats_of(op), by,
                          p.clock(), walk_stack(__builtin_frame_address(0), p.block())});
}

}  // namespace ironbird::device
