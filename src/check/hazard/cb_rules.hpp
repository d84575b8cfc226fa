// Circular buffers: counts, windows, the end of the ring, and what a hand-over makes known.
#pragma once

#include <array>
#include <vector>

#include "check/hazard/owner_rules.hpp"
#include "check/hazard/request_rules.hpp"
#include "check/hazard/ring.hpp"

namespace ironbird::check {

// Part of a ChipChecker; called by the thread that runs the core of the circular buffer.
class CbRules {
 public:
    CbRules(ChipState& chip, const RequestRules& requests)
        : chip_(chip), requests_(requests), nodes_(chip.count()) {}

    // A launch begins on the core, whose owners are known already.
    void launch(NodeState& t, const device::CoreLaunch& plan, const Owners& owners);
    // The launch is over: reports pages that are left. Pages that were waited for and never popped
    // are taken for constants, which is legal.
    void check_left(NodeState& t) const;

    void cb(const device::Actor& a, device::CbAction action, std::uint32_t index,
            std::uint32_t pages);
    // A query that does not wait: it saw so many filled (or free) pages, so its processor comes
    // after those that filled (or freed) them.
    void asked(const device::Actor& a, bool filled, std::uint32_t index, std::uint32_t pages);
    // An access to a circular buffer outside of what is reserved or waited for.
    void check_window(NodeState& t, std::uint32_t address, std::uint32_t size, bool write,
                      const Who& by);
    // A write takes a page that was pushed and that nobody has written.
    void check_sent(NodeState& t, const noc::Transaction& n, const Who& by) const;

 private:
    // Knowledge handed over with pages, by the count that the counter had afterwards.
    struct Handed {
        std::uint32_t count = 0;
        Knowledge knowledge;
    };
    struct CbState {
        bool set_up = false, used = false, on_buffer = false;
        std::uint32_t address = 0, size = 0, page = 0, pages = 0;
        std::uint32_t received = 0, acked = 0;
        std::uint32_t reserved = 0, waited = 0;  // pages
        std::uint8_t producer = 0xff, consumer = 0xff;
        Who reserve, push, wait, pop;  // the last of each
        std::uint8_t reservers = 0;    // processors that have reserved, a bit each
        // A store into it before anybody used it: a scratch pad's, its producer's, or a stray.
        Who early;
        std::uint32_t early_address = 0, early_size = 0;
        Ring<Handed> pushes, pops;
    };
    // Where one lies; side by side, to be searched.
    struct Range {
        std::uint32_t address, size;
        std::uint8_t index;
    };
    struct Node {
        std::array<CbState, IB_MAX_CBS> cbs;
        std::vector<Range> list;  // that are set up
    };

    void push(const device::Actor& a, CbState& b, std::uint32_t index, std::uint32_t pages,
              std::uint32_t site);
    void pop(const device::Actor& a, CbState& b, std::uint32_t index, std::uint32_t pages,
             std::uint32_t site);
    void learn(const device::Actor& a, Ring<Handed>& from, std::uint32_t count, std::uint32_t past);
    void hand(const device::Actor& a, Ring<Handed>& to, std::uint32_t count);
    // Reserved by one processor, and nobody ever pushed or waited: memory of its own.
    static bool is_scratch(const CbState& b);
    static void check_early(NodeState& t, CbState& b, std::uint32_t index, const Who& producer);
    void check_handed(NodeState& t, const CbState& b, std::uint32_t index, std::uint32_t pages,
                      bool push, const Who& by) const;
    void check_wrap(NodeState& t, std::uint32_t processor, const CbState& b, std::uint32_t index,
                    std::uint32_t pages, bool push, const Who& by) const;

    ChipState& chip_;
    const RequestRules& requests_;
    PerNode<Node> nodes_;
};

}  // namespace ironbird::check
