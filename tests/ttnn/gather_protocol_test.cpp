// The flow control of a multicast stream, over all interleavings: no deadlock, and nothing is
// overwritten that somebody still reads.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <set>
#include <vector>

namespace ttnn::test {
namespace {

constexpr int kReceivers = 3, kSlots = 2, kBlocks = 5;

// How far everybody is. Block b lies in slot b % kSlots of every receiver.
struct State {
    int sent = 0;
    std::array<int, kReceivers> asked{};     // has said that there is room, for so many blocks
    std::array<int, kReceivers> released{};  // has done with so many blocks
    auto operator<=>(const State&) const = default;
};

// When the sender takes the next block for wanted.
using Rule = bool (*)(const State&);

int releases_of_slot(const State& s, int slot) {
    int count = 0;
    for (const int released : s.released)
        for (int b = slot; b < released; b += kSlots) count++;
    return count;
}

// A counter for each slot, which only grows.
bool per_slot(const State& s) {
    return releases_of_slot(s, s.sent % kSlots) >= kReceivers * (s.sent / kSlots);
}

// One counter for all: the releases of a fast receiver stand in for a slow one's.
bool one_counter(const State& s) {
    int all = 0;
    for (const int released : s.released) all += released;
    return all >= (s.sent - kSlots + 1) * kReceivers;
}

// What the kernels do: cores send in turn, and each sender counts who has room for its next block.
bool per_sender(const State& s) {
    int asked = 0;
    for (const int a : s.asked)
        for (int b = s.sent % kReceivers; b < a; b += kReceivers) asked++;
    return asked >= kReceivers * (s.sent / kReceivers + 1);
}

struct Findings {
    bool deadlock = false, overwrite = false;
};

std::vector<State> steps(const State& s, Rule rule, Findings& findings) {
    std::vector<State> next;
    if (s.sent < kBlocks && rule(s)) {
        for (const int released : s.released) findings.overwrite |= released < s.sent - kSlots + 1;
        next.push_back(s);
        next.back().sent++;
    }
    for (int r = 0; r < kReceivers; r++) {
        const bool has_room = s.asked[r] - s.released[r] < kSlots;
        if (s.asked[r] < kBlocks && s.asked[r] <= s.sent && has_room) {
            next.push_back(s);
            next.back().asked[r]++;
        }
        if (s.released[r] < s.sent) {
            next.push_back(s);
            next.back().released[r]++;
        }
    }
    return next;
}

Findings explore(Rule rule) {
    Findings findings;
    std::set<State> seen = {State{}};
    std::vector<State> open = {State{}};
    while (!open.empty()) {
        const State s = open.back();
        open.pop_back();
        const auto next = steps(s, rule, findings);
        bool done = s.sent == kBlocks;
        for (const int released : s.released) done &= released == kBlocks;
        findings.deadlock |= next.empty() && !done;
        for (const State& n : next)
            if (seen.insert(n).second) open.push_back(n);
    }
    return findings;
}

TEST(GatherProtocol, CreditsPerSlotAreSafe) {
    const Findings found = explore(per_slot);
    EXPECT_FALSE(found.deadlock);
    EXPECT_FALSE(found.overwrite);
}

TEST(GatherProtocol, CreditsPerSenderAreSafe) {
    const Findings found = explore(per_sender);
    EXPECT_FALSE(found.deadlock);
    EXPECT_FALSE(found.overwrite);
}

TEST(GatherProtocol, OneCounterIsNot) {
    EXPECT_TRUE(explore(one_counter).overwrite);
}

}  // namespace
}  // namespace ttnn::test
