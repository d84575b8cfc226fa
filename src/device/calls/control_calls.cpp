// Giving way, ending badly, marks, claims and the clock.
#include "device/calls/call.hpp"
#include "device/watcher_marks.hpp"

namespace ironbird::device {
namespace {

constexpr std::uint32_t kSpinCycles = 2;  // a fence and its branch

// Costs nothing: a profile must not change what it measures.
void tell_mark(Mark mark, const char* site, std::uint64_t data) {
    Caller c;
    if (c.core.chip.observer != nullptr) [[unlikely]]
        c.core.chip.observer->on_mark(c.core.actor(c.p), mark, site, data);
}

void tell_claim(std::uint32_t what, std::uint32_t address, std::uint32_t size, bool taken) {
    Caller c;
    if (c.core.chip.observer != nullptr) [[unlikely]]
        c.core.chip.observer->on_claim(c.core.actor(c.p),
                                       {static_cast<Claim::What>(what), taken, address, size});
}

}  // namespace

extern "C" {

void ib_yield() {
    Caller c;
    c.core.catch_up_departures(c.clock());
    if (c.core.chip.observer != nullptr) [[unlikely]]
        c.core.chip.observer->on_yield(c.core.actor(c.p));
    c.core.give_way(c.p);
}

void ib_spin_hint() {
    Caller c;
    c.charge(kSpinCycles);
    c.p.spins++;
    c.core.sync(c.p);
}

std::uint64_t ib_clock() {
    Caller c;
    c.charge(7);  // MMIO load
    c.core.stay_in_window(c.p);
    c.p.spins = 0;
    return c.context.cycles;
}

void ib_waypoint(std::uint32_t text) {
    tell_mark(Mark::value, kWaypointMark, text);
}
// Declared where kernels find them, api/debug; only for those compiled for the watcher.
void ib_ring_push(std::uint32_t word) {
    tell_mark(Mark::value, kRingMark, word);
}
void ib_pause() {
    tell_mark(Mark::event, kPauseMark, 0);
}

void ib_zone_begin(const char* site) {
    tell_mark(Mark::zone_begin, site, 0);
}
void ib_zone_end(const char* site) {
    tell_mark(Mark::zone_end, site, 0);
}
void ib_mark(const char* site, std::uint64_t data, std::uint32_t has_data) {
    tell_mark(has_data != 0 ? Mark::value : Mark::event, site, data);
}

void ib_claim(std::uint32_t what, std::uint32_t address, std::uint32_t size) {
    tell_claim(what, address, size, true);
}
void ib_release(std::uint32_t what, std::uint32_t address, std::uint32_t size) {
    tell_claim(what, address, size, false);
}

void ib_assert_failed(const char* condition, const char* file, std::uint32_t line) {
    Caller c;
    c.fail(Fault::kernel_assert, [=] {
        return FaultText{fmt::format("assertion failed: {}", condition),
                         fmt::format("asserted at {}:{}", file, line)};
    });
}

std::uint32_t ib_argument_missing(std::uint32_t index, std::uint32_t count,
                                  std::uint32_t is_common) {
    Caller c;
    const auto text = [=] {
        return FaultText{fmt::format("kernel reads {} argument {}, but only {} {} set",
                                     is_common != 0 ? "common runtime" : "runtime", index, count,
                                     count == 1 ? "is" : "are"),
                         {}};
    };
    if (c.noted(Fault::arg_index, text)) return 0;
    c.fail(Fault::arg_index, text);
}

void ib_not_modelled(const char* what) {
    Caller c;
    c.fail(Fault::not_modelled,
           [=] { return FaultText{fmt::format("{} is not modelled", what), {}}; });
}

void ib_trap() {
    Caller c;
    c.fail(Fault::kernel_assert, [] { return FaultText{"kernel stops itself with ebreak", {}}; });
}

}  // extern "C"

}  // namespace ironbird::device
