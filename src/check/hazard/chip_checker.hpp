// The rules for one chip, over the state of its tiles.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "check/groups.hpp"
#include "check/hazard/node_state.hpp"
#include "device/observer.hpp"

namespace ironbird::check {

// Who touches memory, and with what knowledge.
struct Toucher {
    const Knowledge* knows;
    Stamp stamp;
    std::uint64_t cycle;
    bool write;
    const char* role;   // for messages: "used", "written", …
    bool races = true;  // else only what is filled is looked at
};

// Whether one access comes before another: surely; by an increment right behind its data; by a flag
// whose data may not have left, on a chip where the flag can overtake it; not at all.
enum class Order : std::uint8_t { sure, credit, unflushed, none };

class ChipChecker {
 public:
    ChipChecker(const arch::Floorplan& plan, std::uint32_t id, const Groups& groups);

    NodeState& tile(std::uint32_t id) { return *tiles_[id]; }
    std::vector<std::unique_ptr<NodeState>>& tiles() { return tiles_; }
    const arch::Floorplan& plan() const { return plan_; }
    std::uint32_t id() const { return id_; }

    // ---- host's stack
    void launch(const device::LaunchView& launch);
    void complete(device::LaunchId id);
    void buffer(const device::BufferView& buffer, bool live);
    void host(const device::HostAccess& access);
    void start(std::uint32_t at, const device::Processor& p);

    // ---- fibers
    void end(const device::Actor& who);
    void access(const device::Actor& who, const device::Access& a);
    void cb(const device::Actor& who, device::CbAction action, std::uint32_t index,
            std::uint32_t pages);
    void word(const device::Actor& who, device::WordAction action, std::uint32_t address,
              std::uint32_t value);
    void barrier(const device::Actor& who, std::uint32_t waits, std::uint32_t noc, int trid);
    void clear_trids(const device::Actor& who, std::uint32_t ids, std::uint32_t noc);
    void mailbox(const device::Actor& who, bool write, std::uint32_t other);
    void claim(const device::Actor& who, const device::Claim& c);
    void issue(const device::Actor& who, noc::Transaction& t, std::uint32_t receivers);

    // ---- either
    void land(noc::NodeId at, noc::Transaction& t, std::uint64_t cycle);
    void answer(noc::Transaction& t, std::uint64_t cycle);

 private:
    struct Active {
        std::vector<std::uint32_t> cores;
    };

    std::uint32_t tile_count() const { return static_cast<std::uint32_t>(tiles_.size()); }
    static Who who(const char* role, const device::Actor& a, std::uint32_t site) {
        return {role, static_cast<std::uint16_t>(a.tile), static_cast<std::uint8_t>(a.processor),
                site, a.cycle};
    }
    static Who who(const char* role, const Stamp& s, std::uint64_t now);
    std::uint64_t controller_address(std::uint32_t bank, std::uint64_t address,
                                     std::uint32_t& tile) const;

    // ---- launch_rules.cpp
    void check_read_by_host(NodeState& t, std::uint64_t address, std::uint64_t size);
    std::vector<Region> regions_of(const device::CoreLaunch& plan) const;
    void complete_dropped(std::span<const std::uint32_t> cores);
    void set_up_cbs(NodeState& t, const device::CoreLaunch& plan);

    // ---- access_rules.cpp
    void touch(NodeState& t, std::uint64_t address, std::uint64_t size, const Toucher& by);
    Filled touch_and_fill(NodeState& t, std::uint64_t address, std::uint64_t size,
                          const Toucher& by);
    // Lines of a page are alike, as a rule.
    struct RunOfLines {
        Cell before, after;
        bool alike = false;
    };
    void touch_line(NodeState& t, Line& l, std::uint32_t first, std::uint32_t last,
                    std::uint64_t at, const Toucher& by, RunOfLines& run);
    void touch_cell(NodeState& t, Cell& cell, std::uint64_t address, const Toucher& by);
    Order order(NodeState& t, const Stamp& old, bool old_writes, const Toucher& by);
    void unordered(NodeState& t, const Stamp& old, bool old_writes, std::uint64_t address,
                   const Toucher& by, Order order);
    static void ask_again(NodeState& t, std::uint64_t address, std::uint64_t size,
                          bool stores_alone, std::uint32_t but = kThreads);
    void restamp(NodeState& t, const Open& o, std::uint32_t thread, std::uint32_t clock);
    static bool knows_left(const NodeState& t, const Who& by, std::uint32_t issuer, const Open& o);
    void check_pending(NodeState& t, std::uint32_t address, std::uint32_t size, const Who& by,
                       bool write, const char* arriving_rule, const Stamp* self = nullptr);
    static void check_filled(NodeState& t, const Filled& filled, const device::Access& x,
                             const Who& by);
    void check_owner(NodeState& t, std::uint64_t address, std::uint64_t size, bool write,
                     bool packet, bool page, NodeState& reports, const Who& by);
    void check_target(NodeState& reports, const noc::Transaction& n, std::uint32_t base,
                      const Who& by);
    static void check_padding(const Region& r, std::uint64_t address, std::uint64_t size,
                              bool write, bool packet, NodeState& reports, const Who& by);

    // ---- claim_rules.cpp
    static bool claimed(const NodeState& t, std::uint32_t thread, std::uint64_t address,
                        std::uint64_t size);
    static void check_claims(NodeState& t, std::uint64_t address, std::uint64_t size, bool packet,
                             const Who& by);
    static void check_unclaimed(NodeState& t, std::uint64_t address, std::uint64_t size,
                                const Who& by);

    // ---- cb_rules.cpp
    void check_window(NodeState& t, std::uint32_t address, std::uint32_t size, bool write,
                      const Who& by);
    void check_handed(NodeState& t, CbState& b, std::uint32_t index, std::uint32_t pages, bool push,
                      const Who& by);
    void check_wrap(NodeState& t, std::uint32_t thread, std::uint32_t index, std::uint32_t pages,
                    bool push, const Who& by);
    void check_left(NodeState& t);
    void check_early(NodeState& t, CbState& b, std::uint32_t index, const Who& producer);

    // ---- signal_rules.cpp
    bool is_signal(NodeState& t, std::uint32_t address) const;
    void acquire(NodeState& t, std::uint32_t thread, std::uint32_t address);
    void release(NodeState& t, std::uint32_t thread, std::uint32_t address, const Stamp& stamp);
    void signalled(NodeState& t, const noc::Transaction& n, const Tag& tag, std::uint64_t cycle);
    void learn_latest(NodeState& t, std::uint32_t thread, std::uint32_t address);
    void saw(NodeState& t, std::uint32_t thread, std::uint32_t channel, const Seen& packet);

    // ---- noc_rules.cpp
    Tag& tag_of(const device::Actor& a, noc::Transaction& n, std::uint32_t site);
    void check_own_end(NodeState& t, const device::Actor& a, noc::Transaction& n, Tag& tag);
    static void mark_busy(NodeState& t, const noc::Transaction& n);
    void check_repeated(NodeState& t, const device::Actor& a, const noc::Transaction& n,
                        std::uint32_t site);
    void check_multicast(NodeState& t, const device::Actor& a, const noc::Transaction& n,
                         std::uint32_t receivers, std::uint32_t site);
    void check_trid(NodeState& t, const device::Actor& a, const noc::Transaction& n,
                    std::uint32_t site);

    // ---- open_rules.cpp
    static void check_open(NodeState& t, ProcessorState& thread, const Who& ended);

    // ---- init/sent_rules.cpp
    void check_sent(NodeState& t, const noc::Transaction& n, const Who& by);

    // ---- land_rules.cpp
    void carry_written(NodeState& from, noc::Transaction& n, Tag& tag, std::uint64_t address);
    void settle_written(NodeState& to, const Tag& tag, std::uint64_t address, std::uint64_t size);

    const arch::Floorplan& plan_;
    std::uint32_t id_;
    bool memory_, noc_, race_, cb_, init_;
    std::vector<std::unique_ptr<NodeState>> tiles_;
    std::vector<std::unique_ptr<std::vector<std::unique_ptr<Tag>>>> tags_;  // by issuing tile
    Abroad::Ref at_start_;     // what the newest launch begins with
    std::vector<Known> host_;  // by tile
    std::map<device::LaunchId, Active> active_;
};

}  // namespace ironbird::check
