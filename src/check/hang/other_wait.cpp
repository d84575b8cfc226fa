// Waits for answers of the NoC, and for the hand-overs inside a Tensix engine.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "check/hang/world.hpp"
#include "device/fault/fault_text.hpp"

namespace ironbird::check {
namespace {

using device::Core;
using device::MulticastNote;
using sim::WaitKind;

constexpr std::uint32_t kUnpack = 2, kMath = 3, kPack = 4;

std::string barrier_name(std::uint32_t waits) {
    if ((waits & IB_WAIT_READS) != 0 && (waits & IB_WAIT_WRITES_ACKED) != 0)
        return "noc_async_full_barrier()";
    if ((waits & IB_WAIT_READS) != 0) return "noc_async_read_barrier()";
    return (waits & IB_WAIT_WRITES_ACKED) != 0 ? "noc_async_write_barrier()"
                                               : "noc_async_atomic_barrier()";
}

// The first multicast of the processor whose receivers were counted wrongly.
const MulticastNote* miscounted(const Waiter& w, std::uint32_t& real) {
    const Core& core = w.core();
    for (const MulticastNote& m : w.p->multicasts.all()) {
        if (m.packets == 0 || m.noc != w.wait.noc) continue;
        real = core.chip.network->map().count_receivers(m.first, m.last, m.noc, core.id,
                                                        (m.flags & IB_NOC_INCLUDE_SELF) != 0);
        if (real != m.receivers) return &m;
    }
    return nullptr;
}

// Who else takes part in a hand-over, and what the waiting side is called for.
struct Handover {
    WaitKind kind;
    std::uint32_t supplier;
    std::string_view call;
    std::string_view summary;
    std::string_view remedy;
};

constexpr auto kHandovers = std::to_array<Handover>({
    {WaitKind::src_full, kUnpack, "takes SrcA and SrcB",
     "math waits for operands that unpack does not supply",
     "let unpack and math run the same calls: one without its partner is guarded by processor"},
    {WaitKind::src_empty, kMath, "fills SrcA and SrcB",
     "unpack has filled SrcA and SrcB, and math does not take them",
     "let unpack and math run the same calls: one without its partner is guarded by processor"},
    {WaitKind::dst_math, kPack, "tile_regs_acquire()",
     "math waits for a section of Dst that pack does not release",
     "call tile_regs_release on pack for every tile_regs_commit on math"},
    {WaitKind::dst_pack, kMath, "tile_regs_wait()",
     "pack waits for a section of Dst that math does not commit",
     "call tile_regs_commit on math for every tile_regs_wait on pack"},
});

void add_supplier(World& world, const Waiter& w, Verdict& v, std::uint32_t processor) {
    const Core& core = w.core();
    if (world.fate(core, processor) == Fate::absent) return;
    if (const auto other = world.waiter(core, processor)) v.on.push_back(*other);
    v.parties.push_back(
        supplier_party(world, core, processor, 0, core.processors[processor].ended_at, "", w));
}

std::uint32_t of_thread(std::uint32_t thread) {
    return thread == 3 ? 0 : thread + kUnpack;  // upstream's numbers: unpack, math, pack, BRISC
}

}  // namespace

Verdict explain_barrier(World& world, const Waiter& w) {
    const Core& core = w.core();
    const std::int64_t open = core.niu.open(w.p->index, w.wait.waits, w.wait.noc, w.wait.id);
    Verdict v{.rule = "HANG-010",
              .strength = Strength::impossible,
              .summary = fmt::format("{} waits for answers that will not come",
                                     barrier_name(w.wait.waits)),
              .parties = {waiting_party(w, barrier_name(w.wait.waits),
                                        fmt::format("{} outstanding on NoC {}", open, w.wait.noc))},
              .because = "all packets have been delivered and answered",
              .remedy = "wait with the barrier, the NoC and the transaction id of the requests"};
    std::uint32_t real = 0;
    const MulticastNote* m = miscounted(w, real);
    if (m == nullptr) return v;
    const auto gap = static_cast<std::int64_t>(m->receivers) - real;
    v.rule = "HANG-009";
    v.summary = fmt::format("a multicast was told {} and its rectangle has {}",
                            counted(m->receivers, "receiver"), real);
    v.parties.push_back(
        {.role = "issued",
         .place = world.at(core, w.p->index, m->site, Cycles{w.place.cycle}),
         .what = fmt::format(
             "{} from ({},{}) to ({},{}), {}the sender, told {}", counted(m->packets, "packet"),
             m->first.x, m->first.y, m->last.x, m->last.y,
             (m->flags & IB_NOC_INCLUDE_SELF) != 0 ? "with " : "without ", m->receivers)});
    v.because = gap > 0
                    ? fmt::format("the barrier waits for {} more than there are cores to answer",
                                  counted(static_cast<std::uint64_t>(gap * m->packets), "answer"))
                    : fmt::format("{} more than expected came, and the barrier asks for equality",
                                  counted(static_cast<std::uint64_t>(-gap * m->packets), "answer"));
    v.remedy = fmt::format(
        "pass {} as the number of destinations; the sender counts only in the "
        "loopback form",
        real);
    return v;
}

Verdict explain_handover(World& world, const Waiter& w) {
    Verdict v{.rule = "HANG-012", .parties = {}};
    if (const auto* row = std::ranges::find(kHandovers, w.wait.kind, &Handover::kind);
        row != kHandovers.end()) {
        v.summary = row->summary;
        v.remedy = row->remedy;
        v.parties = {waiting_party(w, std::string(row->call), "")};
        add_supplier(world, w, v, row->supplier);
    } else if (w.wait.kind == WaitKind::tensix_sem) {
        v.summary = fmt::format("Tensix semaphore {} is not {}", w.wait.semaphore,
                                w.wait.posted != 0 ? "posted" : "taken");
        v.remedy = "post and take a Tensix semaphore equally often, on different processors";
        v.parties = {
            waiting_party(w, fmt::format("waits on Tensix semaphore {}", w.wait.semaphore), "")};
        for (const std::uint32_t i : {kUnpack, kMath, kPack})
            if (i != w.p->index) add_supplier(world, w, v, i);
    } else {
        const bool word = w.wait.kind == WaitKind::mailbox_word;
        v.summary = word ? "a mailbox is read into which nobody writes"
                         : "a mailbox is full and nobody reads it";
        v.remedy = "write and read a mailbox equally often";
        v.parties = {waiting_party(w, word ? "mailbox_read()" : "mailbox_write()", "")};
        add_supplier(world, w, v, of_thread(w.wait.other));
    }
    v.strength = v.on.empty() ? Strength::ended : Strength::follows;
    return v;
}

Verdict explain_other(World&, const Waiter& w) {
    return {.rule = "HANG-013",
            .strength = Strength::unsupplied,
            .summary = fmt::format("{} repeats a query", w.place.processor),
            .parties = {waiting_party(w, "a query", "")}};
}

}  // namespace ironbird::check
