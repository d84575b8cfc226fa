// Waits for pages of a circular buffer, and for room in it.
#include <fmt/format.h>

#include <algorithm>

#include "check/hang/world.hpp"

namespace ironbird::check {
namespace {

using device::Cb;
using device::CbHand;
using device::Core;

// One side of a circular buffer: who is on it, from what they did and from what their code names.
struct Side {
    std::vector<std::uint32_t> active;   // have begun
    std::vector<std::uint32_t> in_code;  // have not, but their code has the call
    std::vector<std::uint32_t> barren;   // have begun, but their code cannot finish it
    bool hidden = false;                 // some code names its buffers only at run time
};

struct CbWait {
    World& world;
    const Waiter& w;
    const Core& core = w.core();
    std::uint32_t index = w.wait.cb;
    const Cb& cb = core.cbs[index];
    bool for_pages = w.wait.kind == sim::WaitKind::cb_pages;
    std::uint32_t has = for_pages ? cb.at_front() : cb.free();
    std::uint32_t needs = w.wait.pages != 0 ? w.wait.pages : has + 1;  // a query does not say

    const CbHand& hand(std::uint32_t i) const { return cb.hands[i]; }

    // The other side of the buffer: who pushes what is waited for, or pops to make room.
    Side suppliers() const {
        Side side;
        for (std::uint32_t i = 0; i < device::kProcessors; i++) {
            const abi::Kernel* k = world.kernel(core, i);
            if (k == nullptr) continue;
            const CbHand& h = hand(i);
            const bool begun = for_pages ? h.produces() : h.consumes();
            const bool done_some = (for_pages ? h.pushed : h.popped) != 0;
            const bool coded = ((for_pages ? k->cb_use.pushes : k->cb_use.pops) >> index & 1) != 0;
            if (begun && (done_some || coded || k->cb_use.others))
                side.active.push_back(i);
            else if (begun && i != w.p->index)
                side.barren.push_back(i);
            else if (coded)
                side.in_code.push_back(i);
            side.hidden |= k->cb_use.others;
        }
        std::erase(side.active, for_pages ? ~0u : w.p->index);
        return side;
    }

    std::uint64_t pushed() const {
        std::uint64_t n = 0;
        for (const CbHand& h : cb.hands) n += h.pushed;
        return n;
    }

    Party waiting() const {
        const std::string call =
            fmt::format("{}({}, {})", for_pages ? "cb_wait_front" : "cb_reserve_back", index,
                        w.wait.pages != 0 ? std::to_string(needs) : "...");
        return waiting_party(
            w, call,
            for_pages ? fmt::format("{} {} there", counted(has, "page"), has == 1 ? "is" : "are")
                      : fmt::format("{} of {} {} free", has, counted(cb.pages(), "page"),
                                    has == 1 ? "is" : "are"));
    }

    std::string deeds(std::uint32_t i) const {
        const CbHand& h = hand(i);
        if (for_pages)
            return h.pushed != 0 ? fmt::format("after pushing {}", counted(h.pushed, "page"))
                                 : std::string("after reserving pages and pushing none");
        return h.popped != 0 ? fmt::format("after popping {}", counted(h.popped, "page"))
                             : std::string("after waiting for pages and popping none");
    }

    Party supplier(std::uint32_t i) const {
        const CbHand& h = hand(i);
        const std::uintptr_t site = for_pages ? (h.pushed != 0 ? h.push_site : h.reserve_site)
                                              : (h.popped != 0 ? h.pop_site : h.wait_site);
        return supplier_party(world, core, i, site, for_pages ? h.push_time : h.pop_time, deeds(i),
                              w);
    }
};

Verdict too_small(const CbWait& c) {
    const std::uint32_t missing = c.needs - c.cb.pages();
    return {.rule = "HANG-004",
            .strength = Strength::impossible,
            .summary = fmt::format(
                "CB {} is too small by {}: {} {} asked for at once and it has {}", c.index,
                counted(missing, "page"), c.needs, c.needs == 1 ? "is" : "are", c.cb.pages()),
            .parties = {c.waiting()},
            .because = "a circular buffer can never hold more pages than it has",
            .remedy = fmt::format("give CB {} at least {}, or ask for {} at most", c.index,
                                  counted(c.needs, "page"), c.cb.pages())};
}

// Producer and consumer of one buffer each wait for the other: what lies there is too little for
// one and too much for the other.
std::optional<Verdict> misfit(const CbWait& c, const Side& side) {
    for (const std::uint32_t i : side.active) {
        const auto other = c.world.waiter(c.core, i);
        if (!other || c.for_pages) continue;
        const sim::Wait& theirs = c.world.waiters[*other].wait;
        if (theirs.kind != sim::WaitKind::cb_pages || theirs.cb != c.index) continue;
        const std::uint32_t missing = c.needs - c.has;
        return Verdict{
            .rule = "HANG-004",
            .strength = Strength::impossible,
            .summary = fmt::format("CB {} is too small by {} for how its two sides use it", c.index,
                                   counted(missing, "page")),
            .parties = {c.waiting(), c.supplier(i)},
            .because = fmt::format("{} {} there: too few for the consumer, which wants {}, and "
                                   "they leave no room for the producer's {}",
                                   counted(c.cb.at_front(), "page"),
                                   c.cb.at_front() == 1 ? "is" : "are", theirs.pages, c.needs),
            .remedy = fmt::format("give CB {} {}, or let both sides move batches of one size",
                                  c.index, counted(c.cb.pages() + missing, "page"))};
    }
    return {};
}

// Somebody else popped what this one waits for.
std::optional<Verdict> stolen(const CbWait& c, const Side& side) {
    if (!c.for_pages) return {};
    const CbHand& own = c.hand(c.w.p->index);
    for (std::uint32_t i = 0; i < device::kProcessors; i++) {
        const CbHand& h = c.hand(i);
        if (i == c.w.p->index || h.popped == 0 || c.pushed() - own.popped < c.needs) continue;
        Verdict v{
            .rule = "HANG-005",
            .strength = Strength::stolen,
            .summary = fmt::format("the pages of CB {} that {} waits for were popped by {}",
                                   c.index, c.w.place.processor, name_of(c.core, i, c.core)),
            .parties = {c.waiting(),
                        {.role = "popped",
                         .place = c.world.at(c.core, i, h.pop_site, h.pop_time),
                         .what = fmt::format("{} popped {}, the last at cycle {}",
                                             name_of(c.core, i, c.core), counted(h.popped, "page"),
                                             grouped(h.pop_time.v))}},
            .because = fmt::format(
                "CB {} has two consumers: {} pushed, {} popped by {}, {} by {}; a pop takes pages "
                "away from both",
                c.index, counted(c.pushed(), "page"), h.popped, name_of(c.core, i, c.core),
                own.popped, c.w.place.processor),
            .remedy =
                "give each consumer its own circular buffer, or let one wait and pop for both "
                "and hand on by a semaphore"};
        for (const std::uint32_t p : side.active) v.parties.push_back(c.supplier(p));
        return v;
    }
    return {};
}

void say_ended(const CbWait& c, const Side& side, Verdict& v) {
    v.strength = Strength::ended;
    const bool nothing = std::all_of(side.active.begin(), side.active.end(), [&](std::uint32_t i) {
        return (c.for_pages ? c.hand(i).pushed : c.hand(i).popped) == 0;
    });
    if (c.for_pages && nothing) {
        v.rule = "HANG-001";
        v.summary = fmt::format("nobody has pushed to CB {}: its producer reserved pages and ended",
                                c.index);
        v.remedy =
            fmt::format("push the pages of CB {} on the processor that reserves them", c.index);
        return;
    }
    if (c.for_pages) {
        v.rule = "HANG-002";
        v.summary =
            fmt::format("the producer ended after {} of {} pages that CB {}'s consumer waits for",
                        c.has, c.needs, c.index);
        const std::uint64_t all = c.pushed();
        if (c.needs > 1 && all % c.needs != 0)
            v.because = fmt::format("{} is not a multiple of {}: the last batch is {} short",
                                    grouped(all), c.needs, c.needs - all % c.needs);
        v.remedy = c.needs > 1 ? fmt::format(
                                     "wait for and pop min({}, remaining), and keep batches "
                                     "from crossing the end of the CB (explain CB-007)",
                                     c.needs)
                               : "let both sides count the same number of pages";
        return;
    }
    v.rule = "HANG-003";
    v.summary =
        nothing
            ? fmt::format("nobody pops from CB {}: its consumer ended, and it is full", c.index)
            : fmt::format("the consumer of CB {} ended, and the producer has more pages", c.index);
    if (!nothing)
        v.because = fmt::format("{} were pushed in all and {} are still there",
                                counted(c.pushed(), "page"), c.cb.at_front());
    v.remedy = nothing ? fmt::format("pop from CB {} what was waited for", c.index)
                       : "let both sides count the same number of pages";
}

void say_nobody(const CbWait& c, const Side& side, Verdict& v) {
    v.rule = c.for_pages ? "HANG-001" : "HANG-003";
    v.strength = side.hidden ? Strength::forsaken : Strength::ended;
    const char* verb = c.for_pages ? "pushes to" : "pops from";
    if (side.hidden || !side.in_code.empty())
        v.summary = fmt::format("nobody {} CB {}", verb, c.index);
    else
        v.summary = fmt::format("no kernel on this core {} CB {}", verb, c.index);
    if (!side.barren.empty())
        v.because =
            fmt::format("{} {} its pages, and the code that was built for it has no {}",
                        name_of(c.core, side.barren[0], c.core),
                        c.for_pages ? "reserves" : "waits for", c.for_pages ? "push" : "pop");
    else if (side.in_code.empty() && !side.hidden)
        v.because = "none of the core's kernels has such a call in the code that was built for it";
    v.remedy = c.for_pages
                   ? "push on the processor that produces, with the same index, and look for a "
                     "guard that compiles the push out"
                   : "pop on the processor that consumes, with the same index";
    for (const std::uint32_t i : side.barren) v.parties.push_back(c.supplier(i));
    const char* deeds = c.for_pages ? "without pushing to it" : "without popping from it";
    for (const std::uint32_t i : side.in_code)
        v.parties.push_back(
            supplier_party(c.world, c.core, i, 0, c.core.processors[i].ended_at, deeds, c.w));
    if (!side.hidden) return;
    for (std::uint32_t i = 0; i < device::kProcessors; i++) {
        const abi::Kernel* k = c.world.kernel(c.core, i);
        if (k == nullptr || !k->cb_use.others || i == c.w.p->index) continue;
        v.parties.push_back(
            supplier_party(c.world, c.core, i, 0, c.core.processors[i].ended_at, deeds, c.w));
        // Somebody who still waits may have been about to.
        if (const auto other = c.world.waiter(c.core, i)) {
            v.on.push_back(*other);
            v.guessed = true;
            v.strength = Strength::follows;  // a wait for a word is likelier to come first
        }
    }
}

}  // namespace

Verdict explain_cb(World& world, const Waiter& w) {
    const CbWait c{world, w};
    if (c.needs > c.cb.pages()) return too_small(c);
    const Side side = c.suppliers();
    if (auto v = misfit(c, side)) return *v;
    if (auto v = stolen(c, side)) return *v;
    Verdict v{.rule = c.for_pages ? "HANG-001" : "HANG-003", .parties = {c.waiting()}};
    std::vector<std::uint32_t> all = side.active;
    all.insert(all.end(), side.in_code.begin(), side.in_code.end());
    bool over = true;
    for (const std::uint32_t i : all) {
        if (const auto other = world.waiter(c.core, i)) {
            if (other != world.waiter(c.core, w.p->index) || side.active.size() == 1)
                v.on.push_back(*other);
            over = false;
        }
        over &= world.fate(c.core, i) != Fate::runs;
        if (i != w.p->index)
            v.parties.push_back(
                std::find(side.active.begin(), side.active.end(), i) != side.active.end()
                    ? c.supplier(i)
                    : supplier_party(
                          world, c.core, i, 0, c.core.processors[i].ended_at,
                          c.for_pages ? "without pushing to it" : "without popping from it", w));
    }
    if (!over) {
        v.summary = fmt::format("{} waits for {} of CB {}", w.place.processor,
                                c.for_pages ? "pages" : "room", c.index);
    } else if (!side.active.empty()) {
        say_ended(c, side, v);
    } else {
        v.parties.resize(1);
        say_nobody(c, side, v);
    }
    return v;
}

}  // namespace ironbird::check
