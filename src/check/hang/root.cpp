// Walks the graph of waits.
#include "check/hang/root.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace ironbird::checks {
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

// A way along certain edges from a waiter back to itself; empty if there is none.
std::vector<std::size_t> ring_through(const World& world, std::size_t start) {
    std::vector<std::size_t> path;
    std::vector<bool> seen(world.waiters.size());
    const auto walk = [&](const auto& self, std::size_t at) -> bool {
        path.push_back(at);
        const Verdict& v = world.waiters[at].verdict;
        if (!v.guessed)
            for (const std::size_t next : v.on) {
                if (next == start) return true;
                if (seen[next]) continue;
                seen[next] = true;
                if (self(self, next)) return true;
            }
        path.pop_back();
        return false;
    };
    seen[start] = true;
    if (!walk(walk, start)) path.clear();
    return path;
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
    const auto& cb = w.core().cbs[w.wait.a];
    const std::uint32_t missing = w.wait.b - cb.free();
    root.verdict.rule = "HANG-004";
    root.verdict.summary =
        fmt::format("CB {} is too small by at least {} for a kernel that feeds itself", w.wait.a,
                    counted(missing, "page"));
    root.verdict.because = fmt::format(
        "the kernel both pushes to CB {} and pops from it, and its pushing side is more "
        "than {} ahead",
        w.wait.a, counted(cb.pages(), "page"));
    root.verdict.remedy = fmt::format("give CB {} at least {}, or pop before pushing more",
                                      w.wait.a, counted(cb.pages() + missing, "page"));
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
    for (const std::size_t i : root.ring)
        if (const Waiter& w = world.waiters[i];
            w.wait.kind == WaitKind::cb_pages && w.core().cbs[w.wait.a].at_front() != 0)
            v.because = fmt::format(
                "CB {} holds {} of the {} pages that are awaited, and its producer "
                "waits before it pushes the rest",
                w.wait.a, w.core().cbs[w.wait.a].at_front(), w.wait.b);
}

// All certain: the first ring, from its earliest wait on.
bool find_ring(World& world, Root& root) {
    for (std::size_t i = 0; i < world.waiters.size(); i++) {
        if (world.waiters[i].verdict.on.empty() || world.waiters[i].verdict.guessed) continue;
        root.ring = ring_through(world, i);
        if (!root.ring.empty()) break;
    }
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
    if (best < Strength::ring && find_ring(world, root)) blame_ring(world, root);
    const Waiter& shown = world.waiters[root.waiter];
    for (std::size_t i = 0; i < world.waiters.size(); i++)
        if (i != root.waiter && &world.waiters[i].core() != &shown.core() &&
            alike(world.waiters[i], shown) && world.waiters[i].verdict.rule == shown.verdict.rule)
            root.like.push_back(i);
    root.behind = waiting_behind(world, root.waiter);
    return root;
}

}  // namespace ironbird::checks
