// Init calls: what they leave in the units, and operations that find something else there.
#include "device/fault/stack_trace.hpp"
#include "device/tensix/pack_call.hpp"
#include "device/tensix/unpack_call.hpp"

namespace ironbird::device {
namespace {

using setup::Unit;

bool same_place(const SetupFinding& a, const SetupFinding& b) {
    return a.fault == b.fault && a.unit == b.unit && a.by.site == b.by.site &&
           a.trace.address == b.trace.address;
}

// The vector unit's own record: it is driven by math, and by pack for the _pack forms.
Setup& vector_of(Tensix& t, const Processor& p) {
    return t.vector_setup[p.index == 4 ? 1 : 0];
}

Setup& setup_of(Tensix& t, const Processor& p, Unit unit) {
    return unit == Unit::sfpu ? vector_of(t, p) : t.setup[static_cast<std::size_t>(unit)];
}

}  // namespace

bool TensixCall::check_setup(Unit unit, const setup::Fields& need, std::uint32_t sfpu_op) {
    const Setup& s = setup_of(t, p, unit);
    if (t.silicon == tile::Silicon::grayskull || differing(unit, s.word, need) == 0) return true;
    const SetupDifference d = difference(unit, s.word, need);
    note_setup({d.fault, unit, p.index, static_cast<std::uint16_t>(sfpu_op), s.word, need.value,
                s.writer(d.field), p.clock(), walk_stack(__builtin_frame_address(0), p.block())});
    return false;
}

void UnpackCall::report_shape(std::uint32_t which, const ib_operand& op) {
    const UnpackSide& s = t.unpack[which];
    if (t.silicon == tile::Silicon::grayskull || s.shape == 0)
        return;  // formats are not set either
    note_setup({UnitFault::shape, Unit::unpack, p.index, 0, s.shape, loop_shape(op), s.shape_by,
                p.clock(), walk_stack(__builtin_frame_address(0), p.block())});
}

void PackCall::report_mask() {
    if (t.silicon == tile::Silicon::grayskull) return;
    note_setup({UnitFault::left_on, Unit::pack, p.index, 0, 0, 0, t.pack.mask_by, p.clock(),
                walk_stack(__builtin_frame_address(0), p.block())});
}

void TensixCall::note_setup(const SetupFinding& found) {
    for (SetupFinding& f : t.setup_findings)
        if (same_place(f, found)) {
            f.seen++;
            return;
        }
    t.setup_findings.push_back(found);
}

// Operations of the vector unit read what their inits left, and write over some of it themselves.
void TensixCall::use_vector(const ib_sfpu_call& call) {
    const SfpuSetup& row = (*t.vector_rows)(call.op, call.form);
    Setup& s = vector_of(t, p);
    if (!s.meets(row.needs)) [[unlikely]]
        check_setup(Unit::sfpu, row.needs, call.op);
    if (!s.meets(row.spoils)) s.write(row.spoils, {});
    if (row.spoils_math.mask != 0 && p.index == 3) t.setup[1].write(row.spoils_math, {});
}

extern "C" {

void ib_set_up(std::uint32_t unit, std::uint64_t value, std::uint64_t mask) {
    TensixCall c;
    const SetBy from = c.caller(__builtin_return_address(0));
    setup_of(c.t, c.p, static_cast<Unit>(unit % setup::kUnits)).write({value, mask}, from);
    if (static_cast<Unit>(unit) == Unit::pack && (mask & setup::pack::kSync.mask()) != 0)
        c.t.restart_packer();
}

void ib_sfpu_init(std::uint32_t op, std::uint32_t form) {
    TensixCall c;
    const SetBy from = c.caller(__builtin_return_address(0));
    const SfpuSetup& row = (*c.t.vector_rows)(op, form);
    vector_of(c.t, c.p).write(row.leaves, from);
    if (row.leaves_math.mask != 0 && c.p.index == 3) c.t.setup[1].write(row.leaves_math, from);
}

}  // extern "C"

}  // namespace ironbird::device
