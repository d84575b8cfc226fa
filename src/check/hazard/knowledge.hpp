// Vector clocks: how much a processor knows of what all others have done.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "abi/kernel.hpp"

namespace ironbird::check {

using abi::kProcessors;                      // of a core
inline constexpr std::uint32_t kMovers = 2;  // of them with NoC counters of their own

// What is known of one core: how far its processors have come, and up to which of their requests
// they have waited for acknowledgements and for data, by NoC; `left`: which have surely left,
// because somebody has seen a later one arrive.
struct Known {
    std::array<std::uint32_t, kProcessors> clock;
    std::array<std::array<std::uint32_t, 2>, kMovers> acked, read, left;

    void join(const Known& o) {
        auto* a = clock.data();
        const auto* b = o.clock.data();
        for (std::size_t i = 0; i < sizeof(Known) / 4; i++) a[i] = std::max(a[i], b[i]);
    }
};

// What a processor knows of other cores. Immutable once shared; shared by all who know the same.
class Abroad {
 public:
    class Ref {
     public:
        Ref() = default;
        explicit Ref(Abroad* a) : at_(a) {}
        Ref(const Ref& o) : at_(o.at_) {
            if (at_ != nullptr) at_->refs_.fetch_add(1, std::memory_order_relaxed);
        }
        Ref(Ref&& o) noexcept : at_(std::exchange(o.at_, nullptr)) {}
        Ref& operator=(Ref o) noexcept {
            std::swap(at_, o.at_);
            return *this;
        }
        ~Ref() {
            if (at_ != nullptr && at_->refs_.fetch_sub(1, std::memory_order_acq_rel) == 1)
                give_back(at_);
        }
        Abroad* operator->() const { return at_; }
        explicit operator bool() const { return at_ != nullptr; }
        bool operator==(const Ref& o) const { return at_ == o.at_; }
        bool unique() const {
            return at_ != nullptr && at_->refs_.load(std::memory_order_acquire) == 1;
        }

     private:
        Abroad* at_ = nullptr;
    };

    static Ref make(std::uint32_t nodes) {
        Ref fresh(take(nodes));
        std::fill_n(fresh->known_.get(), rounded(nodes), Known{});
        return fresh;
    }
    static Ref copy(const Abroad& o) {
        Ref fresh(take(o.nodes_));
        std::copy_n(o.known_.get(), rounded(o.nodes_), fresh->known_.get());
        fresh->holds = o.holds;
        return fresh;
    }

    // The union of what both know.
    static Ref joined(const Abroad& a, const Abroad& b) {
        Ref fresh(take(a.nodes_));
        fresh->take_latest(a, b);
        return fresh;
    }

    const Known& of(std::uint32_t node) const { return known_[node]; }
    Known& of(std::uint32_t node) { return known_[node]; }
    void join(const Abroad& o) { take_latest(*this, o); }

    // Versions made by the processors of one core that this one includes, so that a later version
    // is taken over without a comparison. Meaningful inside that core alone.
    std::array<std::uint32_t, kProcessors> holds{};
    std::uint32_t maker = 0;

 private:
    void take_latest(const Abroad& a, const Abroad& b) {
        // As signed numbers, since clocks stay below 2^31 and SSE2 compares no others.
        using Four [[gnu::vector_size(16), gnu::may_alias, gnu::aligned(4)]] = std::int32_t;
        auto* to = reinterpret_cast<Four*>(known_.get());
        const auto* x = reinterpret_cast<const Four*>(a.known_.get());
        const auto* y = reinterpret_cast<const Four*>(b.known_.get());
        const std::size_t fours = rounded(nodes_) * sizeof(Known) / sizeof(Four);
        for (std::size_t i = 0; i < fours; i++) to[i] = x[i] > y[i] ? x[i] : y[i];
        for (std::uint32_t i = 0; i < kProcessors; i++) holds[i] = std::max(a.holds[i], b.holds[i]);
    }

    // Rounded up, so that the number of words is a multiple of four.
    static std::size_t rounded(std::uint32_t nodes) { return (nodes + 3u) / 4 * 4; }

    // Each thread keeps a few: knowledge comes and goes with every hand-over.
    static Abroad* take(std::uint32_t nodes);
    static void give_back(Abroad* a);

    explicit Abroad(std::uint32_t nodes)
        : nodes_(nodes), known_(std::make_unique_for_overwrite<Known[]>(rounded(nodes))) {}

    std::atomic<std::uint32_t> refs_{1};
    std::uint32_t nodes_;
    std::unique_ptr<Known[]> known_;
};

// One access or request in somebody's program order.
struct Epoch {
    std::uint32_t clock = 0;  // 0: none
    std::uint16_t node = 0;
    std::uint8_t processor = 0;
};

// A processor's knowledge at one moment: enough to hand to somebody else.
struct Knowledge {
    std::uint16_t node = 0;
    Known own{};  // of the core itself
    Abroad::Ref abroad;

    const Known* of(std::uint32_t t) const {
        if (t == node) return &own;
        return abroad ? &abroad->of(t) : nullptr;
    }
    bool sees(std::uint32_t t, std::uint32_t processor, std::uint32_t clock) const {
        const Known* k = of(t);
        return clock == 0 || (k != nullptr && k->clock[processor] >= clock);
    }
    bool sees(const Epoch& e) const { return sees(e.node, e.processor, e.clock); }
    bool sees_acked(const Epoch& e, std::uint32_t noc) const {
        const Known* k = of(e.node);
        return k != nullptr && e.processor < kMovers && k->acked[e.processor][noc] >= e.clock;
    }
    bool sees_read(const Epoch& e, std::uint32_t noc) const {
        const Known* k = of(e.node);
        return k != nullptr && e.processor < kMovers && k->read[e.processor][noc] >= e.clock;
    }

    // Learns all that `o` knows; `processor` learns, `nodes` are on the chip.
    void learn(const Knowledge& o, std::uint32_t processor, std::uint32_t nodes);
    // Learns that requests of somebody on a NoC have left, up to this one.
    void learn_left(const Epoch& e, std::uint32_t noc, std::uint32_t processor,
                    std::uint32_t nodes);

 private:
    void learn_abroad(const Abroad::Ref& other, std::uint32_t processor);
    void own_abroad(std::uint32_t nodes);
    void join_abroad(const Abroad& other);
};

}  // namespace ironbird::check
