// Calls of the matrix unit: matmul, element-wise operations, reductions, moves.
#include "device/tensix/math_call.hpp"

namespace ironbird::device {
namespace {

constexpr std::uint32_t kProductFlops = 2 * 32 * 32 * 32;
constexpr std::uint32_t kDstToSrc = IB_MATH_DST_TO_SRC_A | IB_MATH_DST_TO_SRC_B;

// A datum's source when a column, a row or the first datum of a tile is broadcast over it.
std::uint32_t broadcast_from(std::uint32_t i, std::uint32_t bcast) {
    const std::uint32_t face = i / tile::kFaceDatums, in_face = i % tile::kFaceDatums;
    if (bcast == IB_BCAST_COL) return (face & 2u) * tile::kFaceDatums + (in_face & ~15u);
    if (bcast == IB_BCAST_ROW) return (face & 1u) * tile::kFaceDatums + (in_face & 15u);
    return bcast == IB_BCAST_SCALAR ? 0 : i;
}

void copy_from_dst(MathCall& c, SrcEntry& e, std::uint32_t dst, std::uint32_t bcast) {
    if (!e.to_dst) c.refuse_operands("a tile that was unpacked to Dst");
    tile::DstTile& d = c.t.dst.math_tile(dst);
    if (bcast == IB_BCAST_NONE)
        d = e.direct;
    else
        for (std::uint32_t i = 0; i < tile::kTileDatums; i++)
            d.word[i] = e.direct.word[broadcast_from(i, bcast)];
    c.t.dst.math_fresh(dst) = c.t.dst.math_reduced(dst) = false;
    c.done(e, 0);
}

setup::Fields loop_of_copy(const MathCall& c, const SrcEntry& e, std::uint32_t which,
                           std::uint32_t bcast, std::uint32_t flags) {
    const std::uint64_t shape = loop_shape(which == IB_SRC_B ? e.shape_b : e.shape_a);
    const bool rows = (flags & IB_MATH_ROWS) != 0 && c.t.silicon == tile::Silicon::blackhole;
    if ((flags & IB_MATH_FROM_DST) != 0) return setup::math::past_src(bcast);
    if (which == IB_SRC_B) return setup::math::broadcast(bcast, shape);
    return rows ? setup::math::copy_rows(shape) : setup::math::copy(shape);
}

void need_copy(MathCall& c, const SrcEntry& e, std::uint32_t which, std::uint32_t bcast,
               std::uint32_t flags) {
    if ((flags & IB_MATH_FAST) != 0)
        c.need_setup(setup::Unit::math, setup::math::fast_rows() | setup::math::started());
    else if ((flags & (IB_MATH_TRANSPOSES | IB_MATH_FROM_DST)) !=
             (IB_MATH_TRANSPOSES | IB_MATH_FROM_DST))
        c.need(loop_of_copy(c, e, which, bcast, flags), flags);
}

setup::Loop loop_of(std::uint32_t elementwise) {
    return elementwise == IB_ELW_MUL   ? setup::Loop::mul
           : elementwise == IB_ELW_ADD ? setup::Loop::add
                                       : setup::Loop::sub;
}

// The broadcast that the chip's loops make, which is the one of the last init. Those of columns
// take another number of turns, so that unpack and math get out of step there: as asked, then.
std::uint32_t broadcast_as_set(const Tensix& t, std::uint32_t bcast) {
    const std::uint64_t word = t.setup[1].word;
    const auto loop = static_cast<setup::Loop>(setup::get(word, setup::math::kLoop));
    const std::uint64_t kind = setup::get(word, setup::math::kKind) - 1;
    const bool broadcasts = loop >= setup::Loop::add && loop <= setup::Loop::mul && kind < 4;
    if (!broadcasts || kind == bcast || kind == IB_BCAST_COL || bcast == IB_BCAST_COL) return bcast;
    return t.silicon == tile::Silicon::grayskull ? bcast : static_cast<std::uint32_t>(kind);
}

// Reductions whose result goes from Dst through Src once more.
bool passes_src(std::uint32_t pool, std::uint32_t dim) {
    return dim == IB_REDUCE_SCALAR || (dim == IB_REDUCE_ROW && pool >= IB_POOL_MAX);
}

}  // namespace

extern "C" {

void ib_math_configure(std::uint32_t which, ib_operand a, ib_operand b) {
    TensixCall c;
    c.charge(c.t.cost.configure);
    if ((which & IB_SRC_A) != 0) c.t.set_math(0, a);
    if ((which & IB_SRC_B) != 0) c.t.set_math(1, b);
    c.t.math.keeps_denormals = false;
}
void ib_math_keep_denormals() {
    TensixCall c;
    c.t.math.keeps_denormals = true;
}

void ib_math_copy(std::uint32_t dst, std::uint32_t which, std::uint32_t bcast,
                  std::uint32_t flags) {
    MathCall c;
    c.need_dst(dst);
    SrcEntry& e = c.operands();
    need_copy(c, e, which, bcast, flags);
    if ((flags & IB_MATH_FROM_DST) != 0) return copy_from_dst(c, e, dst, bcast);
    if (e.to_dst) c.refuse_operands("a tile in SrcA");
    c.t.fpu->copy(which == IB_SRC_B ? e.b() : e.a(), static_cast<tile::Broadcast>(bcast),
                  c.t.dst.math_tile(dst), c.mode(0, e));
    c.t.dst.math_fresh(dst) = c.t.dst.math_reduced(dst) = false;
    c.done(e, c.t.cost.move);
}

void ib_math_binary(std::uint32_t op, std::uint32_t dst, std::uint32_t bcast,
                    std::uint32_t fidelity, std::uint32_t flags) {
    MathCall c;
    c.need_dst(dst);
    SrcEntry& e = c.operands();
    if (e.to_dst) c.refuse_operands("tiles in SrcA and SrcB");
    const bool with_dst = (flags & kDstToSrc) != 0;
    c.need(setup::math::elementwise(loop_of(op), bcast, with_dst, fidelity, loop_shape(e.shape_a)),
           flags);
    bcast = broadcast_as_set(c.t, bcast);
    tile::DstTile& d = c.t.dst.math_tile(dst);
    bool& fresh = c.t.dst.math_fresh(dst);
    const tile::FpuMode mode = c.mode(fidelity, e);
    if (with_dst) {
        if (mode.integer) [[unlikely]]
            c.refuse_bytes("reusing Dst as an operand");
        tile::SrcTile& into = (flags & IB_MATH_DST_TO_SRC_A) != 0 ? e.a() : e.b();
        c.t.fpu->dst_to_src(d, fresh, into, mode);
    }
    // A product always adds, so Dst that served as an operand is cleared before.
    const bool cleared = fresh || (flags & (kDstToSrc | IB_MATH_CLEAR_DST)) != 0;
    c.t.fpu->elementwise(static_cast<tile::Elementwise>(op), e.a(), e.b(),
                         static_cast<tile::Broadcast>(bcast), d, cleared,
                         (flags & IB_MATH_ACCUMULATE) != 0, mode);
    fresh = false;
    if (!with_dst) c.t.dst.math_reduced(dst) = false;
    const std::uint32_t phases = op == IB_ELW_MUL ? c.phases(fidelity) : 1;
    c.done(e, c.t.cost.elementwise * phases + ((flags & kDstToSrc) != 0 ? c.t.cost.move : 0));
}

void ib_math_matmul(std::uint32_t dst, std::uint32_t ct, std::uint32_t rt, std::uint32_t fidelity,
                    std::uint32_t flags) {
    MathCall c;
    c.need_dst(dst, ct * rt);
    SrcEntry& e = c.operands();
    c.need(setup::math::matmul(ct, rt, fidelity), flags);
    if (e.to_dst || e.tiles_a != ct || e.tiles_b != rt) c.refuse_operands("the tiles of a matmul");
    const tile::FpuMode mode = c.mode(fidelity, e);
    const auto product = c.t.fpu->matmul;
    for (std::uint32_t r = 0; r < rt; r++) {
        for (std::uint32_t i = 0; i < ct; i++) {
            const std::uint32_t at = dst + r * ct + i;
            bool& fresh = c.t.dst.math_fresh(at);
            product(e.b(r), e.a(i), e.shape_b, e.shape_a, c.t.dst.math_tile(at), fresh, mode);
            fresh = c.t.dst.math_reduced(at) = false;
        }
    }
    const std::uint64_t products = std::uint64_t{ct} * rt;
    c.t.work.flops += kProductFlops * products;
    c.done(e, products * (c.t.cost.product * c.phases(fidelity) + c.t.cost.product_gap));
    c.t.work.fpu -= Cycles{products * c.t.cost.product_gap};
}

void ib_math_reduce(std::uint32_t pool, std::uint32_t dim, std::uint32_t dst,
                    std::uint32_t fidelity, std::uint32_t, std::uint32_t flags) {
    MathCall c;
    c.need_dst(dst);
    SrcEntry& e = c.operands();
    c.need((flags & IB_MATH_BLOCK) != 0 ? setup::math::block_max()
                                        : setup::math::reduction(pool, dim, fidelity),
           flags);
    if (e.to_dst) c.refuse_operands("a tile and its scaler");
    if (c.t.math.integer && passes_src(pool, dim)) [[unlikely]]
        c.refuse_bytes(dim == IB_REDUCE_SCALAR ? "a reduction to one number"
                                               : "a maximum along rows");
    bool& fresh = c.t.dst.math_fresh(dst);
    c.t.fpu->reduce(static_cast<tile::Pool>(pool), static_cast<tile::ReduceDim>(dim), e.a(), e.b(),
                    e.shape_a, c.t.dst.math_tile(dst), fresh, c.mode(fidelity, e));
    fresh = false;
    c.t.dst.math_reduced(dst) = true;
    c.done(e, std::uint64_t{c.t.cost.reduce} * (pool < IB_POOL_MAX ? c.phases(fidelity) : 1));
}

void ib_math_transpose_dst(std::uint32_t dst, std::uint32_t wide, std::uint32_t flags) {
    MathCall c;
    c.need_dst(dst);
    c.need(setup::math::transpose_dst(wide != 0, (flags & IB_UNPACK_TRANSPOSE_FACES) != 0));
    tile::DstTile& d = c.t.dst.readable(dst);
    if ((flags & IB_UNPACK_TRANSPOSE_WITHIN) != 0) tile::transpose_within_faces(d);
    if ((flags & IB_UNPACK_TRANSPOSE_FACES) != 0) tile::swap_middle_faces(d);
    c.work(4 * c.t.cost.move);
}

void ib_math_clear_dst(std::uint32_t dst, std::uint32_t tiles) {
    MathCall c;
    if (dst + tiles > c.t.dst.capacity()) c.refuse_dst(dst + tiles - 1);
    for (std::uint32_t i = 0; i < tiles; i++) c.t.dst.math_fresh(dst + i) = true;
    c.work(0);
}

void ib_math_move_dst(std::uint32_t from, std::uint32_t to) {
    MathCall c;
    c.need_dst(from);
    c.need_dst(to);
    c.t.dst.math_tile(to) = c.t.dst.readable(from);
    c.t.dst.math_fresh(to) = false;
    c.t.dst.math_reduced(to) = c.t.dst.math_reduced(from);
    c.work(2 * c.t.cost.move);
}

}  // extern "C"

}  // namespace ironbird::device
