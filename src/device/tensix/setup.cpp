// Set-ups compared and named.
#include "device/tensix/setup.hpp"

#include <fmt/format.h>

#include <span>

namespace ironbird::device {
namespace {

using setup::Field;
using setup::Loop;
using setup::Unit;

struct FieldRow {
    Field field;
    UnitFault differs;  // when the field says something else
};

// Most telling first.
constexpr FieldRow kUnpack[] = {
    {setup::unpack::kMode, UnitFault::left_on},
    {setup::unpack::kLoop, UnitFault::operation},
    {setup::unpack::kKind, UnitFault::operation},
    {setup::unpack::kFaces, UnitFault::transposition},
    {setup::unpack::kWithin, UnitFault::transposition},
    {setup::unpack::kShape, UnitFault::shape},
    {setup::unpack::kRead, UnitFault::left_on},
    {setup::unpack::kStep, UnitFault::operation},
    {setup::unpack::kMeant, UnitFault::transposition},
};
constexpr FieldRow kMath[] = {
    {setup::math::kSync, UnitFault::none},          {setup::math::kWide, UnitFault::left_on},
    {setup::math::kLoop, UnitFault::operation},     {setup::math::kKind, UnitFault::operation},
    {setup::math::kFidelity, UnitFault::operation}, {setup::math::kShape, UnitFault::shape},
    {setup::math::kAddress, UnitFault::operation},  {setup::math::kReplay, UnitFault::operation},
    {setup::math::kValid, UnitFault::operation},    {setup::math::kRemap, UnitFault::none},
};
constexpr FieldRow kPack[] = {
    {setup::pack::kSync, UnitFault::none},      {setup::pack::kLoop, UnitFault::packer},
    {setup::pack::kShape, UnitFault::packer},   {setup::pack::kDetail, UnitFault::packer},
    {setup::pack::kStrides, UnitFault::packer}, {setup::pack::kAddress, UnitFault::packer},
    {setup::pack::kOffset, UnitFault::packer},
};

// Eight bytes, one for each thing that inits of the vector unit leave behind.
constexpr FieldRow kVector[] = {
    {{0, 8}, UnitFault::vector},  {{8, 8}, UnitFault::vector},  {{16, 8}, UnitFault::vector},
    {{24, 8}, UnitFault::vector}, {{32, 8}, UnitFault::vector}, {{40, 8}, UnitFault::vector},
    {{48, 4}, UnitFault::vector}, {{52, 4}, UnitFault::vector}, {{56, 4}, UnitFault::vector},
};

constexpr std::span<const FieldRow> kFields[setup::kUnits] = {kUnpack, kMath, kPack, kVector};

bool broadcasts(Loop l) {
    return l == Loop::pair || l == Loop::one || l == Loop::add || l == Loop::sub ||
           l == Loop::mul || l == Loop::broadcast;
}

// The packer's loops that an uninit ends.
bool wants_uninit(Loop l) {
    return l == Loop::untilize || l == Loop::tilize || l == Loop::fast_rows;
}

UnitFault refined(Unit unit, const FieldRow& row, std::uint64_t set) {
    if (setup::get(set, row.field) == 0 && unit != Unit::sfpu) return UnitFault::none;
    const auto loop = static_cast<Loop>(set & 0xff);
    if (unit == Unit::pack && wants_uninit(loop)) return UnitFault::left_on;
    const bool kind = row.field.shift == setup::unpack::kKind.shift;
    if (unit != Unit::pack && unit != Unit::sfpu && kind && broadcasts(loop))
        return UnitFault::broadcast;
    return row.differs;
}

constexpr const char* kLoops[] = {
    "nothing",
    "operations on two tiles",
    "copy_tile",
    "operations with Dst as an operand",
    "matmul",
    "reduce_tile",
    "reduce_block_max_row",
    "tilize_block",
    "unpack_tilizeA_B_block",
    "untilize_block",
    "fast_tilize_block",
    "add_tiles",
    "sub_tiles",
    "mul_tiles",
    "copy_tile",
    "unary_bcast",
    "tilize_block",
    "transpose_dest",
    "pack_tile",
    "pack_untilize",
    "pack_rows",
    "tilize_block",
};
constexpr const char* kSpread[] = {"", "_bcast_cols", "_bcast_rows", "_bcast_scalar"};

}  // namespace

std::uint64_t differing(Unit unit, std::uint64_t word, const setup::Fields& need) {
    std::uint64_t differs = 0;
    for (const FieldRow& row : kFields[static_cast<int>(unit)]) {
        const std::uint64_t mask = row.field.mask() & need.mask;
        if (((word ^ need.value) & mask) == 0) continue;
        if ((word & row.field.mask()) != row.field.mask()) differs |= mask;
    }
    // A copy may be transposed where its own init has asked for that.
    if (unit == Unit::unpack && setup::get(word, setup::unpack::kMeant) == setup::kYes)
        differs &= ~(setup::unpack::kFaces.mask() | setup::unpack::kWithin.mask() |
                     setup::unpack::kMeant.mask());
    return differs;
}

SetupDifference difference(Unit unit, std::uint64_t set, const setup::Fields& need) {
    const std::uint64_t differs = differing(unit, set, need);
    for (const FieldRow& row : kFields[static_cast<int>(unit)])
        if ((differs & row.field.mask()) != 0) return {refined(unit, row, set), row.field};
    return {UnitFault::operation, {0, 8}};
}

std::string name_of_setup(Unit unit, std::uint64_t word) {
    const auto loop = static_cast<Loop>(word & 0xff);
    const auto number = static_cast<std::size_t>(loop);
    std::string text = number < std::size(kLoops) ? kLoops[number] : "something else";
    const std::uint64_t kind = word >> 8 & 0xff;
    if (unit == Unit::math && kind != 0 &&
        (loop == Loop::add || loop == Loop::sub || loop == Loop::mul))
        text += ((kind - 1) & 4) != 0 ? "_reuse_dest" : kSpread[(kind - 1) & 3];
    if (unit == Unit::unpack && loop == Loop::pair && (kind == 2 || kind == 3 || kind == 4))
        text = fmt::format("operations{}", kSpread[kind - 1]);
    if (unit == Unit::unpack && loop == Loop::one &&
        setup::get(word, setup::unpack::kFaces) == setup::kYes)
        text = "transpose_tile";
    return text;
}

}  // namespace ironbird::device
