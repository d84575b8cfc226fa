// Chips on demand, and what happens when the process ends.
#include "host/device/machine.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "base/fault.hpp"
#include "base/log.hpp"
#include "host/configuration.hpp"
#include "host/print_sink.hpp"
#include "host/program/cb_depth.hpp"
#include "host/queue/runner.hpp"
#include "host/run_record.hpp"
#include "host/watchers.hpp"
#include "mem/allocator.hpp"

namespace ironbird::host {
namespace {

std::atomic<bool> made{false};

// Work that nobody waited for is done now; the record is written whatever comes of it.
void at_exit() {
    static bool over = false;
    if (std::exchange(over, true)) return;  // registered twice; the log is gone the second time
    Machine& machine = Machine::get();
    try {
        Lock lock(machine.mutex());
        machine.runner().drain();
    } catch (const std::exception& e) {
        machine.fail_later(e);
    }
    machine.warn();
    write_run_record(machine);
    print_findings();
    if (machine.failed()) {
        std::fflush(nullptr);
        std::_Exit(1);
    }
}

}  // namespace

Machine& Machine::get() {
    static Machine* machine = [] {
        auto* m = new Machine;  // never deleted: static objects of the user may still hold devices
        made = true;
        std::atexit([] { Machine::get().jit().close(); });  // last
        std::atexit(at_exit);
        watch_for_abort(*m);
        return m;
    }();
    return *machine;
}

bool Machine::exists() {
    return made;
}

std::vector<Logical> l1_bank_cores(arch::Grid grid) {
    const auto order = mem::l1_bank_order(grid.x * grid.y);
    std::vector<Logical> cores(order.size());
    for (std::uint32_t i = 0; i < order.size(); i++) cores[order[i]] = {i % grid.x, i / grid.x};
    return cores;
}

Machine::Machine()
    : options_(ironbird::options()),
      jit_(jit_options(options_)),
      cb_depths_(std::make_unique<CbDepths>(options_.cb_depth)),
      plan_(product_of(options_)),
      compute_grid_(usable_grid(options_, product())),
      bank_cores_(l1_bank_cores(compute_grid_)),
      engine_(device::make_engine(engine_options(options_))) {
    attach_watchers(*engine_);
    runner_ = std::make_unique<Runner>(*this);
    engine_->on_print(make_print_sink(*this));
}

std::uint32_t Machine::l1_bank_of(Logical core) const {
    for (std::uint32_t bank = 0; bank < bank_cores_.size(); bank++)
        if (bank_cores_[bank] == core) return bank;
    throw Error(Fault::core_range, fmt::format("core ({},{}) has no L1 bank", core.x, core.y), {},
                fmt::format("the grid is {} by {}", compute_grid_.x, compute_grid_.y));
}

void Machine::finish_at_exit() {
    if (!std::exchange(finishes_at_exit_, true)) std::atexit(at_exit);
}

Slot& Machine::slot(std::uint32_t id) {
    for (const auto& s : slots_)
        if (s->id == id) return *s;
    auto fresh = std::make_unique<Slot>();
    fresh->id = id;
    fresh->chip = &engine_->add_chip(product());
    fresh->core_free.resize(plan_.cores());
    slots_.push_back(std::move(fresh));
    return *slots_.back();
}

void Machine::warn() const {
    for (const std::string& text : engine_->warnings()) log::warning("{}", text);
    for (const std::string& text : cb_depths_->unused())
        log::warning("{} in IRONBIRD_CB_DEPTH was for no circular buffer", text);
    std::uint64_t count = 0;
    for (const auto& s : slots_) count += s->chip->traffic().misaligned;
    if (count != 0)
        log::warning("{} misaligned NoC transfers were let through; the chip may move other bytes",
                     count);
}

void Machine::replace_chip(Slot& slot) {
    engine_->remove_chip(slot.chip->id());
    slot.chip = &engine_->add_chip(product());
    slot.core_free.assign(plan_.cores(), Cycles{});
    slot.host = slot.busy_until = slot.waited = {};
}

void Machine::fail_later(const std::exception& error) {
    failed_ = true;
    note_fault(error);
    std::fprintf(stderr, "%s\n", error.what());
}

}  // namespace ironbird::host
