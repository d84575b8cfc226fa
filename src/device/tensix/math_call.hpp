// One call of the math processor: takes what unpack supplied, writes Dst.
#pragma once

#include "device/tensix/tensix_call.hpp"

namespace ironbird::device {

// Lives on the fiber's stack while the call lasts, as all of these do.
struct MathCall : TensixCall {
    MathCall() { begin(); }

    // What unpack hands over next.
    SrcEntry& operands() {
        while (t.src.empty()) core.park(p, sim::wait_for(sim::WaitKind::src_full));
        return t.src.front();
    }
    // Math is done with them after `cycles`.
    void done(const SrcEntry& e, std::uint64_t cycles) {
        const std::uint64_t all = std::max<std::uint64_t>(cycles, t.cost.call);
        const auto each = static_cast<std::uint32_t>((all + e.fills - 1) / e.fills);
        const Cycles busy = Cycles{each} * e.fills;
        const Cycles end = t.src.take(clock(), Cycles{each});
        // Waits between the fills of an entry are told as one before them all.
        core.wait_until(p, end - busy, sim::wait_for(sim::WaitKind::src_full));
        p.set_clock(end);
        t.work.fpu += Cycles{cycles};
        core.src_taken(t.src.taken());
        p.spins = 0;
    }

    // Dst tiles [first, first + count) of the section may be written.
    void need_dst(std::uint32_t first, std::uint32_t count = 1) {
        if (!t.dst.math_holds()) [[unlikely]]
            refuse_order("math writes to Dst without having acquired it",
                         "tile_regs_acquire comes first");
        if (first + count > t.dst.capacity() || first + count < first) [[unlikely]]
            refuse_dst(first + count - 1);
    }

    // What the matrix unit must be set up for, unless the kernel has its own loop.
    void need(const setup::Fields& loop, std::uint32_t flags = 0) {
        if ((flags & IB_MATH_CUSTOM) != 0) return;
        need_setup(setup::Unit::math, loop | setup::math::started() | setup::math::wide(true));
    }

    tile::FpuMode mode(std::uint32_t fidelity, const SrcEntry& e) const {
        tile::FpuMode m = t.math;
        m.fidelity = static_cast<tile::Fidelity>(fidelity);
        m.shape = e.shape_b;
        return m;
    }
    std::uint32_t phases(std::uint32_t fidelity) const {
        return tile::phases(static_cast<tile::Fidelity>(fidelity));
    }
};

}  // namespace ironbird::device
