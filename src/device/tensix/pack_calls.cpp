// Pack calls: tiles and rows from Dst into circular buffers.
#include "device/tensix/pack_call.hpp"

namespace ironbird::device {
namespace {

// What a reduction leaves of a tile: a column, a row or a single value.
bool in_result(std::uint32_t dim, std::uint32_t row, std::uint32_t column) {
    if (dim == IB_REDUCE_ROW) return column == 0;
    if (dim == IB_REDUCE_COL) return row == 0;
    return row == 0 && column == 0;
}

// The tile with zeros beside the result. That loses something only if it holds no result.
const tile::DstTile& masked(PackCall& c, std::uint32_t dst, std::uint32_t dim) {
    Tensix& t = c.t;
    const tile::DstTile& from = t.dst.pack_tile(dst);
    std::uint32_t lost = 0;
    for (std::uint32_t i = 0; i < tile::kTileDatums; i++) {
        const std::uint32_t face = i / tile::kFaceDatums, in_face = i % tile::kFaceDatums;
        const std::uint32_t row = face / 2 * 16 + in_face / 16;
        const std::uint32_t column = face % 2 * 16 + in_face % 16;
        const bool kept = in_result(dim, row, column);
        t.scratch_dst.word[i] = kept ? from.word[i] : 0;
        lost |= kept ? 0 : from.word[i];
    }
    if (lost != 0 && !t.dst.pack_reduced(dst)) c.report_mask();
    return t.scratch_dst;
}

void pack(PackCall& c, std::uint32_t dst, const ib_operand& out, tile::Shape shape,
          std::uint8_t* to) {
    const PackSide& side = c.side(out);
    if (side.tile == nullptr) [[unlikely]]
        c.refuse_conversion("packing", side.formats.reg, side.formats.l1);
    const bool fresh = c.t.dst.pack_fresh(dst);
    const bool mask = side.mask != IB_MASK_NONE && !fresh;
    c.writing();
    if (fresh) c.tell_unwritten(dst);
    c.tell(Access::By::pack, to, c.t.bytes(out.l1_format, shape));
    side.tile(mask ? masked(c, dst, side.mask) : c.t.dst.pack_tile(dst), fresh, shape, to,
              side.mode);
    c.written(c.t.bytes(out.l1_format, shape));
}

}  // namespace

extern "C" {

void ib_pack_configure(ib_operand out) {
    TensixCall c;
    c.charge(c.t.cost.configure);
    c.t.set_pack(out);
    c.t.pack.by = c.caller(__builtin_return_address(0));
}

void ib_pack_relu(std::uint32_t mode, std::uint32_t threshold) {
    TensixCall c;
    c.charge(c.t.cost.call);
    c.t.pack.mode.relu = static_cast<tile::Relu>(mode);
    c.t.pack.mode.relu_threshold = threshold;
    c.t.choose_packers();
}

void ib_pack_l1_accumulate(std::uint32_t on) {
    TensixCall c;
    c.charge(c.t.cost.call);
    c.t.pack.mode.accumulate = on != 0;
    c.t.choose_packers();
}

void ib_pack_reduce_mask(std::uint32_t dim) {
    TensixCall c;
    c.charge(c.t.cost.call);
    c.t.pack.mask = dim;
    c.t.pack.mask_by = c.caller(__builtin_return_address(0));
}

void ib_pack_tile(std::uint32_t dst, ib_operand out, std::uint32_t at) {
    PackCall c;
    c.need_dst(dst);
    c.need_tile(out);
    pack(c, dst, out, shape_of(out), c.write_tile(out, at));
}

// Rows of 16 datums, as they follow each other in Dst.
void ib_pack_rows(std::uint32_t dst, ib_operand out, std::uint32_t at, std::uint32_t rows) {
    PackCall c;
    c.need_dst(dst);
    if (rows == 0 || rows > 64 || (rows > 16 && rows % 16 != 0))
        c.fail(Fault::not_modelled, [rows] {
            return FaultText{fmt::format("packing {} rows of a tile is not modelled", rows),
                             "up to 16 rows and whole faces are"};
        });
    c.need_setup(setup::Unit::pack, setup::pack::some_rows(rows));
    const auto face_rows = static_cast<std::uint8_t>(std::min(rows, 16u));
    const tile::Shape shape{face_rows, static_cast<std::uint8_t>((rows + 15) / 16), 1};
    pack(c, dst, out, shape, c.write_tile(out, at));
}

}  // extern "C"

}  // namespace ironbird::device
