// Row-major data: tiles out of rows for unpack, rows out of tiles for unpack and pack.
#include "device/tensix/pack_call.hpp"
#include "device/tensix/unpack_call.hpp"

namespace ironbird::device {
namespace {

enum : std::uint32_t { kDiagonal = 1, kNarrow = 2, kDense = 4 };

std::uint32_t datum_bytes(tile::Format format) {
    const tile::FormatRow* row = tile::find(format);
    return row == nullptr ? 0 : row->bits / 8u;
}

tile::Shape shape_of_faces(std::uint32_t faces, std::uint32_t face_rows) {
    return {static_cast<std::uint8_t>(face_rows), static_cast<std::uint8_t>(faces > 2 ? 2 : 1),
            static_cast<std::uint8_t>(faces > 1 ? 2 : 1)};
}

std::uint32_t columns_of(tile::Shape s) {
    return s.across * 16u;
}

// Rows of `block` tiles in L1, as many as a tile has; they begin `first` tiles past the read
// pointer, whatever the CB's pages are.
struct RowBlock {
    RowBlock(UnpackCall& c, const ib_operand& op, tile::Shape shape, std::uint32_t first,
             std::uint32_t block)
        : tile_bytes(shape.across * 16u * datum_bytes(format_of(op.l1_format))),
          row_bytes(block * tile_bytes),
          start(c.read_tile(op, 0) + std::size_t{first} * c.bytes(op)) {
        const ib_cb_interface& i = c.context.cb[op.cb];
        const std::uint64_t rows = shape.down * shape.face_rows;
        const std::uint64_t end =
            i.fifo_rd_ptr * 16ull + std::uint64_t{first} * c.bytes(op) + rows * row_bytes;
        if (end > i.fifo_limit * 16ull) c.refuse_tile(op.cb, first + block - 1);
        c.tell(Access::By::unpack, start, static_cast<std::uint32_t>(rows * row_bytes));
    }
    const std::uint8_t* tile(std::uint32_t t) const { return start + t * tile_bytes; }

    std::uint32_t tile_bytes, row_bytes;  // of one row
    const std::uint8_t* start;
};

void tilize(UnpackCall& c, SrcEntry& e, const ib_operand& op, tile::Shape shape,
            const std::uint8_t* from, std::uint32_t row_bytes, bool to_dst) {
    const UnpackSide& side = c.side(0, op);
    e.to_dst = to_dst;
    e.shape_a = e.shape_b = shape;
    if (to_dst ? side.rows_to_dst == nullptr : side.rows == nullptr)
        c.refuse_conversion("tilizing", side.formats.l1, side.formats.reg);
    if (to_dst)
        side.rows_to_dst(from, row_bytes, shape, e.direct);
    else
        side.rows(from, row_bytes, shape, e.a());
}

// Where datum `i` of linear chunk `chunk` lies: source tile and place in it.
struct Origin {
    std::uint32_t tile, at;
};
Origin origin(std::uint32_t chunk, std::uint32_t i, std::uint32_t across) {
    const std::uint32_t linear = chunk * tile::kTileDatums + i;
    const std::uint32_t row = linear / (32 * across), column = linear % (32 * across);
    const std::uint32_t face = row / 16 * 2 + column % 32 / 16;
    return {column / 32, face * tile::kFaceDatums + row % 16 * 16 + column % 16};
}

}  // namespace

extern "C" {

void ib_unpack_tilize(ib_operand op, std::uint32_t first, std::uint32_t tile, std::uint32_t block,
                      std::uint32_t flags) {
    UnpackCall c;
    SrcEntry& e = c.begin(1, 1);
    const tile::Shape shape = shape_of(op);
    c.need((flags & IB_UNPACK_FAST) != 0
               ? setup::unpack::rows(setup::Loop::fast_rows, setup::unpack::kTilizesFast)
               : setup::unpack::rows(setup::Loop::rows, setup::unpack::kTilizes));
    const RowBlock rows(c, op, shape, first, block);
    const bool to_dst = (flags & IB_UNPACK_TO_DST) != 0;
    tilize(c, e, op, shape, rows.tile(tile), rows.row_bytes, to_dst);
    c.end(e, to_dst ? UnpackCall::kUntilTaken : shape.faces(), c.cycles_alone(op));
}

void ib_unpack_tilize_pair(ib_operand a, ib_operand b, std::uint32_t tile_a, std::uint32_t tile_b,
                           std::uint32_t block, std::uint32_t num_faces, std::uint32_t face_rows,
                           std::uint32_t flags) {
    UnpackCall c;
    SrcEntry& e = c.begin(1, 1);
    const tile::Shape shape = shape_of_faces(num_faces, face_rows);
    c.need(setup::unpack::rows(setup::Loop::rows_pair, setup::unpack::kTilizes)
               .without(setup::unpack::kRead));
    const RowBlock rows(c, a, shape, 0, block);
    tilize(c, e, a, shape, rows.tile(tile_a), rows.row_bytes, false);
    if ((flags & IB_UNPACK_NEGINF_A) != 0) fill_rest(e.a(), shape);
    e.shape_b = shape_of(b);
    if ((flags & IB_UNPACK_DUMMY_B) == 0) c.tile(1, b, tile_b, e.shape_b, e.b());
    c.end(e, shape.faces(), c.cycles_shared(a, b));
}

void ib_unpack_untilize(ib_operand op, std::uint32_t tile, std::uint32_t across) {
    UnpackCall c;
    SrcEntry& e = c.begin(1, 1);
    c.need(setup::unpack::to_rows());
    e.shape_a = e.shape_b = shape_of(op);
    for (std::uint32_t t = 0; t < across; t++) {
        c.tile(0, op, t, shape_of(op), c.t.scratch_src);
        for (std::uint32_t i = 0; i < tile::kTileDatums; i++) {
            const Origin from = origin(tile, i, across);
            if (from.tile == t) e.a().word[i] = c.t.scratch_src.word[from.at];
        }
    }
    e.a().fine = c.t.scratch_src.fine;
    c.end(e, e.shape_a.faces(), c.cycles_alone(op));
}

void ib_pack_untilize(const ib_pack_untilize_call* call) {
    const ib_pack_untilize_call& u = *call;
    PackCall c;
    c.need_dst(u.dst, u.block_ct * u.block_rt);
    const PackSide& side = c.side(u.out);
    const bool by_strides = c.t.silicon == tile::Silicon::blackhole;
    c.need_setup(setup::Unit::pack, setup::pack::untilize(u.block_ct, u.full_ct, by_strides) |
                                        setup::set(setup::pack::kSync, setup::kYes));
    if ((u.flags & (kDiagonal | kDense)) != 0)
        c.fail(Fault::not_modelled, [] {
            return FaultText{"pack_untilize in its diagonal and dense forms is not modelled", {}};
        });
    if (side.rows == nullptr) c.refuse_conversion("untilizing", side.formats.reg, side.formats.l1);
    const bool narrow = (u.flags & kNarrow) != 0;
    tile::Shape shape = shape_of_faces(u.num_faces, u.face_rows);
    if (narrow && u.num_faces == 2) shape = {shape.face_rows, 2, 1};  // faces of one column
    const std::uint32_t columns = narrow ? u.row_datums : columns_of(shape);
    const std::uint32_t datum = datum_bytes(side.formats.l1);
    const std::uint32_t row_bytes = u.full_ct * columns * datum;
    const std::uint32_t tile_rows = shape.down * shape.face_rows;
    std::uint8_t* to = c.write_tile(u.out, 0) + u.block_c_index * u.block_ct * columns * datum;
    c.need_room(u.out, u.block_rt * tile_rows * row_bytes);
    c.writing();
    c.tell(Access::By::pack, to,
           u.block_rt * tile_rows * row_bytes - row_bytes + u.block_ct * columns * datum);
    const std::uint32_t page = c.context.cb[u.out.cb].fifo_page_size * 16;
    for (std::uint32_t r = 0; r < u.block_rt; r++) {
        for (std::uint32_t i = 0; i < u.block_ct; i++) {
            const std::uint32_t dst = u.dst + r * u.block_ct + i;
            side.rows(c.t.dst.pack_tile(dst), c.t.dst.pack_fresh(dst), shape, columns,
                      to + r * u.full_ct * page + i * columns * datum, row_bytes, side.mode);
        }
    }
    c.packed_rows(u.block_ct * u.block_rt);
}

}  // extern "C"

}  // namespace ironbird::device
