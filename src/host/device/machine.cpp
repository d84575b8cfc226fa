// Chips on demand, and what happens when the process ends.
#include "host/device/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include "base/fault.hpp"
#include "base/log.hpp"
#include "host/configuration.hpp"
#include "host/device/system.hpp"
#include "host/print_sink.hpp"
#include "host/program/cb_depth.hpp"
#include "host/queue/runner.hpp"
#include "host/run_record.hpp"
#include "host/watchers.hpp"
#include "ranks/ranked_engine.hpp"

namespace ironbird::host {
namespace {

std::atomic<bool> made{false};

std::unique_ptr<device::Engine> make_engine(const Options& o, const arch::Cluster& cluster) {
    if (o.ranks.empty()) return device::make_engine(engine_options(o));
    // Whoever started us must not let the other ranks go any more.
    if (!o.run_dir.empty()) std::ofstream(std::filesystem::path(o.run_dir) / kRanksJoined);
    return ranks::make_ranked_engine(engine_options(o), cluster.devices(), rank_identity(o.ranks));
}

// Work that nobody waited for is done now; the record is written whatever comes of it.
void at_exit() {
    static bool over = false;
    if (std::exchange(over, true)) return;  // registered twice; the log is gone the second time
    Machine& machine = Machine::get();
    try {
        Lock lock;
        machine.runner().drain();
    } catch (const std::exception& e) {
        machine.fail_later(e);
    }
    machine.warn();
    write_run_record(machine);
    machine.watchers().print_findings();
    machine.engine().close();
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

Machine::Machine()
    : options_(ironbird::options()),
      jit_(jit_options(options_)),
      cb_depths_(std::make_unique<CbDepths>(options_.cb_depth)) {
    const auto products = products_of(options_);
    for (const arch::Product* product : products) add_layout(*product);
    cluster_ = std::make_unique<arch::Cluster>(cluster_of(options_, products));
    engine_ = make_engine(options_, *cluster_);
    watchers_ = std::make_unique<Watchers>(*this);
    watchers_->attach(*engine_);
    runner_ = std::make_unique<Runner>(*this);
    engine_->on_print(make_print_sink(*this));
}

void Machine::add_layout(const arch::Product& product) {
    const auto same = [&](const auto& known) { return &known->product() == &product; };
    auto at = std::ranges::find_if(layouts_, same);
    if (at == layouts_.end())
        at = layouts_.insert(at,
                             std::make_unique<ChipLayout>(product, usable_grid(options_, product)));
    by_device_.push_back(at->get());
}

const ChipLayout& Machine::layout(std::uint32_t device) const {
    return *by_device_[std::min<std::size_t>(device, by_device_.size() - 1)];
}

const ChipLayout& Machine::only_chip(std::string_view what) const {
    if (!chips_differ()) return *layouts_.front();
    throw Error(Fault::chips_differ, fmt::format("{} needs one kind of chip", what), {},
                fmt::format("the devices of this process are {} (IRONBIRD_CHIP)", options_.chip));
}

std::string Machine::chip_names() const {
    return chips_differ() ? options_.chip : std::string(layouts_.front()->product().name);
}

void Machine::finish_at_exit() {
    if (!std::exchange(finishes_at_exit_, true)) std::atexit(at_exit);
}

Slot& Machine::slot(std::uint32_t id) {
    for (const auto& s : slots_)
        if (s->id == id) return *s;
    auto fresh = std::make_unique<Slot>(Slot{.machine = *this, .id = id, .layout = &layout(id)});
    fresh->chip = &engine_->add_chip(fresh->layout->product());
    fresh->core_free.resize(kMaxCores);
    slots_.push_back(std::move(fresh));
    plug_in(*slots_.back());
    return *slots_.back();
}

// To whatever chips are there already; those that come later do the same.
void Machine::plug_in(const Slot& slot) {
    for (const arch::Link& link : cluster_->links())
        for (const auto& [near, far] : {std::pair(link.a, link.b), std::pair(link.b, link.a)}) {
            if (near.device != slot.id) continue;
            for (const auto& other : slots_)
                if (other->id == far.device)
                    engine_->connect({slot.chip->id(), near.channel},
                                     {other->chip->id(), far.channel});
        }
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
    slot.chip = &engine_->add_chip(slot.layout->product());
    slot.core_free.assign(kMaxCores, Cycles{});
    slot.host = slot.busy_until = slot.waited = {};
    plug_in(slot);
}

void Machine::fail_later(const std::exception& error) {
    failed_ = true;
    note_fault(error);
    std::fprintf(stderr, "%s\n", error.what());
}

}  // namespace ironbird::host
