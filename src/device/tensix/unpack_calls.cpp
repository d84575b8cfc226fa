// Unpack calls: tiles from circular buffers into SrcA and SrcB.
#include "device/tensix/unpack_call.hpp"

namespace ironbird::device {
namespace {

void transpose(tile::SrcTile& t, std::uint32_t flags) {
    if ((flags & IB_UNPACK_TRANSPOSE_WITHIN) != 0) tile::transpose_within_faces(t);
    if ((flags & IB_UNPACK_TRANSPOSE_FACES) != 0) tile::swap_middle_faces(t);
}

void transpose(tile::DstTile& t, std::uint32_t flags) {
    if ((flags & IB_UNPACK_TRANSPOSE_WITHIN) != 0) tile::transpose_within_faces(t);
    if ((flags & IB_UNPACK_TRANSPOSE_FACES) != 0) tile::swap_middle_faces(t);
}

tile::Shape transposed(tile::Shape s, std::uint32_t flags) {
    if ((flags & IB_UNPACK_TRANSPOSE_FACES) != 0) std::swap(s.down, s.across);
    return s;
}

// A row broadcast takes row 0 of SrcB.
void move_row(tile::SrcTile& t, std::uint32_t row) {
    const std::uint32_t face = row / 16 * 2, in_face = row % 16 * 16;
    for (std::uint32_t f = 0; f < 2; f++)
        std::copy_n(t.word.begin() + (face + f) * tile::kFaceDatums + in_face, 16,
                    t.word.begin() + f * tile::kFaceDatums);
}

tile::Shape shape_for(const ib_operand& op, std::uint32_t flags) {
    return (flags & IB_UNPACK_ONE_FACE) != 0 ? tile::Shape{op.face_rows, 1, 1} : shape_of(op);
}

// Sums of rows have the tile in SrcB and the scaler in SrcA since 2026, the other way round before;
// the formats that the kernel set tell which.
bool is_swapped(const Tensix& t, const ib_operand& a, const ib_operand& scaler) {
    return t.unpack[0].formats != formats_of(a) && t.unpack[1].formats == formats_of(a) &&
           t.unpack[0].formats == formats_of(scaler);
}

// The step from row to row of tiles matters to blocks that have several; an operation that asks for
// no transposition takes what the init has said.
void need_products(UnpackCall& c, std::uint32_t ct, std::uint32_t rt, std::uint32_t kt,
                   std::uint32_t flags) {
    setup::Fields need = setup::unpack::matmul(ct, rt, kt, true).without(setup::unpack::kMeant);
    if (rt == 1) need = need.without(setup::unpack::kStep);
    if ((flags & IB_UNPACK_TRANSPOSES) == 0) need = need.without(setup::unpack::kWithin);
    c.need_tiles(need, flags);
}

// Tiles that are only copied were often spilled long ago: by then the host's caches hold those of
// other cores. Any address may be asked for in advance.
void fetch_ahead(const std::uint8_t* next, std::uint32_t bytes) {
    constexpr std::uint32_t kLine = 64;
    for (std::uint32_t at = 0; at < bytes; at += kLine) __builtin_prefetch(next + at);
}

void reshape(Tensix& t, std::uint32_t side, const ib_operand& op, SetBy from) {
    t.unpack[side].shape = loop_shape(op);
    t.unpack[side].shape_by = from;
}

void configure(Tensix& t, std::uint32_t side, const ib_operand& op, bool shape, SetBy from) {
    t.set_unpack(side, op);
    t.unpack[side].format_by = from;
    if (shape || t.unpack[side].shape == 0) reshape(t, side, op, from);
}

// What the unpacker must be set up for to bring one tile, by the use that is made of it.
setup::Fields loop_of_one(const ib_operand& op, std::uint32_t bcast, std::uint32_t flags) {
    const bool past = (flags & IB_UNPACK_TO_DST) != 0;
    const std::uint64_t shape = loop_shape(op, past);
    if ((flags & (IB_UNPACK_DUMMY_A | IB_UNPACK_DUMMY_B)) != 0)
        return setup::unpack::beside_dst((flags & IB_UNPACK_DUMMY_A) != 0, shape);
    const setup::Fields plain = setup::unpack::one(bcast, shape);
    if ((flags & IB_UNPACK_TRANSPOSES) == 0) return plain;
    return setup::unpack::transposed(plain, true, !past, false).without(setup::unpack::kMeant);
}

void one_to_dst(UnpackCall& c, SrcEntry& e, const ib_operand& op, std::uint32_t tile,
                std::uint32_t flags) {
    const UnpackSide& side = c.side(0, op);
    if (side.tile_to_dst == nullptr)
        c.refuse_conversion("unpacking to Dst", side.formats.l1, side.formats.l1);
    const std::uint8_t* from = c.read_tile(op, tile);
    c.tell(Access::By::unpack, from, c.bytes(op));
    side.tile_to_dst(from, shape_of(op), e.direct);
    transpose(e.direct, flags);
    e.to_dst = true;
    c.end(e, UnpackCall::kUntilTaken, c.cycles_alone(op));
}

}  // namespace

extern "C" {

void ib_unpack_configure(std::uint32_t which, ib_operand a, ib_operand b) {
    TensixCall c;
    c.charge(c.t.cost.configure);
    const SetBy from = c.caller(__builtin_return_address(0));
    if ((which & IB_SRC_A) != 0) configure(c.t, 0, a, (which & IB_SHAPE) != 0, from);
    if ((which & IB_SRC_B) != 0) configure(c.t, 1, b, (which & IB_SHAPE) != 0, from);
}

void ib_unpack_shape(std::uint32_t which, ib_operand a, ib_operand b) {
    TensixCall c;
    const SetBy from = c.caller(__builtin_return_address(0));
    if ((which & IB_SRC_A) != 0) reshape(c.t, 0, a, from);
    if ((which & IB_SRC_B) != 0) reshape(c.t, 1, b, from);
}

void ib_unpack_one(std::uint32_t which, ib_operand op, std::uint32_t tile, std::uint32_t bcast,
                   std::uint32_t flags) {
    UnpackCall c;
    SrcEntry& e = c.begin(1, 1);
    c.need_tiles(loop_of_one(op, bcast, flags), flags);
    c.need_shape(which == IB_SRC_B ? 1 : 0, op);
    if ((flags & IB_UNPACK_TO_DST) != 0) return one_to_dst(c, e, op, tile, flags);
    const bool b = which == IB_SRC_B;
    const tile::Shape shape = shape_for(op, flags);
    tile::SrcTile& into = b ? e.b() : e.a();
    fetch_ahead(c.read_tile(op, tile) + c.bytes(op), c.bytes(op));
    c.tile(b ? 1 : 0, op, tile, shape, into,
           (flags & ~IB_UNPACK_TRANSPOSES) == 0 ? &UnpackSide::copied : &UnpackSide::tile);
    if ((flags & IB_UNPACK_NEGINF_A) != 0 && !b) fill_rest(into, shape);
    transpose(into, flags);
    e.shape_a = e.shape_b = transposed(shape, flags);
    c.end(e, shape.faces(), c.cycles_alone(op));
}

void ib_unpack_pair(ib_operand a, ib_operand b, std::uint32_t tile_a, std::uint32_t tile_b,
                    std::uint32_t bcast, std::uint32_t row, std::uint32_t flags) {
    UnpackCall c;
    SrcEntry& e = c.begin(1, 1);
    const bool dummy_a = (flags & IB_UNPACK_DUMMY_A) != 0;
    const bool dummy_b = (flags & IB_UNPACK_DUMMY_B) != 0;
    c.need_tiles(setup::unpack::pair(bcast, loop_shape(a)), flags);
    c.need_shape(0, a);
    c.need_shape(1, b);
    e.shape_a = shape_of(a);
    e.shape_b = shape_of(b);
    if (!dummy_a) c.tile(0, a, tile_a, e.shape_a, e.a());
    if (!dummy_b) c.tile(1, b, tile_b, e.shape_b, e.b());
    transpose(e.a(), dummy_a ? 0 : flags);
    if (bcast == IB_BCAST_ROW && row != 0) move_row(e.b(), row);
    const bool both = !dummy_a && !dummy_b;
    c.end(e, e.shape_a.faces(), both ? c.cycles_shared(a, b) : c.cycles_alone(dummy_a ? b : a));
}

void ib_unpack_matmul(ib_operand in0, ib_operand in1, std::uint32_t tile0, std::uint32_t tile1,
                      std::uint32_t ct, std::uint32_t rt, std::uint32_t kt, std::uint32_t flags) {
    UnpackCall c;
    if (ct * rt > tile::kDstTiles || ct * rt == 0) c.refuse_dst(ct * rt);
    SrcEntry& e = c.begin(ct, rt);
    need_products(c, ct, rt, kt, flags);
    c.need_shape(0, in1);
    c.need_shape(1, in0);
    const bool is_transposed =
        (flags & (IB_UNPACK_TRANSPOSE_WITHIN | IB_UNPACK_TRANSPOSE_FACES)) != 0;
    for (std::uint32_t i = 0; i < ct; i++) {
        const auto use = is_transposed ? &UnpackSide::tile : &UnpackSide::matmul;
        c.tile(0, in1, tile1 + i, shape_of(in1), e.a(i), use);
        transpose(e.a(i), flags);
    }
    for (std::uint32_t i = 0; i < rt; i++)
        c.tile(1, in0, tile0 + i * kt, shape_of(in0), e.b(i), &UnpackSide::matmul);
    e.shape_a = transposed(shape_of(in1), flags);
    e.shape_b = shape_of(in0);
    c.end(e, ct * rt, c.cycles_products(in0, in1, ct, rt));
}

void ib_unpack_reduce(ib_operand a, ib_operand scaler, std::uint32_t tile_a,
                      std::uint32_t tile_scaler, std::uint32_t pool, std::uint32_t dim,
                      std::uint32_t flags) {
    UnpackCall c;
    SrcEntry& e = c.begin(1, 1);
    if ((flags & IB_UNPACK_BLOCK) != 0)
        c.need(setup::unpack::block_max(), flags);
    else
        c.need_tiles(setup::unpack::reduction(pool, dim, loop_shape(a)), flags);
    e.shape_a = shape_of(a);
    e.shape_b = shape_of(scaler);
    const bool swapped = is_swapped(c.t, a, scaler);
    c.tile(swapped ? 1 : 0, a, tile_a, e.shape_a, e.a());
    if ((flags & IB_UNPACK_NEGINF_A) != 0) fill_rest(e.a(), e.shape_a);
    c.tile(swapped ? 0 : 1, scaler, tile_scaler, e.shape_b, e.b());
    c.end(e, e.shape_a.faces(), c.cycles_alone(a));
}

}  // extern "C"

}  // namespace ironbird::device
