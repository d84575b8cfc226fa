// What every call to the Tensix engine begins with.
#pragma once

#include "device/calls/call.hpp"
#include "device/tensix/tensix.hpp"

namespace ironbird::device {

// Lives on the fiber's stack while the call lasts; each processor's own calls derive from it.
struct TensixCall : Caller {
    Tensix& t = *core.tensix;

    // The units run behind the processor that feeds them: a call takes the longer of the two.
    void work(std::uint64_t cycles) {
        context.cycles += std::max<std::uint64_t>(cycles, t.cost.call);
    }
    void begin() { core.stay_in_window(p); }

    // L1 address of a tile that begins `units` of 16 bytes past a CB pointer; `tile` is for
    // messages.
    std::uint32_t page_at(const ib_operand& op, std::uint32_t pointer, std::uint64_t units,
                          std::uint32_t tile) {
        if (op.cb >= core.cb_count) [[unlikely]]
            refuse_cb(op.cb);
        const ib_cb_interface& i = context.cb[op.cb];
        const std::uint64_t first = pointer + units;
        if (i.fifo_page_size == 0 || first + i.fifo_page_size > i.fifo_limit) [[unlikely]]
            refuse_tile(op.cb, tile);
        return static_cast<std::uint32_t>(first) * 16;
    }
    const std::uint8_t* read_tile(const ib_operand& op, std::uint32_t tile) {
        const ib_cb_interface& i = context.cb[op.cb % IB_MAX_CBS];
        return l1_range(op,
                        page_at(op, i.fifo_rd_ptr, std::uint64_t{tile} * i.fifo_page_size, tile));
    }
    std::uint8_t* l1_range(const ib_operand& op, std::uint32_t address) {
        constexpr std::uint32_t kLargestTile = 4096;
        if (address + kLargestTile > IB_L1_SPAN) [[unlikely]]
            refuse_tile(op.cb, 0);
        return core.l1 + address;
    }

    // For whoever watches, before the bytes are touched.
    void tell(Access::By by, const std::uint8_t* at, std::uint32_t bytes) {
        if (core.chip.observer == nullptr) [[likely]]
            return;
        core.chip.observer->on_access(
            core.actor(p),
            {by, by == Access::By::pack, static_cast<std::uint32_t>(at - core.l1), bytes, 0});
    }

    // A tile of Dst that nobody has written is packed.
    void tell_unwritten(std::uint32_t dst) {
        if (core.chip.observer != nullptr) [[unlikely]]
            core.chip.observer->on_access(core.actor(p), {Access::By::pack, false, dst, 0, 0});
    }

    // The unit computes with what it is set to, as on the chip; the difference is reported.
    void check_formats(std::uint32_t unit, const Formats& set, const ib_operand& op, SetBy by) {
        if (set != formats_of(op)) [[unlikely]]
            report_formats(unit, set, op, by);
    }

    // The kernel's call that a set-up came with.
    SetBy caller(const void* from) const {
        return {reinterpret_cast<std::uintptr_t>(from), clock()};
    }

    // A unit is set up as the operation needs it; what differs is reported, once for each place.
    void need_setup(setup::Unit unit, const setup::Fields& need) {
        if (!t.setup[static_cast<std::size_t>(unit)].meets(need)) [[unlikely]]
            check_setup(unit, need);
    }
    [[gnu::cold]] bool check_setup(setup::Unit unit, const setup::Fields& need,
                                   std::uint32_t sfpu_op = 0);
    [[gnu::cold]] void note_setup(const SetupFinding& found);
    void use_vector(const ib_sfpu_call& call);

    [[noreturn, gnu::cold]] void refuse_cb(std::uint32_t cb);
    [[noreturn, gnu::cold]] void refuse_tile(std::uint32_t cb, std::uint32_t tile);
    [[noreturn, gnu::cold]] void refuse_dst(std::uint32_t index);
    [[noreturn, gnu::cold]] void refuse_order(const char* what, const char* why);
    [[noreturn, gnu::cold]] void refuse_conversion(const char* unit, tile::Format from,
                                                   tile::Format to);
    [[noreturn, gnu::cold]] void refuse_operands(const char* math_wants);
    [[noreturn, gnu::cold]] void refuse_bytes(const char* what);
    [[gnu::cold]] void report_formats(std::uint32_t unit, const Formats& set, const ib_operand& op,
                                      SetBy by);
};

}  // namespace ironbird::device
