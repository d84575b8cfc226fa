// Calls of the vector unit: operations of the table, and what hand-written vector code loads and
// stores.
#include <array>

#include "abi/ib_sfpu_ops.h"
#include "device/tensix/math_call.hpp"

namespace ironbird::device {
namespace {

enum VectorMode : std::uint8_t { kOneFace = 0, kRow = 1, kColumn = 2, kAll = 4, kCustom = 6 };

constexpr std::uint32_t kLanes = tile::kSfpuLanes;
constexpr std::uint32_t kFaceIterations = tile::kFaceDatums / kLanes;

// Rows of the operations in the order of their numbers; found once.
const tile::SfpuOp* op_row(std::uint32_t number) {
    static const auto rows = [] {
        constexpr const char* kNames[] = {
#define IB_SFPU_NAME(name) #name,
            IB_SFPU_OPS(IB_SFPU_NAME)
#undef IB_SFPU_NAME
        };
        std::array<const tile::SfpuOp*, IB_SFPU_COUNT> found{};
        for (std::size_t i = 0; i < found.size(); i++) found[i] = tile::find_sfpu_op(kNames[i]);
        return found;
    }();
    return number < rows.size() ? rows[number] : nullptr;
}

// The SFPU may run on the pack processor too, between wait and release.
struct SfpuCaller : MathCall {
    const bool packs = p.index == 4;

    void need(std::uint32_t index) {
        if (packs ? !t.dst.pack_holds() : !t.dst.math_holds()) [[unlikely]]
            refuse_order("the SFPU works on Dst that its processor does not hold",
                         packs ? "tile_regs_wait comes first" : "tile_regs_acquire comes first");
        if (index >= t.dst.capacity()) [[unlikely]]
            refuse_dst(index);
    }
    tile::DstTile& tile(std::uint32_t i) {
        tile::DstTile& d = packs ? t.dst.pack_tile(i) : t.dst.math_tile(i);
        bool& fresh = packs ? t.dst.pack_fresh(i) : t.dst.math_fresh(i);
        if (fresh) {
            d.word.fill(0);
            fresh = false;
        }
        return d;
    }
};

// Faces that a vector mode visits, as a mask.
std::uint32_t faces_of(std::uint8_t mode) {
    switch (mode) {
        case kRow:
            return 0b0011;
        case kColumn:
            return 0b0101;
        case kOneFace:
            return 0b0001;
        default:
            return 0b1111;
    }
}

tile::SfpuCall make_call(const SfpuCaller& c, const ib_sfpu_call& call) {
    tile::SfpuCall s;
    s.param = call.param;
    s.dst = c.t.math.dst;
    s.format = format_of(call.format);
    s.silicon = c.t.silicon;
    s.approx = call.approx != 0;
    s.random = c.t.random.data();
    return s;
}

// `iterations` steps of 32 lanes: even and odd columns of four rows in turn. An odd number leaves
// the odd columns of the last four rows alone.
void apply_to_words(const tile::SfpuOp& row, tile::SfpuCall& s, std::uint32_t iterations) {
    s.count = (iterations + 1) / 2 * 2 * kLanes;
    std::array<std::uint32_t, 2 * kLanes> kept;
    std::uint32_t* last = s.out + s.count - kept.size();
    if (iterations % 2 != 0) std::copy_n(last, kept.size(), kept.begin());
    row.apply(s);
    if (iterations % 2 == 0) return;
    for (std::size_t i = 1; i < kept.size(); i += 2) last[i] = kept[i];
}

void apply_to_faces(SfpuCaller& c, const tile::SfpuOp& row, const ib_sfpu_call& call) {
    tile::SfpuCall s = make_call(c, call);
    const bool custom = call.vector_mode == kCustom;
    const std::uint32_t steps = custom ? 4 * kFaceIterations : kFaceIterations;
    const std::uint32_t iterations =
        call.iterations == 0 ? steps : std::min<std::uint32_t>(call.iterations, steps);
    const std::uint32_t out = row.inputs == 1 && row.outputs == 1 ? 0 : row.inputs;
    const std::uint32_t faces = custom ? 1 : faces_of(call.vector_mode);
    for (std::uint32_t face = 0; face < 4; face++) {
        if ((faces >> face & 1) == 0) continue;
        const auto words = [&](std::uint32_t i) {
            return c.tile(call.dst[i]).word.data() + face * tile::kFaceDatums;
        };
        for (std::uint32_t i = 0; i < row.inputs; i++) s.in[i] = words(i);
        s.out = words(out);
        if (row.outputs > 1) s.out2 = words(out + 1);
        apply_to_words(row, s, iterations);
    }
}

void apply_to_tiles(SfpuCaller& c, const tile::SfpuOp& row, const ib_sfpu_call& call) {
    // Those without operands only set what the unit keeps; a kernel may call them before it
    // acquires.
    if (row.inputs + row.outputs != 0)
        for (std::uint32_t i = 0; i < c.t.dst.capacity(); i++) c.tile(i);
    const tile::SfpuCall s = make_call(c, call);
    row.apply_tiles({.tile = c.packs ? &c.t.dst.pack_tile(0) : &c.t.dst.math_tile(0),
                     .index = call.dst,
                     .call = &s,
                     .state = c.t.sfpu_state});
}

std::uint32_t cycles_of(const SfpuCaller& c, const tile::SfpuOp& row, const ib_sfpu_call& call) {
    if (row.cycles_by != nullptr) return row.cycles_by(call.param).on(c.t.silicon);
    const bool fast = call.approx != 0 && row.cycles_approx.given();
    const bool wide = c.t.math.dst == tile::DstKind::fp32 && row.cycles_fp32.given();
    const tile::SfpuCost& cost = fast ? row.cycles_approx : wide ? row.cycles_fp32 : row.cycles;
    return cost.on(c.t.silicon);
}

}  // namespace

extern "C" {

void ib_sfpu(const ib_sfpu_call* call) {
    SfpuCaller c;
    const tile::SfpuOp* row = op_row(call->op);
    if (row == nullptr || (row->apply == nullptr && row->apply_tiles == nullptr)) [[unlikely]]
        c.fail(Fault::not_modelled, [op = call->op] {
            return FaultText{fmt::format("SFPU operation {} is not modelled", op), {}};
        });
    const std::uint32_t operands = row->inputs == 1 && row->outputs == 1
                                       ? 1u
                                       : static_cast<std::uint32_t>(row->inputs + row->outputs);
    for (std::uint32_t i = 0; i < std::min(operands, 4u); i++) c.need(call->dst[i]);
    c.use_vector(*call);
    if (c.t.computes)
        (row->apply_tiles != nullptr ? apply_to_tiles : apply_to_faces)(c, *row, *call);
    const std::uint32_t cycles = cycles_of(c, *row, *call);
    const auto faces = static_cast<std::uint32_t>(std::popcount(faces_of(call->vector_mode)));
    c.t.work.sfpu += Cycles{cycles * faces / 4};
    c.work(cycles * faces / 4);
}

}  // extern "C"

}  // namespace ironbird::device
