// What the units of a Tensix core are set up for: one word of fields for each. Init calls of a
// kernel write fields, and every operation has fields that must hold what it needs. Both sides of
// the boundary build the words with the functions below.
#pragma once

#include <stdint.h>

namespace ironbird::setup {

enum class Unit : uint8_t { unpack, math, pack, sfpu };
inline constexpr uint32_t kUnits = 4;

// Bits of a unit's word, in whole groups of four. All zeros: nobody has written the field; all
// ones: code has that the model does not follow, and any operation may find it right.
struct Field {
    uint8_t shift, bits;
    constexpr uint64_t mask() const { return ((uint64_t{1} << bits) - 1) << shift; }
};

// Values of some fields: of an init what it writes, of an operation what it needs.
struct Fields {
    uint64_t value = 0, mask = 0;
    constexpr Fields operator|(const Fields& o) const { return {value | o.value, mask | o.mask}; }
    constexpr Fields without(Field f) const { return {value & ~f.mask(), mask & ~f.mask()}; }
};

constexpr Fields set(Field f, uint64_t value) {
    return {value << f.shift & f.mask(), f.mask()};
}
constexpr Fields unknown(const Fields& f) {
    return {f.mask, f.mask};
}
constexpr uint64_t get(uint64_t word, Field f) {
    return (word & f.mask()) >> f.shift;
}

// The loop of instructions that a unit repeats for a tile.
enum class Loop : uint8_t {
    none,
    pair,  // unpack: two tiles
    one,
    beside_dst,
    matmul,  // unpack and math
    reduction,
    block_max,
    rows,       // row-major data
    rows_pair,  // the same, with a tile beside it
    to_rows,
    fast_rows,
    add,  // math
    sub,
    mul,
    copy,
    broadcast,
    copy_rows,
    transpose_dst,
    tile,  // pack
    untilize,
    some_rows,
    tilize,
};

// Height of a face and number of faces: what loops over a tile depend on.
constexpr uint64_t shape(uint32_t face_rows, uint32_t faces, bool past_src = false) {
    const auto rows = uint32_t(32 - __builtin_clz(face_rows | 1));
    return rows | faces << 3 | (past_src ? 64u : 0u);
}

enum : uint64_t { kNo = 1, kYes = 2 };

// ---- unpack

namespace unpack {

inline constexpr Field kLoop{0, 8}, kKind{8, 8}, kShape{16, 8}, kFaces{24, 4}, kWithin{28, 4},
    kRead{32, 4}, kStep{36, 12}, kMode{48, 4}, kMeant{52, 4};
enum : uint64_t { kReadFace = 1, kReadTile, kReadFaceRow, kReadBlock, kReadRows };
// What stays on until an uninit: row-major data to tiles, two ways, and tiles to row-major data.
enum : uint64_t { kTiles = 1, kTilizes, kTilizesFast, kUntilizes };

constexpr Fields loop(Loop l, uint64_t kind, uint64_t shape, bool within, uint64_t read) {
    return set(kLoop, uint64_t(l)) | set(kKind, kind + 1) | set(kShape, shape) | set(kFaces, kNo) |
           set(kWithin, within ? kYes : kNo) | set(kRead, read) | set(kMeant, kNo);
}
constexpr Fields pair(uint32_t bcast, uint64_t shape) {
    return loop(Loop::pair, bcast, shape, false, kReadFace);
}
constexpr Fields one(uint32_t bcast, uint64_t shape) {
    return loop(Loop::one, bcast, shape, false, kReadFace);
}
constexpr Fields beside_dst(bool dst_is_a, uint64_t shape) {
    return loop(Loop::beside_dst, dst_is_a, shape, false, kReadFace);
}
// With its faces exchanged and each face transposed, or one of the two.
constexpr Fields transposed(const Fields& f, bool faces, bool within, bool meant) {
    return f.without(kFaces).without(kWithin).without(kMeant) | set(kFaces, faces ? kYes : kNo) |
           set(kWithin, within ? kYes : kNo) | set(kMeant, meant ? kYes : kNo);
}
constexpr Fields matmul(uint32_t ct, uint32_t rt, uint32_t kt, bool transposed) {
    return set(kLoop, uint64_t(Loop::matmul)) | set(kKind, ct >= rt ? 1 : 2) |
           set(kWithin, transposed ? kYes : kNo) | set(kRead, kReadTile) | set(kStep, kt) |
           set(kMeant, kNo);
}
// pool: sums and averages before maxima; dim: row, column, all.
constexpr Fields reduction(uint32_t pool, uint32_t dim, uint64_t shape) {
    const bool sum = pool < 2, row = dim == 0;
    const uint64_t kind = row && sum ? 1 : dim == 2 ? (sum ? 2 : 3) : 0;
    return loop(Loop::reduction, kind, shape, row, row && sum ? kReadTile : kReadFaceRow)
        .without(kFaces);
}
constexpr Fields block_max() {
    return (set(kLoop, uint64_t(Loop::block_max)) | set(kWithin, kYes) | set(kRead, kReadBlock) |
            set(kMeant, kNo));
}
constexpr Fields rows(Loop l, uint64_t mode) {
    return set(kLoop, uint64_t(l)) | set(kWithin, kNo) | set(kRead, kReadRows) | set(kMode, mode);
}
constexpr Fields to_rows() {
    return set(kLoop, uint64_t(Loop::to_rows)) | set(kWithin, kNo) | set(kRead, kReadFace) |
           set(kMode, kUntilizes);
}
constexpr Fields tiles_again() {
    return set(kMode, kTiles);
}
constexpr Fields started() {
    return set(kWithin, kNo) | set(kMode, kTiles) | set(kMeant, kNo);
}

}  // namespace unpack

// ---- math

namespace math {

inline constexpr Field kLoop{0, 8}, kKind{8, 8}, kShape{16, 8}, kFidelity{24, 4}, kAddress{28, 12},
    kReplay{40, 8}, kValid{48, 4}, kSync{52, 4}, kRemap{56, 4}, kWide{60, 4};
enum : uint64_t {
    kReplayMatmul = 1,
    kReplayRowSum,
    kReplayBlockMax,
    kReplayTranspose,
    kReplayOther = 10
};
enum : uint64_t {
    kByElement = 1,
    kByCopy,
    kByBroadcast,
    kByMatmul,
    kByRowSum,
    kBySum,
    kByMax,
    kByBlockMax,
    kByTranspose,
    kByFastRows,
    kByVector
};

constexpr Fields addresses(uint64_t by, uint64_t detail, uint64_t fidelity) {
    return set(kAddress, by | detail << 5 | fidelity << 7) | set(kValid, kNo);
}
constexpr uint64_t bcast_detail(uint32_t bcast) {  // rows and single numbers hold SrcB in place
    return bcast >= 2 ? 1 : 0;
}
constexpr Fields elementwise(Loop op, uint32_t bcast, bool with_dst, uint32_t fidelity,
                             uint64_t shape) {
    const uint64_t phases = op == Loop::mul ? fidelity : 0;
    return set(kLoop, uint64_t(op)) | set(kKind, 1 + bcast + (with_dst ? 4 : 0)) |
           set(kShape, shape) | set(kFidelity, phases + 1) |
           addresses(kByElement, bcast_detail(bcast), phases);
}
constexpr Fields copy(uint64_t shape) {
    return set(kLoop, uint64_t(Loop::copy)) | set(kShape, shape) | addresses(kByCopy, 0, 0);
}
constexpr Fields broadcast(uint32_t bcast, uint64_t shape) {
    return set(kLoop, uint64_t(Loop::broadcast)) | set(kKind, 1 + bcast) | set(kShape, shape) |
           addresses(kByBroadcast, bcast, 0);
}
constexpr Fields past_src(uint32_t bcast) {
    return addresses(kByCopy, bcast, 0);
}
constexpr Fields copy_rows(uint64_t shape) {
    return set(kLoop, uint64_t(Loop::copy_rows)) | set(kShape, shape) | addresses(kByCopy, 0, 0);
}
constexpr Fields fast_rows() {
    return set(kLoop, uint64_t(Loop::fast_rows)) | addresses(kByFastRows, 0, 0);
}
// Blocks keep the tile of the shorter side; only with one tile there is it given back at once.
constexpr Fields matmul(uint32_t ct, uint32_t rt, uint32_t fidelity) {
    const bool kept = ct > 1 && rt > 1;
    return set(kLoop, uint64_t(Loop::matmul)) |
           set(kKind, 1 + (ct >= rt ? 0u : 1u) + (kept ? 2 : 0)) | set(kFidelity, fidelity + 1) |
           set(kAddress, kByMatmul | uint64_t{fidelity} << 7) | set(kReplay, kReplayMatmul) |
           set(kValid, kept ? kYes : kNo);
}
constexpr Fields reduction(uint32_t pool, uint32_t dim, uint32_t fidelity) {
    if (pool >= 2) return addresses(kByMax, 0, 0);
    const Fields loop =
        set(kLoop, uint64_t(Loop::reduction)) | set(kKind, 1 + dim) | set(kFidelity, fidelity + 1);
    if (dim == 0) return loop | addresses(kByRowSum, 0, fidelity) | set(kReplay, kReplayRowSum);
    const Fields by = addresses(kBySum, 0, fidelity);
    return fidelity == 0 ? by : loop | by;
}
constexpr Fields block_max() {
    return set(kLoop, uint64_t(Loop::block_max)) | addresses(kByBlockMax, 0, 0) |
           set(kReplay, kReplayBlockMax);
}
constexpr Fields transpose_dst(bool wide, bool faces) {
    return set(kLoop, uint64_t(Loop::transpose_dst)) |
           set(kKind, 1 + (wide ? 1 : 0) + (faces ? 2 : 0)) | addresses(kByTranspose, wide, 0) |
           set(kReplay, kReplayTranspose + (wide ? 1 : 0) + (faces ? 2 : 0));
}
constexpr Fields started() {
    return set(kSync, kYes);
}
constexpr Fields wide(bool as_the_kernel_has_it) {
    return set(kWide, as_the_kernel_has_it ? kYes : kNo);
}

}  // namespace math

// ---- pack

namespace pack {

inline constexpr Field kLoop{0, 8}, kShape{8, 8}, kDetail{16, 16}, kStrides{32, 4}, kAddress{36, 4},
    kOffset{40, 4}, kSync{44, 4};
enum : uint64_t { kOfTile = 1, kOfUntilize, kOfRows, kOfTilize, kOfFastRows };

constexpr Fields loop(Loop l, uint64_t shape) {
    return set(kLoop, uint64_t(l)) | set(kShape, shape);
}
constexpr Fields strides(uint64_t of) {
    return set(kStrides, of);
}
constexpr Fields offset(uint64_t of) {
    return set(kOffset, of);
}
constexpr Fields tile_loop(uint64_t shape) {
    return loop(Loop::tile, shape) | set(kAddress, kOfTile);
}
constexpr Fields tile(uint64_t shape) {
    return tile_loop(shape) | strides(kOfTile) | offset(kOfTile);
}
constexpr Fields tilize(uint64_t shape) {
    return loop(Loop::tilize, shape) | set(kAddress, kOfTilize) | strides(kOfTilize);
}
constexpr Fields fast_rows() {
    return set(kLoop, uint64_t(Loop::fast_rows)) | set(kAddress, kOfFastRows) | offset(kOfFastRows);
}
constexpr Fields some_rows(uint32_t rows) {
    return set(kLoop, uint64_t(Loop::some_rows)) | set(kDetail, rows) | set(kAddress, kOfRows);
}
// Wormhole moves where the packer starts in Dst, Blackhole the distance of rows there.
constexpr Fields untilize(uint32_t block_ct, uint32_t full_ct, bool by_strides) {
    return set(kLoop, uint64_t(Loop::untilize)) |
           set(kDetail, (block_ct & 31) << 11 | (full_ct & 2047)) | set(kAddress, kOfUntilize) |
           (by_strides ? strides(kOfUntilize) | offset(kOfTile) : offset(kOfUntilize));
}
constexpr Fields started(uint64_t shape) {
    return tile(shape) | set(kSync, kYes);
}

}  // namespace pack

}  // namespace ironbird::setup

extern "C" {

// An init call has written these fields of a unit (ironbird::setup::Unit).
void ib_set_up(uint32_t unit, uint64_t value, uint64_t mask);
// The init of an operation of the vector unit (enum ib_sfpu_op; IB_SFPU_COUNT: one that leaves
// what all of them leave), in one of its forms.
void ib_sfpu_init(uint32_t op, uint32_t form);
}
