// The start of a compute kernel, and Dst's way from math to pack and back.
#include "device/tensix/tensix_call.hpp"

namespace ironbird::device {

extern "C" {

void ib_compute_begin(ib_compute_settings settings) {
    TensixCall c;
    c.t.begin(settings);
}

void ib_dst_acquire() {
    TensixCall c;
    c.begin();
    if (c.t.dst.math_holds())
        c.refuse_order("math acquires Dst twice", "tile_regs_commit hands a section over first");
    while (!c.t.dst.available()) c.core.park(c.p, sim::wait_for(sim::WaitKind::dst_math));
    c.core.wait_until(c.p, c.t.dst.acquire(), sim::wait_for(sim::WaitKind::dst_math));
    c.charge(c.t.cost.handover);
}

void ib_dst_commit() {
    TensixCall c;
    if (!c.t.dst.math_holds())
        c.refuse_order("math commits Dst without having acquired it",
                       "tile_regs_acquire comes first");
    c.charge(c.t.cost.handover);
    c.t.dst.commit(c.clock());
    c.core.tensix_changed(sim::WaitKind::dst_pack, {});
    c.p.spins = 0;
}

void ib_dst_wait() {
    TensixCall c;
    c.begin();
    if (c.t.dst.pack_holds())
        c.refuse_order("pack waits for Dst twice", "tile_regs_release gives a section back first");
    while (!c.t.dst.ready()) c.core.park(c.p, sim::wait_for(sim::WaitKind::dst_pack));
    c.core.wait_until(c.p, c.t.dst.wait(), sim::wait_for(sim::WaitKind::dst_pack));
    c.charge(c.t.cost.handover);
}

void ib_dst_release() {
    TensixCall c;
    if (!c.t.dst.pack_holds())
        c.refuse_order("pack releases Dst without having waited for it",
                       "tile_regs_wait comes first");
    c.charge(c.t.cost.handover);
    c.t.dst.release(c.clock());
    c.core.tensix_changed(sim::WaitKind::dst_math, {});
    c.p.spins = 0;
}

}  // extern "C"

}  // namespace ironbird::device
