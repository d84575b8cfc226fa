// Walks the graph of waits.
#include "check/hang/root.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace ironbird::check {
namespace {

using sim::WaitKind;

Verdict explain(World& world, const Waiter& w) {
    switch (w.wait.kind) {
        case WaitKind::cb_pages:
        case WaitKind::cb_space:
            return explain_cb(world, w);
        case WaitKind::word_equal:
        case WaitKind::word_at_least:
        case WaitKind::words_changed:
            // A register: whoever changes it is not known.
            if (w.wait.address >= w.p->context->l1_size) return explain_other(world, w);
            return explain_word(world, w);
        case WaitKind::barrier:
            return explain_barrier(world, w);
        case WaitKind::none:
        case WaitKind::delivery:
            return explain_other(world, w);
        default:
            return explain_handover(world, w);
    }
}

// Nobody is known to supply these: whoever stands elsewhere may be meant to.
void guess(World& world) {
    for (Waiter& w : world.waiters) {
        Verdict& v = w.verdict;
        if (v.strength != Strength::forsaken || !v.on.empty()) continue;
        for (std::size_t i = 0; i < world.waiters.size(); i++)
            if (!alike(world.waiters[i], w)) v.on.push_back(i);
        if (v.on.empty()) continue;
        v.guessed = true;
        v.strength = Strength::unsupplied;
    }
}

constexpr std::uint32_t kGuessCost = 10;  // a certain edge costs 1

struct Ring {
    std::vector<std::size_t> members;
    std::uint32_t cost = ~0u;
};

// The cheapest way from a waiter back to itself; without members if there is none.
Ring ring_through(const World& world, std::size_t start, bool guesses) {
    const std::size_t n = world.waiters.size();
    std::vector<std::uint32_t> cost(n, ~0u);
    std::vector<std::size_t> from(n, n);
    std::set<std::pair<std::uint32_t, std::size_t>> open{{0, start}};
    Ring ring;
    while (!open.empty()) {
        const auto [so_far, at] = *open.begin();
        open.erase(open.begin());
        const Verdict& v = world.waiters[at].verdict;
        if (v.guessed && !guesses) continue;
        for (const std::size_t next : v.on) {
            const std::uint32_t sum = so_far + (v.guessed ? kGuessCost : 1);
            if (sum >= cost[next]) continue;
            open.erase({cost[next], next});
            cost[next] = sum;
            from[next] = at;
            if (next != start) open.insert({sum, next});
        }
    }
    if (cost[start] == ~0u) return ring;
    ring.cost = cost[start];
    std::size_t at = start;
    do {
        at = from[at];
        ring.members.insert(ring.members.begin(), at);
    } while (at != start);
    return ring;
}

// How many waiters wait for this one, directly or not.
std::vector<bool> waiting_behind(const World& world, std::size_t root) {
    std::vector<bool> behind(world.waiters.size());
    behind[root] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < world.waiters.size(); i++) {
            if (behind[i]) continue;
            const auto& on = world.waiters[i].verdict.on;
            if (std::any_of(on.begin(), on.end(), [&](std::size_t o) { return behind[o]; }))
                behind[i] = changed = true;
        }
    }
    return behind;
}

std::size_t strongest(const World& world) {
    std::size_t best = 0;
    std::size_t best_behind = 0;
    std::set<std::pair<std::string, std::uint32_t>> counted_lines;
    for (std::size_t i = 0; i < world.waiters.size(); i++) {
        const Waiter &w = world.waiters[i], &b = world.waiters[best];
        if (i != 0 && w.verdict.strength < b.verdict.strength) continue;
        // Counting is slow with many cores: once for each line of a kernel is enough.
        const bool fresh =
            counted_lines.emplace(w.place.file, w.place.line * 8 + w.p->index).second;
        if (!fresh && w.verdict.strength == b.verdict.strength) continue;
        const auto behind = waiting_behind(world, i);
        const auto n = static_cast<std::size_t>(std::count(behind.begin(), behind.end(), true));
        const auto key = [](const Waiter& x, std::size_t count) {
            return std::tuple(-static_cast<int>(x.verdict.strength), -static_cast<long>(count),
                              x.place.cycle);
        };
        if (i == 0 || key(w, n) < key(b, best_behind)) {
            best = i;
            best_behind = n;
        }
    }
    return best;
}

// A ring whose members all belong to one compute kernel, with a buffer that is full.
std::optional<std::size_t> self_feeding(const World& world, const std::vector<std::size_t>& ring) {
    std::optional<std::size_t> full;
    for (const std::size_t i : ring) {
        const Waiter& w = world.waiters[i];
        if (w.p->index < device::kFirstCompute || &w.core() != &world.waiters[ring[0]].core())
            return {};
        if (w.wait.kind == WaitKind::cb_space) full = i;
    }
    return full;
}

void say_capacity(const World& world, Root& root) {
    const Waiter& w = world.waiters[root.waiter];
    const auto& cb = w.core().cbs[w.wait.cb];
    const std::uint32_t missing = w.wait.pages - cb.free();
    root.verdict.rule = "HANG-004";
    root.verdict.summary =
        fmt::format("CB {} is too small by at least {} for a kernel that feeds itself", w.wait.cb,
                    counted(missing, "page"));
    root.verdict.because = fmt::format(
        "the kernel both pushes to CB {} and pops from it, and its pushing side is more "
        "than {} ahead",
        w.wait.cb, counted(cb.pages(), "page"));
    root.verdict.remedy = fmt::format("give CB {} at least {}, or pop before pushing more",
                                      w.wait.cb, counted(cb.pages() + missing, "page"));
}

void say_ring(World& world, Root& root) {
    std::set<const device::Core*> cores;
    for (const std::size_t i : root.ring) cores.insert(&world.waiters[i].core());
    Verdict& v = root.verdict;
    v.rule = "HANG-011";
    v.summary =
        fmt::format("{} wait for each other in a ring", counted(root.ring.size(), "processor"));
    v.parties.clear();
    for (const std::size_t i : root.ring)
        v.parties.push_back(world.waiters[i].verdict.parties.front());
    if (cores.size() > 1)
        for (std::size_t k = 0; k < root.ring.size(); k++)
            v.parties[k].what += ", " + core_name(world.waiters[root.ring[k]].core());
    v.because = "each waits for what the next would do after its own wait";
    v.remedy =
        "let one of them go first: supply before waiting, or make a circular buffer on the "
        "ring larger";
    for (const std::size_t i : root.ring) {
        const Waiter& w = world.waiters[i];
        if (w.wait.kind == WaitKind::cb_space)
            v.because = fmt::format(
                "CB {} is full, and whoever would empty it waits further on in the ring",
                w.wait.cb);
        if (w.wait.kind != WaitKind::cb_pages || w.core().cbs[w.wait.cb].at_front() == 0) continue;
        v.because = fmt::format(
            "CB {} holds {} of the {} pages that are awaited, and its producer waits before it "
            "pushes the rest",
            w.wait.cb, w.core().cbs[w.wait.cb].at_front(), w.wait.pages);
        break;
    }
}

// The cheapest ring, from its earliest wait on.
bool find_ring(World& world, Root& root, bool guesses) {
    Ring best;
    for (std::size_t i = 0; i < world.waiters.size(); i++)
        if (Ring ring = ring_through(world, i, guesses); ring.cost < best.cost)
            best = std::move(ring);
    root.ring = std::move(best.members);
    if (root.ring.empty()) return false;
    const auto earlier = [&](std::size_t a, std::size_t b) {
        return world.waiters[a].place.cycle < world.waiters[b].place.cycle;
    };
    std::rotate(root.ring.begin(), std::min_element(root.ring.begin(), root.ring.end(), earlier),
                root.ring.end());
    return true;
}

// Which wait of a ring is to blame, where one stands out.
void blame_ring(World& world, Root& root) {
    root.waiter = root.ring[0];
    if (const auto full = self_feeding(world, root.ring)) {
        root.waiter = *full;
        root.verdict = world.waiters[*full].verdict;
        return say_capacity(world, root);
    }
    for (const std::size_t i : root.ring)
        if (world.waiters[i].verdict.strength == Strength::short_of) {
            root.waiter = i;
            root.verdict = world.waiters[i].verdict;
            return;
        }
    root.verdict = world.waiters[root.waiter].verdict;
    say_ring(world, root);
}

}  // namespace

bool alike(const Waiter& a, const Waiter& b) {
    return a.p->index == b.p->index && a.wait.kind == b.wait.kind && a.place.line == b.place.line &&
           a.place.file == b.place.file;
}

Root find_root(World& world) {
    for (Waiter& w : world.waiters) w.verdict = explain(world, w);
    guess(world);
    Root root;
    root.waiter = strongest(world);
    const Strength best = world.waiters[root.waiter].verdict.strength;
    root.verdict = world.waiters[root.waiter].verdict;
    if ((best < Strength::ring && find_ring(world, root, false)) ||
        (best == Strength::follows && find_ring(world, root, true)))
        blame_ring(world, root);
    const Waiter& shown = world.waiters[root.waiter];
    for (std::size_t i = 0; i < world.waiters.size(); i++)
        if (i != root.waiter && &world.waiters[i].core() != &shown.core() &&
            alike(world.waiters[i], shown) && world.waiters[i].verdict.rule == shown.verdict.rule)
            root.like.push_back(i);
    root.behind = waiting_behind(world, root.waiter);
    return root;
}

}  // namespace ironbird::check
