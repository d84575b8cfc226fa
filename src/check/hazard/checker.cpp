// From the model's calls to the chips' rules, and from their hits to findings.
#include "check/hazard/checker.hpp"

#include <algorithm>
#include <utility>

#include "device/processor_name.hpp"

namespace ironbird::check {
namespace {

ChipChecker& chip_of(noc::Transaction& t) {
    return *static_cast<Tag*>(t.tag)->chip;
}

void look_up(Sites::Site& s, device::Lines& lines) {
    if (std::exchange(s.found, true)) return;
    s.line = lines.of(*s.kernel, s.trace);
}

Party party(ChipState& chip, const Who& w) {
    Party p;
    p.role = w.role;
    Place place;
    place.device = chip.id;
    if (w.node < chip.plan.cores()) {
        const Logical at = chip.plan.core_logical(w.node);
        place.core_x = at.x;
        place.core_y = at.y;
        place.processor = device::processor_name(chip.plan, w.node, w.processor);
    }
    place.cycle = w.cycle.v;
    if (w.site != 0) {
        const Sites::Site& s = chip.node(w.node).sites[w.site];
        place.file = s.line.file;
        place.line = s.line.line;
    }
    p.place = place;
    return p;
}

}  // namespace

HazardChecker::HazardChecker(Groups groups) : groups_(groups) {}
HazardChecker::~HazardChecker() = default;

std::unique_ptr<ChipChecker>& HazardChecker::slot(std::uint32_t chip) {
    if (chips_.size() <= chip) chips_.resize(chip + 1);
    return chips_[chip];
}

// Kernels may be gone at the end: their lines are asked for while they are loaded.
void HazardChecker::on_window() {
    for (auto& chip : chips_) {
        if (chip == nullptr) continue;
        for (std::uint32_t i = 0; i < chip->chip.count(); i++) {
            Hits& hits = chip->chip.node(i).hits;
            if (!hits.fresh()) continue;
            for (Hit& h : hits.all()) {
                if (!std::exchange(h.fresh, false)) continue;
                for (const Who& w : h.who)
                    if (w.site != 0) look_up(chip->chip.node(w.node).sites[w.site], lines_);
            }
            hits.looked_up();
        }
    }
}

void HazardChecker::report(Findings& to) {
    on_window();
    for (auto& chip : chips_) {
        if (chip == nullptr) continue;
        for (std::uint32_t i = 0; i < chip->chip.count(); i++) {
            Hits& hits = chip->chip.node(i).hits;
            for (const Hit& h : hits.all()) {
                Finding f;
                f.rule = h.rule;
                for (const Who& w : h.who)
                    if (w.role != nullptr) f.parties.push_back(party(chip->chip, w));
                if (h.because != nullptr) f.because = h.because(h);
                f.seen = h.seen;
                to.add(std::move(f));
            }
            hits = {};
        }
    }
}

void HazardChecker::on_chip(const arch::Floorplan& plan, std::uint32_t chip) {
    slot(chip) = std::make_unique<ChipChecker>(plan, chip, groups_);
}
void HazardChecker::on_launch(const device::LaunchView& l) {
    slot(l.chip)->launches.launch(l);
}
void HazardChecker::on_complete(const device::Completion& done) {
    slot(done.chip)->launches.complete(done.id);
    if (std::ranges::all_of(chips_, [](const auto& c) { return !c || c->launches.none_active(); }))
        for (const auto& chip : chips_)
            if (chip) chip->fabric.quiet();
    on_window();
}
void HazardChecker::on_buffer(std::uint32_t chip, const device::BufferView& b, bool live) {
    slot(chip)->launches.buffer(b, live);
}
void HazardChecker::on_host(const device::HostAccess& a) {
    slot(a.chip)->launches.host(a);
}
void HazardChecker::on_fabric(std::uint32_t chip, noc::NodeId at, const noc::Transaction& t,
                              const std::uint8_t* bytes) {
    chips_[chip]->fabric.landed(at, t, bytes);
}
void HazardChecker::on_connection(const device::Connected& c) {
    chips_[c.chip]->fabric.connection(c);
}
void HazardChecker::on_start(const device::Actor& a, const device::Processor& p) {
    slot(a.chip)->launches.start(a.node, p);
}
void HazardChecker::on_end(const device::Actor& a, const device::Processor&) {
    chips_[a.chip]->end(a);
}
void HazardChecker::on_access(const device::Actor& a, const device::Access& x) {
    chips_[a.chip]->accesses.access(a, x);
}
void HazardChecker::on_cb(const device::Actor& a, device::CbAction action, std::uint32_t cb,
                          std::uint32_t pages) {
    chips_[a.chip]->cbs.cb(a, action, cb, pages);
}
void HazardChecker::on_cb_asked(const device::Actor& a, bool filled, std::uint32_t cb,
                                std::uint32_t pages) {
    chips_[a.chip]->cbs.asked(a, filled, cb, pages);
}
void HazardChecker::on_word(const device::Actor& a, device::WordAction action,
                            std::uint32_t address, std::uint32_t value) {
    chips_[a.chip]->signals.word(a, action, address);
    if (chips_[a.chip]->chip.fabric) chips_[a.chip]->fabric.word(a, action, address, value);
}
void HazardChecker::on_barrier(const device::Actor& a, std::uint32_t waits, std::uint32_t noc,
                               int trid) {
    chips_[a.chip]->requests.barrier(a, waits, noc, trid);
}
void HazardChecker::on_clear_trids(const device::Actor& a, std::uint32_t ids, std::uint32_t noc) {
    chips_[a.chip]->requests.clear_trids(a, ids, noc);
}
void HazardChecker::on_mailbox(const device::Actor& a, bool write, std::uint32_t other) {
    chips_[a.chip]->signals.mailbox(a, write, other);
}
void HazardChecker::on_claim(const device::Actor& a, const device::Claim& c) {
    chips_[a.chip]->claims.claim(a, c);
}
void HazardChecker::on_issue(const device::Actor& a, noc::Transaction& t, const ib_noc& how) {
    ChipChecker& chip = *chips_[a.chip];
    chip.packets.issue(a, t, how, chip);
}
void HazardChecker::on_land(noc::NodeId at, noc::Transaction& t, Cycles cycle) {
    chip_of(t).packets.land(at, t, cycle);
}
void HazardChecker::on_answer(noc::Transaction& t, Cycles) {
    chip_of(t).packets.answer(t);
}

}  // namespace ironbird::check
