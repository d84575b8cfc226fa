// Waits for a word of L1: semaphores, and words that a loop polls.
#include <fmt/format.h>

#include <cstring>
#include <set>

#include "check/hang/world.hpp"

namespace ironbird::check {
namespace {

using device::Core;
using device::WordNote;
using device::WordWrite;

// A router that has written a word for packets of another chip; null: it is no router's core.
const fabric::Router* router_of(const Core& core) {
    return core.ethernet != nullptr && core.ethernet->router != nullptr
               ? &core.ethernet->router->router
               : nullptr;
}

struct WordWait {
    World& world;
    const Waiter& w;
    const Core& core = w.core();
    std::uint32_t address = w.wait.address & ~3u;
    const WordNote* note = core.word_notes.find(address);
    bool polled = w.wait.kind == sim::WaitKind::words_changed;
    bool equal = w.wait.kind == sim::WaitKind::word_equal;
    std::uint32_t needs = w.wait.value;
    std::uint32_t now = value();

    std::uint32_t value() const {
        std::uint32_t v = 0;
        std::memcpy(&v, core.l1 + address, 4);
        return v;
    }
    std::string name() const {
        const ib_context& c = *w.p->context;
        if (address >= c.sem_base && address < c.sem_base + 16 * c.sem_count)
            return fmt::format("semaphore {}", (address - c.sem_base) / 16);
        return fmt::format("the word at {:#x}", address);
    }
    Party waiting() const {
        const std::string of = name();
        const std::string call =
            polled ? fmt::format("polls {}", of)
                   : fmt::format("noc_semaphore_wait{}({}, {})", equal ? "" : "_min", of, needs);
        return waiting_party(w, call, fmt::format("it is {}", now));
    }
    bool satisfied_by(std::uint32_t v) const { return equal ? v == needs : v >= needs; }

    Party written(const char* role, const WordWrite& x) const {
        constexpr const char* kHow[] = {"set it to {}", "made it {}", "wrote {} there",
                                        "wrote {} there", "made it {}"};
        const Core& by = *world.core(core.chip.id, x.node);
        if (router_of(by) != nullptr) return packet(role, by, x);
        return {
            .role = role,
            .place = world.at(by, x.processor, x.site, x.time),
            .what = fmt::format("{} {} at cycle {}", name_of(by, x.processor, core),
                                fmt::format(fmt::runtime(kHow[static_cast<int>(x.how)]), x.value),
                                grouped(x.time.v))};
    }
    Party packet(const char* role, const Core& router, const WordWrite& x) const {
        Place place = world.at(router, 0, 0, x.time);
        place.processor = "router";
        return {.role = role,
                .place = place,
                .what = fmt::format("a packet of another device made it {} at cycle {}, over the "
                                    "router of {}",
                                    x.value, grouped(x.time.v), core_name(router))};
    }
    // The last change that came from another device; null: none of those that are remembered.
    const WordWrite* from_afar() const {
        for (std::uint32_t i = 0; note != nullptr && i < note->kept(); i++)
            if (router_of(*world.core(core.chip.id, note->write(i).node)) != nullptr)
                return &note->write(i);
        return nullptr;
    }
    // The router whose count of finished packets this word is: its worker waits for a free slot.
    const Core* slots_of() const {
        constexpr std::uint32_t kCountsAt = 400, kCountBytes = 16, kEnd = 656;
        const std::uint32_t base = core.chip.product->fabric.connections;
        if (address < base + kCountsAt || address >= base + kEnd) return nullptr;
        const std::uint32_t channel = (address - base - kCountsAt) / kCountBytes;
        const Core* at = world.core(core.chip.id, core.chip.plan->tensix_cores() + channel);
        return router_of(*at) != nullptr ? at : nullptr;
    }
};

Verdict no_slot(const WordWait& c, const Core& at) {
    const fabric::Router& router = *router_of(at);
    const std::string state = router.state();
    return {
        .rule = "HANG-016",
        .strength = router.done() == c.now ? Strength::follows : Strength::impossible,
        .summary = fmt::format("{} waits for a free slot of the router of {}", c.w.place.processor,
                               core_name(at)),
        .parties = {waiting_party(c.w, "wait_for_empty_write_slot()",
                                  fmt::format("its count of finished packets is {}", c.now))},
        .because = fmt::format("the router has finished {}{}{}", counted(router.done(), "packet"),
                               router.done() == c.now ? "" : " and has said so",
                               state.empty() ? "" : "; " + state),
        .remedy = {}};
}

// Kernels on other devices are the ones that could send more.
Verdict short_from_afar(const WordWait& c, const WordWrite& last) {
    Verdict v{.rule = "HANG-006",
              .strength = Strength::short_of,
              .summary = fmt::format("{} is short by {}: {} waits for {} and it is {}", c.name(),
                                     c.needs - c.now, c.w.place.processor, c.needs, c.now),
              .parties = {c.waiting(), c.written("raised", last)},
              .because = "no packet is under way, and nobody is left who sends one",
              .remedy = "let the devices that send and the one that waits count alike"};
    constexpr std::size_t most = 5;
    for (const Core* other : c.world.cores()) {
        if (other->chip.id == c.core.chip.id) continue;
        for (std::uint32_t p = 0; p < device::kFirstCompute; p++) {
            if (c.world.fate(*other, p) == Fate::absent) continue;
            if (const auto w = c.world.waiter(*other, p)) v.on.push_back(*w);
            if (v.parties.size() < most)
                v.parties.push_back(
                    supplier_party(c.world, *other, p, 0, other->processors[p].ended_at, "", c.w));
        }
    }
    if (v.on.empty())
        v.strength = Strength::ended;
    else
        v.because = "no packet is under way, and those who could send one wait themselves";
    return v;
}

Verdict past(const WordWait& c) {
    Verdict v{.rule = "HANG-007",
              .strength = Strength::impossible,
              .summary = fmt::format("{} is {}, past the {} that {} waits for", c.name(), c.now,
                                     c.needs, c.w.place.processor),
              .parties = {c.waiting()},
              .because = "noc_semaphore_wait asks for equality: a value that is passed is not seen",
              .remedy =
                  "wait with noc_semaphore_wait_min, or reset the semaphore before the next "
                  "round may raise it"};
    if (c.note != nullptr)
        for (std::uint32_t i = c.note->kept(); i-- > 0;)
            v.parties.push_back(c.written("raised", c.note->write(i)));
    else
        v.because = fmt::format("it began at {} and nobody has changed it", c.now);
    return v;
}

// The awaited value was there, and somebody changed it before it was seen.
std::optional<Verdict> reset(const WordWait& c) {
    if (c.note == nullptr || c.polled) return {};
    for (std::uint32_t i = 1; i < c.note->kept(); i++) {
        const WordWrite &before = c.note->write(i), &after = c.note->write(i - 1);
        if (!c.satisfied_by(before.value) || c.satisfied_by(after.value)) continue;
        if (c.note->seen_at >= before.time) continue;  // seen, and then reset as it should be
        return Verdict{
            .rule = "HANG-008",
            .strength = Strength::impossible,
            .summary = fmt::format("{} was {} and then {} before {} looked at it", c.name(),
                                   before.value, after.value, c.w.place.processor),
            .parties = {c.waiting(), c.written("raised", before), c.written("reset", after)},
            .because = fmt::format("the change at cycle {} wiped out what the wait since cycle {} "
                                   "is for",
                                   grouped(after.time.v), grouped(c.w.place.cycle)),
            .remedy =
                "reset a semaphore only on the side that waits for it, after the wait and "
                "before it lets the other side go on"};
    }
    return {};
}

// Cores that run the same kernel as one that has raised the word, and have not raised it.
std::vector<std::pair<const Core*, std::uint32_t>> silent_peers(const WordWait& c) {
    std::set<std::pair<const abi::Kernel*, std::uint32_t>> raisers;
    for (std::uint32_t i = 0; i < c.note->kept(); i++) {
        const WordWrite& x = c.note->write(i);
        raisers.emplace(c.world.kernel(*c.world.core(c.core.chip.id, x.node), x.processor),
                        x.processor);
    }
    std::vector<std::pair<const Core*, std::uint32_t>> peers;
    for (const auto& [kernel, processor] : raisers)
        for (const Core* other : c.world.cores())
            if (kernel != nullptr && other->chip.id == c.core.chip.id &&
                !c.note->has_source(other->id) && c.world.kernel(*other, processor) == kernel)
                peers.emplace_back(other, processor);
    return peers;
}

void add_supplier(const WordWait& c, Verdict& v, const Core& core, std::uint32_t processor,
                  const std::string& deeds, std::size_t most) {
    if (const auto other = c.world.waiter(core, processor)) v.on.push_back(*other);
    if (v.parties.size() < most)
        v.parties.push_back(supplier_party(c.world, core, processor, 0,
                                           core.processors[processor].ended_at, deeds, c.w));
}

std::uint32_t source_count(const WordNote& n) {
    std::uint32_t count = 0;
    for (const std::uint64_t s : n.sources)
        count += static_cast<std::uint32_t>(__builtin_popcountll(s));
    return count;
}

Verdict too_few(const WordWait& c) {
    const auto peers = silent_peers(c);
    const std::uint32_t sources = source_count(*c.note);
    Verdict v{.rule = "HANG-006",
              .summary = c.polled ? fmt::format("{} stays at {}", c.name(), c.now)
                                  : fmt::format("{} is short by {}: {} waits for {} and it is {}",
                                                c.name(), c.needs - c.now, c.w.place.processor,
                                                c.needs, c.now),
              .parties = {c.waiting()}};
    Party last = c.written("raised", c.note->write(0));
    if (c.note->writes > 1)
        last.what += fmt::format("; {} in all, from {}", counted(c.note->writes, "change"),
                                 counted(sources, "core"));
    v.parties.push_back(last);
    constexpr std::size_t most = 4;
    for (const auto& [core, processor] : peers)
        add_supplier(c, v, *core, processor, "without raising it", most);
    if (peers.empty()) {
        v.because = sources == 1 ? "the only one who raises it has done so, and comes not back"
                                 : fmt::format(
                                       "all {} cores that run the kernel that raises it have "
                                       "done so",
                                       sources);
        const WordWrite& x = c.note->write(0);
        add_supplier(c, v, *c.world.core(c.core.chip.id, x.node), x.processor, "", most);
        v.remedy = "wait for as many as raise it, or let one more raise it";
        for (const Core* other : c.world.cores())
            if (other->chip.id == c.core.chip.id && c.note->has_source(other->id) &&
                other->id != x.node)
                if (const auto w = c.world.waiter(*other, x.processor)) v.on.push_back(*w);
    } else {
        v.because = fmt::format("{} that {} the same kernel {} not raised it",
                                counted(peers.size(), "core"), peers.size() == 1 ? "runs" : "run",
                                peers.size() == 1 ? "has" : "have");
        v.remedy = "raise it on every path of the kernel, also where a core has nothing to do";
    }
    v.strength =
        v.on.empty() ? Strength::ended : (peers.empty() ? Strength::short_of : Strength::follows);
    return v;
}

// Nobody has written the word here; who wrote the same one on other cores?
Verdict never(const WordWait& c) {
    Verdict v{.rule = "HANG-006",
              .strength = Strength::forsaken,
              .summary = c.polled ? fmt::format("{} is polled and nobody has changed it", c.name())
                                  : fmt::format("{} is never raised: {} waits for {} and it is {}",
                                                c.name(), c.w.place.processor, c.needs, c.now),
              .parties = {c.waiting()},
              .remedy = "raise it, or correct the core, the id or the address that is raised"};
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;  // node, processor
    std::uint32_t others = 0;
    for (const Core* other : c.world.cores()) {
        const WordNote* n =
            other->chip.id == c.core.chip.id ? other->word_notes.find(c.address) : nullptr;
        if (n == nullptr || other == &c.core) continue;
        others++;
        const WordWrite& x = n->write(0);
        if (x.node == other->id || !seen.emplace(x.node, x.processor).second) continue;
        add_supplier(c, v, *c.world.core(c.core.chip.id, x.node), x.processor,
                     "after raising the same one on other cores", 4);
    }
    if (!seen.empty()) {
        v.because = fmt::format("the same word was raised on {}, and not on this one",
                                counted(others, "other core"));
        v.strength = v.on.empty() ? Strength::ended : Strength::follows;
    }
    return v;
}

}  // namespace

Verdict explain_word(World& world, const Waiter& w) {
    const WordWait c{world, w};
    if (c.polled && w.wait.words == 0)
        return {.rule = "HANG-015",
                .strength = Strength::impossible,
                .summary = fmt::format("{} is in a loop that nothing can end", w.place.processor),
                .parties = {waiting_party(w, "a loop without an end", "")},
                .because = "the loop loads no word that another could change",
                .remedy = "let the loop end, or read what it waits for inside it"};
    if (c.equal && c.now > c.needs) return past(c);
    if (const Core* router = c.slots_of()) return no_slot(c, *router);
    if (auto v = reset(c)) return *v;
    if (const WordWrite* last = c.from_afar(); last != nullptr && !c.polled)
        return short_from_afar(c, *last);
    return c.note != nullptr ? too_few(c) : never(c);
}

}  // namespace ironbird::check
