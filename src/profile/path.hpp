// The chain of work that decided when a processor got where it is, kept while the run goes on.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace ironbird::profile {

enum class Step : std::uint8_t { launch, move, unpack, math, pack, noc, dram, semaphore, other };
inline constexpr std::size_t kSteps = 9;

struct StepRow {
    std::string_view key, text;
};
inline constexpr std::array<StepRow, kSteps> kStepRows = {{
    {"launch", "launch"},
    {"move", "data movement code"},
    {"unpack", "unpack"},
    {"math", "math"},
    {"pack", "pack"},
    {"noc", "NoC"},
    {"dram", "DRAM"},
    {"semaphore", "semaphores"},
    {"other", "other"},
}};

// Cycles by what they were spent on. Where a processor waited for another one, the other's chain up
// to that moment takes the place of its own: what remains is the critical path.
struct Path {
    std::array<std::uint64_t, kSteps> cycles{};

    void add(Step s, std::uint64_t n) { cycles[static_cast<std::size_t>(s)] += n; }
    void operator+=(const Path& o) {
        for (std::size_t i = 0; i < kSteps; i++) cycles[i] += o.cycles[i];
    }
};

// A processor's chain, with its recent past: who waits for a page may run behind the one that
// pushed it.
class Chain {
 public:
    void begin(Step own, std::uint64_t launch, std::uint64_t start) {
        own_ = own;
        now_ = {};
        now_.add(Step::launch, start - launch);
        at_ = start;
        kept_ = 0;
    }
    // Its own work up to here.
    void advance(std::uint64_t cycle) {
        if (cycle <= at_) return;
        now_.add(own_, cycle - at_);
        at_ = cycle;
    }
    // It waited for `why` from where it was until this cycle.
    void wait(Step why, std::uint64_t until) {
        if (until <= at_) return;
        now_.add(why, until - at_);
        at_ = until;
    }
    // The last cycles up to here, at most so many, went into something else than its own code.
    void spend(Step on, std::uint64_t cycles, std::uint64_t until) {
        advance(until - std::min(cycles, until - std::min(at_, until)));
        wait(on, until);
    }
    void wait_for(const Chain& other, std::uint64_t until) {
        const Past* past = other.before(until);
        if (past == nullptr) return wait(Step::other, until);
        now_ = past->path;
        at_ = past->at;
        if (until > at_) now_.add(other.own_, until - at_);
        at_ = until;
    }
    // The other processor had come to `past` when it sent the word that ended this wait.
    void wait_for(const Path& past, std::uint64_t sent, std::uint64_t landed, std::uint64_t until) {
        now_ = past;
        now_.add(Step::noc, landed - sent);
        now_.add(Step::semaphore, until - landed);
        at_ = until;
    }
    void keep() {
        past_[kept_ % past_.size()] = {at_, now_};
        kept_++;
    }
    const Path& path() const { return now_; }

 private:
    struct Past {
        std::uint64_t at;
        Path path;
    };

    const Past* before(std::uint64_t cycle) const {
        for (std::uint32_t back = 1; back <= kept_ && back <= past_.size(); back++) {
            const Past& p = past_[(kept_ - back) % past_.size()];
            if (p.at <= cycle) return &p;
        }
        return nullptr;
    }

    Step own_ = Step::other;
    std::uint64_t at_ = 0;
    Path now_;
    std::uint32_t kept_ = 0;
    std::array<Past, 32> past_{};
};

}  // namespace ironbird::profile
